"""Skullduggery and security: the secret sheet, and the effect of what is opened."""

from __future__ import annotations

import enum
from typing import TypeAlias

from msgspec import Struct

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP


class Device(enum.IntEnum):
    """A device against a rival's chariot."""

    SPARE = 0  # bribe the driver not to attack
    SLOW = 1  # bribe him to hold the team back
    DRUGS = 2
    SABOTAGE = 3


class Guard(enum.IntEnum):
    """A kind of security."""

    BRIBERY = 0
    DRUGGING = 1
    SABOTAGE = 2


GUARDS_AGAINST = (Guard.BRIBERY, Guard.BRIBERY, Guard.DRUGGING, Guard.SABOTAGE)
"""By device."""
MIN_SUMS = (500, 500, 500, 1000)
"""The lowest sum, by device."""
BRIBE_STEP = 500
"""The sum for a point of the die, of speed, or of a horse."""
MAX_SLOW = 6
WHEEL_STEP = 1000
NOBODY = -1

Sums: TypeAlias = tuple[int, ...]
"""By device, or by kind of security."""
NONE: Sums = (0, 0, 0, 0)
UNGUARDED: Sums = (0, 0, 0)


class Sheet(Struct, frozen=True, gc=False):
    """A player's secret sheet for one race."""

    target: int = NOBODY  # a chariot of the race
    sums: Sums = NONE
    opened: int = 0  # devices that were opened, a bit each
    guards: tuple[Sums, ...] = ()  # for each chariot of his own in the race
    shown: tuple[int, ...] = ()  # kinds of security that were shown, one bit each, by own chariot

    @property
    def spent(self) -> int:
        return sum(self.sums) + sum([sum(guard) for guard in self.guards])

    @property
    def bribe(self) -> Device | None:
        """The bribe on the sheet."""
        for device in (Device.SPARE, Device.SLOW):
            if self.sums[device]:
                return device
        return None

    def is_open(self, device: Device) -> bool:
        return bool(self.opened >> device & 1)


EMPTY_SHEET = Sheet()


@cites(R("B24.321"), R("B24.322"))
def is_bribe_enough(net: int) -> bool:
    """Whether a net bribe is large enough for a die roll."""
    return net >= BRIBE_STEP


def bribe_works(net: int, die: int) -> bool:
    """Whether the die times 500 is not above the net bribe."""
    return die * BRIBE_STEP <= net


@cites(R("B24.322"), R("X64"), R("E2.4.2.2.2"))
def speed_loss(net: int) -> int:
    """The team speed lost to a net bribe."""
    return min(MAX_SLOW, net // BRIBE_STEP)


@cites(R("B24.42"), R("X64"))
def drug_points(net: int) -> int:
    """Points on horses."""
    return max(0, net // BRIBE_STEP)


@cites(R("B24.51"), R("X63"))
def sabotage_works(net: int, die: int) -> bool:
    return net > 0 and die * MONEY_STEP <= net


@cites(R("B24.52"))
def wheel_points(net: int) -> int:
    """Points on one wheel."""
    return 2 + (net - MONEY_STEP) // WHEEL_STEP
