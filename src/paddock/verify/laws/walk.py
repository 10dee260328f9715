"""The walk: one random race, what the laws look at along it, and how they complain."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, NoReturn, Protocol, TypeAlias, TypeVar

import msgspec

from paddock.core import record, series
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask, AskKind, Step, ask_of, seen_by
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee, Referee, is_in_open_window
from paddock.core.seats import Seat
from paddock.verify.laws.broken import BrokenLaw

T = TypeVar("T")

Redeal: TypeAlias = Callable[[Any, "Seat | None", random.Random], Any]
"""A state in which everything this viewer may not know is dealt again."""

Census: TypeAlias = Callable[[Any], Hashable]
"""What must never change along a race: cards, chips, money, cars."""

Viewer: TypeAlias = "Seat | None"

T_co = TypeVar("T_co", covariant=True)


class Row(Protocol[T_co]):
    """Things that can be counted and numbered: a tuple of moves, or an Amount."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> T_co: ...


TAKE_BACK_SHARE = 0.04
"""How often the walk takes a move back instead of playing one."""
FULL_CHECK_STEPS = 150
"""Rows of a race that are checked as often as the laws say."""


class Watched:
    """A part of a check: the law that is broken where it fails, and what it was doing."""

    __slots__ = ("doing", "law", "things", "walk")

    def __init__(self, walk: Walk, law: int, doing: str, things: tuple[object, ...]) -> None:
        self.walk, self.law, self.doing, self.things = walk, law, doing, things

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if isinstance(wrong, Exception) and not isinstance(wrong, BrokenLaw):
            doing = self.doing.format(*self.things) if self.things else self.doing
            raise BrokenLaw(self.law, f"{doing}: {wrong!r}", self.walk.record_text()) from wrong


class Reader:
    """Reads values of a type back. Made once: to look through a union of a hundred kinds takes far
    longer than to read one of them."""

    __slots__ = ("json", "msgpack")

    def __init__(self, type: Any) -> None:
        self.json: Callable[[bytes], Any] = msgspec.json.Decoder(type).decode
        self.msgpack: Callable[[bytes], Any] = msgspec.msgpack.Decoder(type).decode


