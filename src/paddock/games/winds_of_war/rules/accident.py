"""Accidents: a car leaves the road, and the ground next to it decides the damage."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import SIX_FACES
from paddock.games.winds_of_war.data.enums import NO_LINE, OFF, PUNCTURE, Ground
from paddock.games.winds_of_war.events import Events, LeftRoad
from paddock.games.winds_of_war.rules.damage import (
    break_down,
    check_broken_part,
    hurt_body,
    hurt_tyres,
    with_car,
)
from paddock.games.winds_of_war.rules.road import drop_line
from paddock.games.winds_of_war.state.pieces import TRACK

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

Effect: TypeAlias = Callable[["State", Seat, str, Events, Chance], "State"]

OFF_ROAD_TYRE_POINTS = 4  # of grass and of spectators
MAX_SPEED_ON_GRASS = 1  # 20 km/h


@cites(R("W3.11.2"), R("Q39"))
def leave_road(state: State, seat: Seat, box: int, events: Events, chance: Chance) -> State:
    """A car leaves the road at this box; it returns there on its next turn."""
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
    """At most 20 on grass, two points less against a vehicle, else 0."""
    if ground is Ground.GRASS:
        return min(speed, MAX_SPEED_ON_GRASS)
    return max(0, speed - 2) if ground is Ground.VEHICLE else 0


def roll_bodywork(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """Roll one die of bodywork damage."""
    return hurt_body(state, seat, SIX_FACES[chance.pick(SIX_FACES, "bodywork")], events)


@cites(R("W3.11.2.1"))
def hit_grass(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return hurt_tyres(state, seat, OFF_ROAD_TYRE_POINTS, events)


@cites(R("W3.11.2.2"), R("W3.11.2.6"))
def hit_wall(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """Walls, trees, a vehicle."""
    return check_broken_part(roll_bodywork(state, seat, events, chance), seat, events, chance)


@cites(R("W3.11.2.3"))
def hit_people(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return hurt_tyres(
        roll_bodywork(state, seat, events, chance), seat, OFF_ROAD_TYRE_POINTS, events
    )


@cites(R("W3.11.2.4"))
def hit_crops(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return break_down(state, seat, PUNCTURE, clause, events)


@cites(R("W3.11.2.5"))
def hit_hay(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return roll_bodywork(state, seat, events, chance)


GROUNDS: dict[Ground, tuple[str, Effect]] = {
    Ground.GRASS: (R("W3.11.2.1"), hit_grass),
    Ground.WALLS: (R("W3.11.2.2"), hit_wall),
    Ground.TREES: (R("W3.11.2.2"), hit_wall),
    Ground.SPECTATORS: (R("W3.11.2.3"), hit_people),
    Ground.CROPS: (R("W3.11.2.4"), hit_crops),
    Ground.HAY: (R("W3.11.2.5"), hit_hay),
    Ground.VEHICLE: (R("W3.11.2.6"), hit_wall),
}
