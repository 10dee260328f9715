"""The pressure cooker: an Event that takes a Heat out of the game with every lap."""

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
from paddock.games.heat.data import HEAT
from paddock.games.heat.events import Events, HeatGone
from paddock.games.heat.moves import COOK, Cook, Move, Pile
from paddock.games.heat.phases import discard
from paddock.games.heat.rules.cards import without
from paddock.games.heat.rules.course import COURSES, Course

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

Q_COOKER = Question("cooker", R("C6.18"))


@cites(R("C6.18"), R("Q16"), R("Q24"))
def is_lap_done(start: int, end: int, course: Course) -> bool:
    """Whether a lap was completed before the finish."""
    spaces = course.track.spaces
    return 0 < end // spaces < course.laps and end // spaces > start // spaces


@cites(R("C6.18"), R("Q49"))
class Cooking(Asking, frozen=True, tag=True, gc=False):
    """The engine is empty, so a Heat card leaves the game from another pile.

    Which pile follows from the cards. Only their owner sees them, so the owner is asked.
    """

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_COOKER, (COOK[pile_with_heat(state.cars[self.seat])],)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Cook):
            raise RulesBug(move)
        mark_secret_shown(events)
        events.append(HeatGone(seat, move.pile, state.cars[seat].engine))
        state = without_heat(state, seat, move.pile)
        return discard.discard(state, seat, COURSES[state.course], events, chance)


def cook(state: State, seat: Seat, course: Course, events: Events, chance: Chance) -> State:
    """Remove a Heat from the engine; if it is empty, ask for another pile."""
    if not state.cars[seat].engine:
        return replace(state, phase=Cooking(seat))
    car = state.cars[seat]
    car = replace(car, engine=car.engine - 1)
    events.append(HeatGone(seat, "engine", car.engine))
    supply = replace(state.supply, gone=state.supply.gone + 1)
    state = replace(state, cars=replace_at(state.cars, seat, car), supply=supply)
    return discard.discard(state, seat, course, events, chance)


def pile_with_heat(car: Car) -> Pile:
    if HEAT in car.hand:
        return "hand"
    if HEAT in car.discard:
        return "discard"
    return "deck" if HEAT in car.deck else "none"


def without_heat(state: State, seat: Seat, pile: Pile) -> State:
    car = state.cars[seat]
    if pile == "none":
        return state
    left = without(getattr(car, pile), (HEAT,))
    car = replace(car, **{pile: left})
    supply = replace(state.supply, gone=state.supply.gone + 1)
    return replace(state, cars=replace_at(state.cars, seat, car), supply=supply)
