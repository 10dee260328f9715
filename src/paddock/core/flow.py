"""The phase machine: one loop that runs the phases of every game and mode.

A state's `phase` is the top of a stack linked by `then`. What always follows is a plain call. A
phase is pushed only to ask, to interrupt, or to name a moment: a mode that holds the race can look
between two phases, and insert one of its own.
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
"""Limit of phases after one move. More means an endless loop in the rules."""


class Events(Protocol[E_contra]):
    """A write-only list of events, so that a race can write into the list of its mode."""

    def append(self, event: E_contra, /) -> None: ...
    def insert(self, at: SupportsIndex, event: E_contra, /) -> None: ...
    def __iadd__(self, events: Iterable[E_contra], /) -> Self: ...


class Phase(Protocol):
    """What every phase can do. Each game uses its own types in the signatures."""

    def asks(self, state: Any) -> tuple[Ask[Any], ...]: ...

    def play(self, state: Any, seat: Seat, move: Any, events: Any, chance: Chance) -> Any:
        """The state after a move that was offered."""
        ...

    @property
    def resume(self) -> Callable[[Any, Any, Chance], Any] | None:
        """Carries out what was pending and returns the next state. None, or a function that returns
        None, where a player must decide first."""
        ...

    def why_not(self, state: Any, seat: Seat, move: Any) -> Refusal | None:
        """A more exact reason against a move; None if the clause of the question is enough."""
        ...


class Asking(Struct, frozen=True, gc=False):
    """A phase that always waits for an answer."""

    resume: ClassVar[None] = None

    def why_not(self, state: Any, seat: Seat, move: Any) -> Refusal | None:
        return None


class Pending(Struct, frozen=True, gc=False):
    """A phase that never asks: it continues when the phases above it are done."""

    def asks(self, state: Any) -> tuple[Ask[Any], ...]:
        raise RulesBug(f"{type(self).__name__} waits for others and never asks")

    def play(self, state: Any, seat: Seat, move: Any, events: Any, chance: Chance) -> Any:
        raise RulesBug(f"{type(self).__name__} waits for others and never asks")

    def why_not(self, state: Any, seat: Seat, move: Any) -> Refusal | None:
        raise RulesBug(f"{type(self).__name__} waits for others and never asks")


class Ended(Struct, frozen=True, gc=False):
    """The last phase, `Over` in every game: no seat is asked any more."""

    resume: ClassVar[None] = None

    def asks(self, state: Any) -> tuple[Ask[Any], ...]:
        return ()

    def play(self, state: Any, seat: Seat, move: Any, events: Any, chance: Chance) -> Any:
        raise RulesBug("the race is over")


class Staged(Protocol):
    """A state: a frozen Struct with a phase."""

    @property
    def phase(self) -> Phase: ...


St = TypeVar("St", bound=Staged)

SECRET_SHOWN: Any = object()  # stands before the events of a step, once for every seal it broke


def mark_secret_shown(events: Events[Any]) -> None:
    """Mark that a secret was shown: nothing before this can be taken back."""
    events.insert(0, SECRET_SHOWN)


def settle(state: St, events: list[E], chance: Chance) -> Step[St, E]:
    """Run everything that needs no decision, as one step."""
    if state.phase.resume is not None:
        state = run_pending_phases(state, events, chance)
    if events and events[0] is SECRET_SHOWN:
        return step_with_secret(state, events)
    return Step(state, tuple(events))


def step_with_secret(state: St, events: list[E]) -> Step[St, E]:
    """A step that showed a secret: nothing before it can be taken back."""
    seals = 1
    while seals < len(events) and events[seals] is SECRET_SHOWN:
        seals += 1
    return Step(state, tuple(events[seals:]), opened=True)


def run_pending_phases(state: St, events: list[E], chance: Chance) -> St:
    """Resume phase after phase until a player must decide."""
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
    """The `Game` methods that are the same for every state with a phase."""

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
        """The phase's own reason if it has one, else the clause of its question."""
        finer = state.phase.why_not(state, seat, move)
        if finer is not None:
            return finer
        asks = state.phase.asks(state)
        ask = ask_of(asks, seat) or asks[0]
        return Refusal("not-offered", ask.question.clause)
