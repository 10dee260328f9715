"""What travels between the server and a client at a table. The other HTTP bodies are `bodies`.

Frames are tagged unions (`type`), one each way. What belongs to a game (views, moves, events,
options of a race) stands here as JSON that its house knows; `docs/wire.md` tells the story.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Raw, Struct, field

from paddock.core.seats import Language, Seat
from paddock.core.standings import Status
from paddock.core.turns import EventTopic


def of_the_game(name: str) -> Meta:
    """Marks JSON whose type is the game's own; the browser's types take it as a parameter."""
    return Meta(extra_json_schema={"x-type": name})


def null() -> Raw:
    return Raw(b"null")


View: TypeAlias = Annotated[Raw, of_the_game("View")]
Move: TypeAlias = Annotated[Raw, of_the_game("Move")]
MoveOrNull: TypeAlias = Annotated[Raw, of_the_game("Move | null")]
Event: TypeAlias = Annotated[Raw, of_the_game("Event")]
Options: TypeAlias = Annotated[Raw, of_the_game("Options")]
OptionsSent: TypeAlias = Annotated[dict[str, Any], of_the_game("Partial<Options>")]

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
MoveId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Millis: TypeAlias = int
"""Milliseconds since 1970 by the server's clock; `Pong` tells how far a client's is off."""

# ---------------------------------------------------------------- seats and clocks


class Me(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """I sit here."""


class Here(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Another person on this device: hot-seat."""

    name: Name


