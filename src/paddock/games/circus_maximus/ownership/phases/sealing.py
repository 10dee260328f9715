"""Windows in which everybody answers in secret, in one entry or several; the last one opens all."""

from __future__ import annotations

from typing import Any, Self

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
    """What each has said so far. Whoever still owes an answer is asked one and the same question,
    so that nobody can tell how far another has come. Types of the wing stand in its signatures."""

    said: tuple[tuple[Move, ...], ...]  # by seat
    asked: tuple[Seat, ...]

    def ask_of(self, state: Any, seat: Seat) -> Ask[Move] | None:
        """What a seat is asked next; None: its answer is complete."""
        raise RulesBug(f"{type(self).__name__} does not say what it asks")

    def opened(self, state: Any, events: Any, chance: Chance) -> Any:
        """All have answered."""
        raise RulesBug(f"{type(self).__name__} does not say what it opens")

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        found = [self.ask_of(state, seat) for seat in self.asked]
        return tuple([ask for ask in found if ask is not None])

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        phase = self.with_answer(seat, (*self.said[seat], move))
        if phase.ask_of(state, seat) is None:
            events.append(ev.SheetWritten(seat))
        if phase.asks(state):
            return replace(state, phase=phase)
        mark_secret_shown(events)
        after: S = phase.opened(state, events, chance)
        return after

    def with_answer(self, seat: Seat, said: tuple[Move, ...]) -> Self:
        return replace(self, said=replace_at(self.said, seat, said))


def nothing_said(state: Stables) -> tuple[tuple[Move, ...], ...]:
    return ((),) * state.seats
