"""Windows in which everybody answers in secret, in one entry or several; the last one opens all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking, reveal
from paddock.core.game import Ask, put
from paddock.core.seats import Seat
from paddock.games.circus_maximus.season import events as ev
from paddock.games.circus_maximus.season.events import Events
from paddock.games.circus_maximus.season.moves import Move

if TYPE_CHECKING:
    from paddock.games.circus_maximus.season.state import State


class Sealing(Asking, frozen=True, gc=False):
    """What each has said so far. Whoever still owes an answer is asked one and the same question,
    so that nobody can tell how far another has come."""

    said: tuple[tuple[Move, ...], ...]  # by seat
    asked: tuple[Seat, ...]

    def ask_of(self, state: State, seat: Seat) -> Ask[Move] | None:
        """What a seat is asked next; None: its answer is complete."""
        raise RulesBug(f"{type(self).__name__} does not say what it asks")

    def opened(self, state: State, events: Events, chance: Chance) -> State:
        """All have answered."""
        raise RulesBug(f"{type(self).__name__} does not say what it opens")

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        found = [self.ask_of(state, seat) for seat in self.asked]
        return tuple([ask for ask in found if ask is not None])

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        phase = self.with_answer(seat, (*self.said[seat], move))
        if phase.ask_of(state, seat) is None:
            events.append(ev.SheetWritten(seat))
        if phase.asks(state):
            return replace(state, phase=phase)
        reveal(events)
        return phase.opened(state, events, chance)

    def with_answer(self, seat: Seat, said: tuple[Move, ...]) -> Self:
        return replace(self, said=put(self.said, seat, said))


def nothing_said(state: State) -> tuple[tuple[Move, ...], ...]:
    return ((),) * state.seats
