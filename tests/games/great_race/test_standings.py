"""Who is ahead of whom agrees with the rules on the way, and with the outcome at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock.core import record
from paddock.core.languages import languages
from paddock.core.referee import Referee
from paddock.core.standings import Status
from paddock.games import find_spec
from paddock.games.great_race import RACE
from paddock.games.great_race.rules.crew import ranking
from paddock.games.great_race.standings import standings

RACES = sorted((Path(__file__).parent / "replays").glob("*.race"))


@pytest.mark.parametrize("path", RACES, ids=lambda path: str(path.stem))
def test_standings_along_a_golden_race(path: Path) -> None:
    _, found, _ = record.read_record(path.read_text("utf-8"), find_spec)
    game = RACE.game
    referee = Referee.start(game, found)
    for row in found.rows:
        referee.repeat(row)
        places = standings(game.view(referee.state, None))
        assert tuple(s.seat for s in places if s.seat >= 0) == ranking(referee.state)
        assert {s.seat for s in places if s.status is Status.HOME and s.seat >= 0} == set(
            referee.state.arrivals
        )
    outcome = referee.outcome()
    assert outcome is not None
    assert {s.seat: s.place for s in places if s.seat >= 0} == dict(enumerate(outcome.places))
    assert tuple(s.place for s in places if s.seat < 0) == outcome.others
    for standing in places:
        for language in languages():
            assert RACE.words.name(standing.seat, found.names, language)
            for id in (standing.note, standing.score):
                assert not id or RACE.words.tell(
                    f"standing.{id}", language, found.names, **dict(standing.args)
                )
