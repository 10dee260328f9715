"""Before the start: places on the grid, and three cards face up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, AskKind, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import MPH, NONE, PLACES, PRO, ROW, Tempo
from paddock.games.street_illegal.events import Events
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.phases import road
from paddock.games.street_illegal.rules import discard, draw, not_in_hand, speed, without

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import State

Q_BID = Question("bid", R("S1.2"), AskKind.SEALED, ("place",))
Q_SWAP = Question("swap", R("S1.2"), AskKind.SEALED)
Q_LAY = Question("lay", R("S1.3"), AskKind.SEALED, ("slot",))


@cites(R("S1.2"))
class Bidding(Asking, frozen=True, tag=True, gc=False):
    """Sealed cards for the last place that is free; the lowest must take it."""

    bidders: tuple[Seat, ...]
    placed: tuple[Seat, ...]  # from place 7 forward
    waiting: tuple[Seat, ...]  # bid higher in a tie, and wait for the next place
    sealed: tuple[int | None, ...]  # by seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        place = PLACES - len(self.placed)
        return tuple(
            [
                Ask(seat, Q_BID, mv.bids(state.cars[seat].hand), 0, (place,))
                for seat in self.bidders
                if self.sealed[seat] is None
            ]
        )

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Bid):
            raise RulesBug(move)
        sealed = replace_at(self.sealed, seat, move.card)
        if any(sealed[bidder] is None for bidder in self.bidders):
            events.append(ev.Sealed(seat, Q_BID.clause))
            return replace(state, phase=replace(self, sealed=sealed))
        mark_secret_shown(events)
        bids = tuple([(bidder, sealed[bidder] or 0) for bidder in self.bidders])
        return self.give_place(show_bids(state, bids, events, chance), bids, events)

    def give_place(
        self, state: State, bids: tuple[tuple[Seat, Tempo], ...], events: Events
    ) -> State:
        """The lowest bid takes the place; equal ones bid again, the others wait."""
        lowest = min(MPH[card] for _, card in bids)
        tied = tuple([seat for seat, card in bids if MPH[card] == lowest])
        higher = tuple([seat for seat, card in bids if MPH[card] > lowest])
        rest = tuple(sorted(higher + self.waiting))
        unsealed = (None,) * len(state.cars)
        if len(tied) > 1:
            events.append(ev.Tied(tied))
            return change_cards(state, self.placed, Bidding(tied, self.placed, rest, unsealed))
        placed = self.placed + tied
        events.append(ev.Placed(tied[0], PLACES - len(self.placed), (), R("S1.2")))
        if len(rest) > 1:
            return change_cards(state, self.placed, Bidding(rest, placed, (), unsealed))
        order = (PRO,) * (PLACES - len(placed) - 1) + (rest + placed[::-1])
        events.append(ev.Placed(rest[0], PLACES - len(placed), order, R("S1.2")))
        state = replace(state, order=order)
        last = Swapping(tuple(sorted(placed)), unsealed, line_up(state))
        return change_cards(state, self.placed, last)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return not_in_hand(state.cars[seat], move, Q_BID.clause)


@cites(R("S1.2"))
class Swapping(Asking, frozen=True, tag=True, gc=False):
    """Players already placed have seen the bids and may change a card, all at the same time."""

    seats: tuple[Seat, ...]
    sealed: tuple[int | None, ...]  # by seat; NONE: keeps the cards
    then: Bidding | Swapping | LineUp

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple(
            [
                Ask(seat, Q_SWAP, mv.swaps(state.cars[seat].hand))
                for seat in self.seats
                if self.sealed[seat] is None
            ]
        )

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        sealed = replace_at(self.sealed, seat, move.card if isinstance(move, mv.Swap) else NONE)
        if any(sealed[other] is None for other in self.seats):
            events.append(ev.Sealed(seat, Q_SWAP.clause))
            return replace(state, phase=replace(self, sealed=sealed))
        mark_secret_shown(events)
        changing = [(s, card) for s in self.seats if (card := sealed[s]) not in (None, NONE)]
        for s, card in changing:
            events.append(ev.Swapped(s, card or 0))
            state = discard(state, s, card or 0)
        for s, _ in changing:
            state = draw(state, s, events, chance, Q_SWAP.clause)
        return replace(state, phase=self.then)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return not_in_hand(state.cars[seat], move, Q_SWAP.clause)


@cites(R("S1.2"), R("Q9"))
def show_bids(
    state: State, bids: tuple[tuple[Seat, Tempo], ...], events: Events, chance: Chance
) -> State:
    """All bids are shown and discarded; then as many cards are drawn."""
    for seat, card in bids:
        events.append(ev.Offered(seat, card))
        state = discard(state, seat, card)
    for seat, _ in bids:
        state = draw(state, seat, events, chance, Q_BID.clause)
    return state


def change_cards(state: State, seats: tuple[Seat, ...], then: Bidding | Swapping | LineUp) -> State:
    """Those already placed may change a card before the bidding goes on."""
    if not seats:
        return replace(state, phase=then)
    phase = Swapping(tuple(sorted(seats)), (None,) * len(state.cars), then)
    return replace(state, phase=phase)


def line_up(state: State) -> LineUp:
    return LineUp(((),) * len(state.cars))


@cites(R("S1.3"), R("Q14"))
class LineUp(Asking, frozen=True, tag=True, gc=False):
    """Three cards face up, left, middle, right, chosen by all at once, card by card."""

    laid: tuple[tuple[Tempo, ...], ...]  # by seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple(
            [
                Ask(seat, Q_LAY, mv.lays(self.cards_left(state, seat)), 0, (len(laid),))
                for seat, laid in enumerate(self.laid)
                if len(laid) < len(ROW)
            ]
        )

    def cards_left(self, state: State, seat: Seat) -> tuple[Tempo, ...]:
        """The hand without what is laid already."""
        hand = state.cars[seat].hand
        for card in self.laid[seat]:
            hand = without(hand, card)
        return hand

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Lay):
            raise RulesBug(move)
        mine = (*self.laid[seat], move.card)
        laid = replace_at(self.laid, seat, mine)
        if any(len(cards) < len(ROW) for cards in laid):
            if len(mine) == len(ROW):
                events.append(ev.Sealed(seat, Q_LAY.clause))
            return replace(state, phase=LineUp(laid))
        mark_secret_shown(events)
        return start_race(state, laid, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return not_in_hand(state.cars[seat], move, Q_LAY.clause)


def start_race(
    state: State, laid: tuple[tuple[Tempo, ...], ...], events: Events, chance: Chance
) -> State:
    """All cards are turned up, and the first leg begins."""
    cars = []
    for seat, up in enumerate(laid):
        car = state.cars[seat]
        hand = car.hand
        for card in up:
            hand = without(hand, card)
        car = replace(car, hand=hand, up=up)
        cars.append(car)
        events.append(ev.LinedUp(seat, up, speed(car), len(hand), hand))
    return road.begin_leg(replace(state, cars=tuple(cars)), events, chance)
