"""Evaluation of challenges in the race: the value of moving first and the outcomes of the dice."""

from __future__ import annotations

import itertools

from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.grid import WARNING_CHANCE
from paddock.games.winds_of_war.bots.outlook import evaluate_finishes
from paddock.games.winds_of_war.data import SIX_FACES
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.phases import Answering, Rerolling
from paddock.games.winds_of_war.rules.order import are_engaged, challenge_verdict
from paddock.games.winds_of_war.state.pieces import TRACK, Car, allowance
from paddock.games.winds_of_war.view import View

# Costs in turns. Measured two turns later, on pairs of engaged cars ordered by lot.
MOVING_SECOND_COST = 0.22  # moving after an engaged car, in a curve or within reach of one
MOVING_SECOND_AT_FINISH_COST = (
    0.6  # the same where both may finish: the first to move finishes first
)
TYRE_POINT_COST = 0.1  # one point of tyre damage
COLLISION_COST = 3.5  # speed, the rest of the turn, bodywork and perhaps a part
RETIREMENT_COST = 40.0  # out of the race, times the chance that one bodywork die causes it
LAST_TURN_TO_GO = 1.5  # turns to go of a car that may finish in this turn

WeightedFinishes = tuple[float, list[float]]  # probability, and the expected finish of each car


def with_waiting_cost(view: View, ends: list[float]) -> list[float]:
    """Expected finishes, with the cost for engaged cars that move one after the other."""
    waiting = [s for s in view.order[view.at :] if s in view.settled]
    if len(waiting) < 2:
        return ends
    track, cars = TRACK[view.road], view.cars
    ends = list(ends)
    for k, seat in enumerate(waiting):
        before = sum([are_engaged(track, cars[seat], cars[other]) for other in waiting[:k]])
        if before:
            ends[seat] += before * moving_second_cost(track, cars[seat], ends[seat] - view.turn)
    return ends


def moving_second_cost(track: Track, car: Car, to_go: float) -> float:
    """The cost in turns of moving after an engaged car."""
    if to_go < LAST_TURN_TO_GO:
        return MOVING_SECOND_AT_FINISH_COST
    near = track.curve[car.box] >= 0 or track.to_line[car.box] <= allowance(car.speed) + 1
    return MOVING_SECOND_COST if near else 0.0


def evaluate_challenge(
    view: View, phase: Answering | Rerolling, ends: list[float], seat: Seat
) -> float:
    """Evaluation for a seat while a challenge is undecided. Drivers who have not yielded are
    expected to roll."""
    if isinstance(phase, Answering):
        rollers = tuple([s for s in phase.group if s not in phase.yielded])
        sheets = [view.sheets[s] for s in rollers]
        chances = [WARNING_CHANCE[sheet.challenge] ** (1 + sheet.reroll) for sheet in sheets]
    else:
        rollers = phase.rollers
        rolled = zip(rollers, phase.warned, strict=True)
        chances = [
            WARNING_CHANCE[view.sheets[s].challenge] ** (s in phase.again) * b for s, b in rolled
        ]
    lottery = challenge_results(view, ends, rollers, chances, phase.yielded)
    return sum([chance * evaluate_finishes(then, seat, view.turn) for chance, then in lottery])


def challenge_results(
    view: View,
    ends: list[float],
    rollers: tuple[Seat, ...],
    chances: list[float],
    yielded: tuple[Seat, ...],
) -> list[WeightedFinishes]:
    """All final results of the challenge dice. A driver with a warning who may re-roll does so."""
    if len(rollers) == 1:
        return [(1.0, finishes_after(view, ends, (*rollers, *yielded), (), ()))]
    track, found = TRACK[view.road], []
    for warned in itertools.product((False, True), repeat=len(rollers)):
        likely = 1.0
        for chance, warning in zip(chances, warned, strict=True):
            likely *= chance if warning else 1 - chance
        if likely:
            first, collided, worn = challenge_verdict(track, view.cars, rollers, warned)
            found.append((likely, finishes_after(view, ends, (*first, *yielded), collided, worn)))
    return found


def finishes_after(
    view: View,
    ends: list[float],
    order: tuple[Seat, ...],
    collided: tuple[Seat, ...],
    worn: tuple[Seat, ...],
) -> list[float]:
    """Expected finishes after a challenge with this result."""
    track, ends = TRACK[view.road], list(ends)
    for place, seat in enumerate(order):
        ends[seat] += place * moving_second_cost(track, view.cars[seat], ends[seat] - view.turn)
    for seat in worn:
        ends[seat] += TYRE_POINT_COST
    for seat in collided:
        left = view.sheets[seat].body - view.cars[seat].body
        ends[seat] += COLLISION_COST + RETIREMENT_COST * max(0, len(SIX_FACES) - left) / len(
            SIX_FACES
        )
    return ends
