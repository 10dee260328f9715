"""Moves of a gladiator: his type, and each turn his footwork, blow and guard."""

from __future__ import annotations

import enum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from paddock.games.circus_maximus.data.gladiators import Area, Kind


class Step(enum.IntEnum):
    """Footwork."""

    CIRCLE = 0  # towards the rival's flank
    PRESS = 1  # forward: harder blows, open flanks
    STAND = 2  # harder to get round


class Ward(enum.IntEnum):
    """The guarded areas."""

    HEAD = 0
    CHEST = 1
    GROIN = 2
    ARMS = 3
    LEGS = 4
    HIGH = 5  # head and chest
    LOW = 6  # groin and legs
    ALL = 7


class Choose(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The choice of a type, for life."""

    kind: Kind


class Foot(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The choice of footwork."""

    step: Step


class Strike(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A blow at an area with this many quarters of the factors; the rest guards."""

    area: Area
    share: Annotated[int, Meta(ge=1, le=4)]


class Throw(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Throw the net."""


class Rest(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """No blow; a dropped weapon is picked up."""


class Yield(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Ask the crowd for mercy."""


class Cover(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The ward that gets the remaining factors."""

    ward: Ward


Move: TypeAlias = Choose | Foot | Strike | Throw | Rest | Yield | Cover

CHOICES = tuple(Choose(kind) for kind in Kind)
FEET = tuple(Foot(step) for step in Step)
STRIKES = tuple(Strike(area, share) for area in Area for share in range(1, 5))
THROW, REST, YIELD = Throw(), Rest(), Yield()
WARDS = tuple(Cover(ward) for ward in Ward)
