"""The risk that is shown before a plan is sealed is what ten thousand reveals give (Q45)."""

from __future__ import annotations

import math
import random

import pytest

from paddock.core.chance import UnrecordedChance
from paddock.core.notation import read_facts
from paddock.games.heat import RACE
from paddock.games.heat.foresee.odds import risk
from paddock.games.heat.moves import Cool, Plan
from paddock.games.heat.phases import React
from paddock.games.heat.phases.turn import Choosing
from paddock.games.heat.state import Options, State

GAME = RACE.game
REVEALS = 10_000

CASES = [
    ("usa", "alex at 31 gear 1 engine 0 hand 1,2,3,4,5,S,S discard H,H,H,H,H,H", "plan 1 S"),
    ("usa", "alex at 31 gear 1 engine 0 hand 1,2,3,S,S,H,H discard H,H,H,H", "plan 1 S"),
    ("usa", "alex at 30 gear 2 engine 2 hand 1,2,3,4,S,S,S", "plan 2 S,S"),
    ("usa", "alex at 47 gear 3 engine 4 hand 1,2,3,4,S,S,S", "plan 3 S,S,S"),
    ("gb", "alex at 27 gear 2 engine 1 hand 1,2,3,4,S,S,u2 upgrades u2,u1,u3", "plan 2 u2,2"),
    ("gb", "alex at 35 gear 4 engine 3 hand 1,2,3,4,S,S,u1 upgrades u2,u1,u3", "plan 4 S,S,1,u1"),
    (
        "italia",
        "alex at 17 gear 3 engine 1 hand 1,2,S,u43,u46,4,4 upgrades u43,u46,u3",
        "plan 2 S,u46",
    ),
    ("usa", "alex at 55 gear 2 engine 1 hand 1,2,S,S,S,4,4 deck 4 discard 1,1,3,H", "plan 2 S,S"),
]


def position(track: str, line: str) -> State:
    options = Options(track=track)  # type: ignore[arg-type]
    placed: State = RACE.notation.place(read_facts([line]), options, ("alex",))
    return placed


def spun(state: State, plan: Plan, luck: UnrecordedChance) -> bool:
    """Reveal a plan, cool down, and do nothing else but what is mandatory."""
    state = GAME.play(state, 0, plan, luck).state
    while isinstance(state.phase, React | Choosing):
        ask = GAME.asks(state)[0]
        cools = [move for move in ask.options if isinstance(move, Cool)]
        move = max(cools, key=lambda cool: cool.n) if cools else ask.default_move
        state = GAME.play(state, 0, move, luck).state
    return state.supply.spins > 0


@pytest.mark.parametrize(("track", "line", "text"), CASES)
def test_the_risk_is_what_ten_thousand_reveals_give(track: str, line: str, text: str) -> None:
    state = position(track, line)
    plan = RACE.notation.move(text, ("alex",))
    assert isinstance(plan, Plan)
    assert plan in GAME.asks(state)[0].options
    shown = risk(GAME.view(state, 0), 0, plan)
    luck = UnrecordedChance(random.Random(text + line))
    found = sum(spun(state, plan, luck) for _ in range(REVEALS)) / REVEALS
    error = 4 * math.sqrt(max(shown * (1 - shown), 1e-4) / REVEALS)
    assert abs(shown - found) <= error, (shown, found)


def test_the_cases_are_neither_all_safe_nor_all_lost() -> None:
    risks = []
    for track, line, text in CASES:
        plan = RACE.notation.move(text, ("alex",))
        assert isinstance(plan, Plan)
        risks.append(risk(GAME.view(position(track, line), 0), 0, plan))
    assert sum(0.05 < chance < 0.95 for chance in risks) >= 4, risks
