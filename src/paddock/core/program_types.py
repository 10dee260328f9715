"""The types of programs: what a seat has prepared for decisions that come later, and what a game
says about it. Docs: slow-play.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Generic, Literal, TypeAlias

from msgspec import Meta, Struct

from paddock.core.errors import PaddockError
from paddock.core.game import Ask, M
from paddock.core.seats import Seat

MAX_PROGRAMS_PER_SEAT = 16
MAX_PROGRAM_BYTES = 4096
MAX_STEPS = 64
MAX_PREPARED_IN_A_ROW = 500
"""After so many prepared answers at a table without a person's move, everybody is asked."""

MAX_RISK_INCREASE = 0.05
"""A planned move is still played if a risk grew by no more than this."""

TURNS_PER_STAGE = 10_000
"""Turns are numbered through a season: race 2 begins with turn 20000 (its garage), then 20001."""

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
NameOrNone: TypeAlias = Annotated[str, Meta(max_length=40)]
Number: TypeAlias = Annotated[float, Meta(ge=-1e9, le=1e9)]
TurnNumber: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]

Sense: TypeAlias = Literal["risk", "cost", "gain", "place", "none"]
"""What a number next to an option means for "as foreseen"."""


class BadProgram(PaddockError):
    """A program that cannot be used, with the reason."""


# ------------------------------------------------------------------ rules


