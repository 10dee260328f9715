"""Levels: whoever sits there sees what a seat sees, and the ladder counts fairly."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from paddock import bots, games
from paddock.bots.greedy import Greedy
from paddock.bots.levels import Misjudging, error
from paddock.bots.tempers import Temper, Tempered
from paddock.core.chance import Fresh
from paddock.core.game import ask_of
from paddock.core.referee import AnyReferee, Referee
from paddock.lab.ladder import climb, even, rungs
from tests.lab.sprint import HOUSE

GAMES = tuple(games.houses())


@pytest.mark.parametrize("id", GAMES)
def test_every_level_chooses_by_what_it_sees_in_every_game(id: str) -> None:
    """Law 7, for searching too where no level does."""
    house = games.find(id)
    seats = max(2, house.card.seats[0])
    referee: AnyReferee = Referee(house.game, house.options(), seats, random.Random(7))
    luck = Fresh(random.Random(8))
    names = (*bots.LEVELS[:2], "easy:spiteful", "medium:generous", "search:4")
    for step in range(42):
        ask = referee.asks[0]
        seen = house.game.view(referee.state, ask.seat)
        if step % 20 == 1:
            world = house.game.imagine(seen, ask.seat, luck)
            its_ask = ask_of(house.game.asks(world), ask.seat)
            for name in names:
                its = house.game.view(world, ask.seat)
                assert choice(house, name, seen, ask) == choice(house, name, its, its_ask)
        referee.play(ask.seat, bots.make("random", house).choose(seen, ask, luck))
        if not referee.asks:
            return


def choice(house: Any, name: str, seen: Any, ask: Any) -> Any:
    return bots.make(name, house).choose(seen, ask, Fresh(random.Random(3)))


def test_nobody_errs_in_small_steps() -> None:
    house = games.find("template")
    referee: AnyReferee = Referee(house.game, house.options(), 2, random.Random(1))
    ask = referee.asks[0]
    seen, prompt = house.game.view(referee.state, ask.seat), ask.question.prompt
    steady = replace(house, mind=replace(house.mind, small=frozenset({prompt})))
    greedy = choice(house, "greedy", seen, ask)
    lucks = [Fresh(random.Random(seed)) for seed in range(20)]
    assert {Misjudging(steady, 9.0).choose(seen, ask, Fresh(random.Random(3)))} == {greedy}
    assert len({Misjudging(house, 9.0).choose(seen, ask, luck) for luck in lucks}) > 1


def test_a_temper_shows_in_what_is_chosen() -> None:
    """The bold leave more to luck than the careful, and the spiteful less to the others."""
    house = games.find("street-illegal")
    chosen: dict[str, float] = dict.fromkeys(bots.TEMPERS, 0.0)
    for seed in range(2):
        referee: AnyReferee = Referee(house.game, house.options(), 3, random.Random(seed))
        luck = Fresh(random.Random(seed))
        while len(referee.rows) < 100:
            ask = referee.asks[0]
            seen = house.game.view(referee.state, ask.seat)
            for name, temper in bots.TEMPERS.items():
                its: Tempered[Any, Any] = Tempered(house, Greedy(house), temper)
                move = its.choose(seen, ask, Fresh(random.Random(3)))
                usual = choice(house, "greedy", seen, ask)
                weighs = Temper(abs(temper.risk), temper.spite)
                scales: Tempered[Any, Any] = Tempered(house, Greedy(house), weighs)
                lures = scales.lures(seen, ask, (move, usual), Fresh(random.Random(6)))
                chosen[name] += lures[0] - lures[1]  # against who has no temper
            referee.play(ask.seat, bots.make("random", house).choose(seen, ask, luck))
    assert chosen["bold"] > 0 > chosen["careful"]
    assert chosen["spiteful"] > 0


def test_a_handicap_gives_away_one_decision_in_three() -> None:
    house = games.find("template")
    referee: AnyReferee = Referee(house.game, house.options(), 2, random.Random(1))
    ask = referee.asks[0]
    seen = house.game.view(referee.state, ask.seat)
    hindered = replace(house, mind=replace(house.mind, misjudges=(9.0, 0.0)))
    usual = bots.make("medium", hindered).choose(seen, ask, Fresh(random.Random(0)))
    its = bots.make("medium:generous", hindered)
    others = [its.choose(seen, ask, Fresh(random.Random(seed))) != usual for seed in range(120)]
    assert 12 < sum(others) < 60


@pytest.mark.parametrize("name", ["greedy", "search:20"])
def test_in_a_series_one_drives_as_in_a_race(name: str) -> None:
    """What a house knows that helps to think is not lost around it."""
    race, series = games.find("street-illegal"), games.find("street-illegal-series")
    referees: list[AnyReferee] = [
        Referee(house.game, house.options(), 2, random.Random(5)) for house in (race, series)
    ]
    for step in range(60):
        chosen = []
        for house, referee in zip((race, series), referees, strict=True):
            ask = referee.asks[0]
            seen = house.game.view(referee.state, ask.seat)
            luck = Fresh(random.Random(step))
            chosen.append(bots.make(name, house).choose(seen, ask, luck))
            referee.play(ask.seat, chosen[0])
        assert chosen[0] == chosen[1]


def test_errors_are_small_for_the_most_part_and_even() -> None:
    chance = Fresh(random.Random(1))
    errors = [error(chance) for _ in range(2000)]
    assert abs(sum(errors) / 2000) < 0.1
    assert 0.8 < sum(e * e for e in errors) / 2000 < 1.2


def test_a_ladder_seats_as_many_of_both_and_ends_when_it_is_sure() -> None:
    assert even(HOUSE) % 2 == 0
    *_, last = climb(HOUSE, "greedy", "random", least=4, most=60)
    assert last.verdict == "yes"
    assert last.share > 0.65
    *_, last = climb(HOUSE, "random", "greedy", least=4, most=60)
    assert last.verdict == "no"
    assert rungs() == (("medium", "easy"), ("hard", "medium"))


def test_a_ladder_is_the_same_whoever_races_it() -> None:
    alone, both = (
        list(climb(games.find("template"), "greedy", "random", least=4, most=30, workers=workers))
        for workers in (1, 2)
    )
    assert alone == both
