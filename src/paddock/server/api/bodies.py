"""The bodies of HTTP: people, games, tables, replays. What sockets speak is in `wire`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from paddock.analysis.track_trials import Report
from paddock.core.options import Field
from paddock.core.seats import Seat
from paddock.core.studio import MAX_TRACK_CHARACTERS
from paddock.server.api.wire import (
    Clock,
    Line,
    Millis,
    Name,
    NoClock,
    OptionsSent,
    Standing,
    TableCard,
    Turn,
    View,
    Watching,
    What,
    Wish,
)

Login: TypeAlias = Annotated[
    str, Meta(min_length=3, max_length=32, pattern=r"\A[A-Za-z0-9._@+-]+\Z")
]
Password: TypeAlias = Annotated[str, Meta(min_length=8, max_length=128)]

# ---------------------------------------------------------------- people


class Person(Struct, frozen=True):
    """Who I am here. A guest has no login."""

    id: str
    name: str
    login: str | None = None
    webhook: str | None = None


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    login: Login
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Change my password, knowing the one I have."""

    old: Annotated[str, Meta(max_length=128)]
    new: Password


class Reset(Struct, frozen=True, forbid_unknown_fields=True):
    """Choose a new password with a code that those who run the site have given me."""

    login: Login
    code: Annotated[str, Meta(max_length=40)]
    password: Password


class Farewell(Struct, frozen=True, forbid_unknown_fields=True):
    """Delete me. Who has an account says their password."""

    password: Annotated[str, Meta(max_length=128)] | None = None


class Session(Struct, frozen=True):
    """A browser in which I am known."""

    id: str
    created: Millis
    seen: Millis
    agent: str
    current: bool


class Export(Struct, frozen=True):
    """Everything that is kept of me."""

    person: Person
    sessions: tuple[Session, ...]
    tables: tuple[TableCard, ...]
    records: dict[str, str]  # of the races that are over, by table
    tracks: dict[str, str]  # that I keep, by link


class Webhook(Struct, frozen=True, forbid_unknown_fields=True):
    url: Annotated[str, Meta(max_length=500)] | None = None


# ---------------------------------------------------------------- games


class BotLevel(Struct, frozen=True):
    id: str
    title: str
    help: str


class Hint(Struct, frozen=True):
    """An option that seems good: its words, the place to be expected after it, and why."""

    label: str
    place: float
    why: str


class GuideCard(Struct, frozen=True):
    """A race that teaches."""

    id: str
    title: str
    pitch: str


class GameCard(Struct, frozen=True):
    id: str
    title: str
    year: int
    seats: tuple[int, int]  # least, most
    edition: str
    designers: tuple[str, ...]
    goal: str
    guides: tuple[GuideCard, ...] = ()  # races that teach it, the first one first
    like: str = ""  # what it plays like
    minutes: tuple[int, int] = (0, 0)  # a race takes about so long; 0: not told
    weight: int = 0  # how much there is to think of, 1 to 5
    start_here: bool = False  # for who has never played any
    rivals: int = 3  # of a race that begins with one click
    quick: dict[str, Any] = {}  # and its options, by name, where they are not the usual ones


class GamePage(Struct, frozen=True):
    """What the form for a new race needs."""

    card: GameCard
    options: tuple[Field, ...]
    bots: tuple[BotLevel, ...]


class ClauseText(Struct, frozen=True):
    id: str
    title: str
    text: str  # Markdown
    level: int


class PrimerFrame(Struct, frozen=True):
    """A moment of a picture, for a board to draw."""

    say: str
    view: View
    standings: tuple[Standing, ...]


class PrimerPart(Struct, frozen=True):
    kind: Literal["setup", "turn", "wrong", "table"]
    title: str
    text: str  # Markdown
    rules: tuple[str, ...]
    names: tuple[str, ...]  # of the seats in its picture
    eye: int  # whose eyes
    frames: tuple[PrimerFrame, ...]  # none: no picture; several: to be stepped through


class Primer(Struct, frozen=True):
    """What one reads before the clauses."""

    about: str
    parts: tuple[PrimerPart, ...]


class Rules(Struct, frozen=True):
    card: GameCard
    intro: str  # Markdown: what stands before the first clause
    clauses: tuple[ClauseText, ...]


