"""What a driver imagines: a round or more, driven sensibly, and how the cars then stand.

Random driving ends in spin-outs whatever came before, so that its results say little of the option
that was tried. Here everybody drives by rules of thumb, and it is broken off where a round begins.
"""

from __future__ import annotations

import math

from paddock.core.seats import Seat
from paddock.games.heat.bots.hands import best_plan
from paddock.games.heat.bots.judge import SPREAD
from paddock.games.heat.bots.turns import after_turn
from paddock.games.heat.phases import Over, Planning
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.state import Car, State

AHEAD = (0, 3, 3, 2, 2, 1, 1, 1, 1)
"""By drivers, how many rounds one looks ahead, the one that is driven included."""


def pause(begun: State, state: State) -> bool:
    """Where a round begins in which nobody has planned, so many rounds on."""
    phase = state.phase
    if isinstance(phase, Over):
        return True
    return isinstance(phase, Planning) and state.round >= begun.round + AHEAD[state.seats]


def worth(state: State, seat: Seat) -> float:
    """The place, once there is one; before, the lead in turns over the best of the others, which
    says more the fewer are left. Who is home already cannot be beaten any more."""
    course, cars = COURSES[state.course], state.cars
    place, rivals = cars[seat].place, len(cars) - 1
    if not rivals:
        left = 0.0 if place else turns(cars[seat], course)
        return 1 / (1 + 0.02 * (state.round + left))
    if place:
        return 1 - (place - 1) / rivals if place > 0 else 0.0
    mine = turns(cars[seat], course)
    others = [roughly(car, course) for i, car in enumerate(cars) if i != seat and not car.place]
    if not others:
        return -0.001 * mine
    lead = min(others) - mine
    spread = SPREAD * (0.2 + 0.2 * math.sqrt(max(0.0, mine)))
    still = len(others) / rivals
    return still * (0.5 + 0.5 * lead / (spread + abs(lead))) - 0.001 * mine


def turns(car: Car, course: Course) -> float:
    if car.place or car.pos >= course.goal:
        return 0.0
    return best_plan(car.hand, car.pos, car.gear, car.engine, course)[0]


def roughly(car: Car, course: Course) -> float:
    """Another car's turns, whatever its hand; a Legend is taken for one in third gear."""
    if not car.hand and car.pos < course.goal:
        return after_turn(car.pos, 3, 3, course)
    return after_turn(car.pos, car.gear, car.engine, course)
