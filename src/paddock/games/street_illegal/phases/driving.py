"""Phase 2: each player changes speed, and meets the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal import phases, rules
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import NONE, PLACES, PRO, Slot, Tempo
from paddock.games.street_illegal.events import Events
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.rules import discard, draw, drop, extremes, pay, speed, turn

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import State

Q_DRIVE = Question("drive", R("S3"))
Q_OPTIMIZE = Question("optimize", R("S3.2"))
Q_TOO_FAST = Question("too-fast", R("S3.4"), args=("owed",))
Q_MUST_BRAKE = Question("must-brake", R("S3.5"), args=("owed",))
Q_BRAKE_DROP = Question("brake-drop", R("S3.6"), args=("card",))
BRAKING = R("S3.5")


@cites(R("S3"), R("S3.3"))
class Driving(Asking, frozen=True, tag=True, gc=False):
    """Drive, optimize or do nothing."""

    seat: Seat
    at: int  # the place in the order, from the front

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_DRIVE, mv.drives(state.cars[self.seat].hand)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if type(move) is mv.Drive:
            state = rules.drive(state, seat, move.slot, move.card, events, chance)
        elif type(move) is mv.Change:
            return optimize(state, seat, move.card, (), self.at, events)
        else:
            events.append(ev.Waited(seat))
        return end_turn(state, seat, self.at, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return rules.not_in_hand(state.cars[seat], move, Q_DRIVE.clause)


@cites(R("S3.2"), R("Q10"))
class Optimizing(Asking, frozen=True, tag=True, gc=False):
    """More cards to change, from the same one upwards, or enough."""

    seat: Seat
    at: int
    gone: tuple[Tempo, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = mv.changes(state.cars[self.seat].hand, self.gone[-1])
        return (Ask(self.seat, Q_OPTIMIZE, options),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if type(move) is mv.Change:
            return optimize(state, seat, move.card, self.gone, self.at, events)
        return refill(state, seat, len(self.gone), self.at, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, mv.Change) and move.card in state.cars[seat].hand:
            return Refusal("lowest-first", R("Q10"))
        return rules.not_in_hand(state.cars[seat], move, Q_OPTIMIZE.clause)


class Driven(Pending, frozen=True, tag=True, gc=False):
    """A player has changed speed and met the limit; the next player follows."""

    at: int

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return next_driver(state, self.at + 1, events, chance)


@cites(R("S3.4"), R("S3.5"), R("Q14"), R("Q15"))
class TooFast(Asking, frozen=True, tag=True, gc=False):
    """Pay the excess in chips, or brake in emergency. What was interrupted waits in `then`.

    The question says that paying is impossible only if all seats can see it.
    """

    seat: Seat
    owed: int
    then: Then

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        car = state.cars[self.seat]
        can_pay = self.owed <= rules.most_chips(car)
        options = mv.pay_or_brakes(car.hand) if can_pay else mv.brakes(car.hand)
        seen = state.options.open_chips or self.owed > len(car.hand)
        question = Q_TOO_FAST if can_pay or not seen else Q_MUST_BRAKE
        return (Ask(self.seat, question, options, 0, (self.owed,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if type(move) is not mv.Brake:
            return replace(pay(state, seat, self.owed, ev.Paid, events), phase=self.then)
        return begin_braking(state, seat, move.card, self.then, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        car = state.cars[seat]
        if isinstance(move, mv.Pay):
            return rules.too_many_chips(car, self.owed)
        return rules.not_in_hand(car, move, BRAKING)


@cites(R("S3.6"))
class Braking(Asking, frozen=True, tag=True, gc=False):
    """Braking turned up equals: which of the highest goes."""

    seat: Seat
    card: Tempo
    slots: tuple[Slot, ...]
    left: int  # cards that may still be turned
    then: Then

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = tuple([mv.DROP[slot] for slot in self.slots])
        return (Ask(self.seat, Q_BRAKE_DROP, options, 0, (self.card,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Drop):
            raise RulesBug(move)
        state = drop(state, seat, move.slot, self.card, events, Q_BRAKE_DROP.clause)
        return brake(state, seat, self.left, self.then, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("not-extreme", R("S3.6")) if isinstance(move, mv.Drop) else None


Then: TypeAlias = "Driven | phases.Passing"
"""What meeting the limit may interrupt: a turn of phase 2, or a car that slowed down to go on."""


@cites(R("S3"), R("Q13"))
def next_driver(state: State, at: int, events: Events, chance: Chance) -> State:
    """The next player from the front has a turn; after the last one, the passing."""
    order = state.order
    while at < PLACES:
        if order[at] != PRO:
            return replace(state, phase=Driving(order[at], at))
        at += 1
    return phases.passing.next_attacker(state, PLACES - 1, events, chance)


def optimize(
    state: State,
    seat: Seat,
    card: Tempo,
    gone: tuple[Tempo, ...],
    at: int,
    events: Events,
) -> State:
    """Discard a card of the hand to optimize.

    The next question is asked even if only *enough* is possible: skipping it would reveal the hand,
    and the last card of a hand would be final while the others are not.
    """
    state = discard(state, seat, card)
    hand, gone = state.cars[seat].hand, (*gone, card)
    events.append(ev.Optimized(seat, card, len(hand), hand))
    return replace(state, phase=Optimizing(seat, at, gone))


def refill(state: State, seat: Seat, count: int, at: int, events: Events, chance: Chance) -> State:
    """As many cards as were changed come to the hand, and the limit is met."""
    for _ in range(count):
        state = draw(state, seat, events, chance, Q_OPTIMIZE.clause)
    return end_turn(state, seat, at, events, chance)


def end_turn(state: State, seat: Seat, at: int, events: Events, chance: Chance) -> State:
    """Check the limit; then the next player has a turn."""
    owed = rules.chips_owed(state, seat)
    if owed:
        return exceed_limit(state, seat, owed, Driven(at), events, chance)
    return next_driver(state, at + 1, events, chance)


@cites(R("Q15"))
def exceed_limit(
    state: State, seat: Seat, owed: int, then: Then, events: Events, chance: Chance
) -> State:
    """Ask how the excess is met. A player without cards can neither pay nor choose, and brakes."""
    if state.cars[seat].hand:
        return replace(state, phase=TooFast(seat, owed, then))
    return begin_braking(state, seat, NONE, then, events, chance)


def begin_braking(
    state: State, seat: Seat, card: Tempo, then: Then, events: Events, chance: Chance
) -> State:
    """Give up a card of the hand, if there is one, and brake."""
    if card != NONE:
        state = discard(state, seat, card)
    hand = state.cars[seat].hand
    events.append(ev.Braked(seat, card, len(hand), hand))
    left = len(state.deck) + len(state.discards)
    return brake(state, seat, left, then, events, chance)


@cites(R("S3.5"), R("Q3"))
def brake(state: State, seat: Seat, left: int, then: Then, events: Events, chance: Chance) -> State:
    """Turn cards and drop the highest until slow enough, at most once through all cards."""
    top = rules.limit(state) + (10 if state.options.brake_to == "at_limit" else 0)
    while left and speed(state.cars[seat]) >= top:
        card, state = turn(state, seat, events, chance, "brake", BRAKING)
        left -= 1
        slots = extremes(state.cars[seat].up, card, highest=True)
        if len(slots) > 1:
            return replace(state, phase=Braking(seat, card, slots, left, then))
        state = drop(state, seat, slots[0], card, events, BRAKING)
    return replace(state, phase=then)