# ---------------------------------------------------------------- tracks


class TrackText(Struct, frozen=True, forbid_unknown_fields=True):
    """A track as its file."""

    text: Annotated[str, Meta(max_length=MAX_TRACK_CHARACTERS)]


class Fault(Struct, frozen=True):
    """A rule that is broken, where, and how that is told; 0 is the whole track."""

    rule: str
    at: int
    text: str


class Judged(Struct, frozen=True):
    """What is wrong with a track, or only unwise; what can be made out of its text, as its game
    says it; and if nothing is wrong, the circuit as the board draws it."""

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    race: str  # the game in which it is raced
    sketch: Any
    circuit: Any | None


class TrackReport(Struct, frozen=True):
    """What bots have made of a track so far: it grows with the races."""

    state: Literal["none", "working", "done"]
    races: int  # that were driven
    of: int
    report: Report | None


class PrintedTrack(Struct, frozen=True):
    id: str
    name: str
    text: str


class TrackCard(Struct, frozen=True):
    """A track that somebody keeps. Others may have it once its author has driven it."""

    id: str
    game: str
    name: str
    text: str
    driven: bool
    mine: bool
    race: str  # the game in which it is raced
    offered: bool  # it stands on the shelf of the lobby


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """Put a track of mine on the shelf of the lobby, or take it off."""

    offered: bool


class OfferedTrack(Struct, frozen=True):
    """A track on the shelf, with the circuit as the board draws it."""

    id: str
    game: str
    name: str
    author: str
    race: str
    spaces: int
    laps: int  # 0: it begins and ends
    corners: int
    circuit: Any


class StudioPage(Struct, frozen=True):
    title: str
    blank: str  # the text with which one begins
    printed: tuple[PrintedTrack, ...]
    mine: tuple[TrackCard, ...]


# ---------------------------------------------------------------- tables


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A race to be. It starts as soon as no seat is open, or when its host says so."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[tuple[Wish, ...], Meta(min_length=1, max_length=16)]
    options: OptionsSent | None = None
    clock: Clock = NoClock()
    listed: bool | None = None  # the lobby shows it; unless told, where a seat is open to anybody
    locked: bool = False  # to sit down one needs the key that those who sit there are told
    watching: Watching | None = None  # unless told: open where it is listed, else by link


class Lobby(Struct, frozen=True):
    yours: tuple[TableCard, ...]  # those where I sit and that are not over, my turn first
    open: tuple[TableCard, ...]
    racing: tuple[TableCard, ...]
    over: tuple[TableCard, ...]


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat, or take back my own from the bot that drives it.

    `name` is for another person on this device; `key` comes with an invitation.
    """

    name: Name | None = None
    key: Annotated[str, Meta(max_length=40)] = ""


class TableChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may come and look; what is not said stays."""

    listed: bool | None = None
    locked: bool | None = None
    watching: Watching | None = None


class Propose(Struct, frozen=True, forbid_unknown_fields=True):
    """What all who race must agree to. `seat`: whom a bot is to drive for."""

    what: What
    seat: Seat | None = None


class Learn(Struct, frozen=True, forbid_unknown_fields=True):
    """Be taught a game: by a real race, whose first part is guided."""

    game: Annotated[str, Meta(max_length=60)]
    guide: Annotated[str, Meta(max_length=40)] = "first"


class GuideStep(Struct, frozen=True, forbid_unknown_fields=True):
    """In a race that teaches: `back` to before a mistake that was seen, or on to the `race`."""

    do: Literal["back", "race"]


