"""What a table's log holds: one numbered row for everything that changes it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct

from paddock.core.chance import Draw
from paddock.core.position import Start
from paddock.core.seats import Seat
from paddock.server.api import wire


class Place(Struct, frozen=True):
    """Who sits in a seat. A person's seat with a level is driven by a bot meanwhile; an empty one
    may be held for somebody."""

    name: str = ""
    person: str | None = None
    level: str | None = None
    held: str | None = None  # for this person; empty: for whoever has the table's key

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
    """What is to be drawn once more after so many rows of the race: what was drawn in another."""

    rows: int
    draws: tuple[Draw, ...]


class Exercise(Struct, frozen=True):
    """What is to be found at a table that was set up as an exercise."""

    rows: int  # before the decision
    seat: Seat
    answer: str  # the best move, JSON
    least: float  # any other costs so much of a place, at least; 0: others may be as good


class Opened(Struct, frozen=True, tag=True):
    """The table is set up; always its first row."""

    game: str
    edition: str
    options: Raw
    places: tuple[Place, ...]
    clock: wire.Clock
    listed: bool
    host: str
    forked: wire.Forked | None = None
    key: str = ""  # who has it may sit where it is locked or reserved
    locked: bool = False
    watching: wire.Watching = "open"
    guide: str = ""  # of a race that teaches: its name in the house
    start: Start | None = None  # where the race starts, if not with its set-up
    luck: Luck | None = None  # of a race that goes on from a moment of another one
    exercise: Exercise | None = None


class Sat(Struct, frozen=True, tag=True):
    """Somebody sat down, or took a seat back."""

    seat: Seat
    place: Place
    back: bool = False


class Left(Struct, frozen=True, tag=True):
    """A seat is open again, or a bot drives it for the time being."""

    seat: Seat
    place: Place
    name: str = ""
    by: Literal["self", "host", "clock"] = "self"


class Changed(Struct, frozen=True, tag=True):
    """The host has changed who may come; what is not said stays."""

    listed: bool | None = None
    locked: bool | None = None
    watching: wire.Watching | None = None


class Proposed(Struct, frozen=True, tag=True):
    """Somebody proposes what everybody who races must agree to."""

    what: wire.What
    person: str
    name: str
    seat: Seat | None = None  # of the one whom a bot is to drive for


class Agreed(Struct, frozen=True, tag=True):
    """Somebody agrees to what is proposed, or does not."""

    person: str
    name: str
    yes: bool


class Closed(Struct, frozen=True, tag=True):
    """The table is closed, and does not go on."""

    cause: Literal["host", "untouched"]


class Rematch(Struct, frozen=True, tag=True):
    """The same people race again, at another table."""

    table: str
    name: str


class Started(Struct, frozen=True, tag=True):
    """The race begins: who sits where by now, what was dealt, and by which edition it is played."""

    places: tuple[Place, ...]
    dealt: tuple[Draw, ...]
    edition: str = ""  # empty: the one the table was opened under


By: TypeAlias = Literal[
    "person",
    "bot",
    "clock",
    "standing",
    "guide",  # of a race that teaches
    "countdown",  # of the rules, and not of the table
    "forfeit",  # what follows from one that ran out
]


class Played(Struct, frozen=True, tag=True):
    seat: Seat
    move: Raw
    draws: tuple[Draw, ...] = ()
    by: By = "person"
    text: str = ""  # the move in notation: a record can be written by a code that cannot read it
    after: str = ""  # the fingerprint of the position it led to; not every row has one


class TookBack(Struct, frozen=True, tag=True):
    """Takes the row of that number out of play."""

    seat: Seat
    row: int


class Rewound(Struct, frozen=True, tag=True):
    """In a race that teaches: a mistake has been seen, and only so many rows of the race stay."""

    rows: int
    move: str  # the mistake, as its guide writes it: it is not offered again


class Hurried(Struct, frozen=True, tag=True):
    """In a race that teaches: whoever learns wants to race, and the rest plays itself."""


class Hinted(Struct, frozen=True, tag=True):
    """Somebody was told what seems best."""

    seat: Seat


class Said(Struct, frozen=True, tag=True):
    name: str
    seat: Seat | None
    text: str
    person: str = ""


class StandingAnswer(Struct, frozen=True, tag=True):
    """A standing answer was given, or withdrawn."""

    seat: Seat
    question: str
    move: Raw  # or null


Cause: TypeAlias = Literal[
    "rules",  # they came to where they cannot be
    "edition",  # by the rules of now the race comes out otherwise than it did
    "row",  # something stored cannot be read
]


class Frozen(Struct, frozen=True, tag=True):
    """The table does not go on; its record is kept."""

    why: str  # for those who run the server
    cause: Cause = "rules"


class Thawed(Struct, frozen=True, tag=True):
    """What it was frozen for is no longer so: it goes on."""


class Repinned(Struct, frozen=True, tag=True):
    """The rules have another edition, by which the race came out the same: it goes on by it."""

    edition: str


class Unreadable(Struct, frozen=True, tag=True):
    """Stands for a row that cannot be read; never saved."""

    why: str


Entry: TypeAlias = (
    Opened
    | Sat
    | Left
    | Changed
    | Proposed
    | Agreed
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
    """An entry with its number, the id it was sent under, and when it was saved."""

    n: int
    entry: Entry
    id: str | None
    at: int


MOMENTS = (Started, Played, TookBack, Rewound)
"""After which rows a race is shown again."""
ENTRY = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def decode(body: bytes) -> Entry:
    """The entry of a stored row. What cannot be read harms its own table only."""
    try:
        entry: Entry = ENTRY.decode(body)
    except (msgspec.DecodeError, RecursionError) as wrong:
        return Unreadable(str(wrong))
    return entry


def seat_of(entry: Entry) -> Seat | None:
    seat: Seat | None = getattr(entry, "seat", None)
    return seat
