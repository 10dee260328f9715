"""Step 8: discard cards from the hand."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, STRESS, CardNo
from paddock.games.heat.events import Discarded, Events
from paddock.games.heat.moves import DONE, TOSS, Done, Move, Toss
from paddock.games.heat.phases import replenish
from paddock.games.heat.rules.cards import without_any
from paddock.games.heat.rules.course import COURSES, GRID, TUNNEL, Course
from paddock.games.heat.rules.memo import Memo

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

Tosses: TypeAlias = tuple[Move, ...]

Q_DISCARD = Question("discard", R("H8"), several="Toss")


@cites(R("H8"), R("C6.15"))
class Discarding(Asking, frozen=True, tag=True, gc=False):
    """Discard card by card, from the lowest number up; Heat and Stress stay."""

    seat: Seat
    last: CardNo = 0
    n: int = 0

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        cards = state.cars[self.seat].hand
        if self.last:
            cards = cards[bisect_left(cards, self.last) :]
        options = TOSSES[COURSES[state.course].effect.may_discard][cards]
        return (Ask(self.seat, Q_DISCARD, options),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        course = COURSES[state.course]
        if type(move) is Done:
            return replenish.refresh(state, seat, course, events, chance)
        if type(move) is not Toss:
            raise RulesBug(move)
        card, car = move.card, state.cars[seat]
        hand, shown = car.hand, car.shown
        i = hand.index(card)
        hand = hand[:i] + hand[i + 1 :]
        if shown:
            shown = known_after_discard(car, card)
        events.append(Discarded(seat, card))
        if card in (HEAT, STRESS):  # an Event allows it; such cards are shown
            mark_secret_shown(events)
            car = replace(car, hand=hand, discard=car.discard + (card,), shown=shown)
        else:
            car = replace(car, hand=hand, hidden=car.hidden + (card,), shown=shown)
        cars = replace_at(state.cars, seat, car)
        state = replace(state, cars=cars, phase=Discarding(seat, card, self.n + 1))
        if not hand or course.effect.most_discards <= self.n + 1:
            return replenish.refresh(state, seat, course, events, chance)
        return state

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Toss):
            return None
        if move.card not in state.cars[seat].hand:
            return Refusal("not-in-hand", R("H8"))
        if move.card in (HEAT, STRESS):
            return Refusal("heat-and-stress-stay", R("H8"))
        return Refusal("all-at-once", R("H8"))


def known_after_discard(car: Car, card: CardNo) -> tuple[CardNo, ...]:
    """The cards of a hand that all players still know after a discard.

    A face-down discard may be any of them, so only Heat and Stress stay known.
    """
    if card in (HEAT, STRESS):
        return without_any(car.shown, (card,))
    return tuple(c for c in car.shown if c in (HEAT, STRESS))


@cites(R("C6.13"), R("C6.17"))
def toss_options(cards: tuple[CardNo, ...], kept: tuple[CardNo, ...] = (HEAT, STRESS)) -> Tosses:
    """Stop, or discard one of these cards; Heat and Stress only if an Event allows it."""
    return (DONE, *[TOSS[card] for card in dict.fromkeys(cards) if card not in kept])


TOSSES: dict[str, Memo[tuple[CardNo, ...], Tosses]] = {
    "": Memo(toss_options, 1 << 12),
    "heat": Memo(partial(toss_options, kept=(STRESS,)), 1 << 10),
    "stress": Memo(partial(toss_options, kept=(HEAT,)), 1 << 10),
}
"""Options by the card that an Event allows, and the cards still offered."""


@cites(R("H8"), R("E3"), R("Q32"))
def discard(state: State, seat: Seat, course: Course, events: Events, chance: Chance) -> State:
    """Ask for discards whenever the hand has cards: whether they can go is the driver's secret."""
    car = state.cars[seat]
    racing = car.pos < course.goal and not car.place
    if car.hand and racing and not course.flags[car.pos + GRID] & TUNNEL:
        return replace(state, phase=Discarding(seat))
    return replenish.refresh(state, seat, course, events, chance)
