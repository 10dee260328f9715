"""Moves of the race. They are created once and shared."""

from __future__ import annotations

import functools
import itertools
from typing import TypeAlias

from msgspec import Struct

from paddock.core.citations import cites
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Part, Side, Weapon


class Allot(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Four preparation points for a chariot."""

    driver: int
    car: int
    speed: int
    endurance: int


class Buy(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A level of one item of the detailed specification."""

    item: int
    level: int


class Write(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The speed of the coming turn; with written straining also the whip."""

    speed: int
    whip: bool

    @property
    def variant(self) -> str:
        return "whip" if self.whip else ""


class GiveUp(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """End the race when no other driver is left in it."""


class Begin(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The announcement before a move: whip, cutting free, and offered MFs that are taken."""

    whip: bool
    cut: bool
    take: int

    @property
    def variant(self) -> str:
        if self.cut:
            return "cut"
        if self.whip:
            return "whip-take" if self.take else "whip"
        return "take" if self.take else ""


class Forward(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Change(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A lane change."""

    side: Side


class Slip(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A voluntary sideslip."""

    side: Side


class Brake(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Brake away one MF; it may be repeated."""


class Attack(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    weapon: Weapon
    target: int
    part: Part


class Crash(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Run into the chariot ahead, when blocked and without any other option."""


class Hold(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Contest(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The defender tries to escape."""


class Back(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Brake back from an attack."""


class Evade(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Pay(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Endurance paid for a jump."""

    endurance: int


class Bear(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The horse that takes a point of damage."""

    horse: int


class Run(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A man on foot runs to a touching square."""

    square: int


class Stay(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A man on foot stops; a driver stays with his chariot."""


Move: TypeAlias = (
    Allot
    | Buy
    | Write
    | GiveUp
    | Begin
    | Forward
    | Change
    | Slip
    | Brake
    | Attack
    | Crash
    | Hold
    | Contest
    | Back
    | Evade
    | Pay
    | Bear
    | Run
    | Stay
)

GIVE_UP, FORWARD, BRAKE, CRASH, HOLD, CONTEST, BACK, EVADE, STAY = (
    GiveUp(),
    Forward(),
    Brake(),
    Crash(),
    Hold(),
    Contest(),
    Back(),
    Evade(),
    Stay(),
)
CHANGE = tuple(Change(side) for side in Side)
SLIP = tuple(Slip(side) for side in Side)
ATTACKS = tuple(
    tuple(tuple(Attack(weapon, target, part) for part in Part) for target in range(16))
    for weapon in Weapon
)
PAYS = tuple(tuple(Pay(n) for n in range(due + 1)) for due in range(7))
BEARS = tuple(Bear(n) for n in range(4))


@cites(R("GO13"))
def allotments() -> tuple[Allot, ...]:
    """All ways to spread the points, with the four ready-made chariots first."""
    every = itertools.product(range(data.MAX_POINTS_PER_ITEM + 1), repeat=4)
    spread = [way for way in every if sum(way) == data.PREPARATION_POINTS]
    ready = list(data.BUILDS.values())
    return tuple(Allot(*way) for way in (*ready, *(way for way in spread if way not in ready)))


ALLOTMENTS = allotments()


@functools.cache
def speed_moves(most: int, whip: bool) -> tuple[Write, ...]:
    """Every speed from the highest down, without the whip and then with it."""
    ways = (False, True) if whip else (False,)
    return tuple(Write(n, w) for w in ways for n in range(most, -1, -1))


@functools.cache
def run_move(square: int) -> Run:
    return Run(square)


@functools.cache
def buy_moves(item: int, levels: int) -> tuple[Buy, ...]:
    return tuple(Buy(item, level) for level in range(levels))


@functools.cache
def announcements(whip: bool, cut: bool, offered: int) -> tuple[Begin, ...]:
    """The possible announcements: the plain move first, unless a horse can be cut free."""
    takes = range(offered + 1)
    if cut:
        return tuple(
            Begin(False, yes, n) for yes in (True, False) for n in (takes if yes else (0,))
        )
    return tuple(Begin(w, False, n) for w in ((False, True) if whip else (False,)) for n in takes)
