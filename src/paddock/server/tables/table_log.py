"""Log of a table: one numbered row for every change."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct

from paddock.core.chance import Draw
from paddock.core.position import Start
from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.people.local_time import QuietHours


class Place(Struct, frozen=True):
    """Occupant of a seat. A person's seat with a level is driven by a bot for now. An empty one may
    be reserved."""

    name: str = ""
    person: str | None = None
    level: str | None = None
    held: str | None = None  # person it is reserved for; empty: anyone with the key
    livery: int = 0  # the one chosen, from 1; 0: none

    @property
    def kind(self) -> wire.SeatKind:
        if self.person is not None:
            return "person"
        if self.level is not None:
            return "bot"
        return "open" if self.held is None else "reserved"

    @property
    def empty(self) -> bool:
        return self.person is None and self.level is None


class Luck(Struct, frozen=True):
    """Draws to repeat after this number of race rows."""

    rows: int
    draws: tuple[Draw, ...]


class Exercise(Struct, frozen=True):
    """Solution of a table that was opened as an exercise."""

    rows: int  # before the decision
    seat: Seat
    answer: str  # best move, JSON
    least: float  # every other answer costs at least this much of a place; 0: others may be as good


class Opened(Struct, frozen=True, tag=True):
    """The table was opened; always its first row."""

    game: str
    edition: str
    options: Raw
    places: tuple[Place, ...]
    clock: wire.Clock
    listed: bool
    host: str
    forked: wire.Forked | None = None
    key: str = ""  # needed for locked or reserved seats
    locked: bool = False
    watching: wire.Watching = "open"
    guide: str = ""  # name of the guide of a guided race
    start: Start | None = None  # custom start position
    luck: Luck | None = None  # draws of the race it was forked from
    exercise: Exercise | None = None
    slow: wire.SlowOptions | None = None  # of a table with a bank
    brought: bool = False  # played elsewhere: it counts in no rating or statistic


class Sat(Struct, frozen=True, tag=True):
    """A person sat down, or took a seat back."""

    seat: Seat
    place: Place
    back: bool = False
    instead: str = ""  # person whose seat it was


class Left(Struct, frozen=True, tag=True):
    """A seat is open again, or a bot takes over for now."""

    seat: Seat
    place: Place
    name: str = ""
    by: Literal["self", "host", "clock", "holiday"] = "self"
    key: str = ""  # new key of the table, if the host removed the person; empty: unchanged


class Painted(Struct, frozen=True, tag=True):
    """The livery of a seat was chosen before the start; 0: none any more."""

    seat: Seat
    livery: int


class Changed(Struct, frozen=True, tag=True):
    """The host changed who may join; none: unchanged."""

    listed: bool | None = None
    locked: bool | None = None
    watching: wire.Watching | None = None


class Proposed(Struct, frozen=True, tag=True):
    """A proposal that all racing people must accept."""

    what: wire.What
    person: str
    name: str
    seat: Seat | None = None  # seat that a bot or another person is to take over
    clock: wire.Bank | None = None  # with less time
    slow: wire.SlowOptions | None = None


class Agreed(Struct, frozen=True, tag=True):
    """An answer to a proposal."""

    person: str
    name: str
    yes: bool


class QuietHoursSet(Struct, frozen=True, tag=True):
    """A person's quiet hours, in which the bank of their seats does not run."""

    person: str
    hours: QuietHours


class HolidayTaken(Struct, frozen=True, tag=True):
    """A person is away for some days: the table waits, or a bot drives."""

    person: str
    name: str
    begins: int
    ends: int
    days: int
    how: wire.HolidayKind


class HolidayEnded(Struct, frozen=True, tag=True):
    """A person is back early, or does not go."""

    person: str
    name: str


class Paused(Struct, frozen=True, tag=True):
    """The host stops all banks until a moment."""

    until: int


class PauseEnded(Struct, frozen=True, tag=True):
    """The host ends a pause."""


class TimeGranted(Struct, frozen=True, tag=True):
    """The host adds hours to the bank of a seat."""

    seat: Seat
    hours: int


class PaceChanged(Struct, frozen=True, tag=True):
    """The host changed clock, sittings or co-drivers; none: unchanged."""

    clock: wire.Bank | None = None
    slow: wire.SlowOptions | None = None


