"""Log sheets: replacing one in the state, and simple queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import DRAGGED, EMPTY, IN_CAR, RUNAWAY
from paddock.games.circus_maximus.rules.speed import weather_loss
from paddock.games.circus_maximus.rules.track import NOWHERE

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race, State


class Pace(Struct, frozen=True, gc=False):
    """The speed values of a chariot."""

    written: int
    total: int
    mf: int


class Jump(Struct, frozen=True, gc=False):
    """An obstacle that a team has entered and its car not yet left."""

    square: int
    modifier: int
    unpaid: int
    team: int  # the standing team there; -1 for none


class Flight(Struct, frozen=True, gc=False):
    """A car in the air, until the mover's phase ends."""

    chariot: int
    square: int
    edge: int


def pace(chariot: Chariot) -> Pace:
    return Pace(chariot.written, chariot.total, chariot.mf)


def put_chariot(state: State, i: int, chariot: Chariot) -> State:
    """The state with a changed chariot i."""
    row = list(state.chariots)
    row[i] = chariot
    return replace(state, chariots=tuple(row))


@cites(R("B16.4"), R("GQ16.4"), R("X50"), R("E2.13.3.5"), R("E2.14.1.3"))
def has_driver(chariot: Chariot) -> bool:
    """Whether its driver is alive and still with it."""
    return chariot.driver in (IN_CAR, DRAGGED)


def is_on_track(chariot: Chariot) -> bool:
    return chariot.condition <= RUNAWAY


@cites(R("B9.52"), R("E2.11.2.3.1"), R("E2.12.2"))
def is_standing(state: Race, chariot: Chariot) -> bool:
    """Whether it cannot move: a dead horse in the traces, or in Epic no team speed left."""
    if chariot.dead:
        return True
    tired = chariot.tired
    return tired > 0 and state.epic and sum(chariot.horses) <= tired + weather_loss(state)


def man_square(state: Race, chariot: Chariot) -> int:
    """The square of a dragged driver, where he may be trampled."""
    if chariot.driver != DRAGGED:
        return NOWHERE
    behind = chariot.car if chariot.condition == EMPTY else chariot.team
    return state.track.back(behind, chariot.segments)
