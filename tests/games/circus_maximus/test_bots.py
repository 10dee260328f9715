"""The charioteer bot: it finishes, decides by its view, and keeps its character."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from paddock.bots import AnyBot, make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.referee import Referee
from paddock.games.circus_maximus import RACE
from paddock.games.circus_maximus.bots import charioteer
from paddock.games.circus_maximus.bots.blows import (
    hit_odds,
    lash_odds,
    mean_horse_injury,
    mean_wheel_damage,
)
from paddock.games.circus_maximus.bots.pace import flip_chance, strain_cost
from paddock.games.circus_maximus.events import Event
from paddock.games.circus_maximus.game import GAME
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.state import Options, State
from paddock.games.circus_maximus.view import View

Race = Referee[State, Move, Event, View, Options]


def drive(bots: list[AnyBot], options: Options, seed: int) -> tuple[Race, Counter[str]]:
    """Plays a whole race, and counts the events."""
    race: Race = Referee(GAME, options, len(bots), random.Random(f"{seed} dice"))
    luck = [UnrecordedChance(random.Random(f"{seed} {seat}")) for seat in range(len(bots))]
    happened: Counter[str] = Counter()
    while race.asks:
        ask = race.asks[0]
        view = GAME.view(race.state, ask.seat)
        move = bots[ask.seat].choose(view, ask, luck[ask.seat])
        assert move in ask.options
        happened.update(type(e).__name__ for e in race.play(ask.seat, move).events)
    return race, happened


@pytest.mark.parametrize("book", ["basic", "advanced", "epic"])
def test_four_charioteers_come_to_the_line(book: str) -> None:
    options = Options(book, 4, two_laps=True)  # type: ignore[arg-type]  # one of the three
    race, happened = drive([charioteer("")] * 4, options, 3)
    outcome = GAME.outcome(race.state)
    assert outcome is not None
    assert outcome.reason == "finish"
    assert happened["Strained"] > 0


def test_one_who_can_drive_finishes_among_those_who_cannot() -> None:
    """Random play tires its teams and stands still (X8); one driver ends the race."""
    bots = [charioteer("flashing-hooves"), *([make_bot("random", RACE)] * 3)]
    reasons = []
    for seed in range(4):
        outcome = GAME.outcome(drive(bots, Options("advanced", 4, two_laps=True), seed)[0].state)
        assert outcome is not None
        reasons.append((outcome.reason, outcome.places[0]))
    assert reasons.count(("finish", 1)) >= 3


def test_the_bloodthirsty_attack_more_than_the_peaceful() -> None:
    options = Options("advanced", 6, two_laps=True, turns=6)
    fierce = sum(drive([charioteer("1")] * 6, options, seed)[1]["Attacked"] for seed in range(3))
    mild = sum(drive([charioteer("6")] * 6, options, seed)[1]["Attacked"] for seed in range(3))
    assert fierce > 2 * mild


def test_a_build_is_kept() -> None:
    race, _ = drive([charioteer("thunderfoot")] * 2, Options("advanced", 2, turns=1), 1)
    assert all(c.dm == 2 and c.weight == 2 for c in race.state.chariots)


@pytest.mark.parametrize("argument", ["0", "7", "slowpoke"])
def test_no_such_charioteer(argument: str) -> None:
    with pytest.raises(ValueError, match=r"character|neither"):
        charioteer(argument)


def test_the_generic_greedy_races_fights_and_does_not_brake_on_an_open_road() -> None:
    """The position value is enough for a bot that looks one small step ahead."""
    greedy = [make_bot("greedy", RACE)] * 4
    race, happened = drive(greedy, Options("advanced", 4, two_laps=True), 5)
    outcome = GAME.outcome(race.state)
    assert outcome is not None
    assert outcome.reason == "finish"
    assert happened["Attacked"] > 0
    assert happened["Braked"] < 0.2 * happened["Stepped"]


def test_a_blow_that_waits_for_its_defence_is_judged() -> None:
    """Two dice each, a tie is enough to escape; a heavy car hurts horses more than a light one."""
    assert round(hit_odds(0), 3) == 0.444
    assert hit_odds(-3) < hit_odds(0) < hit_odds(3)
    assert round(sum(lash_odds(0, epic=False).values()), 6) == 1
    assert round(sum(lash_odds(2, epic=True).values()), 6) == 1
    assert [round(mean_horse_injury(edge), 2) for edge in (-3, 0, 3)] == [0.31, 1.11, 2.69]
    theirs, mine = mean_wheel_damage(0, 0, 0)
    assert mine < theirs < 1.5 * mine


def test_a_little_strain_is_little_risk() -> None:
    """The strategy article: one, two or three above the safe speed are no great risk."""
    assert [round(flip_chance(points, 0), 3) for points in (1, 2, 3)] == [0.005, 0.019, 0.046]
    assert strain_cost(1, 2) < strain_cost(1, 0) < strain_cost(4, 0)
