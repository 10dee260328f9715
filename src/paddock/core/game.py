"""The `Game` protocol, and the values that pass between a game and its callers."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import Refusal
from paddock.core.seats import Seat

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")
O = TypeVar("O")  # noqa: E741  the letter of the contract: Options
T = TypeVar("T")
S_co = TypeVar("S_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)
O_contra = TypeVar("O_contra", contravariant=True)


class AskKind(enum.StrEnum):
    """When a decision is made, relative to others."""

    TURN = "turn"
    SEALED = "sealed"  # several choose at once; answers stay hidden until the last one
    REACTION = "reaction"  # out of turn


class Question(Struct, frozen=True, gc=False):
    """A kind of decision, without its seat and options: one constant each."""

    prompt: str  # a message id: `ask.<prompt>` in the words of the game
    clause: str
    kind: AskKind = AskKind.TURN
    args: tuple[str, ...] = ()  # the names of what an Ask puts into the prompt
    several: str = ""  # the kind of move of which several may be named, see `next_move`


SAMPLE_SIZE = 8
"""How many amounts bots look at where the options are an amount."""


class Amount(Struct, Generic[M], frozen=True, gc=False):
    """Options that are a number, such as a bid: a sequence of moves that is never listed.

    `move` is one of them; its field `amount` varies.
    """

    move: M
    least: int
    most: int
    step: int = 1

    def at(self, amount: int) -> M:
        return replace(self.move, amount=amount)  # type: ignore[type-var]  # M has `amount`

    def __len__(self) -> int:
        return max(0, (self.most - self.least) // self.step + 1)

    def __getitem__(self, index: int) -> M:
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.at(self.least + index * self.step)

    def __iter__(self) -> Iterator[M]:
        return (self[index] for index in range(len(self)))

    def __contains__(self, move: object) -> bool:
        if type(move) is not type(self.move):
            return False
        amount: int = getattr(move, "amount", self.least - 1)
        inside = self.least <= amount <= self.most and not (amount - self.least) % self.step
        return inside and move == self.at(amount)

    def sample(self, also: int) -> tuple[M, ...]:
        """A few of the moves, denser where amounts are small, and the one with this index."""
        last = len(self) - 1
        if last < SAMPLE_SIZE:
            return tuple(self)
        spread = {round(last * (i / (SAMPLE_SIZE - 1)) ** 2) for i in range(SAMPLE_SIZE)}
        return tuple(self[index] for index in sorted(spread | {also % len(self)}))

    def index(self, move: M) -> int:
        if move not in self:
            raise ValueError(move)
        amount: int = getattr(move, "amount", self.least)
        return (amount - self.least) // self.step


class Ask(Struct, Generic[M], frozen=True, gc=False):
    """A decision to make: which seat, which question, which options, and the default move."""

    seat: Seat
    question: Question
    options: tuple[M, ...] | Amount[M]
    default: int = 0
    args: tuple[object, ...] = ()

    @property
    def default_move(self) -> M:
        """The move that is played when the time runs out."""
        return self.options[self.default]

    @property
    def candidates(self) -> tuple[M, ...]:
        """The options for bots to consider: all of them, or a sample of amounts."""
        options = self.options
        return options.sample(self.default) if isinstance(options, Amount) else options


class Step(Struct, Generic[S_co, E_co], frozen=True, gc=False):
    """The state after a move, and the events on the way."""

    state: S_co
    events: tuple[E_co, ...] = ()
    opened: bool = False  # a secret was shown, a seal broken: nothing before this is taken back


class Outcome(Struct, frozen=True):
    """How a race ended: places among all competitors (equal: a tie, 0: out), and why."""

    places: tuple[int, ...]  # by seat
    reason: str  # a message id: `reason.<reason>`
    others: tuple[int, ...] = ()  # the places of the cars without a player

    def ranking(self) -> tuple[Seat, ...]:
        """The seats from the best place down; seats out of the race last."""
        return tuple(sorted(range(len(self.places)), key=lambda s: (self.places[s] or 999, s)))

    def among_seats(self) -> tuple[int, ...]:
        """The places among the seats alone, 1 the best; out of the race is last."""
        keys = [place or 999 for place in self.places]
        return tuple(1 + sum(other < key for other in keys) for key in keys)


class Card(Struct, frozen=True):
    """Name, edition and limits of a game."""

    id: str
    title: str
    year: int
    seats: tuple[int, int]  # least, most
    edition: str  # of our rules: changes when a recorded race may play out differently, only then
    most_options: int  # of one ask
    most_decisions: int  # of a race, limit
    designers: tuple[str, ...] = ()
    goal: str = "goal"  # a message id; `like` says what the game plays like
    minutes: tuple[int, int] = (0, 0)  # against bots, by `paddock duration`; 0: unknown
    weight: int = 0  # how much there is to think of, 1 to 5; 0: unknown
    start_here: bool = False  # for who has never played any

    def allows_seats(self, seats: int) -> bool:
        return self.seats[0] <= seats <= self.seats[1]


class Game(Protocol[S, M, E_co, V, O_contra]):
    """The rules as pure functions. A game stores nothing and draws only from `chance`."""

    @property
    def card(self) -> Card: ...

    def setup(self, options: O_contra, seats: int, chance: Chance) -> Step[S, E_co]: ...

    def asks(self, state: S) -> tuple[Ask[M], ...]:
        """The decisions to make. Empty exactly when the race is over."""
        ...

    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S, E_co]:
        """Carry out a move that was offered. In a stored race only the referee calls this."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """What a seat may know; None is a spectator."""
        ...

    def imagine(self, view: V, seat: Seat, chance: Chance) -> S:
        """A random state that looks to this seat like the real one."""
        ...

    def why_not(self, state: S, seat: Seat, move: M) -> Refusal:
        """The clause and the reason against a move that is not offered."""
        ...

    def outcome(self, state: S) -> Outcome | None: ...


SECRETS: dict[type, bool] = {}  # kinds of events that were looked at


def has_secret(event: object) -> bool:
    """Whether events of this type carry something that not every player may see."""
    kind = type(event)
    found = SECRETS.get(kind)
    if found is None:
        found = SECRETS[kind] = hasattr(kind, "seen_by")
    return found


def seen_by(event: E, viewer: Seat | None) -> E | None:
    """An event as a viewer may see it. Events with a secret define their own `seen_by`."""
    secret = SECRETS.get(type(event))
    if secret is None:
        secret = has_secret(event)
    if not secret:
        return event
    seen: E | None = event.seen_by(viewer)  # type: ignore[attr-defined]
    return seen


def ask_of(asks: Sequence[Ask[M]], seat: Seat) -> Ask[M] | None:
    """The ask of a seat, or None."""
    for ask in asks:
        if ask.seat == seat:
            return ask
    return None


def next_move(ask: Ask[M], named: Sequence[M]) -> M:
    """Which of several named moves is played next. Moves of the kind `Question.several` may be
    named in any order, and are played in the order of the options."""
    kind = ask.question.several
    if type(named[0]).__name__ != kind:
        return named[0]
    alike = [move for move in named if type(move).__name__ == kind]
    return next((move for move in ask.options if move in alike), named[0])


def replace_at(row: tuple[T, ...], i: int, item: T) -> tuple[T, ...]:
    """The tuple with another item at index i."""
    changed = list(row)  # twice as fast as two slices and their sum
    changed[i] = item
    return tuple(changed)