class Walk:
    """A random race in progress, with what the laws remember of it."""

    def __init__(
        self,
        spec: AnyGameSpec,
        options: Any,
        seats: int,
        seed: int,
        redeal: Redeal | None = None,
        census: Census | None = None,
        thorough: bool = False,
        bots: Mapping[str, Any] | None = None,
    ) -> None:
        self.spec, self.game, self.options, self.seats = spec, spec.game, options, seats
        self.redeal = redeal_inner(redeal) if redeal else None
        self.census = census_inner(census) if census else None
        self.thorough, self.bots = thorough, bots
        # Three generators: however many checks are made, the race of a seed is the same.
        self.walker = random.Random(f"{seed} walker")
        self.checks = random.Random(f"{seed} checks")
        self.seed = seed
        self.referee: AnyReferee
        with self.law(2, "set-up"):
            self.referee = Referee(self.game, options, seats, random.Random(f"{seed} dice"))
        self.known_moves: dict[Any, None] = {}  # met anywhere in the race, in order
        self.met: set[object] = set()  # kinds of things that had their first check
        self.events: list[tuple[Any, ...]] = []  # of each row, for the replay
        self.states: list[Any] = []  # the state after each row
        self.counted: dict[object, Hashable] = {}
        self.states_read = Reader(spec.state)
        self.views_read = Reader(spec.view)
        self.moves_read = Reader(spec.move)
        self.events_read = Reader(spec.event)

    # ------------------------------------------------------------ complaining

    def broken(self, law: int, why: str) -> NoReturn:
        raise BrokenLaw(law, why, self.record_text())

    def record_text(self) -> str:
        """The race so far, as `paddock replay` reads it; as far as it can be written."""
        with suppress(Exception):
            referee = self.referee
            outcome = self.game.outcome(referee.state)
            return record.write_record(self.spec, referee.record(), referee.state, outcome)
        return ""

    def law(self, law: int, doing: str, *things: object) -> Watched:
        """Whatever the rules raise in here breaks this law. What was being done is only put into
        words then: a state written out is longer than most checks."""
        return Watched(self, law, doing, things)

    # ------------------------------------------------------------ sampling

    def often(self, share: float) -> bool:
        """Whether a dear check is made at this step: less often the longer a race has gone on, for
        it tells less that is new."""
        if self.thorough:
            return True
        rows = len(self.referee.rows)
        return self.checks.random() < (
            share if rows <= FULL_CHECK_STEPS else share * FULL_CHECK_STEPS / rows
        )

    def first(self, *kind: object) -> bool:
        """Whether this kind of thing is met for the first time."""
        if kind in self.met:
            return False
        self.met.add(kind)
        return True

    def some(self, things: Row[T], most: int) -> list[T]:
        """A few of them, in their order; all when thorough."""
        if len(things) <= most or (self.thorough and len(things) <= 40):
            return [things[i] for i in range(len(things))]
        chosen = sorted(self.checks.sample(range(len(things)), most))
        return [things[i] for i in chosen]

    def some_viewers(self, most: int) -> list[Viewer]:
        """A few seats, and the spectator."""
        return [*self.some(range(self.seats), most), None]

    def luck(self) -> UnrecordedChance:
        """Luck for trying things out; the race itself does not notice."""
        return UnrecordedChance(self.checks)

    # ------------------------------------------------------------ the race

    @property
    def state(self) -> Any:
        return self.referee.state

    @property
    def asks(self) -> tuple[Ask[Any], ...]:
        return self.referee.asks

    @property
    def names(self) -> tuple[str, ...]:
        return self.referee.names

    def pending(self) -> bool:
        """Whether sealed answers lie on the table, unseen."""
        past = self.referee.past
        if not past or past[-1].is_barrier:
            return False
        return is_in_open_window(past[-1].asks, past[-1].entry.seat, self.asks)

    def take_back_now(self) -> bool:
        """Sometimes take a move back, so that the record has such a row."""
        if self.walker.random() >= TAKE_BACK_SHARE:
            return False
        seat = self.walker.randrange(self.seats)
        if self.referee.undoable_row(seat) is None:
            return False
        with self.law(11, "{} takes back", self.names[seat]):
            self.referee.take_back(seat)
        self.note(())
        return True

    def next_move(self) -> tuple[Seat, Any]:
        """Any option of any seat that is asked."""
        ask = self.asks[int(self.walker.random() * len(self.asks))]
        return ask.seat, ask.options[int(self.walker.random() * len(ask.options))]

    def note(self, events: tuple[Any, ...]) -> None:
        self.events.append(events)
        self.states.append(self.state)


def events_for(step: Step[Any, Any], viewer: Viewer) -> list[Any]:
    """The events of a step as a viewer sees them."""
    return [seen for event in step.events if (seen := seen_by(event, viewer)) is not None]


def encode(value: object) -> bytes:
    """A value as a client would be sent it."""
    return msgspec.json.encode(value)


def sealed_asks(asks: Iterable[Ask[Any]]) -> list[Ask[Any]]:
    return [ask for ask in asks if ask.question.kind is AskKind.SEALED]


def own(asks: Sequence[Ask[Any]], viewer: Viewer) -> Ask[Any] | None:
    return None if viewer is None else ask_of(asks, viewer)


# A series deals and counts through its race.


def redeal_inner(redeal: Redeal) -> Redeal:
    def inner_first(state: Any, viewer: Viewer, generator: random.Random) -> Any:
        if isinstance(state, series.State):
            now = inner_first(state.now, viewer, generator)
            return msgspec.structs.replace(state, now=now)
        return redeal(state, viewer, generator)

    return inner_first


def census_inner(census: Census) -> Census:
    def inner_first(state: Any) -> Hashable:
        return inner_first(state.now) if isinstance(state, series.State) else census(state)

    return inner_first
