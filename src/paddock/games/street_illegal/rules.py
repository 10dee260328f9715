"""The physics: cards, chips and speed. Pure functions from a state to a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.game import put
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import ICON, LIMIT, MPH, ROAD, Tempo
from paddock.games.street_illegal.events import Told

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import Car, State


def speed(car: Car) -> int:
    """The sum of the three face-up cards."""
    left, middle, right = car.up
    return MPH[left] + MPH[middle] + MPH[right]


def limit(state: State) -> int:
    """The speed limit of this leg; 0 is none."""
    return LIMIT[state.track[state.leg]]


def without(cards: tuple[Tempo, ...], card: Tempo) -> tuple[Tempo, ...]:
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def with_hand(state: State, seat: Seat, hand: tuple[Tempo, ...]) -> State:
    return replace(state, cars=put(state.cars, seat, replace(state.cars[seat], hand=hand)))


# ---------------------------------------------------------------- the stack


@cites(R("S1"), R("Q9"))
def take(
    state: State, told: Told, chance: Chance, label: str, to: Seat | None = None
) -> tuple[Tempo, State]:
    """A card from the stack. When it is used up, the discards are reshuffled, and only they."""
    deck = state.deck
    if deck:
        i = chance.pick(deck, label, to)
        return deck[i], replace(state, deck=deck[:i] + deck[i + 1 :])
    told.append(ev.Reshuffled())
    deck = tuple(sorted(state.discards))
    i = chance.pick(deck, label, to)
    rest = deck[:i] + deck[i + 1 :]
    held = tuple([car.hand for car in state.cars])
    return deck[i], replace(state, deck=rest, discards=(), held=held)


def turn(
    state: State, seat: Seat, told: Told, chance: Chance, label: str, clause: str
) -> tuple[Tempo, State]:
    """A card from the stack, for all to see."""
    card, state = take(state, told, chance, label)
    told.append(ev.Turned(seat, card, clause))
    return card, state


def draw(state: State, seat: Seat, told: Told, chance: Chance, clause: str) -> State:
    """A card from the stack to a hand."""
    card, state = take(state, told, chance, "hand", seat)
    told.append(ev.Drew(seat, card, clause))
    return with_hand(state, seat, tuple(sorted((*state.cars[seat].hand, card))))


@cites(R("Q8"))
def discard(state: State, seat: Seat, card: Tempo) -> State:
    """A card of the hand goes to the discards."""
    state = with_hand(state, seat, without(state.cars[seat].hand, card))
    return replace(state, discards=state.discards + (card,))


# ---------------------------------------------------------------- the face-up cards


@cites(R("S2.2"), R("S2.3"), R("S3.6"), R("Q4"))
def extremes(up: tuple[Tempo, ...], card: Tempo, *, highest: bool) -> tuple[int, ...]:
    """Which of the four cards must go: the highest or the lowest, several when they are equal.

    Place 3 is the card just turned, which may be the one.
    """
    four = (MPH[up[0]], MPH[up[1]], MPH[up[2]], MPH[card])
    worst = max(four) if highest else min(four)
    if four.count(worst) == 1:
        return (four.index(worst),)
    return tuple([i for i in (0, 1, 2, 3) if four[i] == worst])


def drop(state: State, seat: Seat, slot: int, card: Tempo, told: Told, clause: str) -> State:
    """The card just turned takes the place of the one that goes, or goes itself."""
    if slot == 3:
        told.append(ev.Dropped(seat, card, clause))
        return replace(state, discards=state.discards + (card,))
    car = state.cars[seat]
    gone = car.up[slot]
    told.append(ev.Dropped(seat, gone, clause))
    cars = put(state.cars, seat, replace(car, up=put(car.up, slot, card)))
    return replace(state, cars=cars, discards=state.discards + (gone,))


@cites(R("S3.1"))
def drive(state: State, seat: Seat, slot: int, card: Tempo, told: Told, chance: Chance) -> State:
    """A card of the hand replaces a face-up one, which is discarded; then one is drawn."""
    car = state.cars[seat]
    gone = car.up[slot]
    car = replace(car, hand=without(car.hand, card), up=put(car.up, slot, card))
    told.append(ev.Drove(seat, slot, card, speed(car)))
    state = replace(state, cars=put(state.cars, seat, car), discards=state.discards + (gone,))
    return draw(state, seat, told, chance, R("S3.1"))


# ---------------------------------------------------------------- chips


@cites(R("S2.4"), R("Q1"))
def earn(state: State, seat: Seat, told: Told) -> State:
    """Two chips for each face-up card with the icon of the road, as long as there are any."""
    car = state.cars[seat]
    road = ROAD[state.track[state.leg]]
    left, middle, right = car.up
    chips = 2 * ((ICON[left] == road) + (ICON[middle] == road) + (ICON[right] == road))
    chips = min(chips, state.pool)
    if not chips:
        return state
    told.append(ev.Earned(seat, chips))
    cars = put(state.cars, seat, replace(car, chips=car.chips + chips))
    return replace(state, cars=cars, pool=state.pool - chips)


def pay(state: State, seat: Seat, chips: int) -> State:
    """Chips go back to the pool."""
    if not chips:
        return state
    car = state.cars[seat]
    cars = put(state.cars, seat, replace(car, chips=car.chips - chips))
    return replace(state, cars=cars, pool=state.pool + chips)


@cites(R("Q2"))
def most_chips(car: Car) -> int:
    """Nobody pays more chips at once than he has, nor more than he holds cards."""
    return min(car.chips, len(car.hand))
