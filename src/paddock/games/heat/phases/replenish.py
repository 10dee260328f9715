"""Step 9: discard played cards and fill the hand up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import FIRST_SPONSOR, REFRESH_CARDS
from paddock.games.heat.events import Events, Refreshed
from paddock.games.heat.moves import DONE, REFRESH, Done, Move, Refresh
from paddock.games.heat.phases import rounds
from paddock.games.heat.rules.cards import fill_hand, open_top, spend_sponsors, without
from paddock.games.heat.rules.course import COURSES, Course

if TYPE_CHECKING:
    from paddock.games.heat.state import State

Q_REFRESH = Question("refresh", R("H9.1"))


@cites(R("H9.1"), R("Q10"))
class Refreshing(Asking, frozen=True, tag=True, gc=False):
    """Played cards that may go back on top of the deck; the last one put there lies on top."""

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        area = state.cars[self.seat].area
        cards = dict.fromkeys(card for card in area if card in REFRESH_CARDS)
        return (Ask(self.seat, Q_REFRESH, (DONE, *(REFRESH[card] for card in cards))),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        course = COURSES[state.course]
        if isinstance(move, Done):
            return replenish(state, seat, course, events, chance)
        if not isinstance(move, Refresh):
            raise RulesBug(move)
        car = state.cars[seat]
        car = replace(car, area=without(car.area, (move.card,)), top=(*car.top, move.card))
        events.append(Refreshed(seat, move.card))
        state = replace(state, cars=replace_at(state.cars, seat, car))
        return refresh(state, seat, course, events, chance)


def refresh(state: State, seat: Seat, course: Course, events: Events, chance: Chance) -> State:
    """Ask about refresh if a played card has the symbol; else replenish."""
    if course.garage:
        car = state.cars[seat]
        racing = not car.place and car.pos < course.goal
        if racing and not REFRESH_CARDS.isdisjoint(car.area):
            return replace(state, phase=Refreshing(seat))
    return replenish(state, seat, course, events, chance)


@cites(R("H9"), R("Q22"))
def replenish(state: State, seat: Seat, course: Course, events: Events, chance: Chance) -> State:
    """Discard played cards, fill the hand up, and go to the next car."""
    car, supply = state.cars[seat], state.supply
    if course.garage and car.area and max(car.area) >= FIRST_SPONSOR:
        car, supply = spend_sponsors(car, supply, seat, events)
    if car.pos < course.goal and not car.place:
        if car.hidden and not car.discard and not car.area:
            mark_secret_shown(events)
            car = open_top(car, seat, events)
        car = fill_hand(car, seat, course.hand, events, chance)
    else:
        car = replace(car, area=(), discard=car.discard + car.area)
    state = replace(
        state, cars=replace_at(state.cars, seat, car), supply=supply, turn=state.turn + 1
    )
    return rounds.next_car(state, course, events, chance)
