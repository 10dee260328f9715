"""The pressure cooker: an Event that takes a Heat out of the game with every lap."""

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
from paddock.games.heat.data import HEAT
from paddock.games.heat.events import Event, HeatGone, Told
from paddock.games.heat.moves import COOK, Cook, Move, Pile
from paddock.games.heat.phases import after
from paddock.games.heat.rules.cards import minus
from paddock.games.heat.rules.course import COURSES, Course

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

COOKER = Question("cooker", R("C6.18"))


@cites(R("C6.18"), R("Q16"), R("Q24"))
def lap_done(start: int, end: int, crs: Course) -> bool:
    """Whether a lap was completed that is neither the start nor the finish."""
    spaces = crs.track.spaces
    return 0 < end // spaces < crs.laps and end // spaces > start // spaces


@cites(R("C6.18"), R("Q49"))
class Cooking(Struct, frozen=True, tag=True, gc=False):
    """The engine is empty: the Heat that leaves the game comes from somewhere else. Where from
    follows from the cards, and only their owner can see it, so the owner is asked."""

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, COOKER, (COOK[pile_with_heat(state.cars[self.seat])],)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, Cook):
            raise RulesBug(move)
        told: Told = [HeatGone(seat, move.pile)]
        state = without_heat(state, seat, move.pile)
        step = after.discard(state, seat, COURSES[state.course], told, chance)
        return Step(step.state, step.events, opened=True)


def cook(state: State, seat: Seat, told: Told, chance: Chance) -> Step[State, Event]:
    if not state.cars[seat].engine:
        return Step(replace(state, phase=Cooking(seat)), tuple(told))
    told.append(HeatGone(seat, "engine"))
    car = state.cars[seat]
    car = replace(car, engine=car.engine - 1)
    box = replace(state.box, gone=state.box.gone + 1)
    state = replace(state, cars=put(state.cars, seat, car), box=box)
    return after.discard(state, seat, COURSES[state.course], told, chance)


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
    left = minus(getattr(car, pile), (HEAT,))
    car = replace(car, **{pile: left})
    box = replace(state.box, gone=state.box.gone + 1)
    return replace(state, cars=put(state.cars, seat, car), box=box)
