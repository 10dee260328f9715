"""Challenges in the race: what moving first is worth, and what the dice may bring."""

from __future__ import annotations

import itertools

from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.grid import WARNING
from paddock.games.winds_of_war.bots.outlook import judged
from paddock.games.winds_of_war.data import SIX
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.phases import Answering, Rerolling
from paddock.games.winds_of_war.rules.order import engaged, verdict
from paddock.games.winds_of_war.state.pieces import TRACK, Car, allowance
from paddock.games.winds_of_war.view import View

# In turns. Measured: pairs of engaged cars whose order was drawn by lot, two turns later.
BEHIND = 0.22  # to move after the car beside, in a curve or within reach of one
AT_THE_LINE = 0.6  # and where both may finish: who moves first is first
WORN = 0.1  # a tyre damage
COLLIDED = 3.5  # speed, the rest of the turn, bodywork and perhaps a part; measured too
RUINED = 40.0  # out of the race, as far as one bodywork die may bring it about
SOON = 1.5  # turns to go of a car that may finish in this one

Lot = tuple[float, list[float]]  # how likely, and when the cars may then be expected to finish


def waits(view: View, ends: list[float]) -> list[float]:
    """The same, where cars side by side move one after the other."""
    waiting = [s for s in view.order[view.at :] if s in view.settled]
    if len(waiting) < 2:
        return ends
    track, cars = TRACK[view.road], view.cars
    ends = list(ends)
    for k, seat in enumerate(waiting):
        before = sum([engaged(track, cars[seat], cars[other]) for other in waiting[:k]])
        if before:
            ends[seat] += before * behind(track, cars[seat], ends[seat] - view.turn)
    return ends


def behind(track: Track, car: Car, to_go: float) -> float:
    """What it costs a car to move after the one beside it."""
    if to_go < SOON:
        return AT_THE_LINE
    near = track.curve[car.box] >= 0 or track.to_line[car.box] <= allowance(car.speed) + 1
    return BEHIND if near else 0.0


def contested(view: View, phase: Answering | Rerolling, ends: list[float], seat: Seat) -> float:
    """How well a seat stands with a challenge that is not decided yet. Nobody is expected to give
    way who has not done so."""
    if isinstance(phase, Answering):
        rollers = tuple([s for s in phase.group if s not in phase.yielded])
        sheets = [view.sheets[s] for s in rollers]
        chances = [WARNING[sheet.challenge] ** (1 + sheet.reroll) for sheet in sheets]
    else:
        rollers = phase.rollers
        rolled = zip(rollers, phase.warned, strict=True)
        chances = [WARNING[view.sheets[s].challenge] ** (s in phase.again) * b for s, b in rolled]
    lottery = lots(view, ends, rollers, chances, phase.yielded)
    return sum([chance * judged(then, seat, view.turn) for chance, then in lottery])


def lots(
    view: View,
    ends: list[float],
    rollers: tuple[Seat, ...],
    chances: list[float],
    yielded: tuple[Seat, ...],
) -> list[Lot]:
    """Every way the dice may lie at last: who has a warning and may roll again does so."""
    if len(rollers) == 1:
        return [(1.0, after(view, ends, (*rollers, *yielded), (), ()))]
    track, found = TRACK[view.road], []
    for warned in itertools.product((False, True), repeat=len(rollers)):
        likely = 1.0
        for chance, warning in zip(chances, warned, strict=True):
            likely *= chance if warning else 1 - chance
        if likely:
            first, collided, worn = verdict(track, view.cars, rollers, warned)
            found.append((likely, after(view, ends, (*first, *yielded), collided, worn)))
    return found


def after(
    view: View,
    ends: list[float],
    order: tuple[Seat, ...],
    collided: tuple[Seat, ...],
    worn: tuple[Seat, ...],
) -> list[float]:
    """When the cars may be expected to finish after a challenge that ends so."""
    track, ends = TRACK[view.road], list(ends)
    for place, seat in enumerate(order):
        ends[seat] += place * behind(track, view.cars[seat], ends[seat] - view.turn)
    for seat in worn:
        ends[seat] += WORN
    for seat in collided:
        left = view.sheets[seat].body - view.cars[seat].body
        ends[seat] += COLLIDED + RUINED * max(0, len(SIX) - left) / len(SIX)
    return ends
