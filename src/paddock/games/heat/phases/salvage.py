"""Step 5, one symbol: cards out of the discard pile back into the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import RulesBug
from paddock.core.game import Ask, Question, Step, put
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import CardNo
from paddock.games.heat.events import Event, Salvaged, Told
from paddock.games.heat.moves import DONE, TAKE, Done, Move, Take
from paddock.games.heat.phases import acts, react
from paddock.games.heat.rules.cards import minus, unveil
from paddock.games.heat.rules.course import COURSES

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

SALVAGE = Question("salvage", R("H5.4"), args=("left",))


@cites(R("H5.4"), R("Q51"))
class Salvaging(Struct, frozen=True, tag=True, gc=False):
    """Card by card, from the lowest number up; then React goes on."""

    seat: Seat
    left: int
    last: CardNo
    then: react.React

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        car = state.cars[self.seat]
        pile = sorted({card for card in car.discard + car.hidden if card >= self.last})
        options: tuple[Move, ...] = (DONE, *[TAKE[card] for card in pile])
        return (Ask(self.seat, SALVAGE, options, 0, (self.left,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        if isinstance(move, Done):
            return self.resume(state, told, chance)
        if not isinstance(move, Take):
            raise RulesBug(move)
        unseen = move.card not in state.cars[seat].discard
        car = taken_back(state.cars[seat], move.card)
        state = replace(state, cars=put(state.cars, seat, car))
        told.append(Salvaged(seat, move.card))
        if self.left > 1 and (car.discard or car.hidden):
            phase = Salvaging(seat, self.left - 1, move.card, self.then)
            return Step(replace(state, phase=phase), tuple(told), opened=unseen)
        step = self.resume(state, told, chance)
        return Step(step.state, step.events, opened=step.opened or unseen)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        car = state.cars[self.seat]
        return react.go_on(state, car, self.then, COURSES[state.course], told, chance)


def look(state: State, phase: react.React, n: int) -> Step[State, Event]:
    """The driver begins to look through the pile."""
    assert phase.more is not None
    then = acts.used(phase, salvage=minus(phase.more.salvage, (n,)))
    return Step(replace(state, phase=Salvaging(phase.seat, n, 0, then)))


def taken_back(car: Car, card: CardNo) -> Car:
    """A card out of the pile, shown, and shuffled into the deck with what lay on top of it."""
    deck = tuple(sorted((*car.deck, *car.top, card)))
    if card in car.discard:
        i = len(car.discard) - 1 - car.discard[::-1].index(card)
        discard = car.discard[:i] + car.discard[i + 1 :]
        return replace(car, deck=deck, top=(), discard=discard)
    seen = unveil(replace(car, hidden=minus(car.hidden, (card,)), top=()))
    return replace(seen, deck=deck)
