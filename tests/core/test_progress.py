"""How far a race is: it agrees with the standings that everyone sees."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paddock import games
from paddock.core.game_spec import AnyGameSpec
from paddock.core.progress import Progress, no_progress, no_results
from paddock.core.referee import Referee

MOST_MOVES = 400
LOOKED_AT = 10  # moves from one look to the next
COUNTED = [id for id, spec in games.all_specs().items() if spec.progress is not no_progress]


def lap_in_standings(spec: AnyGameSpec, state: Any) -> tuple[int, int] | None:
    """Lap and laps of the leader, by the standings; none where they do not say."""
    for one in spec.standings(spec.game.view(state, None)):
        laps = dict(one.args).get("laps", 0)
        if one.place == 1 and one.lap and isinstance(laps, int) and laps:
            return one.lap, laps
    return None


def walk(spec: AnyGameSpec) -> list[tuple[Progress, tuple[int, int] | None]]:
    """A race by chance: what is told of it, and what the standings say."""
    options = spec.forms[0].options if spec.forms else spec.options()
    generator = random.Random(f"progress {spec.card.id}")
    seats = max(spec.card.seats[0], min(3, spec.card.seats[1]))
    referee: Any = Referee(spec.game, options, seats, generator)
    found = []
    for move in range(MOST_MOVES):
        if not referee.asks:
            break
        if move % LOOKED_AT == 0:
            state = referee.state
            found.append((spec.progress(state), lap_in_standings(spec, state)))
        ask = generator.choice(referee.asks)
        referee.play(ask.seat, ask.options[generator.randrange(len(ask.options))])
    return found


@pytest.mark.parametrize("game", COUNTED)
def test_progress_agrees_with_the_standings(game: str) -> None:
    told = walk(games.find_spec(game))
    assert len(COUNTED) >= 10
    assert any(progress.stage is not None or progress.lap for progress, _ in told)
    for progress, seen in told:
        if progress.lap and seen is not None:
            assert (progress.lap, progress.laps) == seen
    assert [p for p, _ in told if p.stage and p.stage.of and not 1 <= p.stage.n <= p.stage.of] == []


@pytest.mark.parametrize("game", [id for id in COUNTED if games.find_spec(id).forms])
def test_every_form_of_a_season_can_be_raced(game: str) -> None:
    """What a page offers as a form has words in every language and options that hold."""
    spec = games.find_spec(game)
    minutes = [form.minutes for form in spec.forms]
    assert minutes == sorted(minutes), "the shortest comes first"
    for form in spec.forms:
        referee: Any = Referee(spec.game, form.options, 3, random.Random(1))
        assert referee.asks
        for language in ("en", "it"):
            assert spec.words.tell(f"form.{form.name}", language, races=form.races)
            assert spec.words.tell(f"about.{game}", language)
            assert spec.words.tell(f"prize.{game}", language)


@pytest.mark.parametrize("game", [id for id in COUNTED if games.find_spec(id).forms])
def test_every_season_retells_its_races(game: str) -> None:
    assert games.find_spec(game).results is not no_results


def test_a_series_retells_the_races_that_are_done() -> None:
    spec = games.find_spec("street-illegal-series")
    generator = random.Random("retold")
    referee: Any = Referee(spec.game, spec.forms[0].options, 3, generator)
    seen = {spec.results(referee.state)}
    while referee.asks:
        ask = generator.choice(referee.asks)
        referee.play(ask.seat, ask.options[generator.randrange(len(ask.options))])
        seen.add(spec.results(referee.state))
    told = sorted(seen, key=len)
    assert [len(races) for races in told] == [0, 1, 2]
    assert all(sorted(places) == [1, 2, 3] for places in told[-1]), "Old Pros take no place"
    assert told[-1][0] == told[1][0]
