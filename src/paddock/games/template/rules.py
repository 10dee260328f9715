"""The physics of the road: pure functions of a state, each carrying out a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.template.card import R
from paddock.games.template.data import LIMIT
from paddock.games.template.events import Drew, Events, Refuelled

if TYPE_CHECKING:
    from paddock.games.template.state import Car, State


def with_car(state: State, seat: Seat, car: Car) -> State:
    """The state with another car in a seat."""
    return replace(state, cars=replace_at(state.cars, seat, car))


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards less one of them."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


@cites(R("T3"))
def running_order(state: State) -> tuple[Seat, ...]:
    """The seats from the front of the road to its rear; on one space the earlier seat first."""
    return tuple(sorted(range(len(state.cars)), key=lambda seat: -state.cars[seat].at))


@cites(R("Q1"), R("Q2"))
def cars_on_space(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other cars on a car's space, in the order of their seats."""
    at = state.cars[seat].at
    return tuple(s for s, car in enumerate(state.cars) if car.at == at and s != seat)


@cites(R("T3.1"))
def burn(state: State, seat: Seat, amount: int) -> State:
    """Fuel goes from a car to the pool."""
    car = state.cars[seat]
    state = with_car(state, seat, replace(car, fuel=car.fuel - amount))
    return replace(state, pool=state.pool + amount)


@cites(R("T3.2"))
def is_too_fast(car: Car) -> bool:
    """Whether a car is on a bend that its gear does not hold."""
    return car.gear > LIMIT[car.at]


@cites(R("T4"))
def lay_card(state: State, seat: Seat, card: int) -> State:
    """A card goes from a hand to the discards."""
    car = state.cars[seat]
    state = with_car(state, seat, replace(car, hand=without(car.hand, card)))
    return replace(state, discards=tuple(sorted((*state.discards, card))))


@cites(R("T5"))
def refuel(state: State, events: Events) -> State:
    """Cars in first gear take a unit each, the front first, as long as there is any."""
    for seat in running_order(state):
        car = state.cars[seat]
        if car.gear == 1 and state.pool:
            car = replace(car, fuel=car.fuel + 1)
            state = replace(with_car(state, seat, car), pool=state.pool - 1)
            events.append(Refuelled(seat, car.fuel))
    return state


@cites(R("T1"), R("T5"))
def draw(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """Draw a card from the bag to a hand: `pick` gets the seat whose secret it is."""
    if not state.bag:
        return state
    card = state.bag[chance.pick(state.bag, "hand", seat)]
    hand = tuple(sorted((*state.cars[seat].hand, card)))
    events.append(Drew(seat, card, len(hand)))
    state = with_car(state, seat, replace(state.cars[seat], hand=hand))
    return replace(state, bag=without(state.bag, card))


@cites(R("T6"))
def finishing_places(cars: tuple[Car, ...]) -> tuple[int, ...]:
    """Each seat's place: furthest first, then by fuel; equal cars share a place."""
    keys = [(-car.at, -car.fuel) for car in cars]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
