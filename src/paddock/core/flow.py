"""How phases follow one another: one loop for every house and wing.

A state's `phase` is the top of a stack that is linked by `then`. What follows for certain is a
plain call; a phase is put on top only to ask, to interrupt, or to name a moment: whoever holds the
state can look between two phases, and put one of its own there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, Protocol, Self, SupportsIndex, TypeVar

from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, E, M, Step, ask_of
from paddock.core.seats import Seat

E_contra = TypeVar("E_contra", contravariant=True)

MAX_PHASES_PER_MOVE = 100_000
"""So many phases may follow one move; more are a mistake of ours."""


class Events(Protocol[E_contra]):
    """What the table is told on the way: a list that is only written to, so that a race can write
    into that of the campaign which holds it."""

    def append(self, event: E_contra, /) -> None: ...
    def insert(self, at: SupportsIndex, event: E_contra, /) -> None: ...
    def __iadd__(self, events: Iterable[E_contra], /) -> Self: ...


class Phase(Protocol):
    """What every phase can do. Types of its own house stand in its signatures."""

    def asks(self, state: Any) -> tuple[Ask[Any], ...]: ...

    def play(self, state: Any, seat: Seat, move: Any, events: Any, chance: Chance) -> Any:
        """The state after a move that was offered."""
        ...

    @property
    def resume(self) -> Callable[[Any, Any, Chance], Any] | None:
        """Does what was pending and gives the state after it. None, or one that gives None, where
        somebody must decide first."""
        ...

    def why_not(self, state: Any, seat: Seat, move: Any) -> Refusal | None:
        """The finer reason against a move; None where the clause of the question says it all."""
        ...


class Asking(Struct, frozen=True, gc=False):
    """A phase that always waits for an answer."""

    resume: ClassVar[None] = None

    def why_not(self, state: Any, seat: Seat, move: Any) -> Refusal | None:
        return None


class Pending(Struct, frozen=True, gc=False):
    """A phase that never asks: it goes on when whatever lay above it is done."""

    def asks(self, state: Any) -> tuple[Ask[Any], ...]:
        raise RulesBug(f"{type(self).__name__} waits for others and never asks")

    def play(self, state: Any, seat: Seat, move: Any, events: Any, chance: Chance) -> Any:
        raise RulesBug(f"{type(self).__name__} waits for others and never asks")

    def why_not(self, state: Any, seat: Seat, move: Any) -> Refusal | None:
        raise RulesBug(f"{type(self).__name__} waits for others and never asks")


class Ended(Struct, frozen=True, gc=False):
    """The last phase, `Over` in every house: nobody is asked any more."""

    resume: ClassVar[None] = None

    def asks(self, state: Any) -> tuple[Ask[Any], ...]:
        return ()

    def play(self, state: Any, seat: Seat, move: Any, events: Any, chance: Chance) -> Any:
        raise RulesBug("the race is over")


class Staged(Protocol):
    """A state: a frozen Struct with a phase on top."""

    @property
    def phase(self) -> Phase: ...


St = TypeVar("St", bound=Staged)

SECRET_SHOWN: Any = object()  # stands before the events of a step, once for every seal it broke


def mark_secret_shown(events: Events[Any]) -> None:
    """A secret is shown, a seal broken: nothing before this is taken back."""
    events.insert(0, SECRET_SHOWN)


def settle(state: St, events: list[E], chance: Chance) -> Step[St, E]:
    """Everything that nobody has to decide, as one step."""
    if state.phase.resume is not None:
        state = run_pending_phases(state, events, chance)
    if events and events[0] is SECRET_SHOWN:
        return step_with_secret(state, events)
    return Step(state, tuple(events))


def step_with_secret(state: St, events: list[E]) -> Step[St, E]:
    """A step that broke seals: nothing before it is taken back."""
    seals = 1
    while seals < len(events) and events[seals] is SECRET_SHOWN:
        seals += 1
    return Step(state, tuple(events[seals:]), opened=True)


def run_pending_phases(state: St, events: list[E], chance: Chance) -> St:
    """Phase after phase does what was pending, until somebody must decide."""
    for _ in range(MAX_PHASES_PER_MOVE):
        resume = state.phase.resume
        if resume is None:
            return state
        after = resume(state, events, chance)
        if after is None:
            return state
        state = after
    raise RulesBug(f"no end in sight after {state.phase}")


class PhasedGame(Generic[St, M, E]):
    """The half of the contract that is the same wherever a state has a phase."""

    __slots__ = ()

    def asks(self, state: St) -> tuple[Ask[M], ...]:
        return state.phase.asks(state)

    def play(self, state: St, seat: Seat, move: M, chance: Chance) -> Step[St, E]:
        events: list[E] = []
        after = state.phase.play(state, seat, move, events, chance)
        if after.phase.resume is not None:
            after = run_pending_phases(after, events, chance)
        if events and events[0] is SECRET_SHOWN:
            return step_with_secret(after, events)
        return Step(after, tuple(events))

    def why_not(self, state: St, seat: Seat, move: M) -> Refusal:
        """The phase says it finer where it can; otherwise the clause of its question."""
        finer = state.phase.why_not(state, seat, move)
        if finer is not None:
            return finer
        asks = state.phase.asks(state)
        ask = ask_of(asks, seat) or asks[0]
        return Refusal("not-offered", ask.question.clause)
