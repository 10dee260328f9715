"""Bodies of HTTP requests and responses. Socket frames are in `wire`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from paddock.analysis.track_trials import Report
from paddock.core.options import Field
from paddock.core.seats import Seat
from paddock.core.studio import MAX_TRACK_CHARACTERS
from paddock.server.api.wire import (
    Ask,
    Bank,
    Clock,
    HolidayKind,
    Line,
    Millis,
    Name,
    NoClock,
    OptionsSent,
    PaceName,
    ProgramJson,
    SlowOptions,
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
    """The current person. A guest has no login."""

    id: str
    name: str
    login: str | None = None


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    login: Login
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Change the password; needs the current one."""

    old: Annotated[str, Meta(max_length=128)]
    new: Password


class Reset(Struct, frozen=True, forbid_unknown_fields=True):
    """Set a new password with a code from the operator of the site."""

    login: Login
    code: Annotated[str, Meta(max_length=40)]
    password: Password


class Farewell(Struct, frozen=True, forbid_unknown_fields=True):
    """Delete the account. An account with a login needs its password."""

    password: Annotated[str, Meta(max_length=128)] | None = None


class Session(Struct, frozen=True):
    """A browser that is signed in."""

    id: str
    created: Millis
    seen: Millis
    agent: str
    current: bool


class ExportedPrograms(Struct, frozen=True):
    """What a person has prepared at a table."""

    table: str
    seat: int
    programs: tuple[ProgramJson, ...]


class Export(Struct, frozen=True):
    """All stored data of a person."""

    person: Person
    sessions: tuple[Session, ...]
    tables: tuple[TableCard, ...]
    records: dict[str, str]  # of finished races, by table
    tracks: dict[str, str]  # own tracks, by link
    notices: Notices
    programs: tuple[ExportedPrograms, ...] = ()


# ---------------------------------------------------------------- what is prepared


class PresetLine(Struct, frozen=True):
    """One line of a preset."""

    text: str  # a sentence
    program: ProgramJson
    is_set: bool = False  # it is prepared already


class Preset(Struct, frozen=True):
    """Programs that fit together."""

    name: str
    title: str
    help: str
    lines: tuple[PresetLine, ...]


class PlannedStep(Struct, frozen=True):
    """A step of a plan in words."""

    question: str
    text: str


class Ahead(Struct, frozen=True):
    """The sheet on which a seat prepares its turn: the steps so far, and the ask that follows."""

    presets: tuple[Preset, ...]
    steps: tuple[PlannedStep, ...] = ()
    ask: Ask | None = None  # its number is of no use: it is imagined
    view: View | None = None  # the board as it would be then
    end: str = ""  # why nothing more can be planned, as a sentence
    plan: ProgramJson | None = None  # the steps so far as a program; none: there are no steps


# ---------------------------------------------------------------- notices

Hour: TypeAlias = Annotated[int, Meta(ge=0, le=23)]


