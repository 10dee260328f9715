"""Step 5, one symbol: cards out of the discard pile back into the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import CardNo
from paddock.games.heat.events import Events, Salvaged
from paddock.games.heat.moves import DONE, TAKE, Done, Move, Take
from paddock.games.heat.phases import react, reactions
from paddock.games.heat.rules.cards import unveil, without
from paddock.games.heat.rules.course import COURSES

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

Q_SALVAGE = Question("salvage", R("H5.4"), args=("left",), several="Take")


@cites(R("H5.4"), R("Q51"))
class Salvaging(Asking, frozen=True, tag=True, gc=False):
    """Card by card, from the lowest number up; then React goes on."""

    seat: Seat
    left: int
    last: CardNo
    then: react.React

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        car = state.cars[self.seat]
        pile = sorted({card for card in car.discard + car.hidden if card >= self.last})
        options: tuple[Move, ...] = (DONE, *[TAKE[card] for card in pile])
        return (Ask(self.seat, Q_SALVAGE, options, 0, (self.left,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Done):
            return self.go_on(state, events, chance)
        if not isinstance(move, Take):
            raise RulesBug(move)
        if move.card not in state.cars[seat].discard:
            mark_secret_shown(events)
        car = taken_back(state.cars[seat], move.card)
        state = replace(state, cars=replace_at(state.cars, seat, car))
        events.append(Salvaged(seat, move.card))
        if self.left > 1 and (car.discard or car.hidden):
            return replace(state, phase=Salvaging(seat, self.left - 1, move.card, self.then))
        return self.go_on(state, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Take):
            return None
        car = state.cars[seat]
        there = move.card in car.discard + car.hidden
        return Refusal("all-at-once" if there else "not-in-pile", R("H5.4"))

    def go_on(self, state: State, events: Events, chance: Chance) -> State:
        """React again, where it was interrupted."""
        car = state.cars[self.seat]
        return react.go_on(state, car, self.then, COURSES[state.course], events, chance)


def look(state: State, phase: react.React, n: int) -> State:
    """The driver begins to look through the pile."""
    assert phase.more is not None
    then = reactions.used(phase, salvage=without(phase.more.salvage, (n,)))
    return replace(state, phase=Salvaging(phase.seat, n, 0, then))


def taken_back(car: Car, card: CardNo) -> Car:
    """A card out of the pile, shown, and shuffled into the deck with what lay on top of it."""
    deck = tuple(sorted((*car.deck, *car.top, card)))
    if card in car.discard:
        i = len(car.discard) - 1 - car.discard[::-1].index(card)
        discard = car.discard[:i] + car.discard[i + 1 :]
        return replace(car, deck=deck, top=(), discard=discard)
    seen = unveil(replace(car, hidden=without(car.hidden, (card,)), top=()))
    return replace(seen, deck=deck)