class Open(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Whoever has the link may sit down."""


class Bot(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A bot of a level (`BotLevel.id`)."""

    level: Annotated[str, Meta(max_length=40)]


class Reserved(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Held for somebody of this name: who sits down has the table's key."""

    name: Name


Wish: TypeAlias = Me | Here | Open | Reserved | Bot
"""Who is wanted in a seat."""


class NoClock(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Nobody is hurried."""


class Live(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A bank for the race and an increment a turn, in seconds."""

    bank: Annotated[int, Meta(ge=5, le=86_400)] = 600
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 10


class Slow(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """So many hours for each turn."""

    hours: Annotated[int, Meta(ge=1, le=24 * 30)] = 48


Clock: TypeAlias = NoClock | Live | Slow


SeatKind: TypeAlias = Literal["person", "bot", "reserved", "open"]
Watching: TypeAlias = Literal[
    "open",  # anybody, and lists show it
    "link",  # whoever has the link
    "closed",  # only those who sit there
]
TableState: TypeAlias = Literal["gathering", "racing", "over", "closed", "frozen"]
What: TypeAlias = Literal["abandon", "substitute"]


class SeatNow(Struct, frozen=True):
    """A seat as everybody sees it. `livery` is its colour, pattern and number, from 1."""

    seat: Seat
    name: str
    kind: SeatKind
    livery: int
    mine: bool = False  # this client may move for it
    for_me: bool = False  # it is held for this client
    level: str | None = None  # of the bot that drives
    away: bool = False  # a person's seat that a bot drives until it is taken back
    connected: bool = False
    asked: bool = False
    bank: int | None = None  # milliseconds left when its turn began
    deadline: Millis | None = None
    place: int | None = None  # once the race is over; 0: out of it


# ---------------------------------------------------------------- what is to be decided


class Option(Struct, frozen=True):
    move: Move
    text: str  # its notation, what one may type
    label: str  # for a button
    final: bool  # it cannot be taken back
    foreseen: dict[str, float] = {}  # what it leads to, as far as the seat can know; by game
    remark: str = ""  # the same in words: cost, risk, destination
    danger: str = ""  # why to ask twice before it is chosen, if it is final
    closed: str = ""  # in a race that teaches: why it cannot be chosen yet
    topic: str = ""  # what explains it: `help.TOPIC` in the words of the house


class Range(Struct, frozen=True):
    """A number instead of a list: the move's field `amount` runs from least to most by step."""

    move: Move  # with the default's amount
    label: str
    least: int
    most: int
    step: int
    final: bool
    topic: str = ""  # as of an option


class Ask(Struct, frozen=True):
    """A decision of the eye's seat. Exactly one of `options` and `range` is there."""

    seat: Seat
    number: int  # an answer names it; it changes when this decision does
    prompt: str  # a sentence
    question: str  # its id, for boards and for standing answers
    kind: Literal["turn", "sealed", "reaction"]
    clause: str
    default: int
    """What is proposed: index into `options`, or steps from `least`. The clock plays it too, unless
    the rules' own default would be a folly: then the nearest option that is none is proposed."""
    options: tuple[Option, ...] | None = None
    range: Range | None = None
    deadline: Millis | None = None
    standing: Move | None = None  # what this seat always answers, if it said so


class Waiting(Struct, frozen=True):
    """What somebody else must decide, told to the eye."""

    seat: Seat
    text: str
    deadline: Millis | None = None


class Outcome(Struct, frozen=True):
    places: tuple[int, ...]  # by seat; equal is a tie, 0 is out of the race
    others: tuple[int, ...]  # of the competitors nobody drives
    reason: str  # a sentence


class Standing(Struct, frozen=True):
    """A competitor as it stands; the best come first. A seat of several cars is there as often."""

    seat: Seat | None  # none: nobody drives it
    car: int  # its number on the board
    place: int  # 1 is the best; equal places are level; 0 is out of the race
    status: Status
    lap: int  # the lap it is in; 0: the road has none
    gap: float  # how far behind the best, in what the game's road is counted in
    name: str  # of its seat, or of the car that nobody drives
    note: str  # what stands beside the name during the race
    score: str  # the same when the race is over


class Proposal(Struct, frozen=True):
    """What somebody proposes: it is done once all who race have agreed."""

    what: What
    seat: Seat | None  # whom a bot is to drive for
    by: str  # a name
    agreed: tuple[Seat, ...]
    missing: tuple[Seat, ...]
    text: str


class Guide(Struct, frozen=True):
    """What a race that teaches says now to whoever learns."""

    title: str
    step: int  # from 1
    steps: int
    say: str
    point: str = ""  # what of the board it is about: `data-guide` of that element
    rules: tuple[str, ...] = ()
    mistake: bool = False  # it says what came of a mistake, which is then taken back
    free: bool = False  # everybody decides for themselves; `say` is a tip, or empty


class Turn(Struct, frozen=True):
    """What one car did in one turn of the race, in a sentence; the lines that say it are folded
    under it."""

    id: int
    turn: int  # those of one number stand under one heading
    head: str  # the heading; may be empty
    car: int | None  # its number on the board; none: what concerns all
    seat: Seat | None
    text: str
    point: str  # what of the board it is about: `data-guide` of that element


class Now(Struct, frozen=True):
    """How the table stands for an eye."""

    state: TableState
    seats: tuple[SeatNow, ...]
    view: View | None = None  # none while people gather
    standings: tuple[Standing, ...] = ()  # empty where the game does not tell them
    asks: tuple[Ask, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    undo: int | None = None  # the row this seat may take back
    outcome: Outcome | None = None
    frozen: str = ""  # why the table does not go on, if it does not: a sentence
    proposal: Proposal | None = None
    rematch: str | None = None  # the table where the same people race again
    guide: Guide | None = None
    spoken: str = ""  # the board as sentences, when one is asked; empty: as it was
    hints: int | None = None  # that I have asked for; none: there are none to be had here
    since: tuple[Turn, ...] = ()  # what the others did since the last turn of who is asked


# ---------------------------------------------------------------- what happened


class Told(Struct, frozen=True, tag=True):
    """An event of a row as this eye may see it."""

    n: int
    event: Event
    text: str
    clause: str
    turn: int  # the id of its Turn
    kind: EventTopic


class TakenBack(Struct, frozen=True, tag=True):
    """What row `row` told is no longer so: strike it out."""

    n: int
    row: int
    seat: Seat
    text: str


NotedWhat: TypeAlias = Literal[
    "sat",
    "left",
    "back",
    "removed",
    "started",
    "timeout",
    "driven",
    "changed",
    "proposed",
    "agreed",
    "declined",
    "closed",
    "rematch",
    "edition",
    "frozen",
    "thawed",
    "rewound",
]


class Noted(Struct, frozen=True, tag=True):
    """Something about the table: who sat down, who left, whose time ran out."""

    n: int
    what: NotedWhat
    seat: Seat | None
    text: str


class Said(Struct, frozen=True, tag=True):
    """Table talk. `seat` is none for a spectator."""

    n: int
    name: str
    seat: Seat | None
    text: str
    at: Millis


Line: TypeAlias = Told | TakenBack | Noted | Said

# ---------------------------------------------------------------- a table in lists


class Forked(Struct, frozen=True):
    """From which moment of which race this one goes on."""

    table: str
    row: int


class TableCard(Struct, frozen=True):
    """A table as lists show it."""

    id: str
    game: str
    title: str  # of the game
    edition: str
    options: Options
    clock: Clock
    listed: bool
    state: TableState
    host: str
    hosted: bool  # by me
    seats: tuple[SeatNow, ...]
    version: int
    created: Millis
    changed: Millis
    your_turn: bool
    forked: Forked | None = None
    outcome: Outcome | None = None
    watching: Watching = "open"
    locked: bool = False  # to sit down one needs the key
    key: str | None = None  # told to those who sit there, for their friends
    rematch: str | None = None


# ---------------------------------------------------------------- frames from a client


class Hello(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The first frame, and whenever the eye or the language changes or a version is missing.

    `version` is the last one the client has for this eye; without it, it is sent everything.
    """

    eye: Seat | None = None  # none: a spectator
    language: Language = "en"
    version: int | None = None


class Answer(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A decision. Several moves are played one after another, as long as each is offered and the
    question is the same; where several may be named in whatever order, in that of the rules."""

    id: MoveId
    seat: Seat
    ask: int
    moves: Annotated[tuple[Move, ...], Meta(min_length=1, max_length=16)]


class Undo(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take back this row, which `Now.undo` named."""

    id: MoveId
    seat: Seat
    row: int


class Talk(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    id: MoveId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class SetStandingAnswer(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Always answer a question so, where the move is offered; without a move: no longer."""

    id: MoveId
    seat: Seat
    question: Annotated[str, Meta(max_length=80)]
    move: MoveOrNull = field(default_factory=null)


class Ping(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    at: int = 0  # given back as it is


FromClient: TypeAlias = Hello | Answer | Undo | Talk | SetStandingAnswer | Ping

# ---------------------------------------------------------------- frames from the server


class Whole(Struct, frozen=True, tag=True):
    """Everything an eye may know, and the log so far (its last lines, if it is long)."""

    version: int
    eye: Seat | None
    table: TableCard
    now: Now
    log: tuple[Line, ...]
    turns: tuple[Turn, ...]


class News(Struct, frozen=True, tag=True):
    """What happened between two versions. A client that has not `since` says Hello again."""

    since: int
    version: int
    eye: Seat | None
    now: Now
    log: tuple[Line, ...]
    turns: tuple[Turn, ...]  # those of which something is told, as they are now


class Present(Struct, frozen=True, tag=True):
    """Who is connected; not a version, and never saved."""

    connected: tuple[Seat, ...]
    spectators: int


class Ack(Struct, frozen=True, tag=True):
    """It counts, and it is saved. `version` is that of its row."""

    id: str
    version: int


RefusalCode: TypeAlias = Literal[
    "illegal",  # a rule forbids it: clause and text say which
    "stale",  # this decision has been taken already
    "not-asked",
    "not-yours",  # another person's seat
    "not-undoable",
    "unreadable",
    "too-many",  # slow down
    "too-large",
    "closed",  # the table is not racing
    "unknown",  # no such table, game, seat, person
    "forbidden",
    "unavailable",  # nothing can be saved just now: try again
    "broken",  # our own mistake: the table is frozen and its record kept
]


class Refusal(Struct, frozen=True, tag=True):
    """It does not count, and why."""

    id: str | None
    code: RefusalCode
    text: str
    clause: str = ""


class Pong(Struct, frozen=True, tag=True):
    at: int
    now: Millis


class Bye(Struct, frozen=True, tag=True):
    """The last frame before the server closes: come back (`again`) or not."""

    code: Literal["slow", "shutdown", "unknown", "forbidden"]
    again: bool


FromServer: TypeAlias = Whole | News | Present | Ack | Refusal | Pong | Bye

# ---------------------------------------------------------------- what is not 2xx


class Problem(Struct, frozen=True):
    """The body of every answer that is not 2xx."""

    code: RefusalCode
    text: str
    clause: str = ""
