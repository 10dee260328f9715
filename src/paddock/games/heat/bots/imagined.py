"""Cutoff and state value for rollouts of one or more rounds.

Random driving ends in spin-outs, so it says little about the option that was tried. In rollouts all
drivers follow the rule of thumb, and the rollout stops at the start of a round.
"""

from __future__ import annotations

import math

from paddock.core.seats import Seat
from paddock.games.heat.bots.hands import best_plan
from paddock.games.heat.bots.judge import WINNING_LEAD_TURNS
from paddock.games.heat.bots.turns import after_turn
from paddock.games.heat.phases import Over, Planning
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.state import Car, State

ROLLOUT_ROUNDS = (0, 3, 3, 2, 2, 1, 1, 1, 1)
"""Rounds of a rollout by number of drivers, including the current one."""
ROUND_COST = 0.02
"""What a round costs a driver who races alone."""
TURN_COST = 0.001
"""What a turn costs in any case, so that a lost race is driven well too."""


def pause(begun: State, state: State) -> bool:
    """Whether a rollout stops: at the end, or when enough rounds have been driven."""
    phase = state.phase
    if isinstance(phase, Over):
        return True
    return isinstance(phase, Planning) and state.round >= begun.round + ROLLOUT_ROUNDS[state.seats]


def worth(state: State, seat: Seat) -> float:
    """The value of a state: the place once it is known, before that the lead in turns.

    The lead is over the best rival still racing. It counts less when some rivals are already home.
    """
    course, cars = COURSES[state.course], state.cars
    place, rivals = cars[seat].place, len(cars) - 1
    if not rivals:
        left = 0.0 if place else car_turns(cars[seat], course)
        return 1 / (1 + ROUND_COST * (state.round + left))
    if place:
        return 1 - (place - 1) / rivals if place > 0 else 0.0
    mine = car_turns(cars[seat], course)
    others = [
        rough_car_turns(car, course) for i, car in enumerate(cars) if i != seat and not car.place
    ]
    if not others:
        return -TURN_COST * mine
    lead = min(others) - mine
    spread = WINNING_LEAD_TURNS * (0.2 + 0.2 * math.sqrt(max(0.0, mine)))
    still = len(others) / rivals
    return still * (0.5 + 0.5 * lead / (spread + abs(lead))) - TURN_COST * mine


def car_turns(car: Car, course: Course) -> float:
    if car.place or car.pos >= course.goal:
        return 0.0
    return best_plan(car.hand, car.pos, car.gear, car.engine, course)[0]


def rough_car_turns(car: Car, course: Course) -> float:
    """A rival's turns without looking at its hand; a Legend counts as a car in third gear."""
    if not car.hand and car.pos < course.goal:
        return after_turn(car.pos, 3, 3, course)
    return after_turn(car.pos, car.gear, car.engine, course)
