"""Damage to horses, wheels and drivers: pure changes of a log sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import HEAVY, INSIDE, NORMAL, RACING, Side, Weight
from paddock.games.circus_maximus.rules.log import is_standing

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race

WEIGHT_EDGES = (-3, 0, 3)
LONG_EDGE = 4
ENDURANCE_DIVISORS = (4, 3, 2)
"""The first, second and third dead horse costs one part in this many of the endurance."""
HORSES_BY_SIDE = ((0, 1), (3, 2))
"""The horses of the left and the right side, from the outermost in."""
HORSES_INWARD = ((0, 1, 2, 3), (3, 2, 1, 0))


@cites(R("GO3"), R("E2.2.6"))
def edge(state: Race, chariot: Chariot, side: Side) -> int:
    """A car's bonus to the damage it does on this side."""
    if state.options.detailed and not state.epic:
        return chariot.blades[side]
    if state.options.scythes and chariot.weight == HEAVY:
        return LONG_EDGE
    return WEIGHT_EDGES[chariot.weight]


@cites(R("X54"))
def weather_weight(state: Race, chariot: Chariot) -> Weight:
    """The weight that counts in rain and mud."""
    if state.options.detailed and not state.epic:
        return HEAVY if any(chariot.blades) else NORMAL
    return chariot.weight


def has_uneven_blades(state: Race, chariot: Chariot) -> bool:
    """GO3: blades on one wheel only, or different ones."""
    return chariot.blades[0] != chariot.blades[1]


@cites(R("B9.51"), R("E2.10.7.1"), R("X32"))
def nearest_horse(chariot: Chariot, side: Side) -> int:
    """The outermost living horse on a side; -1 if there is none."""
    for horse in HORSES_INWARD[side]:
        if chariot.horses[horse] > 0:
            return horse
    return -1


@cites(R("B9.51"), R("E2.10.7.1"))
def with_horse_hurt(chariot: Chariot, horse: int, points: int) -> tuple[Chariot, int, bool]:
    """Points on one horse, limited to its boxes: the chariot, the points, whether it died."""
    boxes = chariot.horses[horse]
    taken = min(points, boxes)
    if taken <= 0:
        return chariot, 0, False
    h = chariot.horses
    horses = (
        h[0] - taken if horse == 0 else h[0],
        h[1] - taken if horse == 1 else h[1],
        h[2] - taken if horse == 2 else h[2],
        h[3] - taken if horse == 3 else h[3],
    )
    if taken < boxes:
        return replace(chariot, horses=horses), taken, False
    return replace(chariot, horses=horses, dead=chariot.dead | 1 << horse), taken, True


@cites(R("B9.52"), R("E2.12.2.1"))
def death_endurance_loss(chariot: Chariot) -> int:
    """The endurance lost with the horse that has just died."""
    if not any(chariot.horses):
        return 0
    return chariot.endurance // ENDURANCE_DIVISORS[chariot.horses.count(0) - 1]


@cites(R("B9.52"))
def is_shielded(chariot: Chariot, side: Side) -> bool:
    """Whether a dead horse in the traces blocks attacks on the team from this side."""
    return any(chariot.dead >> horse & 1 for horse in HORSES_BY_SIDE[side])


def with_wheel_hurt(chariot: Chariot, wheel: Side, points: int) -> Chariot:
    left, right = chariot.wheels
    if wheel == INSIDE:
        return replace(chariot, wheels=(min(left + points, chariot.boxes[0]), right))
    return replace(chariot, wheels=(left, min(right + points, chariot.boxes[1])))


def has_lost_wheel(chariot: Chariot) -> bool:
    """Whether all boxes of a wheel are lost."""
    return chariot.wheels[0] >= chariot.boxes[0] or chariot.wheels[1] >= chariot.boxes[1]


@cites(R("B9.43W"), R("E2.12.1.1"))
def with_wound(chariot: Chariot, hits: int) -> Chariot:
    """Hits on the driver; half of them gone and two thirds gone cost one modifier each."""
    before, after = chariot.hits, max(0, chariot.hits - hits)
    most = chariot.most_hits
    worse = (2 * before > most >= 2 * after) + (3 * before > most >= 3 * after)
    return replace(chariot, hits=after, dm=chariot.dm - worse, cdm=chariot.cdm - worse)


@cites(R("B9.52"), R("GQ9.52"))
def defence_modifier(state: Race, chariot: Chariot) -> int:
    """CDM against an attack: 0 at best for a chariot that stands or has cut a horse free this turn,
    0 without a driver."""
    if chariot.condition != RACING:
        return 0
    helpless = chariot.has_cut or is_standing(state, chariot)
    return min(0, chariot.cdm) if helpless else chariot.cdm
