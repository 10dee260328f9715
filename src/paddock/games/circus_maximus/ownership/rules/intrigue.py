"""Skullduggery and security: what is written in secret, and what comes of it when it is opened."""

from __future__ import annotations

import enum
from typing import TypeAlias

from msgspec import Struct

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership.rules.ledger import STEP


class Device(enum.IntEnum):
    """What one may try against a rival's chariot."""

    SPARE = 0  # bribe the driver not to attack
    SLOW = 1  # bribe him to hold the team back
    DRUGS = 2
    SABOTAGE = 3


class Guard(enum.IntEnum):
    """What security is paid against."""

    BRIBERY = 0
    DRUGGING = 1
    SABOTAGE = 2


GUARDS_AGAINST = (Guard.BRIBERY, Guard.BRIBERY, Guard.DRUGGING, Guard.SABOTAGE)
"""By device."""
LEAST = (500, 500, 500, 1000)
"""The least sum, by device."""
BRIBE_STEP = 500
"""A point of the die, of speed, of a horse."""
MOST_SLOW = 6
WHEEL_STEP = 1000
NOBODY = -1

Sums: TypeAlias = tuple[int, ...]
"""By device, or by kind of security."""
NONE: Sums = (0, 0, 0, 0)
UNGUARDED: Sums = (0, 0, 0)


class Sheet(Struct, frozen=True, gc=False):
    """What a player has written for one race."""

    target: int = NOBODY  # a chariot of the race
    sums: Sums = NONE
    opened: int = 0  # devices that were opened, a bit each
    guards: tuple[Sums, ...] = ()  # for each chariot of his own in the race
    shown: tuple[int, ...] = ()  # kinds of security that had to be shown, a bit each, likewise

    @property
    def spent(self) -> int:
        return sum(self.sums) + sum([sum(guard) for guard in self.guards])

    @property
    def bribe(self) -> Device | None:
        """The bribe that lies on it."""
        for device in (Device.SPARE, Device.SLOW):
            if self.sums[device]:
                return device
        return None

    def is_open(self, device: Device) -> bool:
        return bool(self.opened >> device & 1)


EMPTY_SHEET = Sheet()


@cites(R("B24.321"), R("B24.322"))
def bribe_takes(net: int) -> bool:
    """Whether a net bribe is large enough for a roll of the die."""
    return net >= BRIBE_STEP


def bribe_works(net: int, die: int) -> bool:
    """The number of the die times 500 must not be above the net."""
    return die * BRIBE_STEP <= net


@cites(R("B24.322"), R("X64"), R("E2.4.2.2.2"))
def slowed_by(net: int) -> int:
    """What a net bribe takes off the team speed."""
    return min(MOST_SLOW, net // BRIBE_STEP)


@cites(R("B24.42"), R("X64"))
def doses(net: int) -> int:
    """Points on horses."""
    return max(0, net // BRIBE_STEP)


@cites(R("B24.51"), R("X63"))
def sabotage_works(net: int, die: int) -> bool:
    return net > 0 and die * STEP <= net


@cites(R("B24.52"))
def wheel_points(net: int) -> int:
    """Points on one wheel."""
    return 2 + (net - STEP) // WHEEL_STEP