class Agree(Struct, frozen=True, forbid_unknown_fields=True):
    yes: bool


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Start now: bots of this level take the open seats."""

    level: Annotated[str, Meta(max_length=40)] | None = None


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """Go on from the moment after `row` rows, in this seat, against bots of a level."""

    row: int
    seat: Seat
    level: Annotated[str, Meta(max_length=40)] | None = None
    same_luck: bool = False  # what was drawn afterwards comes again, of a race that is over


class Moment(Struct, frozen=True):
    """The race after one row, as an eye sees it."""

    row: int  # rows played so far: 0 is the set-up
    n: int  # the version then
    seat: Seat | None
    move: str  # its label; empty while it is a secret
    view: View
    standings: tuple[Standing, ...]
    log: tuple[Line, ...]
    turns: tuple[Turn, ...]  # those of which something is told, as they are then
    asked: tuple[Seat, ...]


class Replay(Struct, frozen=True):
    """A stretch of a race: `of` is how many moments there are in all."""

    table: TableCard
    eye: Seat | None
    eyes: tuple[Seat, ...]  # which seats' eyes I may use
    of: int
    moments: tuple[Moment, ...]


# ---------------------------------------------------------------- reviews


class ReviewSum(Struct, frozen=True):
    """A seat's race in places: `start` less `luck`, `decisions` and `rest` is `place`."""

    seat: Seat
    place: float
    without_luck: float  # the place freed of luck
    start: float  # what might have been expected
    luck: float  # what draws brought; more is better, here and below
    decisions: float  # what its own decisions cost, so nought or less
    rest: float  # what the others did, and what was misjudged


class ReviewMoment(Struct, frozen=True):
    """What decided the race: a decision, or luck."""

    kind: Literal["decision", "luck"]
    at: int  # the moment of the replay before it
    seat: Seat  # whom it concerns
    worth: float  # places won by it, or lost
    text: str


class ReviewDecision(Struct, frozen=True):
    """A decision that has a name: what was chosen, and what it cost or won."""

    kind: Literal["blunder", "mistake", "inaccuracy", "good"]
    at: int
    seat: Seat
    cost: float  # in places; below nought: won
    least: float  # so much at least, for certain
    text: str
    exercise: bool  # it can be tried again as one


class ReviewKind(Struct, frozen=True):
    """What decisions of one kind cost a seat in all."""

    seat: Seat
    title: str
    count: int
    cost: float


class Thresholds(Struct, frozen=True):
    """So many places a decision of each name costs for certain, or any other would have cost."""

    blunder: float
    mistake: float
    inaccuracy: float
    good: float


class Reviewed(Struct, frozen=True):
    """What there is of a review: first the curve, then luck, then decisions."""

    expected: tuple[tuple[float, ...], ...]  # the place of each seat, by moment of the replay
    field: int  # competitors, also those nobody drives
    sums: tuple[ReviewSum, ...]
    moments: tuple[ReviewMoment, ...]
    decisions: tuple[ReviewDecision, ...]
    kinds: tuple[ReviewKind, ...]


class ReviewPage(Struct, frozen=True):
    """A race that is over, looked back upon."""

    table: TableCard
    state: Literal["none", "working", "done"]  # none: nobody has asked for it yet
    share: float  # of the work that is done
    thresholds: Thresholds
    review: Reviewed | None = None


class ExerciseCard(Struct, frozen=True):
    """An exercise of the day; what is asked is seen when it is tried."""

    number: int
    least: float  # any other answer costs so much of a place, at least


class Exercises(Struct, frozen=True):
    """The exercises of a day, everywhere the same."""

    game: str
    title: str
    day: str  # YYYY-MM-DD
    state: Literal["none", "working", "done"]  # none: nobody has asked for them yet
    exercises: tuple[ExerciseCard, ...]


class Mistake(Struct, frozen=True):
    """A moment of one's own race to be tried again; what would have been better is not said."""

    table: str
    game: str
    title: str
    at: int
    seat: Seat
    question: str  # what kind of decision it was
    kind: Literal["mistake", "blunder"]
    cost: float


class ExerciseGame(Struct, frozen=True):
    """A game that has exercises every day."""

    id: str
    title: str


class MyExercises(Struct, frozen=True):
    """Which games have exercises, and where somebody went wrong in races of his own."""

    games: tuple[ExerciseGame, ...]
    mistakes: tuple[Mistake, ...]


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """Try a moment again, in this seat."""

    at: int
    seat: Seat


class ExerciseState(Struct, frozen=True):
    """Whether what was to be found was found; said once something was chosen."""

    state: Literal["open", "solved", "missed"]
    least: float  # any other answer costs so much, at least; 0: others may be as good
    cost: float = 0.0
    chosen: str = ""
    best: str = ""
    why: str = ""


class Reasons(Struct, frozen=True):
    """Why somebody chose as he did, sentence by sentence."""

    lines: tuple[str, ...]
