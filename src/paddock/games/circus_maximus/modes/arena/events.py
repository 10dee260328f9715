"""Events of a gala. Gladiators are named."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.gladiators import Area
from paddock.games.circus_maximus.modes.arena.moves import Step
from paddock.games.circus_maximus.modes.arena.rules import Fighter, Plight, Result


class Ready(Struct, frozen=True, tag=True, gc=False):
    """A seat has decided, secretly."""

    seat: Seat
    clause: ClassVar[str] = R("H1")


class Recruited(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    fighter: Fighter
    clause: ClassVar[str] = R("E1.4.7")


class Paired(Struct, frozen=True, tag=True, gc=False):
    """Two gladiators who fight each other."""

    by: Seat
    whom: Seat
    name: str
    foe: str
    clause: ClassVar[str] = R("X73")


class Waits(Struct, frozen=True, tag=True, gc=False):
    """The odd gladiator has no opponent."""

    seat: Seat
    name: str
    clause: ClassVar[str] = R("X73")


class TurnFought(Struct, frozen=True, tag=True, gc=False):
    """A turn of a bout begins."""

    turn: int
    by: Seat
    whom: Seat
    name: str
    foe: str
    clause: ClassVar[str] = R("H1")


class FeetMoved(Struct, frozen=True, tag=True, gc=False):
    """The footwork: its totals, and the bonus for the blow."""

    seat: Seat
    step: Step
    footing: int
    bonus: int
    name: str
    clause: ClassVar[str] = R("H2")


class Struck(Struct, frozen=True, tag=True, gc=False):
    """A blow: factors against factors, three dice, and the target's remaining state."""

    seat: Seat
    whom: Seat
    area: Area
    factors: int
    guard: int
    roll: int
    result: Result
    points: int  # wounds, after armour
    wounds: tuple[int, ...]  # wounds of the target, by area
    shield: int
    name: str
    foe: str
    clause: ClassVar[str] = R("H3")

    @property
    def variant(self) -> str:
        return ("miss", "blocked", "parried", "wound")[self.result]


class Dropped(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    weapon: bool
    name: str
    clause: ClassVar[str] = R("H4")

    @property
    def variant(self) -> str:
        return "" if self.weapon else "shield"


class PickedUp(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    name: str
    clause: ClassVar[str] = R("H4")


class Stunned(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    name: str
    clause: ClassVar[str] = R("H4")


class NetThrown(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    whom: Seat
    roll: int
    lands: bool
    name: str
    foe: str
    clause: ClassVar[str] = R("H7")

    @property
    def variant(self) -> str:
        return "" if self.lands else "missed"


class NetShed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    roll: int
    free: bool
    name: str
    clause: ClassVar[str] = R("H7")

    @property
    def variant(self) -> str:
        return "" if self.free else "held"


class MomentOfTruth(Struct, frozen=True, tag=True, gc=False):
    """The crowd decides."""

    seat: Seat
    roll: int
    total: int
    spared: bool
    name: str
    clause: ClassVar[str] = R("H6")

    @property
    def variant(self) -> str:
        return "" if self.spared else "condemned"


class Killed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    fate: Plight
    name: str
    clause: ClassVar[str] = R("H5")

    @property
    def variant(self) -> str:
        return "executed" if self.fate is Plight.EXECUTED else ""


class BoutWon(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    turn: int
    name: str
    clause: ClassVar[str] = R("X73")


class BoutDrawn(Struct, frozen=True, tag=True, gc=False):
    """The time is over and both are standing."""

    by: Seat
    whom: Seat
    name: str
    foe: str
    clause: ClassVar[str] = R("X73")


class PointsGained(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    points: int
    name: str
    clause: ClassVar[str] = R("E1.10.2")


class Healed(Struct, frozen=True, tag=True, gc=False):
    """Permanent losses, by area."""

    seat: Seat
    losses: tuple[int, ...]
    fighter: Fighter
    name: str
    clause: ClassVar[str] = R("E1.11.2")


Event: TypeAlias = (
    Ready | Recruited | Paired | Waits | TurnFought | FeetMoved | Struck | Dropped | PickedUp
    | Stunned | NetThrown | NetShed | MomentOfTruth | Killed | BoutWon | BoutDrawn | PointsGained
    | Healed
)  # fmt: skip
Events: TypeAlias = flow.Events[Event]
