"""Collisions and accidents: who hits whom, where they end, what breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import SIX
from paddock.games.winds_of_war.data.enums import (
    NO_LINE,
    OFF,
    PUNCTURE,
    RACING,
    USED_LINE,
    Ground,
    Way,
)
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import (
    AllCollided,
    Collided,
    Events,
    LeftLine,
    LeftRoad,
    Shoved,
)
from paddock.games.winds_of_war.rules.gauges import (
    broken_part,
    change,
    fail,
    hurt_body,
    hurt_tyres,
)
from paddock.games.winds_of_war.rules.road import line_after, relocate, standing_on
from paddock.games.winds_of_war.state.pieces import TRACK

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

GRASS, WALLS, TREES, SPECTATORS, CROPS, HAY, VEHICLE = Ground
ON_GROUND = {
    GRASS: R("W3.11.2.1"),
    WALLS: R("W3.11.2.2"),
    TREES: R("W3.11.2.2"),
    SPECTATORS: R("W3.11.2.3"),
    CROPS: R("W3.11.2.4"),
    HAY: R("W3.11.2.5"),
    VEHICLE: R("W3.11.2.6"),
}


def bodywork(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    return hurt_body(state, seat, SIX[chance.pick(SIX, "bodywork")], events)


@cites(R("W3.11.1"), R("Q38"))
def damage(state: State, seats: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """A die of bodywork for each, the striker first; then each checks for a broken part."""
    for seat in seats:
        state = bodywork(state, seat, events, chance)
    for seat in seats:
        state = broken_part(state, seat, events, chance)
    return state


@cites(R("Q36"))
def bends(track: Track, box: int) -> bool:
    """Whether a box is in a curve or touches its braking line."""
    return track.curve[box] >= 0 or not track.to_line[box]


@cites(R("W3.11.1.3"), R("Q36"), R("Q37"), R("Q71"))
def rear(state: State, by: Seat, whom: Seat, low: int, events: Events, chance: Chance) -> State:
    """Into a car from behind: that one goes a box ahead, this one stays and loses two points."""
    events.append(Collided(by, whom, R("W3.11.1.3")))
    state = damage(state, (by, whom), events, chance)
    car = state.cars[by]
    state = change(state, by, replace(car, speed=max(0, min(car.speed - 2, low))))
    return shoved_on(state, whom, events, chance)


def shoved_on(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """One box ahead; another car there is hit in its turn."""
    car = state.cars[seat]
    if car.stand != RACING:
        return state
    box = TRACK[state.options.circuit].ahead[car.box]
    third = standing_on(state, box, seat)
    if third >= 0:
        state = rear(state, seat, third, 99, events, chance)
        if state.cars[seat].stand != RACING:
            return state
    return shove(state, seat, box, R("W3.11.1.3"), events)


@cites(R("Q37"), R("Q26"))
def shove(state: State, seat: Seat, box: int, clause: str, events: Events) -> State:
    """A car is put onto a free box ahead without a test; off its best line it loses that."""
    track, car = TRACK[state.options.circuit], state.cars[seat]
    line = NO_LINE
    if car.line and track.next_line[car.box] == box:
        line = line_after(track, car, box)
    else:
        state = drop_line(state, seat, events)
    events.append(Shoved(seat, box, clause))
    return relocate(state, seat, box, events, line)


@cites(R("Q26"))
def drop_line(state: State, seat: Seat, events: Events) -> State:
    """Whatever carries a car off its line: it is lost, and costs a tyre damage if it was used."""
    if state.cars[seat].line == USED_LINE:
        events.append(LeftLine(seat))
        state = hurt_tyres(state, seat, 1, events)
    car = state.cars[seat]
    return change(state, seat, replace(car, line=NO_LINE)) if car.line else state


def halve(state: State, seat: Seat, low: int) -> State:
    car = state.cars[seat]
    return change(state, seat, replace(car, speed=min(car.speed >> 1, low)))


@cites(R("W3.11.1.1"), R("W3.11.1.2"), R("Q36"), R("Q37"), R("Q71"))
def side(state: State, by: Seat, whom: Seat, low: int, events: Events, chance: Chance) -> State:
    """Any other collision: speeds are halved; where the road bends both go one lane outward."""
    track = TRACK[state.options.circuit]
    here, there = state.cars[by].box, state.cars[whom].box
    bend = bends(track, here) or bends(track, there)
    events.append(Collided(by, whom, R("W3.11.1.2") if bend else R("W3.11.1.1")))
    state = damage(state, (by, whom), events, chance)
    state = halve(halve(state, by, low), whom, 99)
    if not bend:
        return state
    way = track.outward[there if bends(track, there) else here]  # there: perhaps beyond the exit
    state = outward(state, whom, way, events, chance)
    if state.cars[by].stand == RACING and standing_on(state, there, by) < 0:
        state = shove(state, by, there, R("W3.11.1.2"), events)
    return state


def outward(state: State, seat: Seat, way: Way, events: Events, chance: Chance) -> State:
    """Diagonally one lane this way, to the outside, or off the road."""
    car = state.cars[seat]
    if car.stand != RACING:
        return state
    track = TRACK[state.options.circuit]
    box = track.beside(car.box, way)
    if box < 0:
        return accident(state, seat, car.box, events, chance)
    third = standing_on(state, box, seat)
    if third >= 0:
        return side(state, seat, third, 99, events, chance)
    return shove(state, seat, box, R("W3.11.1.2"), events)


@cites(R("Q35"))
def pile_up(state: State, seats: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """Three cars side by side in one collision: one roll each."""
    events.append(AllCollided(seats))
    track = TRACK[state.options.circuit]
    bend = any(bends(track, state.cars[seat].box) for seat in seats)
    state = damage(state, seats, events, chance)
    for seat in seats:
        state = halve(state, seat, 99)
    if not bend:
        return state
    way = track.outward[state.cars[seats[0]].box]
    outer_first = sorted(seats, key=lambda s: -way * track.lane[state.cars[s].box])
    left = -1
    for seat in outer_first:
        box = state.cars[seat].box
        if state.cars[seat].stand == RACING:
            if left < 0:
                state = outward(state, seat, way, events, chance)
            else:
                state = shove(state, seat, left, R("W3.11.1.2"), events)
        left = box
    return state


@cites(R("W3.11.2"), R("Q26"), R("Q39"), R("Q40"))
def accident(state: State, seat: Seat, box: int, events: Events, chance: Chance) -> State:
    """Off the road beside this box: the ground decides. The car comes back on the next turn."""
    track = TRACK[state.options.circuit]
    ground = track.ground[box]
    assert ground is not None, "only the outer lanes lie beside something"
    state = drop_line(state, seat, events)
    car = state.cars[seat]
    speed = 1 if ground is GRASS else max(0, car.speed - 2) if ground is VEHICLE else 0
    clause = ON_GROUND[ground]
    events.append(LeftRoad(seat, box, ground, speed, clause))
    car = replace(car, box=box, speed=speed, stand=OFF, line=NO_LINE, until=state.turn + 1)
    return suffer(change(state, seat, car), seat, ground, clause, events, chance)


@cites(
    R("W3.11.2.1"),
    R("W3.11.2.2"),
    R("W3.11.2.3"),
    R("W3.11.2.4"),
    R("W3.11.2.5"),
    R("W3.11.2.6"),
)
def suffer(
    state: State, seat: Seat, ground: Ground, clause: str, events: Events, chance: Chance
) -> State:
    """What the ground does to a car."""
    if ground is GRASS:
        return hurt_tyres(state, seat, 4, events)
    if ground is CROPS:
        return fail(state, seat, PUNCTURE, clause, events)
    state = bodywork(state, seat, events, chance)
    if ground is SPECTATORS:
        return hurt_tyres(state, seat, 4, events)
    if ground is HAY:
        return state
    return broken_part(state, seat, events, chance)
