"""Accidents: a car leaves the road, and the ground beside it decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import SIX
from paddock.games.winds_of_war.data.enums import NO_LINE, OFF, PUNCTURE, Ground
from paddock.games.winds_of_war.events import Events, LeftRoad
from paddock.games.winds_of_war.rules.damage import (
    break_down,
    broken_part,
    hurt_body,
    hurt_tyres,
    with_car,
)
from paddock.games.winds_of_war.rules.road import drop_line
from paddock.games.winds_of_war.state.pieces import TRACK

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

Effect: TypeAlias = Callable[["State", Seat, str, Events, Chance], "State"]

TYRE_POINTS = 4  # of grass and of spectators
SPEED_ON_GRASS = 1  # 20 km/h


@cites(R("W3.11.2"), R("Q39"))
def accident(state: State, seat: Seat, box: int, events: Events, chance: Chance) -> State:
    """Off the road beside this box; the car comes back there on its next turn."""
    ground = TRACK[state.road].ground[box]
    assert ground is not None, "only the outer lanes lie beside something"
    clause, effect = GROUNDS[ground]
    state = drop_line(state, seat, events)
    car = state.cars[seat]
    speed = speed_after(ground, car.speed)
    events.append(LeftRoad(seat, box, ground, speed, clause))
    car = replace(car, box=box, speed=speed, status=OFF, line=NO_LINE, until=state.turn + 1)
    return effect(with_car(state, seat, car), seat, clause, events, chance)


@cites(R("Q32"), R("Q40"))
def speed_after(ground: Ground, speed: int) -> int:
    """At most 20 on grass, two points less against a vehicle, else nothing."""
    if ground is Ground.GRASS:
        return min(speed, SPEED_ON_GRASS)
    return max(0, speed - 2) if ground is Ground.VEHICLE else 0


def bodywork(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """A die of bodywork damage."""
    return hurt_body(state, seat, SIX[chance.pick(SIX, "bodywork")], events)


@cites(R("W3.11.2.1"))
def into_grass(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return hurt_tyres(state, seat, TYRE_POINTS, events)


@cites(R("W3.11.2.2"), R("W3.11.2.6"))
def into_a_wall(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """Walls, trees, a vehicle."""
    return broken_part(bodywork(state, seat, events, chance), seat, events, chance)


@cites(R("W3.11.2.3"))
def into_people(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return hurt_tyres(bodywork(state, seat, events, chance), seat, TYRE_POINTS, events)


@cites(R("W3.11.2.4"))
def into_crops(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return break_down(state, seat, PUNCTURE, clause, events)


@cites(R("W3.11.2.5"))
def into_hay(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return bodywork(state, seat, events, chance)


GROUNDS: dict[Ground, tuple[str, Effect]] = {
    Ground.GRASS: (R("W3.11.2.1"), into_grass),
    Ground.WALLS: (R("W3.11.2.2"), into_a_wall),
    Ground.TREES: (R("W3.11.2.2"), into_a_wall),
    Ground.SPECTATORS: (R("W3.11.2.3"), into_people),
    Ground.CROPS: (R("W3.11.2.4"), into_crops),
    Ground.HAY: (R("W3.11.2.5"), into_hay),
    Ground.VEHICLE: (R("W3.11.2.6"), into_a_wall),
}
