"""Frames between the server and a client at a table. Other HTTP bodies are in `bodies`.

Frames are tagged unions (`type`), one per direction. Values of a game (views, moves, events,
options) are JSON of the game's own types. See `docs/wire.md`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Raw, Struct

from paddock.core.seats import Language, Seat
from paddock.core.standings import Status
from paddock.core.turns import EventTopic


def of_the_game(name: str) -> Meta:
    """Mark JSON whose type belongs to the game: a type parameter in TypeScript."""
    return Meta(extra_json_schema={"x-type": name})


View: TypeAlias = Annotated[Raw, of_the_game("View")]
Move: TypeAlias = Annotated[Raw, of_the_game("Move")]
ProgramJson: TypeAlias = Annotated[Raw, of_the_game("Program")]
"""A `paddock.core.program_types.Program` with moves of the game."""
Event: TypeAlias = Annotated[Raw, of_the_game("Event")]
Options: TypeAlias = Annotated[Raw, of_the_game("Options")]
OptionsSent: TypeAlias = Annotated[dict[str, Any], of_the_game("Partial<Options>")]

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
MoveId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Millis: TypeAlias = int
"""Milliseconds since 1970 by the server's clock. `Pong` gives the offset to the client's clock."""

# ---------------------------------------------------------------- seats and clocks


class Me(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The person who opens the table."""


