"""Questions that all seats answer in secret, in one entry or several; the last answer opens all."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.ownership import events as ev
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.moves import Move
from paddock.games.circus_maximus.ownership.state import S, Stables


class Sealing(Asking, frozen=True, gc=False):
    """The secret answers so far. A seat that has not finished always gets the same question, so
    that others cannot see its progress. `Any`: subclasses use the state of their mode."""

    said: tuple[tuple[Move, ...], ...]  # by seat
    asked: tuple[Seat, ...]
    sheet_clause: ClassVar[str]  # of what is written

    def ask_of(self, state: Any, seat: Seat) -> Ask[Move] | None:
        """The next question for a seat; None when its answer is complete."""
        raise RulesBug(f"{type(self).__name__} does not say what it asks")

    def open_answers(self, state: Any, events: Any, chance: Chance) -> Any:
        """Called when all have answered."""
        raise RulesBug(f"{type(self).__name__} does not say what it opens")

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        found = [self.ask_of(state, seat) for seat in self.asked]
        return tuple([ask for ask in found if ask is not None])

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        phase = self.with_answer(seat, (*self.said[seat], move))
        if phase.ask_of(state, seat) is None:
            events.append(ev.SheetWritten(seat, self.sheet_clause))
        if phase.asks(state):
            return replace(state, phase=phase)
        mark_secret_shown(events)
        after: S = phase.open_answers(state, events, chance)
        return after

    def with_answer(self, seat: Seat, said: tuple[Move, ...]) -> Self:
        return replace(self, said=replace_at(self.said, seat, said))


def no_answers(state: Stables) -> tuple[tuple[Move, ...], ...]:
    return ((),) * state.seats
