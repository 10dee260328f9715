"""Before the start: places on the grid, and three cards face up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Kind, Question, Step, opened, put
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import MPH, NONE, PLACES, PRO, SLOTS, Tempo
from paddock.games.street_illegal.events import Event, Told
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.phases import road
from paddock.games.street_illegal.rules import discard, draw, without

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import State

Q_BID = Question("bid", R("S1.2"), Kind.SEALED, ("place",))
Q_SWAP = Question("swap", R("S1.2"), Kind.SEALED)
Q_LAY = Question("lay", R("S1.3"), Kind.SEALED, ("slot",))


@cites(R("S1.2"))
class Bidding(Struct, frozen=True, tag=True, gc=False):
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

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, mv.Bid):
            raise RulesBug(move)
        sealed = put(self.sealed, seat, move.card)
        if any(sealed[bidder] is None for bidder in self.bidders):
            return Step(
                replace(state, phase=replace(self, sealed=sealed)), (ev.Sealed(seat, Q_BID.clause),)
            )
        return opened(self.reveal(state, sealed, chance))

    def reveal(
        self, state: State, sealed: tuple[int | None, ...], chance: Chance
    ) -> Step[State, Event]:
        """All bids are discarded, as many cards drawn; the lowest is placed, or a tie goes on."""
        told: Told = []
        bids = [(seat, sealed[seat] or 0) for seat in self.bidders]
        for seat, card in bids:
            told.append(ev.Offered(seat, card))
            state = discard(state, seat, card)
        for seat, _ in bids:
            state = draw(state, seat, told, chance, Q_BID.clause)
        lowest = min(MPH[card] for _, card in bids)
        tied = tuple([seat for seat, card in bids if MPH[card] == lowest])
        higher = tuple([seat for seat, card in bids if MPH[card] > lowest])
        nobody = (None,) * len(state.cars)
        if len(tied) > 1:
            told.append(ev.Tied(tied))
            then: Bidding | Swapping | LineUp
            then = Bidding(tied, self.placed, tuple(sorted(higher + self.waiting)), nobody)
            return change_cards(state, self.placed, then, told, chance)
        placed = self.placed + tied
        told.append(ev.Placed(tied[0], PLACES - len(self.placed)))
        rest = tuple(sorted(higher + self.waiting))
        if len(rest) > 1:
            then = Bidding(rest, placed, (), nobody)
            return change_cards(state, self.placed, then, told, chance)
        told.append(ev.Placed(rest[0], PLACES - len(placed)))
        state = replace(state, order=(PRO,) * (PLACES - len(placed) - 1) + (rest + placed[::-1]))
        last = Swapping(tuple(sorted(placed)), nobody, line_up(state))
        return change_cards(state, self.placed, last, told, chance)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return not_in_hand(state, seat, move, Q_BID.clause)


@cites(R("S1.2"))
class Swapping(Struct, frozen=True, tag=True, gc=False):
    """Those already placed have seen the bids, and may change a card; they do so at once."""

    seats: tuple[Seat, ...]
    sealed: tuple[int | None, ...]  # by seat; NONE: keeps his cards
    then: Bidding | Swapping | LineUp

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple(
            [
                Ask(seat, Q_SWAP, mv.swaps(state.cars[seat].hand))
                for seat in self.seats
                if self.sealed[seat] is None
            ]
        )

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        sealed = put(self.sealed, seat, move.card if isinstance(move, mv.Swap) else NONE)
        if any(sealed[other] is None for other in self.seats):
            return Step(
                replace(state, phase=replace(self, sealed=sealed)),
                (ev.Sealed(seat, Q_SWAP.clause),),
            )
        told: Told = []
        changing = [(s, card) for s in self.seats if (card := sealed[s]) not in (None, NONE)]
        for s, card in changing:
            told.append(ev.Swapped(s, card or 0))
            state = discard(state, s, card or 0)
        for s, _ in changing:
            state = draw(state, s, told, chance, Q_SWAP.clause)
        return opened(self.then.resume(state, told, chance))

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return not_in_hand(state, seat, move, Q_SWAP.clause)


def change_cards(
    state: State,
    seats: tuple[Seat, ...],
    then: Bidding | Swapping | LineUp,
    told: Told,
    chance: Chance,
) -> Step[State, Event]:
    """Those already placed may change a card before the bidding goes on."""
    if not seats:
        return then.resume(state, told, chance)
    phase = Swapping(tuple(sorted(seats)), (None,) * len(state.cars), then)
    return Step(replace(state, phase=phase), tuple(told))


def line_up(state: State) -> LineUp:
    return LineUp(((),) * len(state.cars))


@cites(R("S1.3"), R("Q14"))
class LineUp(Struct, frozen=True, tag=True, gc=False):
    """Three cards face up, left, middle, right, chosen by all at once, card by card."""

    laid: tuple[tuple[Tempo, ...], ...]  # by seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple(
            [
                Ask(seat, Q_LAY, mv.lays(self.left(state, seat)), 0, (len(laid),))
                for seat, laid in enumerate(self.laid)
                if len(laid) < len(SLOTS)
            ]
        )

    def left(self, state: State, seat: Seat) -> tuple[Tempo, ...]:
        """The hand without what is laid already."""
        hand = state.cars[seat].hand
        for card in self.laid[seat]:
            hand = without(hand, card)
        return hand

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, mv.Lay):
            raise RulesBug(move)
        mine = (*self.laid[seat], move.card)
        laid = put(self.laid, seat, mine)
        if any(len(cards) < len(SLOTS) for cards in laid):
            told = (ev.Sealed(seat, Q_LAY.clause),) if len(mine) == len(SLOTS) else ()
            return Step(replace(state, phase=LineUp(laid)), told)
        return opened(start(state, laid, chance))

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return not_in_hand(state, seat, move, Q_LAY.clause)


def start(state: State, laid: tuple[tuple[Tempo, ...], ...], chance: Chance) -> Step[State, Event]:
    """All cards are turned up, and the first leg begins."""
    told: Told = []
    cars = []
    for seat, up in enumerate(laid):
        car = state.cars[seat]
        hand = car.hand
        for card in up:
            hand = without(hand, card)
        cars.append(replace(car, hand=hand, up=up))
        told.append(ev.LinedUp(seat, up))
    return road.leg(replace(state, cars=tuple(cars)), told, chance)


def not_in_hand(state: State, seat: Seat, move: Move, clause: str) -> Refusal:
    """The finer reason where a card is named that is not held."""
    card = getattr(move, "card", None)
    if card is not None and card != NONE and card not in state.cars[seat].hand:
        return Refusal("not-in-hand", clause, (("card", card),))
    return Refusal("not-offered", clause)
