"""Step 5, salvage: cards go from the discard pile back into the deck."""

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
    """Take card by card, from the lowest number up; then React continues."""

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
            return self.resume_react(state, events, chance)
        if not isinstance(move, Take):
            raise RulesBug(move)
        if move.card not in state.cars[seat].discard:
            mark_secret_shown(events)
        car = take_back(state.cars[seat], move.card)
        state = replace(state, cars=replace_at(state.cars, seat, car))
        events.append(Salvaged(seat, move.card))
        if self.left > 1 and (car.discard or car.hidden):
            return replace(state, phase=Salvaging(seat, self.left - 1, move.card, self.then))
        return self.resume_react(state, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Take):
            return None
        car = state.cars[seat]
        there = move.card in car.discard + car.hidden
        return Refusal("all-at-once" if there else "not-in-pile", R("H5.4"))

    def resume_react(self, state: State, events: Events, chance: Chance) -> State:
        """Continue React where it was interrupted."""
        car = state.cars[self.seat]
        return react.continue_react(state, car, self.then, COURSES[state.course], events, chance)


def start_salvage(state: State, phase: react.React, n: int) -> State:
    """Let the driver take up to n cards from the pile."""
    assert phase.more is not None
    then = reactions.change_symbols(phase, salvage=without(phase.more.salvage, (n,)))
    return replace(state, phase=Salvaging(phase.seat, n, 0, then))


def take_back(car: Car, card: CardNo) -> Car:
    """Show a card of the pile, and shuffle it into the deck with the refreshed cards on top."""
    deck = tuple(sorted((*car.deck, *car.top, card)))
    if card in car.discard:
        i = len(car.discard) - 1 - car.discard[::-1].index(card)
        discard = car.discard[:i] + car.discard[i + 1 :]
        return replace(car, deck=deck, top=(), discard=discard)
    car = unveil(replace(car, hidden=without(car.hidden, (card,)), top=()))
    return replace(car, deck=deck)