class NewPush(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The push subscription of a browser."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    label: Annotated[str, Meta(max_length=120)] = ""


class NewMail(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A mail address. It gets nothing before it is confirmed by a link."""

    address: Annotated[str, Meta(max_length=254)]


class NewWebhook(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An address of Discord, Slack or a server of one's own."""

    url: Annotated[str, Meta(max_length=500)]


NewChannel: TypeAlias = NewPush | NewMail | NewWebhook


class Channel(Struct, frozen=True):
    """A way to reach a person, with its last result in words."""

    id: str
    kind: Literal["push", "mail", "webhook"]
    label: str
    state: Literal["waiting", "on", "off"]
    turns: bool
    result: str
    result_at: Millis | None = None
    failed: bool = False
    endpoint: str = ""  # of push: by it a browser knows its own subscription


class Notices(Struct, frozen=True):
    """How a person is notified that it is their turn."""

    channels: tuple[Channel, ...]
    zone: str  # empty: not chosen yet
    quiet_from: Hour
    quiet_to: Hour
    digest: bool
    push_key: str | None  # none: this site does not push
    mail: bool  # whether this site sends mail
    now: str  # local time by that zone


class NoticeChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Change how a person is notified. What is absent stays."""

    zone: Annotated[str, Meta(max_length=60)] | None = None
    quiet_from: Hour | None = None
    quiet_to: Hour | None = None
    digest: bool | None = None


class ChannelChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether each turn is notified, or only digests and clocks that run out."""

    turns: bool


# ---------------------------------------------------------------- games


class BotLevel(Struct, frozen=True):
    id: str
    title: str
    help: str


class Hint(Struct, frozen=True):
    """A recommended option: its label, the expected place after it, the reasons, and the move in
    notation; of an amount, the number."""

    label: str
    place: float
    why: str
    text: str = ""
    amount: int | None = None


class GuideCard(Struct, frozen=True):
    """A guided race that teaches the game."""

    id: str
    title: str
    pitch: str


class FormCard(Struct, frozen=True):
    """A length in which a season is offered."""

    name: str
    title: str
    races: int  # 0: it is not counted in races
    minutes: int  # of one person against bots
    options: dict[str, Any]  # those that differ from the defaults


class GameCard(Struct, frozen=True):
    id: str
    title: str
    year: int
    seats: tuple[int, int]  # minimum, maximum
    edition: str
    designers: tuple[str, ...]
    goal: str
    guides: tuple[GuideCard, ...] = ()  # guided races, the first one first
    like: str = ""  # a similar well-known game
    minutes: tuple[int, int] = (0, 0)  # duration of a race, minimum and maximum; 0: unknown
    weight: int = 0  # complexity, 1 to 5
    start_here: bool = False  # recommended as a first game
    rivals: int = 3  # number of bots of a quick start
    quick: dict[str, Any] = {}  # options of a quick start that differ from the defaults, by name
    forms: tuple[FormCard, ...] = ()  # of a season or campaign, the shortest first
    about: str = ""  # what a season or campaign is
    prize: str = ""  # what one can win in it


class LiveryChoice(Struct, frozen=True):
    """A colour that a player may choose."""

    number: int
    title: str


class GamePage(Struct, frozen=True):
    """Data for the form of a new race."""

    card: GameCard
    options: tuple[Field, ...]
    bots: tuple[BotLevel, ...]
    liveries: tuple[LiveryChoice, ...] = ()  # colours to choose among; empty: none are chosen


class ClauseText(Struct, frozen=True):
    id: str
    title: str
    text: str  # Markdown
    level: int


class PrimerFrame(Struct, frozen=True):
    """One frame of a primer's picture, as the board draws it."""

    say: str
    view: View
    standings: tuple[Standing, ...]


class PrimerPart(Struct, frozen=True):
    kind: Literal["setup", "turn", "wrong", "table"]
    title: str
    text: str  # Markdown
    rules: tuple[str, ...]
    names: tuple[str, ...]  # of the seats in the picture
    eye: int  # the seat whose view is shown
    frames: tuple[PrimerFrame, ...]  # empty: no picture; several: the reader steps through them


class Primer(Struct, frozen=True):
    """Introduction to a game, read before the rules."""

    about: str
    parts: tuple[PrimerPart, ...]


class Rules(Struct, frozen=True):
    card: GameCard
    intro: str  # Markdown: the text before the first clause
    clauses: tuple[ClauseText, ...]


# ---------------------------------------------------------------- tracks


class TrackText(Struct, frozen=True, forbid_unknown_fields=True):
    """A track as the text of its file."""

    text: Annotated[str, Meta(max_length=MAX_TRACK_CHARACTERS)]


class Fault(Struct, frozen=True):
    """A broken rule of track building, its line (0: the whole track) and the message."""

    rule: str
    at: int
    text: str


class Judged(Struct, frozen=True):
    """Result of checking a track: errors, warnings, what its text says so far, and without errors
    the circuit as the board draws it."""

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    race: str  # id of the game it is raced in
    sketch: Any
    circuit: Any | None
    readable: bool = True  # false: it is no track of this game at all


class TrackReport(Struct, frozen=True):
    """Report on a track from races of bots. It grows with the number of races."""

    state: Literal["none", "working", "done"]
    races: int  # number of races so far
    of: int
    report: Report | None


class PrintedTrack(Struct, frozen=True):
    id: str
    name: str
    text: str


class TrackCard(Struct, frozen=True):
    """A stored track. Others can use it once its author has finished a race on it."""

    id: str
    game: str
    name: str
    text: str
    driven: bool
    mine: bool
    race: str  # id of the game it is raced in
    offered: bool  # listed in the lobby


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """List an own track in the lobby, or remove it from the list."""

    offered: bool


class OfferedTrack(Struct, frozen=True):
    """A track listed in the lobby, with the circuit as the board draws it."""

    id: str
    game: str
    name: str
    author: str
    race: str
    spaces: int
    laps: int  # 0: a point-to-point track
    corners: int
    circuit: Any


class StudioPage(Struct, frozen=True):
    title: str
    blank: str  # text of an empty track
    printed: tuple[PrintedTrack, ...]
    mine: tuple[TrackCard, ...]


# ---------------------------------------------------------------- tables


LiveryNumber: TypeAlias = Annotated[int, Meta(ge=0, le=16)]


class WantedPaces(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a race for which paces are proposed."""

    options: OptionsSent | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table. The race starts when no seat is open, or when the host starts it."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[tuple[Wish, ...], Meta(min_length=1, max_length=16)]
    liveries: Annotated[tuple[LiveryNumber, ...], Meta(max_length=16)] = ()
    """The colours of the seats (`GamePage.liveries`), in their order; 0 or missing: none chosen."""
    options: OptionsSent | None = None
    clock: Clock = NoClock()
    pace: PaceName | None = None  # instead of a clock: a proposed one of the kind Bank
    slow: SlowOptions | None = None  # only with a clock of the kind Bank
    listed: bool | None = None  # shown in the lobby; default: if a seat is open to anyone
    locked: bool = False  # a key is needed to sit down; those at the table can see it
    watching: Watching | None = None  # default: open if listed, else by link


MAX_RECORD_BYTES = 6 * 1024 * 1024  # a campaign of sixteen and forty rounds has 3.6 MB


class NewRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a finished race that was played elsewhere."""

    record: str  # its text
    seat: Annotated[int, Meta(ge=0, lt=16)] | None = None
    """The seat that I drove; none: the one with my name, else the first."""


class Lobby(Struct, frozen=True):
    yours: tuple[TableCard, ...]  # unfinished races with a seat of mine, my turn first
    open: tuple[TableCard, ...]
    racing: tuple[TableCard, ...]
    over: tuple[TableCard, ...]
    learnt: tuple[str, ...] = ()  # games of which I have finished a race or a lesson


class GameTitle(Struct, frozen=True):
    id: str
    title: str


class MyRaces(Struct, frozen=True):
    """A page of my races, the last changed first."""

    races: tuple[TableCard, ...]
    games: tuple[GameTitle, ...]  # all games I have raced
    next: str = ""  # give it as `before` for the next page; empty: this was the last


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat, or take back an own seat from a bot.

    `name` is for another person on this device; `key` comes with an invitation.
    """

    name: Name | None = None
    key: Annotated[str, Meta(max_length=40)] = ""
    livery: LiveryNumber = 0  # the colour to have; 0: none chosen


class Paint(Struct, frozen=True, forbid_unknown_fields=True):
    """Choose the colour of a seat before the start; 0: none any more."""

    livery: LiveryNumber


class TableChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Change who may join and watch. Missing fields stay as they are."""

    listed: bool | None = None
    locked: bool | None = None
    watching: Watching | None = None


class Propose(Struct, frozen=True, forbid_unknown_fields=True):
    """A proposal that all racing people must accept. `seat`: the one a bot or another person takes
    over; `clock`, `slow`: another pace."""

    what: What
    seat: Seat | None = None
    clock: Bank | None = None
    slow: SlowOptions | None = None


class TakeHoliday(Struct, frozen=True, forbid_unknown_fields=True):
    """Be away for whole days, from today or a later day of this time zone on."""

    days: Annotated[int, Meta(ge=1, le=10)]
    how: HolidayKind = "bot"
    first: Annotated[str, Meta(pattern=r"\A\d{4}-\d{2}-\d{2}\Z")] | None = None
    zone: Annotated[str, Meta(max_length=60)] = ""


class PauseTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Stop all banks for some days (host only)."""

    days: Annotated[int, Meta(ge=1, le=7)]


class ChangePace(Struct, frozen=True, forbid_unknown_fields=True):
    """Change clock, sittings or co-drivers. What is absent stays."""

    clock: Bank | None = None
    slow: SlowOptions | None = None


class SeatLink(Struct, frozen=True):
    """A link by which another person may take over a seat. It works once, from a moment on."""

    path: str
    opens: Millis


class OfferedSeat(Struct, frozen=True):
    """A seat that is offered by a link."""

    table: str
    seat: Seat
    title: str  # of the game
    name: str  # of who drives it, or drove it
    progress: str
    opens: Millis
    bank: int  # milliseconds that the new person has at least


class TakeOver(Struct, frozen=True, forbid_unknown_fields=True):
    """Take over a seat by the token of a link."""

    token: Annotated[str, Meta(max_length=60)]


class Learn(Struct, frozen=True, forbid_unknown_fields=True):
    """Start a guided race of a game."""

    game: Annotated[str, Meta(max_length=60)]
    guide: Annotated[str, Meta(max_length=40)] = "first"


class GuideStep(Struct, frozen=True, forbid_unknown_fields=True):
    """In a guided race: `back` to before a mistake, or skip to the free `race`."""

    do: Literal["back", "race"]


class Agree(Struct, frozen=True, forbid_unknown_fields=True):
    yes: bool


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Start now. Bots of this level take the open seats."""

    level: Annotated[str, Meta(max_length=40)] | None = None


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """Continue from the moment after `row` rows, in this seat, against bots of a level."""

    row: int
    seat: Seat
    level: Annotated[str, Meta(max_length=40)] | None = None
    same_luck: bool = False  # repeat the later draws of a finished race


class Moment(Struct, frozen=True):
    """The race after one row, as one viewer sees it."""

    row: int  # rows played so far; 0 is the set-up
    n: int  # table version at that time
    seat: Seat | None
    move: str  # its label; empty while it is secret
    view: View
    standings: tuple[Standing, ...]
    log: tuple[Line, ...]
    turns: tuple[Turn, ...]  # turns with new lines, as they are at that moment
    asked: tuple[Seat, ...]


class Replay(Struct, frozen=True):
    """Part of a replay. `of` is the total number of moments."""

    table: TableCard
    eye: Seat | None
    eyes: tuple[Seat, ...]  # seats whose view this person may use
    of: int
    moments: tuple[Moment, ...]


# ---------------------------------------------------------------- reviews


class ReviewSum(Struct, frozen=True):
    """A seat's race in places: `start` minus `luck`, `decisions` and `rest` is `place`."""

    seat: Seat
    place: float
    without_luck: float  # place without luck
    start: float  # expected place at the start
    luck: float  # effect of draws; positive is better, here and below
    decisions: float  # effect of its own decisions; 0 or negative
    rest: float  # effect of the other players, and estimation error


class ReviewMoment(Struct, frozen=True):
    """A turning point of the race: a decision or luck."""

    kind: Literal["decision", "luck"]
    at: int  # moment of the replay before it
    seat: Seat  # the seat it affects
    worth: float  # places gained or lost
    text: str


class ReviewDecision(Struct, frozen=True):
    """A classified decision: what was chosen, and what it cost or gained."""

    kind: Literal["blunder", "mistake", "inaccuracy", "good"]
    at: int
    seat: Seat
    cost: float  # in places; negative: a gain
    least: float  # lower bound with high confidence
    text: str
    exercise: bool  # can be tried again as an exercise


class ReviewKind(Struct, frozen=True):
    """Total cost of one kind of decisions for a seat."""

    seat: Seat
    title: str
    count: int
    cost: float


class Thresholds(Struct, frozen=True):
    """Places that a decision of each class costs, with high confidence."""

    blunder: float
    mistake: float
    inaccuracy: float
    good: float


class Reviewed(Struct, frozen=True):
    """Review so far: first the curve, then luck, then decisions."""

    expected: tuple[tuple[float, ...], ...]  # expected place of each seat, by moment of the replay
    field: int  # number of competitors, with cars that no player drives
    sums: tuple[ReviewSum, ...]
    moments: tuple[ReviewMoment, ...]
    decisions: tuple[ReviewDecision, ...]
    kinds: tuple[ReviewKind, ...]


class ReviewPage(Struct, frozen=True):
    """Review of a finished race."""

    table: TableCard
    state: Literal["none", "working", "done"]  # none: not requested yet
    share: float  # fraction of the work that is done
    thresholds: Thresholds
    review: Reviewed | None = None


class ExerciseCard(Struct, frozen=True):
    """An exercise of the day. The question is shown when it is opened."""

    number: int
    least: float  # every other answer costs at least this much of a place


class Exercises(Struct, frozen=True):
    """The exercises of a day, the same on every server."""

    game: str
    title: str
    day: str  # YYYY-MM-DD
    state: Literal["none", "working", "done"]  # none: not requested yet
    exercises: tuple[ExerciseCard, ...]


class Mistake(Struct, frozen=True):
    """A mistake in an own race, to be tried again. The better move is not included."""

    table: str
    game: str
    title: str
    at: int
    seat: Seat
    question: str  # kind of decision
    kind: Literal["mistake", "blunder"]
    cost: float


class MyExercises(Struct, frozen=True):
    """Games with exercises, and the mistakes of a person's own races."""

    games: tuple[GameTitle, ...]  # those with daily exercises
    mistakes: tuple[Mistake, ...]


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """Try a moment again, in this seat."""

    at: int
    seat: Seat


class ExerciseState(Struct, frozen=True):
    """Result of an exercise; known once an option was chosen."""

    state: Literal["open", "solved", "missed"]
    least: float  # every other answer costs at least this much; 0: others may be as good
    cost: float = 0.0
    chosen: str = ""
    best: str = ""
    why: str = ""


class Reasons(Struct, frozen=True):
    """Reasons for a decision, as sentences."""

    lines: tuple[str, ...]
