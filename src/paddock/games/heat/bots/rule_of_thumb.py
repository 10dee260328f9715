"""Rollout policy: a quick, sensible move for any state of a race."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.games.heat.bots.hands import best_plan
from paddock.games.heat.bots.turns import MAX_USEFUL_HEAT, SAMPLE_HANDS, turns_after_move
from paddock.games.heat.data import SPEED, STRESS
from paddock.games.heat.moves import (
    BOOST,
    GIVE_UP,
    PUSH,
    Cool,
    Move,
    PayHeat,
    Plan,
    Replace,
    Scrap,
    Slip,
    Toss,
)
from paddock.games.heat.phases import Discarding, Planning, React, Slipping
from paddock.games.heat.rules.cards import TOTALS
from paddock.games.heat.rules.course import COURSES, FREE_BOOST, GRID
from paddock.games.heat.state import State

MEAN_FLIP_SPEED = 2.5
"""Mean speed of a card turned up."""
MAX_SPEED_DIFFERENCE = 1.6
"""A card further from the wanted speed than this is discarded."""


def rule_of_thumb(state: State, ask: Ask[Move], luck: Chance) -> Move:
    """A sensible move without any search."""
    phase = state.phase
    if isinstance(phase, Planning):
        return choose_plan(state, ask, luck)
    options = tuple(ask.options)
    if isinstance(phase, React):
        return choose_reaction(state, phase, options)
    if isinstance(phase, Slipping):
        return choose_slipstream(state, phase, options)
    if isinstance(phase, Discarding):
        return choose_discard(state, phase, options)
    return options[0]


def choose_plan(state: State, ask: Ask[Move], luck: Chance) -> Move:
    """The best plan of the hand."""
    car, course = state.cars[ask.seat], COURSES[state.course]
    move = ask.options[0]
    if not isinstance(move, Plan) or not move.gear:
        open = [move for move in ask.options if move != GIVE_UP]
        return open[luck.pick(range(len(open)), "bot")]
    found = best_plan(car.hand, car.pos, car.gear, car.engine, course)[1]
    return found if found in ask.options else ask.options[ask.default]


def choose_reaction(state: State, phase: React, options: Sequence[Move]) -> Move:
    """Mandatory moves first, then all cooldown, then adrenaline and boost where they help."""
    for move in options:
        if isinstance(move, PayHeat | Replace | Scrap):
            return move
    cools = [move for move in options if isinstance(move, Cool)]
    if cools and PUSH not in options:
        return cools[-1]
    car, course = state.cars[phase.seat], COURSES[state.course]
    own, speed, gear = TOTALS[car.area].limit, phase.speed, car.gear
    engine = car.engine + (cools[-1].n if cools else 0)

    def turns_left(more: int, heat: int) -> float:
        to = car.pos + more
        return turns_after_move(
            course.text, phase.start, to, speed + more, own, gear, engine - heat
        )

    stay = turns_left(0, 0)
    if PUSH in options:
        if turns_left(1, 0) < stay:
            return PUSH
        if cools:
            return cools[-1]
    if BOOST in options:
        heat = 0 if course.flags[car.pos + GRID] & FREE_BOOST else 1
        if (
            turns_left(1, heat) + turns_left(2, heat) + turns_left(3, heat) + turns_left(4, heat)
        ) / 4 < stay:
            return BOOST
    return options[0]


def choose_slipstream(state: State, phase: Slipping, options: Sequence[Move]) -> Move:
    car, course = state.cars[phase.seat], COURSES[state.course]
    own = TOTALS[car.area].limit

    def turns_left(move: Move) -> float:
        end = car.pos + (move.n if isinstance(move, Slip) else 0)
        return turns_after_move(
            course.text, phase.start, end, phase.speed, own, car.gear, car.engine
        )

    return min(options, key=turns_left)


def choose_discard(state: State, phase: Discarding, options: Sequence[Move]) -> Move:
    """Discard cards far from the speed that the next turn wants."""
    car, course = state.cars[phase.seat], COURSES[state.course]
    wish = wanted_speed(course.text, car.pos, car.gear, min(car.engine, MAX_USEFUL_HEAT))
    for move in options:
        if isinstance(move, Toss) and abs(SPEED[move.card] - wish) > MAX_SPEED_DIFFERENCE:
            return move
    return options[0]


@lru_cache(maxsize=1 << 14)
def wanted_speed(text: str, pos: int, gear: int, engine: int) -> float:
    """The mean speed of a card in the next turn's plan, over the sample hands."""
    course = COURSES[text]
    if pos >= course.goal:
        return MEAN_FLIP_SPEED
    speeds = []
    for hand in SAMPLE_HANDS:
        plan = best_plan(tuple(sorted(hand)), pos, gear, engine, course)[1]
        speeds += [MEAN_FLIP_SPEED if card == STRESS else SPEED[card] for card in plan.cards]
    return sum(speeds) / len(speeds) if speeds else MEAN_FLIP_SPEED
