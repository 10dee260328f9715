"""How phases follow one another.

The state's phase is the top of a stack, linked by `then`. A phase that asks waits for its answer;
the others only do what was pending when they come to the top, and say by `resume` what is next.
Whatever interrupts is put on top, so nesting is as deep as the rules go, and nothing calls itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Step
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.events import Event, Told
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.rules.speed import capped
from paddock.games.circus_maximus.state import Chariot, put

if TYPE_CHECKING:
    from paddock.games.circus_maximus.phases import Phase
    from paddock.games.circus_maximus.state import State


class Frame(Protocol):
    """What every phase here can do.

    Where the contract's pending phases give a step each, these give the state alone: `settle` makes
    one step of all that follows a move.
    """

    def asks(self, state: State) -> tuple[Ask[Move], ...]: ...

    def play(self, state: State, seat: Seat, move: Move, told: Told, chance: Chance) -> State: ...

    def resume(self, state: State, told: Told, chance: Chance) -> State | None:
        """The state after what was pending; None if somebody must decide first."""
        ...

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal: ...


def settle(state: State, told: Told, chance: Chance) -> Step[State, Event]:
    """Do everything that nobody has to decide."""
    for _ in range(100_000):
        after = state.phase.resume(state, told, chance)
        if after is None:
            return Step(state, tuple(told))
        state = after
    raise RulesBug(f"no end in sight after {state.phase}")


def push(state: State, frame: Phase) -> State:
    return replace(state, phase=frame)


def pop(state: State) -> State:
    """Back to what was interrupted."""
    return replace(state, phase=state.phase.then)  # type: ignore[union-attr]  # only frames with `then` are popped


def never_asks() -> RulesBug:
    return RulesBug("this phase only waits for others and never asks")


@cites(R("B8.44"), R("X1"))
def mend(state: State, i: int, chariot: Chariot, told: Told) -> State:
    """Put a log sheet back after harm: tell when it is blown, cut the speed it cannot keep."""
    if chariot.blown and not state.chariots[i].blown:
        told.append(ev.Blown(i))
    return put(state, i, capped(state, chariot))
