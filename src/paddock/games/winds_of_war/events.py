"""Events of a race. Each one carries its result, for boards to show."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, Union

from msgspec import Struct

from paddock.core import flow
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import (
    Colour,
    Failure,
    Gauge,
    Ground,
    Job,
    KindOfTest,
    Part,
    TuningCard,
)

FIRST_START_RULE, NEXT_START_RULE = R("W4.4.3"), R("W4.4.5")


class CarCalled(Struct, frozen=True, tag=True, gc=False):
    model: int
    lire: int
    clause: ClassVar[str] = R("W4.1.3")


class BidMade(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    lire: int
    clause: ClassVar[str] = R("W4.1.3")


class PassedOver(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("W4.1.3")


class Unsold(Struct, frozen=True, tag=True, gc=False):
    model: int
    clause: ClassVar[str] = R("W4.1.3")


class Bought(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    model: int
    lire: int
    purse: int  # money left
    spent: int  # in all
    clause: ClassVar[str] = R("W4.1.3")


class Dealt(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    model: int
    clause: ClassVar[str] = R("Q66")


class BudgetSet(Struct, frozen=True, tag=True, gc=False):
    lire: int
    purses: tuple[int, ...]  # by seat: money left
    clause: ClassVar[str] = R("Q59")


class Hired(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    driver: int
    lire: int
    purse: int
    spent: int
    clause: ClassVar[str] = R("W4.1.4")


class Tuned(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: TuningCard
    lire: int
    tuning: tuple[TuningCard, ...]
    purse: int
    spent: int
    clause: ClassVar[str] = R("W4.1.5")


class Stocked(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    part: Part
    lire: int
    spares: tuple[int, ...]
    purse: int
    spent: int
    clause: ClassVar[str] = R("W4.1.6")


class WeatherSet(Struct, frozen=True, tag=True, gc=False):
    wet: bool
    clause: ClassVar[str] = R("W4.2.2")


class Qualified(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    place: int
    grid: tuple[Seat, ...]  # places given so far
    clause: ClassVar[str] = R("W4.2.3")


class GridChallenged(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    clause: ClassVar[str] = R("W4.2.4")


class ChallengeRolled(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    warning: bool
    clause: ClassVar[str] = R("W1.6.1")


class GridChanged(Struct, frozen=True, tag=True, gc=False):
    grid: tuple[Seat, ...]
    clause: ClassVar[str] = R("W4.2.4")


class OnGrid(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    place: int
    box: int
    clause: ClassVar[str] = R("W4.2.5")


class TurnBegan(Struct, frozen=True, tag=True, gc=False):
    turn: int
    minutes: int
    seconds: int
    clause: ClassVar[str] = R("W1.5")


class StageBegan(Struct, frozen=True, tag=True, gc=False):
    """A new stage of the Mille Miglia: number, road and time."""

    stage: int
    road: str
    reading: int

    @property
    def clause(self) -> str:
        return FIRST_START_RULE if self.stage == 1 else NEXT_START_RULE


class HandMoved(Struct, frozen=True, tag=True, gc=False):
    """A turn on an open road begins."""

    turn: int
    reading: int
    clause: ClassVar[str] = R("W1.5")


class Started(Struct, frozen=True, tag=True, gc=False):
    """A car leaves the line of an open road."""

    seat: Seat
    box: int
    speed: int
    reading: int
    clause: str


class Waited(Struct, frozen=True, tag=True, gc=False):
    """A car could not start: every lane was taken."""

    seat: Seat
    clause: ClassVar[str] = R("Q81")


class Arrived(Struct, frozen=True, tag=True, gc=False):
    """A car crosses the end of an open road: time with penalty, speed, points left."""

    seat: Seat
    reading: int
    speed: int
    left: int
    penalty: int
    home: tuple[Seat, ...]
    clause: str


class RanOutOfTime(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("Q85")


class LostTheWay(Struct, frozen=True, tag=True, gc=False):
    """Minutes that will be added when the stage closes."""

    seat: Seat
    minutes: int
    noted: tuple[int, ...]  # of all seats
    clause: str


class RefuelledByTheRoad(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    speed: int
    clause: str


class PulledOver(Struct, frozen=True, tag=True, gc=False):
    """A car stops by the road for repairs."""

    seat: Seat
    turns: int
    assisted: bool
    clause: ClassVar[str] = R("W4.4.9")


class Fetched(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    part: Part
    spares: tuple[int, ...]
    clause: ClassVar[str] = R("W4.4.9")


class MarkerMoved(Struct, frozen=True, tag=True, gc=False):
    """The mechanics go on to the next curve; -1: there is none."""

    curve: int
    clause: ClassVar[str] = R("W4.5.4")


class NotesRead(Struct, frozen=True, tag=True, gc=False):
    """A driver reads the pace notes; only that driver learns the letter."""

    seat: Seat
    clause: ClassVar[str] = R("Q94")


class EventDrawn(Struct, frozen=True, tag=True, gc=False):
    event: int
    clause: str


class EventIgnored(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: str


class Challenged(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    clause: ClassVar[str] = R("W3.10.4")


class Yielded(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("W3.10.4")


class Ordered(Struct, frozen=True, tag=True, gc=False):
    """Who moves first among engaged cars after a challenge."""

    order: tuple[Seat, ...]
    clause: ClassVar[str] = R("W3.10.4")


class Tested(Struct, frozen=True, tag=True, gc=False):
    """A test was rolled: for what, in which row, with how many warnings."""

    seat: Seat
    test: KindOfTest
    row: int
    warnings: int
    dice: tuple[Colour, ...]  # none: it failed without a roll
    clause: str


class Planned(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    speed: int
    clause: ClassVar[str] = R("W2.1")


class Stalled(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("W3.6.2")


class Launched(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("W3.6.2")


class Cooled(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    heat: int
    clause: ClassVar[str] = R("W3.3.2")


class Damaged(Struct, frozen=True, tag=True, gc=False):
    """A gauge went up: which, by how much, to where."""

    seat: Seat
    gauge: Gauge
    points: int
    total: int
    clause: str


class Slowed(Struct, frozen=True, tag=True, gc=False):
    """A speed that can no longer be held."""

    seat: Seat
    speed: int
    clause: str


class BrokeDown(Struct, frozen=True, tag=True, gc=False):
    """A failure card was taken."""

    seat: Seat
    failure: Failure
    broken: tuple[Failure, ...]  # all of them now
    clause: str


class Moved(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    box: int
    lap: int
    clause: ClassVar[str] = R("W3.1")


class LeftLine(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("W3.9.3")


class EmergencyBraked(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    points: int
    clause: ClassVar[str] = R("W3.9.8")


class RolledOn(Struct, frozen=True, tag=True, gc=False):
    """Downhill: one box more, one point faster."""

    seat: Seat
    speed: int
    clause: ClassVar[str] = R("W3.8.2")


class Slipstreamed(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    clause: ClassVar[str] = R("W3.7")


class HardBraked(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    boxes: int
    clause: ClassVar[str] = R("W3.9.9")


class ExitedFast(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    boxes: int
    clause: ClassVar[str] = R("W3.9.10")


class Understeered(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    lanes: int
    clause: ClassVar[str] = R("W3.9.5.2")


class WentStraight(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    box: int
    clause: ClassVar[str] = R("W3.9.6")


class LeftRoad(Struct, frozen=True, tag=True, gc=False):
    """An accident: where, on which ground, at what speed."""

    seat: Seat
    box: int
    ground: Ground
    speed: int
    clause: str


class Collided(Struct, frozen=True, tag=True, gc=False):
    by: Seat
    whom: Seat
    clause: str


class AllCollided(Struct, frozen=True, tag=True, gc=False):
    """Three drivers side by side and three warnings."""

    seats: tuple[Seat, ...]
    clause: ClassVar[str] = R("Q35")


class Shoved(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    box: int
    clause: str


class Settled(Struct, frozen=True, tag=True, gc=False):
    """The speed at the end of a move, where it is not the planned one."""

    seat: Seat
    speed: int
    clause: ClassVar[str] = R("W2.1")


class LapDone(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    lap: int
    minutes: int
    seconds: int
    clause: ClassVar[str] = R("W4.2.2")


class LapTimed(Struct, frozen=True, tag=True, gc=False):
    """A lap of a race against the clock."""

    seat: Seat
    lap: int
    duration: int  # in minutes
    clause: ClassVar[str] = R("W4.4.11")


class Finished(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    place: int
    home: tuple[Seat, ...]  # all finishers so far
    clause: ClassVar[str] = R("W4.2.6")


class GaveUp(Struct, frozen=True, tag=True, gc=False):
    """The last car on the road ends its race."""

    seat: Seat
    place: int
    clause: ClassVar[str] = R("Q109")


class Retired(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("W3.12.11")


class DrawnAside(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    turns: int
    clause: ClassVar[str] = R("Q42")


class Pitted(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    turns: int
    clause: ClassVar[str] = R("W4.2.8")


class Repaired(Struct, frozen=True, tag=True, gc=False):
    """A repair, and the car after it."""

    seat: Seat
    job: Job
    engine: int
    heat: int
    brakes: int
    body: int
    tyres: int
    broken: tuple[Failure, ...]
    spares: tuple[int, ...]
    clause: str


class BackOnRoad(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    box: int
    speed: int
    lap: int
    engine: int
    body: int
    clause: str


class Stopped(Struct, frozen=True, tag=True, gc=False):
    """The race is stopped; cars still running are placed by their position."""

    turn: int
    clause: ClassVar[str] = R("Q56")


Event: TypeAlias = Union[  # noqa: UP007
    CarCalled, BidMade, PassedOver, Unsold, Bought, Dealt, BudgetSet, Hired, Tuned, Stocked,
    WeatherSet, Qualified, GridChallenged, ChallengeRolled, GridChanged, OnGrid, TurnBegan,
    EventDrawn, EventIgnored, Challenged, Yielded, Ordered, Tested, Planned, Stalled, Launched,
    Cooled, Damaged, Slowed, BrokeDown, Moved, LeftLine, EmergencyBraked, RolledOn, Slipstreamed,
    HardBraked, ExitedFast, Understeered, WentStraight, LeftRoad, Collided, AllCollided, Shoved,
    Settled, LapDone, LapTimed, Finished, GaveUp, Retired, DrawnAside, Pitted, Repaired, BackOnRoad,
    Stopped, StageBegan, HandMoved, Started, Waited, Arrived, RanOutOfTime, LostTheWay,
    RefuelledByTheRoad, PulledOver, Fetched, MarkerMoved, NotesRead,
]  # fmt: skip
Events: TypeAlias = flow.Events[Event]
"""The list that collects the events of one move, of the race or of the mode that runs it."""