class Here(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Another person on this device (hot seat)."""

    name: Name


class Open(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Anyone with the link may sit down."""


MAX_LEVEL_CHARACTERS = 40


class Bot(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A bot of a level (`BotLevel.id`)."""

    level: Annotated[str, Meta(max_length=MAX_LEVEL_CHARACTERS)]


class Reserved(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Reserved for a person of this name; the table's key is needed to sit down."""

    name: Name


Wish: TypeAlias = Me | Here | Open | Reserved | Bot
"""Who should take a seat."""


class NoClock(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """No time limit."""


class Live(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Time bank for the race and increment per turn, in seconds."""

    bank: Annotated[int, Meta(ge=5, le=86_400)] = 600
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 10


class Slow(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Hours for each turn."""

    hours: Annotated[int, Meta(ge=1, le=24 * 30)] = 48


class Bank(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Bank of each seat, and what each sitting adds up to a cap, in hours. `quiet`: it does not run
    in a person's quiet hours."""

    hours: Annotated[int, Meta(ge=1, le=240)] = 24
    increment: Annotated[int, Meta(ge=0, le=72)] = 8
    cap: Annotated[int, Meta(ge=1, le=240)] = 36
    quiet: bool = True

    def __post_init__(self) -> None:
        if self.cap < self.hours:
            raise ValueError(f"a cap of {self.cap} h is less than the bank of {self.hours} h")


Clock: TypeAlias = NoClock | Live | Slow | Bank

PaceName: TypeAlias = Literal["brisk", "usual", "calm"]


class Pace(Struct, frozen=True):
    """A proposed clock for a slow race."""

    name: PaceName
    clock: Bank
    days: int  # that a race takes at most, more or less; 0: as long as it takes
    waits: int  # how often its people wait for each other


CoDrivers: TypeAlias = Literal[
    "none",
    "small",  # for any question but the main one
]


class SlowOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What holds at a table with a bank, besides its clock."""

    turns: Annotated[int, Meta(ge=0, le=4)] = 0  # of a sitting; 0 at a new table: as usual
    co_drivers: CoDrivers = "small"
    level: Annotated[str, Meta(max_length=MAX_LEVEL_CHARACTERS)] = ""  # of co-drivers; empty: usual
    holidays: bool = True


SeatKind: TypeAlias = Literal["person", "bot", "reserved", "open"]
Watching: TypeAlias = Literal[
    "open",  # anyone, and lists show it
    "link",  # anyone with the link
    "closed",  # only those who have a seat
]
TableState: TypeAlias = Literal["gathering", "racing", "over", "closed", "frozen"]
What: TypeAlias = Literal[
    "abandon",
    "substitute",  # a bot takes over a seat
    "replace",  # another person may take over a seat
    "pace",  # less time, or no co-drivers
]
HolidayKind: TypeAlias = Literal[
    "bot",  # a bot drives meanwhile
    "wait",  # the table waits
]
OfferedBy: TypeAlias = Literal["self", "host", "proposal"]


class Holiday(Struct, frozen=True):
    """A person is away from a moment until another."""

    begins: Millis
    ends: Millis
    how: HolidayKind


class FormerDriver(Struct, frozen=True):
    """Who drove a seat before, until a round of the race."""

    name: str
    until: int


class Offer(Struct, frozen=True):
    """A seat is offered to another person, from a moment on."""

    by: OfferedBy
    opens: Millis
    has_link: bool


class SeatNow(Struct, frozen=True):
    """A seat as everyone sees it. `livery` is its colour, pattern and number, from 1."""

    seat: Seat
    name: str
    kind: SeatKind
    livery: int
    mine: bool = False  # this client may move for it
    for_me: bool = False  # reserved for this client
    level: str | None = None  # level of the bot that drives
    away: bool = False  # a bot drives until the person takes the seat back
    connected: bool = False
    asked: bool = False
    bank: int | None = None  # milliseconds left at the start of its turn
    deadline: Millis | None = None
    place: int | None = None  # final place; 0: out of the race
    removable: bool = False  # this client, as the host, may remove the person
    painted: bool = False  # its livery was chosen
    holiday: Holiday | None = None  # that runs, or comes next
    former: tuple[FormerDriver, ...] = ()  # who drove it before, the first one first
    offer: Offer | None = None
    returnable: bool = False  # this client drove it before, and may again
    offerable: bool = False  # this client may offer it to another person now
    grantable: bool = False  # this client, as the host, may add a day to its bank


# ---------------------------------------------------------------- what is to be decided


class Option(Struct, frozen=True):
    move: Move
    text: str  # notation, as one may type it
    label: str  # text of a button
    final: bool  # cannot be undone
    # predicted numbers, as far as the seat can know; defined by the game
    foreseen: dict[str, float] = {}
    remark: str = ""  # the prediction in words: cost, risk, destination
    danger: str = ""  # why to confirm a final option before it is played
    closed: str = ""  # in a guided race: why it cannot be chosen yet
    topic: str = ""  # help topic: `help.TOPIC` in the game's words


class Range(Struct, frozen=True):
    """A number instead of a list: the move's field `amount` runs from least to most by step."""

    move: Move  # with the default amount
    label: str
    least: int
    most: int
    step: int
    final: bool
    topic: str = ""  # as in an option


class PreparedAnswer(Struct, frozen=True):
    """What a seat's programs do with its ask. Only its own viewer sees it."""

    text: str  # a sentence: what will be answered, or why the person is asked
    move: Move | None = None  # none: the person is asked, or a bot still chooses
    answers: bool = False  # it will be answered without the person
    at: Millis | None = None  # when; until then what was played before may be taken back


class Ask(Struct, frozen=True):
    """A decision of the viewer's seat. Exactly one of `options` and `range` is set."""

    seat: Seat
    number: int  # an answer repeats it; it changes with the decision
    prompt: str  # a sentence
    question: str  # id of the question, for boards and programs
    kind: Literal["turn", "sealed", "reaction"]
    clause: str
    default: int
    """Suggested option: index into `options`, or steps from `least`. The clock plays it too. If the
    rules' default is clearly bad, the nearest option that is not is suggested."""
    options: tuple[Option, ...] | None = None
    range: Range | None = None
    deadline: Millis | None = None
    prepared: PreparedAnswer | None = None  # none: nothing is prepared


class Waiting(Struct, frozen=True):
    """A decision of another seat, as the viewer sees it."""

    seat: Seat
    text: str
    deadline: Millis | None = None


class Outcome(Struct, frozen=True):
    places: tuple[int, ...]  # by seat; equal numbers are a tie, 0 is out of the race
    others: tuple[int, ...]  # of cars that no player drives
    reason: str  # a sentence


class Standing(Struct, frozen=True):
    """A competitor's standing; the best come first. A seat with several cars has one entry each."""

    seat: Seat | None  # none: no player drives it
    car: int  # its number on the board
    place: int  # 1 is the best; equal places are level; 0 is out of the race
    status: Status
    lap: int  # current lap; 0: the road has no laps
    gap: float  # distance to the leader, in the game's unit
    name: str  # of its seat, or of the car without a player
    note: str  # shown next to the name during the race
    score: str  # shown next to the name after the race


class Proposal(Struct, frozen=True):
    """A proposal; it takes effect once all racing people have agreed."""

    what: What
    seat: Seat | None  # the seat that a bot takes over
    by: str  # name of the proposer
    agreed: tuple[Seat, ...]
    missing: tuple[Seat, ...]
    text: str


class Guide(Struct, frozen=True):
    """The current instruction of a guided race."""

    title: str
    step: int  # from 1
    steps: int
    say: str
    point: str = ""  # what it points at: `data-guide` of that element
    rules: tuple[str, ...] = ()
    mistake: bool = False  # explains a mistake, which is then undone
    free: bool = False  # all options are allowed; `say` is a tip, or empty
    over: bool = False  # the race is over; `say` is what was learnt


class SlowNow(Struct, frozen=True):
    """What holds at a running race with banks. Sittings and level are as the game has them where
    the table did not choose."""

    clock: Bank
    options: SlowOptions
    paces: tuple[Pace, ...] = ()  # clocks that may be chosen instead
    paused_until: Millis | None = None
    pause_days: int = 0  # for which the host may still stop the banks
    holiday_days: int = 0  # left for this person


class PreparedLine(Struct, frozen=True):
    """One program of a seat, as its person reads it."""

    id: int  # for DropProgram
    kind: Literal["plan", "rules", "limit", "co-driver"]
    text: str  # a sentence
    program: ProgramJson
    answers: int = 0  # how often it answered
    last_at: Millis | None = None  # when it answered last
    stopped: str = ""  # why it answers no more, as a sentence


class Sitting(Struct, frozen=True):
    """The span of turns for which everybody plans at the same time."""

    number: int
    last_turn: int
    deadline: Millis | None = None  # of the viewer's seat; none: it is not waited for


class Turn(Struct, frozen=True):
    """What one car did in one turn, as a sentence. The detailed lines are folded under it."""

    id: int
    turn: int  # turns with the same number share a heading
    head: str  # heading; may be empty
    car: int | None  # its number on the board; none: concerns all
    seat: Seat | None
    text: str
    point: str  # what it points at: `data-guide` of that element


class Now(Struct, frozen=True):
    """Current state of the table for a viewer."""

    state: TableState
    seats: tuple[SeatNow, ...]
    view: View | None = None  # none before the start
    standings: tuple[Standing, ...] = ()  # empty where the game has none
    asks: tuple[Ask, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    undo: int | None = None  # the row this seat may undo
    outcome: Outcome | None = None
    frozen: str = ""  # why the table is frozen, as a sentence
    proposal: Proposal | None = None
    rematch: str | None = None  # table of the rematch
    guide: Guide | None = None
    spoken: str = ""  # the board as sentences, while one is asked; empty: unchanged
    hints: int | None = None  # hints used so far; none: hints are not allowed here
    since: tuple[Turn, ...] = ()  # what the others did since this seat's last turn
    closable: bool = False  # this client, as the host, may close the table
    slow: SlowNow | None = None  # only with banks
    programs: tuple[PreparedLine, ...] = ()  # what this seat has prepared
    programs_note: str = ""  # why something prepared has ended, as a sentence
    sitting: Sitting | None = None  # none: the race does not run


# ---------------------------------------------------------------- what happened


class Told(Struct, frozen=True, tag=True):
    """An event of a row as this viewer may see it."""

    n: int
    event: Event
    text: str
    clause: str
    turn: int  # id of its Turn
    kind: EventTopic


class TakenBack(Struct, frozen=True, tag=True):
    """Row `row` was undone: strike out its lines."""

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
    "holiday",
    "paused",
    "time",
    "pace",
    "offered",
    "replaced",
]


class Noted(Struct, frozen=True, tag=True):
    """A note about the table: a person sat down, left, or ran out of time."""

    n: int
    what: NotedWhat
    seat: Seat | None
    text: str


class Said(Struct, frozen=True, tag=True):
    """Chat. `seat` is none for a spectator."""

    n: int
    name: str
    seat: Seat | None
    text: str
    at: Millis


Line: TypeAlias = Told | TakenBack | Noted | Said

# ---------------------------------------------------------------- a table in lists


class Forked(Struct, frozen=True):
    """The race and moment that this table was forked from."""

    table: str
    row: int


TableKind: TypeAlias = Literal["race", "lesson", "exercise", "brought"]


class TableCard(Struct, frozen=True):
    """A table as lists show it."""

    id: str
    game: str
    title: str  # title of the game
    edition: str
    options: Options
    clock: Clock
    listed: bool
    state: TableState
    host: str
    hosted: bool  # opened by me
    seats: tuple[SeatNow, ...]
    version: int
    created: Millis
    changed: Millis
    your_turn: bool
    forked: Forked | None = None
    outcome: Outcome | None = None
    watching: Watching = "open"
    locked: bool = False  # a key is needed to sit down
    key: str | None = None  # shown to those at the table, to invite others
    rematch: str | None = None
    kind: TableKind = "race"
    progress: str = ""  # how far a running race is: lap 2 of 3


# ---------------------------------------------------------------- frames from a client


class Hello(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """First frame, and again when the viewer or language changes or a version is missing.

    `version` is the last one the client has for this viewer. Without it everything is sent.
    """

    eye: Seat | None = None  # none: a spectator
    language: Language = "en"
    version: int | None = None


class Answer(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A decision. Several moves are played in order, as long as each is offered and the question is
    the same. If their order does not matter, the order of the rules is used."""

    id: MoveId
    seat: Seat
    ask: int
    moves: Annotated[tuple[Move, ...], Meta(min_length=1, max_length=16)]


class Undo(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Undo this row, which `Now.undo` named."""

    id: MoveId
    seat: Seat
    row: int


class Talk(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    id: MoveId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class SetProgram(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Prepare answers: all of these programs, or none if one is refused. One for the same question,
    turn or lot replaces the one before. The Ack has the version as it is: nothing happened at the
    table."""

    id: MoveId
    seat: Seat
    programs: Annotated[tuple[ProgramJson, ...], Meta(min_length=1, max_length=16)]


class DropProgram(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Remove programs by their `PreparedLine.id`; without ids all of them, and the note."""

    id: MoveId
    seat: Seat
    lines: Annotated[tuple[int, ...], Meta(max_length=16)] = ()


class Ping(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    at: int = 0  # echoed unchanged


FromClient: TypeAlias = Hello | Answer | Undo | Talk | SetProgram | DropProgram | Ping

# ---------------------------------------------------------------- frames from the server


class Whole(Struct, frozen=True, tag=True):
    """Everything a viewer may know, with the log so far (its last lines if it is long)."""

    version: int
    eye: Seat | None
    table: TableCard
    now: Now
    log: tuple[Line, ...]
    turns: tuple[Turn, ...]
    so_far: tuple[str, ...] = ()  # how the races of a season ended, in sentences


class News(Struct, frozen=True, tag=True):
    """Changes between two versions. A client that does not have `since` says Hello again."""

    since: int
    version: int
    eye: Seat | None
    now: Now
    log: tuple[Line, ...]
    turns: tuple[Turn, ...]  # turns with new lines, as they are now


class Present(Struct, frozen=True, tag=True):
    """Who is connected. Not a version, and never saved."""

    connected: tuple[Seat, ...]
    spectators: int


class Ack(Struct, frozen=True, tag=True):
    """The request was saved. `version` is that of its row."""

    id: str
    version: int


RefusalCode: TypeAlias = Literal[
    "illegal",  # a rule forbids it: see clause and text
    "stale",  # this decision was already made
    "not-asked",
    "not-yours",  # another person's seat
    "not-undoable",
    "unreadable",
    "too-many",  # rate limit
    "too-large",
    "closed",  # the table is not racing
    "unknown",  # no such table, game, seat, person
    "forbidden",
    "unavailable",  # the database cannot save now: try again
    "broken",  # a server error: the table is frozen and its record kept
]


class Refusal(Struct, frozen=True, tag=True):
    """A rejected request, with the reason."""

    id: str | None
    code: RefusalCode
    text: str
    clause: str = ""


class Pong(Struct, frozen=True, tag=True):
    at: int
    now: Millis


class Bye(Struct, frozen=True, tag=True):
    """Last frame before the server closes the socket; `again`: reconnect."""

    code: Literal["slow", "shutdown", "unknown", "forbidden"]
    again: bool


FromServer: TypeAlias = Whole | News | Present | Ack | Refusal | Pong | Bye

# ---------------------------------------------------------------- what is not 2xx


class Problem(Struct, frozen=True):
    """Body of every response that is not 2xx."""

    code: RefusalCode
    text: str
    clause: str = ""
