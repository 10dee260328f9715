"""Standings: equal to the outcome at the end of every golden race, and put into words
throughout."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from paddock.core import record
from paddock.core.languages import languages
from paddock.core.referee import Referee
from paddock.core.standings import Status
from paddock.games.circus_maximus import RACE
from paddock.games.circus_maximus.game import GAME
from paddock.games.circus_maximus.rules.finish import places
from paddock.games.circus_maximus.standings import standings
from paddock.games.circus_maximus.state import Options
from tests.seeds import seeded, shown

REPLAYS = [
    path
    for path in sorted((Path(__file__).parent / "replays").glob("*.race"))
    if f'"game": "{RACE.card.id}"' in path.read_text("utf-8").splitlines()[0]
]
"""Golden races of the race itself: a season's standings are its own."""


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_at_the_end_they_are_the_outcome(path: Path) -> None:
    _, kept, closing = record.read_record(path.read_text("utf-8"), lambda _: RACE)
    race: Any = Referee.replay(GAME, kept, random.Random(0))
    found = standings(GAME.view(race.state, None))
    assert closing.outcome is not None
    best = [
        min((s.place for s in found if s.seat == seat and s.place), default=0)
        for seat in range(len(kept.names))
    ]
    assert tuple(best) == closing.outcome.places
    assert [s.place for s in found if s.place] == sorted(p for p in places(race.state) if p)
    assert {s.car for s in found} == set(range(len(race.state.chariots)))


@seeded(11)
@pytest.mark.parametrize("book", ["basic", "advanced", "epic"])
def test_along_a_race_they_are_in_order_and_told(book: Any, seed: int) -> None:
    luck = random.Random(seed)
    race: Any = Referee(GAME, Options(book, 6, two_laps=True), 3, random.Random(seed + 1))
    seen: set[str] = set()
    while race.asks:
        ask = race.asks[0]
        race.play(ask.seat, ask.options[luck.randrange(min(3, len(ask.options)))])
        found = standings(GAME.view(race.state, None))
        assert {s.car: s.place for s in found} == dict(enumerate(places(race.state)))
        assert all((s.status is Status.OUT) == (s.place == 0) for s in found)
        assert all(s.gap >= 0 for s in found)
        assert found[0].gap == 0
        for one in found:
            seen.add(one.note)
            for id in (one.note, one.score):
                for language in languages():
                    assert RACE.words.tell(f"standing.{id}", language, (), **dict(one.args))
    assert "racing" in seen
    assert shown(seed, ("lane" in seen) == (book != "epic"))
