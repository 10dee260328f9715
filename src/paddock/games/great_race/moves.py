"""Moves of The Great Race. Each exists once, and asks refer to it."""

from __future__ import annotations

import functools
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    ASSISTANTS,
    MOST_CHASSIS,
    MOST_ENGINE,
    MOST_FUEL,
    SPACE_ID,
    TILE_ID,
    TOOLBOX_POINTS,
    Card,
    Space,
    Tile,
    Vehicle,
)

# Moves come from outside: their numbers are bounded.
ASpace = Annotated[Space, Meta(ge=0, le=len(SPACE_ID) - 1)]
ATile = Annotated[Tile, Meta(ge=0, le=len(TILE_ID) - 1)]
ASeat = Annotated[Seat, Meta(ge=0, le=3)]
ANumber = Annotated[int, Meta(ge=0, le=10)]


class Choose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A vehicle, before the race."""

    half_track: Vehicle


class Take(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A card of the face-up row."""

    card: Card


class Plan(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Where the five assistants go."""

    scouts: ANumber
    mechanics: ANumber
    escorts: ANumber
    financing: ANumber


class Buy(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Fuel, at the beginning of a sequence."""

    fuel: ANumber


class Play(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A resource card."""

    card: Card


class Explore(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A scout lays two tiles."""


class Recruit(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A scout draws a card."""


class Repair(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A mechanic repairs."""


class Drive(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A mechanic drives."""


class Clear(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """An escort removes a tile."""


class Finance(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The financing group is paid."""


class Pass(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """No more in this round."""


class Go(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """One step of a drive."""

    space: ASpace


class Sail(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A route by sea or air, with a number of Transport cards."""

    space: ASpace
    transports: ANumber


class Halt(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The drive is over."""


class TurnBack(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Back to the space before: the tile cannot be paid."""


class Lose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Mechanical points lost on engine and chassis."""

    engine: ANumber
    chassis: ANumber


class Escort(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """An escort cancels a danger."""


class Allow(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A danger card is let through."""


class Mend(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A repair: what is used for it, and what it mends."""

    parts: ANumber
    toolboxes: ANumber
    sets: ANumber
    engine: ANumber
    chassis: ANumber


class Fit(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A set of parts, bought with a pilot before the first step: for the engine or the chassis."""

    engine: ANumber
    chassis: ANumber


class Lay(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A tile on an empty space."""

    tile: ATile
    space: ASpace


class Pick(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A tile on the board, to be removed or swapped."""

    space: ASpace


class Sabotage(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Points a rival is to lose."""

    whom: ASeat
    engine: ANumber
    chassis: ANumber


class Discard(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A card that goes without effect."""

    card: Card


Move: TypeAlias = (
    Choose | Take | Plan | Buy | Play | Explore | Recruit | Repair | Drive | Clear | Finance | Pass
    | Go | Sail | Halt | TurnBack | Lose | Escort | Allow | Mend | Fit | Lay | Pick | Sabotage
    | Discard
)  # fmt: skip

CHOOSE: Final = tuple(Choose(vehicle) for vehicle in Vehicle)
TAKE: Final = tuple(Take(card) for card in Card)
PLAY: Final = tuple(Play(card) for card in Card)
DISCARD: Final = tuple(Discard(card) for card in Card)
BUY: Final = tuple(Buy(fuel) for fuel in range(MOST_FUEL + 1))
GO: Final = tuple(Go(space) for space in range(len(SPACE_ID)))
PICK: Final = tuple(Pick(space) for space in range(len(SPACE_ID)))
LAY: Final = tuple(
    tuple(Lay(tile, s) for s in range(len(SPACE_ID))) for tile in range(len(TILE_ID))
)
EXPLORE, RECRUIT, REPAIR, DRIVE, CLEAR = Explore(), Recruit(), Repair(), Drive(), Clear()
FINANCE, PASS, HALT, TURN_BACK = Finance(), Pass(), Halt(), TurnBack()
ESCORT, ALLOW = Escort(), Allow()
FIT_ENGINE, FIT_CHASSIS = Fit(1, 0), Fit(0, 1)

PLANS: Final = tuple(
    Plan(scouts, mechanics, escorts, ASSISTANTS - scouts - mechanics - escorts)
    for scouts in range(ASSISTANTS + 1)
    for mechanics in range(ASSISTANTS + 1 - scouts)
    for escorts in range(ASSISTANTS + 1 - scouts - mechanics)
)
DEFAULT_PLAN: Final = PLANS.index(Plan(1, 2, 0, 2))


@functools.cache
def sail(space: Space, transports: int) -> Sail:
    return Sail(space, transports)


@functools.cache
def losses(points: int, engine: int, chassis: int) -> tuple[Lose, ...]:
    """All ways to lose these points, or all there are; the engine is spared first."""
    points = min(points, engine + chassis)
    least, most = max(0, points - chassis), min(points, engine)
    return tuple(Lose(lost, points - lost) for lost in range(least, most + 1))


@functools.cache
def sabotages(whom: Seat, points: int, engine: int, chassis: int) -> tuple[Sabotage, ...]:
    """All ways in which a rival may lose these points."""
    return tuple(Sabotage(whom, b.engine, b.chassis) for b in losses(points, engine, chassis))


@cites(R("R7.11"), R("R7.14"), R("Q11"))
@functools.cache
def mends(parts: int, toolboxes: int, sets: int, engine: int, chassis: int) -> tuple[Mend, ...]:
    """Every repair with at most these means: nothing is used that mends nothing."""
    engine_room, chassis_room = MOST_ENGINE - engine, MOST_CHASSIS - chassis
    room = engine_room + chassis_room
    found = []
    for boxes in range(toolboxes + 1):
        for used in range(parts + 1):
            for bought in range(sets + 1):
                total = boxes * TOOLBOX_POINTS + used + bought
                smallest = 1 if used or bought else TOOLBOX_POINTS
                if total - smallest >= room and total:
                    continue
                mended = min(total, room)
                least, most = max(0, mended - chassis_room), min(mended, engine_room)
                found += [
                    Mend(used, boxes, bought, up, mended - up) for up in range(least, most + 1)
                ]
    return tuple(found)
