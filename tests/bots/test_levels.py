"""Levels: a bot sees what its seat sees, and the ladder counts fairly."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from paddock import bots, games
from paddock.bots.greedy import Greedy
from paddock.bots.levels import NoisyBot, draw_error
from paddock.bots.styles import Style, StyledBot
from paddock.core.chance import UnrecordedChance
from paddock.core.game import ask_of
from paddock.core.referee import AnyReferee, Referee
from paddock.measure.ladder import even_seats, level_pairs, run_ladder
from tests.verify.sprint import SPEC

GAMES = tuple(games.all_specs())


@pytest.mark.parametrize("id", GAMES)
def test_every_level_chooses_by_what_it_sees_in_every_game(id: str) -> None:
    """Law 7, for searching too where no level does."""
    spec = games.find_spec(id)
    seats = max(2, spec.card.seats[0])
    referee: AnyReferee = Referee(spec.game, spec.options(), seats, random.Random(7))
    luck = UnrecordedChance(random.Random(8))
    names = (*bots.LEVELS[:2], "easy:spiteful", "medium:generous", "search:4")
    for step in range(42):
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        if step % 20 == 1:
            world = spec.game.imagine(view, ask.seat, luck)
            its_ask = ask_of(spec.game.asks(world), ask.seat)
            for name in names:
                its = spec.game.view(world, ask.seat)
                assert choice(spec, name, view, ask) == choice(spec, name, its, its_ask)
        referee.play(ask.seat, bots.make_bot("random", spec).choose(view, ask, luck))
        if not referee.asks:
            return


def choice(spec: Any, name: str, view: Any, ask: Any) -> Any:
    return bots.make_bot(name, spec).choose(view, ask, UnrecordedChance(random.Random(3)))


def test_nobody_errs_in_small_steps() -> None:
    spec = games.find_spec("template")
    referee: AnyReferee = Referee(spec.game, spec.options(), 2, random.Random(1))
    ask = referee.asks[0]
    seen, prompt = spec.game.view(referee.state, ask.seat), ask.question.prompt
    steady = replace(
        spec, bot_hints=replace(spec.bot_hints, error_free_prompts=frozenset({prompt}))
    )
    greedy = choice(spec, "greedy", seen, ask)
    lucks = [UnrecordedChance(random.Random(seed)) for seed in range(20)]
    assert {NoisyBot(steady, 9.0).choose(seen, ask, UnrecordedChance(random.Random(3)))} == {greedy}
    assert len({NoisyBot(spec, 9.0).choose(seen, ask, luck) for luck in lucks}) > 1


def test_a_temper_shows_in_what_is_chosen() -> None:
    """The bold leave more to luck than the careful, and the spiteful less to the others."""
    spec = games.find_spec("street-illegal")
    chosen: dict[str, float] = dict.fromkeys(bots.STYLES, 0.0)
    for seed in range(2):
        referee: AnyReferee = Referee(spec.game, spec.options(), 3, random.Random(seed))
        luck = UnrecordedChance(random.Random(seed))
        while len(referee.rows) < 100:
            ask = referee.asks[0]
            view = spec.game.view(referee.state, ask.seat)
            for name, temper in bots.STYLES.items():
                its: StyledBot[Any, Any] = StyledBot(spec, Greedy(spec), temper)
                move = its.choose(view, ask, UnrecordedChance(random.Random(3)))
                usual = choice(spec, "greedy", view, ask)
                weighs = Style(abs(temper.risk), temper.spite)
                scales: StyledBot[Any, Any] = StyledBot(spec, Greedy(spec), weighs)
                lures = scales.style_bonuses(
                    view, ask, (move, usual), UnrecordedChance(random.Random(6))
                )
                chosen[name] += lures[0] - lures[1]  # against who has no temper
            referee.play(ask.seat, bots.make_bot("random", spec).choose(view, ask, luck))
    assert chosen["bold"] > 0 > chosen["careful"]
    assert chosen["spiteful"] > 0


def test_a_handicap_gives_away_one_decision_in_three() -> None:
    spec = games.find_spec("template")
    referee: AnyReferee = Referee(spec.game, spec.options(), 2, random.Random(1))
    ask = referee.asks[0]
    view = spec.game.view(referee.state, ask.seat)
    hindered = replace(spec, bot_hints=replace(spec.bot_hints, noise=(9.0, 0.0)))
    usual = bots.make_bot("medium", hindered).choose(view, ask, UnrecordedChance(random.Random(0)))
    its = bots.make_bot("medium:generous", hindered)
    others = [
        its.choose(view, ask, UnrecordedChance(random.Random(seed))) != usual for seed in range(120)
    ]
    assert 12 < sum(others) < 60


@pytest.mark.parametrize("name", ["greedy", "search:20"])
def test_in_a_series_one_drives_as_in_a_race(name: str) -> None:
    """What a game knows that helps bots is not lost around it."""
    race, series = games.find_spec("street-illegal"), games.find_spec("street-illegal-series")
    referees: list[AnyReferee] = [
        Referee(spec.game, spec.options(), 2, random.Random(5)) for spec in (race, series)
    ]
    for step in range(60):
        chosen = []
        for spec, referee in zip((race, series), referees, strict=True):
            ask = referee.asks[0]
            view = spec.game.view(referee.state, ask.seat)
            luck = UnrecordedChance(random.Random(step))
            chosen.append(bots.make_bot(name, spec).choose(view, ask, luck))
            referee.play(ask.seat, chosen[0])
        assert chosen[0] == chosen[1]


def test_errors_are_small_for_the_most_part_and_even() -> None:
    chance = UnrecordedChance(random.Random(1))
    errors = [draw_error(chance) for _ in range(2000)]
    assert abs(sum(errors) / 2000) < 0.1
    assert 0.8 < sum(e * e for e in errors) / 2000 < 1.2


def test_a_ladder_seats_as_many_of_both_and_ends_when_it_is_sure() -> None:
    assert even_seats(SPEC) % 2 == 0
    *_, last = run_ladder(SPEC, "greedy", "random", least=4, most=60)
    assert last.verdict == "yes"
    assert last.share > 0.65
    *_, last = run_ladder(SPEC, "random", "greedy", least=4, most=60)
    assert last.verdict == "no"
    assert level_pairs() == (("medium", "easy"), ("hard", "medium"))


def test_a_ladder_is_the_same_whoever_races_it() -> None:
    alone, both = (
        list(
            run_ladder(
                games.find_spec("template"), "greedy", "random", least=4, most=30, workers=workers
            )
        )
        for workers in (1, 2)
    )
    assert alone == both
