"""Collisions: which cars hit each other, and where they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import NO_LINE, RACING, Way
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import AllCollided, Collided, Events, Shoved
from paddock.games.winds_of_war.rules.accident import leave_road, roll_bodywork
from paddock.games.winds_of_war.rules.damage import check_broken_part, slow_to
from paddock.games.winds_of_war.rules.road import car_on_box, drop_line, line_after, relocate
from paddock.games.winds_of_war.state.pieces import NO_LIMIT, TRACK

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

REAR_IMPACT_POINTS = 2  # points of speed lost by a car that hits another from behind


@cites(R("W3.11.1"), R("Q38"))
def damage_cars(state: State, seats: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """Roll a die of bodywork damage for each, the striker first; then each checks for a broken
    part."""
    for seat in seats:
        state = roll_bodywork(state, seat, events, chance)
    for seat in seats:
        state = check_broken_part(state, seat, events, chance)
    return state


@cites(R("Q36"))
def is_in_bend(track: Track, box: int) -> bool:
    """Whether a box is in a curve or touches its braking line."""
    return track.curve[box] >= 0 or track.curve[track.ahead[box]] >= 0


@cites(R("Q71"))
def halve(state: State, seat: Seat, limit: int, clause: str, events: Events) -> State:
    """Halve the planned speed; the speed of a curve tested in this turn stays the limit."""
    return slow_to(state, seat, min(state.cars[seat].speed >> 1, limit), clause, events)


# ------------------------------------------------------------------ from behind


@cites(R("W3.11.1.3"))
def hit_from_behind(
    state: State, by: Seat, whom: Seat, limit: int, events: Events, chance: Chance
) -> State:
    """Hit a car from behind: it moves one box ahead, the striker stays and loses two points."""
    clause = R("W3.11.1.3")
    events.append(Collided(by, whom, clause))
    state = damage_cars(state, (by, whom), events, chance)
    speed = max(0, min(state.cars[by].speed - REAR_IMPACT_POINTS, limit))
    return shove_ahead(slow_to(state, by, speed, clause, events), whom, events, chance)


@cites(R("Q37"))
def shove_ahead(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """Push a car one box ahead; a car on that box is hit too."""
    car = state.cars[seat]
    if car.status is not RACING:
        return state
    box = TRACK[state.road].ahead[car.box]
    third = car_on_box(state, box, seat)
    if third >= 0:
        state = hit_from_behind(state, seat, third, NO_LIMIT, events, chance)
        if state.cars[seat].status is not RACING:
            return state
    return shove(state, seat, box, R("W3.11.1.3"), events)


def shove(state: State, seat: Seat, box: int, clause: str, events: Events) -> State:
    """Put a car onto a free box ahead without a test; off its best line it loses the line."""
    track, car = TRACK[state.road], state.cars[seat]
    line = NO_LINE
    if car.line and track.next_line[car.box] == box:
        line = line_after(track, car, box)
    else:
        state = drop_line(state, seat, events)
    events.append(Shoved(seat, box, clause))
    return relocate(state, seat, box, events, line)


# ------------------------------------------------------------------ side by side


@cites(R("W3.11.1.1"), R("W3.11.1.2"))
def collide_sideways(
    state: State, by: Seat, whom: Seat, limit: int, events: Events, chance: Chance
) -> State:
    """Any other collision: speeds are halved; where the road bends both go one lane outward."""
    track = TRACK[state.road]
    here, there = state.cars[by].box, state.cars[whom].box
    bend = is_in_bend(track, here) or is_in_bend(track, there)
    clause = R("W3.11.1.2") if bend else R("W3.11.1.1")
    events.append(Collided(by, whom, clause))
    state = damage_cars(state, (by, whom), events, chance)
    state = halve(state, by, limit, clause, events)
    state = halve(state, whom, NO_LIMIT, clause, events)
    if not bend:
        return state
    way = track.outward[
        there if is_in_bend(track, there) else here
    ]  # `there` may be beyond the exit
    state = shove_outward(state, whom, way, events, chance)
    if state.cars[by].status is RACING and car_on_box(state, there, by) < 0:
        state = shove(state, by, there, R("W3.11.1.2"), events)
    return state


def shove_outward(state: State, seat: Seat, way: Way, events: Events, chance: Chance) -> State:
    """Move a car diagonally one lane outward, or off the road."""
    car = state.cars[seat]
    if car.status is not RACING:
        return state
    box = TRACK[state.road].next_box(car.box, way)
    if box < 0:
        return leave_road(state, seat, car.box, events, chance)
    third = car_on_box(state, box, seat)
    if third >= 0:
        return collide_sideways(state, seat, third, NO_LIMIT, events, chance)
    return shove(state, seat, box, R("W3.11.1.2"), events)


@cites(R("Q35"))
def pile_up(state: State, seats: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """Three cars side by side collide: one roll each."""
    events.append(AllCollided(seats))
    track = TRACK[state.road]
    bend = any(is_in_bend(track, state.cars[seat].box) for seat in seats)
    state = damage_cars(state, seats, events, chance)
    for seat in seats:
        state = halve(state, seat, NO_LIMIT, R("Q35"), events)
    if not bend:
        return state
    way = track.outward[state.cars[seats[0]].box]
    outer_first = sorted(seats, key=lambda s: -way * track.lane[state.cars[s].box])
    left = -1
    for seat in outer_first:
        box = state.cars[seat].box
        if state.cars[seat].status is RACING:
            if left < 0:
                state = shove_outward(state, seat, way, events, chance)
            else:
                state = shove(state, seat, left, R("W3.11.1.2"), events)
        left = box
    return state