class SeatOffered(Struct, frozen=True, tag=True):
    """A seat is offered to another person by a link that works once, from a moment on."""

    seat: Seat
    digest: str  # of the link's token; empty: no link was made yet
    by: wire.OfferedBy
    opens: int


class OfferEnded(Struct, frozen=True, tag=True):
    """A seat is no longer offered."""

    seat: Seat


class Closed(Struct, frozen=True, tag=True):
    """The table was closed."""

    cause: Literal["host", "untouched"]


class Rematch(Struct, frozen=True, tag=True):
    """The same people race again, at another table."""

    table: str
    name: str


class Started(Struct, frozen=True, tag=True):
    """The race starts: seats, dealt cards and edition."""

    places: tuple[Place, ...]
    dealt: tuple[Draw, ...]
    edition: str = ""  # empty: the one the table was opened with


By: TypeAlias = Literal[
    "person",
    "bot",
    "clock",
    "program",  # prepared by the person
    "co-driver",  # a bot that the person lets answer small questions
    "standing",  # of before: a standing answer
    "guide",  # of a guided race
    "countdown",  # of the rules, not of the table
    "forfeit",  # follows from a countdown that ended
]


PREPARED: tuple[By, ...] = ("program", "co-driver")
OWN_MOVES: tuple[By, ...] = ("person", *PREPARED)
"""To the table a prepared answer is the person's own: nothing tells it from one by hand."""


class Played(Struct, frozen=True, tag=True):
    seat: Seat
    move: Raw
    draws: tuple[Draw, ...] = ()
    by: By = "person"
    text: str = ""  # notation, so that code which cannot decode the move can still write a record
    after: str = ""  # fingerprint of the position after it; not in every row


class TookBack(Struct, frozen=True, tag=True):
    """The row with this number is undone."""

    seat: Seat
    row: int


class Rewound(Struct, frozen=True, tag=True):
    """In a guided race: a mistake was shown, and only this number of race rows stays."""

    rows: int
    move: str  # the mistake, in the guide's notation: it is not offered again


class Hurried(Struct, frozen=True, tag=True):
    """In a guided race: the learner skips the rest of the guide."""


class Hinted(Struct, frozen=True, tag=True):
    """A hint was used."""

    seat: Seat


class Said(Struct, frozen=True, tag=True):
    name: str
    seat: Seat | None
    text: str
    person: str = ""


class StandingAnswer(Struct, frozen=True, tag=True):
    """Of before: a standing answer was set or deleted. What is prepared is not in the log now."""

    seat: Seat
    question: str
    move: Raw  # or null


Cause: TypeAlias = Literal[
    "rules",  # an error of the rules
    "edition",  # the race leads to another result under the current rules
    "row",  # stored data cannot be read
]


class Frozen(Struct, frozen=True, tag=True):
    """The table is frozen; its record is kept."""

    why: str  # for operators
    cause: Cause = "rules"


class Thawed(Struct, frozen=True, tag=True):
    """The table is no longer frozen."""


class Repinned(Struct, frozen=True, tag=True):
    """The race continues with another edition, under which it has the same result."""

    edition: str


class Unreadable(Struct, frozen=True, tag=True):
    """Placeholder of a row that cannot be read; never saved."""

    why: str


Entry: TypeAlias = (
    Opened
    | Sat
    | Left
    | Painted
    | Changed
    | Proposed
    | Agreed
    | QuietHoursSet
    | HolidayTaken
    | HolidayEnded
    | Paused
    | PauseEnded
    | TimeGranted
    | PaceChanged
    | SeatOffered
    | OfferEnded
    | Closed
    | Rematch
    | Started
    | Played
    | TookBack
    | Rewound
    | Hurried
    | Hinted
    | Said
    | StandingAnswer
    | Frozen
    | Thawed
    | Repinned
    | Unreadable
)


class Row(Struct, frozen=True):
    """An entry with its number, the id it was sent with, and its time."""

    n: int
    entry: Entry
    id: str | None
    at: int


MOMENTS = (Started, Played, TookBack, Rewound)
"""Rows that are moments of a replay."""
ENTRY = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def decode(body: bytes) -> Entry:
    """Decode a stored row. An unreadable one affects only its own table."""
    try:
        entry: Entry = ENTRY.decode(body)
    except (msgspec.DecodeError, RecursionError) as wrong:
        return Unreadable(str(wrong))
    return entry


def seat_of(entry: Entry) -> Seat | None:
    seat: Seat | None = getattr(entry, "seat", None)
    return seat