class Near(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A number of an option compared with a value. A number that is not there is 0."""

    number: Name
    op: Literal["<=", ">=", "=="]
    value: Number
    than: Literal["", "staying"] = ""  # staying: the value is added to that of doing nothing


class Is(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Whether an option is dangerous, final, the last of several, useless or risky."""

    what: Literal["danger", "final", "ends", "nothing", "rash"]
    yes: bool = True


class About(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The kind of an option, as in the help texts."""

    topic: Name


Condition: TypeAlias = Near | Is | About


class Pick(Struct, Generic[M], frozen=True, forbid_unknown_fields=True):
    """Which of the options that are left is chosen. Ties go to the order of the options."""

    how: Literal["named", "most", "least", "proposed"]
    moves: Annotated[tuple[M, ...], Meta(max_length=8)] = ()
    number: NameOrNone = ""


class Rule(Struct, Generic[M], frozen=True, forbid_unknown_fields=True):
    """All conditions must hold for an option to be left."""

    pick: Pick[M]
    when: Annotated[tuple[Condition, ...], Meta(max_length=4)] = ()


class Rules(Struct, Generic[M], frozen=True, tag=True, forbid_unknown_fields=True):
    """Rules for one question. The first that leaves an option answers."""

    question: Name
    rules: Annotated[tuple[Rule[M], ...], Meta(min_length=1, max_length=4)]
    until: Literal["turn", "lap", "race"] = "race"


# ------------------------------------------------------------------ the other kinds


class Limit(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Offer the least that is needed, and no more than a sum. With a `number`: the least sum for
    which this number is at least `least`."""

    question: Name
    most: Annotated[int, Meta(ge=0, le=10**9)]
    lot: NameOrNone = ""  # empty: every lot
    number: NameOrNone = ""
    least: Number = 0


class Step(Struct, Generic[M], frozen=True, forbid_unknown_fields=True):
    """A planned move, with the numbers that were shown next to it."""

    question: Name
    move: M
    subject: NameOrNone = ""  # what it is about, such as one of several chariots
    seen: Annotated[dict[Name, Number], Meta(max_length=40)] = {}
    danger: bool = False  # whether there was a warning next to it


class Plan(Struct, Generic[M], frozen=True, tag=True, forbid_unknown_fields=True):
    """Moves in order, each played if it is offered and as foreseen."""

    first_turn: TurnNumber
    last_turn: TurnNumber
    steps: Annotated[tuple[Step[M], ...], Meta(max_length=MAX_STEPS)]
    dropped: NameOrNone = ""  # why the rest is no longer played


class CoDriver(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A bot answers these questions."""

    questions: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=32)]


# ------------------------------------------------------------------ when the person is asked


class OnDanger(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """There is a warning next to the answer."""


class OnLostPlace(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat has lost a place since the program was set."""


class OnGauge(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A number next to the answer is this small."""

    number: Name
    most: Number


class OnLastLap(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The seat is in its last lap."""


class OnFollower(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Another car is this close behind."""

    within: Number


class OnAttack(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """It is a reaction to what another seat does."""


class OnRivalOut(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A rival has left the race since the program was set."""


class OnPlanDropped(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The plan of this turn did not fit."""


Wake: TypeAlias = (
    OnDanger
    | OnLostPlace
    | OnGauge
    | OnLastLap
    | OnFollower
    | OnAttack
    | OnRivalOut
    | OnPlanDropped
)


class Moment(Struct, frozen=True, forbid_unknown_fields=True):
    """How the race stood when a program was set: what happened before does not count."""

    turn: TurnNumber = 0
    lap: int = 0
    place: int = 0
    out: int = 0  # competitors out of the race


class Program(Struct, Generic[M], frozen=True, forbid_unknown_fields=True):
    """One prepared line of a seat. `since` is filled in by `stamp`, not by a client."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    body: Rules[M] | Limit | Plan[M] | CoDriver
    wake: Annotated[tuple[Wake, ...], Meta(max_length=8)] = (OnDanger(),)
    since: Moment = Moment()


AnyProgram: TypeAlias = Program[Any]
Programs: TypeAlias = tuple[AnyProgram, ...]
"""What a seat has prepared, in the order in which it was set."""


# ------------------------------------------------------------------ what a game says


class Line(Struct, frozen=True):
    """One line of a preset: `prepared.NAME` in the words says what it does."""

    name: str
    body: Rules[Any] | Limit | CoDriver
    wake: tuple[Wake, ...] = (OnDanger(),)


class Preset(Struct, frozen=True):
    """Programs that fit together: `preset.NAME` and `preset.NAME.help` in the words."""

    name: str
    lines: tuple[Line, ...] = ()
    seals: tuple[str, ...] = ()
    """Questions that a person plans on the sheet besides the main ones."""


def no_look_ahead(state: Any, seat: Seat, steps: tuple[Step[Any], ...]) -> None:
    """Only what is asked can be planned."""


def no_imagined_result(move: Any) -> bool:
    """The sheet ends at a draw."""
    return False


def no_turn_count(state: Any) -> int:
    """The game does not count turns."""
    return 1


def amount_of(ask: Ask[Any], move: Any) -> int | None:
    """The sum that a move offers: its field `amount`."""
    found: int | None = getattr(move, "amount", None)
    return found


def no_subject(view: Any, ask: Ask[Any]) -> str:
    """A question of a seat is always about the same."""
    return ""


def usual_length(options: Any) -> float:
    """Races are about as long whatever the options."""
    return 1.0


class GamePrograms(Struct, frozen=True):
    """What a game says about programs."""

    main: frozenset[str] = frozenset()
    """Questions that only a person or a plan answers."""
    rest: frozenset[str] = frozenset()
    """Main questions of which a co-driver may answer the rest, where a plan no longer fits or is
    over."""
    most_steps: int = MAX_STEPS
    """Steps of a plan on the sheet. What lies further ahead is guesswork."""
    senses: Mapping[str, Sense] = {}
    """What each number next to an option means."""
    ahead: Callable[[Any, Seat, tuple[Step[Any], ...]], Any] = no_look_ahead
    """The imagined state in which a seat is asked what it can plan next, as if it were its turn on
    the board as it is. It is called with the steps planned so far, where the seat is not asked, is
    asked something that is not planned, or its last step draws. None: nothing more."""
    has_imagined_result: Callable[[Any], bool] = no_imagined_result
    """Whether the sheet goes on behind this move with imagined draws, and lets a co-driver answer
    what is not planned. So a person plans a queue of actions, not every step of each."""
    presets: tuple[Preset, ...] = ()
    """The first one is proposed."""
    count_turns: Callable[[Any], int] = no_turn_count
    """The number of the turn (round) of a state: it grows from turn to turn, from 1; 0 before."""
    turns_per_sitting: int = 1
    turns_before: int = 1
    """Turns of a sitting of tables that were opened before tables kept that number."""
    waits: int = 10
    """How often the people of a usual race wait for each other if all prepare the first preset, by
    `tools.slow_play`: its sittings, and half of the further waits, which are for few (Winds of War
    two thirds). Of a season: in one race."""
    race_length: Callable[[Any], float] = usual_length
    """How long a race with these options is, as a multiple of the usual one."""
    level: str = "hard"
    """The level of co-drivers."""
    staying: frozenset[str] = frozenset()
    """Names of the moves that do nothing."""
    secret: frozenset[str] = frozenset()
    """Questions that are put because of a secret: a program answers all of them or none."""
    price: Callable[[Ask[Any], Any], int | None] = amount_of
    """The sum that a move offers in an auction or a duel; None: it offers none."""
    subject: Callable[[Any, Ask[Any]], str] = no_subject
    """What an ask is about: one of several chariots, or what is for sale."""
