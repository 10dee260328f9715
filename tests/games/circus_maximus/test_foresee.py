"""Forecasts of options: present in whole races, and equal to the charts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paddock.core.referee import Referee
from paddock.games.circus_maximus import RACE
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.foresee import escape_chance, foresee, strain_odds
from paddock.games.circus_maximus.state import Options
from tests.seeds import seeded, shown


@seeded(5)
@pytest.mark.parametrize("book", ["basic", "advanced", "epic"])
def test_told_all_through_a_race(book: Any, seed: int) -> None:
    """Every option of random races has its numbers, and a step leads where they say."""
    weapons: Any = {"knife": True, "dust": True, "spear": True} if book == "advanced" else {}
    options = Options(book=book, two_laps=True, **weapons)
    luck = random.Random(seed)
    referee: Any = Referee(RACE.game, options, 3, random.Random(seed + 2))
    steps = strains = 0
    for _ in range(600):
        asks = referee.asks
        if not asks:
            break
        ask = asks[0]
        view = RACE.game.view(referee.state, ask.seat)
        told = {move: foresee(view, ask.seat, move) for move in ask.options}
        assert all(0 <= n.get("hit", 0) <= 1 for n in told.values())
        move = luck.choice(ask.options)
        events = referee.play(ask.seat, move).events
        if isinstance(move, mv.Forward) and isinstance(events[0], ev.Stepped):
            assert events[0].square == told[move]["to"]
            steps += 1
            found = [e for e in events[:2] if isinstance(e, ev.Strained)]
            for check in found:
                strains += 1
                assert (check.points, check.paid) == (told[move]["points"], told[move]["pay"])
    assert shown(seed, steps > 20)


def test_chances() -> None:
    assert escape_chance(0) == pytest.approx((1296 + 146) / 2 / 1296)
    assert escape_chance(12) == 1
    odds = [strain_odds(points, 0).get("flip", 0.0) for points in range(1, 10)]
    assert odds == sorted(odds)
    assert all(sum(strain_odds(points, -2).values()) <= 1 + 1e-9 for points in range(1, 10))


def test_what_points_may_come_to() -> None:
    """The dice for speed and endurance stay within the forecast for the points."""
    referee: Any = Referee(RACE.game, Options(), 8, random.Random(1))
    told = {}
    while referee.asks[0].question.prompt == "allot":
        ask = referee.asks[0]
        view = RACE.game.view(referee.state, ask.seat)
        move = ask.options[(3 * ask.seat) % len(ask.options)]
        told[ask.args[0]] = foresee(view, ask.seat, move)
        referee.play(ask.seat, move)
    for i, numbers in told.items():
        c = referee.state.chariots[i]
        assert numbers["slow"] <= sum(c.horses) + c.dm <= numbers["fast"]
        assert numbers["weak"] <= c.endurance <= numbers["strong"]
