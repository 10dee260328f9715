"""Rules of cards, chips and speed: pure functions from a state to a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import (
    CHIP_MPH,
    DRIVER_COLOURS,
    ICON,
    LIMIT,
    MPH,
    NONE,
    ROAD,
    SLOTS,
    TURNED,
    Slot,
    Tempo,
)
from paddock.games.street_illegal.events import Events

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import Car, State

ROAD_CARD = R("S2")
OBSTACLE = R("S2.1")
DRIVING = R("S3.1")


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


# ---------------------------------------------------------------- the stack


@cites(R("S1"), R("Q9"))
def reshuffle(state: State, events: Events) -> State:
    """The stack is used up: it is made of the discards, and only of them."""
    deck = tuple(sorted(state.discards))
    events.append(ev.Reshuffled(len(deck)))
    return replace(state, deck=deck, discards=(), held=tuple([car.hand for car in state.cars]))


def turn(
    state: State, seat: Seat, events: Events, chance: Chance, label: str, clause: str
) -> tuple[Tempo, State]:
    """A card from the stack, for all to see."""
    if not state.deck:
        state = reshuffle(state, events)
    deck = state.deck
    i = chance.pick(deck, label)
    card = deck[i]
    events.append(ev.Turned(seat, card, clause, len(deck) - 1))
    return card, replace(state, deck=deck[:i] + deck[i + 1 :])


def draw(state: State, seat: Seat, events: Events, chance: Chance, clause: str) -> State:
    """A card from the stack to a hand."""
    if not state.deck:
        state = reshuffle(state, events)
    deck, car = state.deck, state.cars[seat]
    i = chance.pick(deck, "hand", seat)
    card = deck[i]
    hand = tuple(sorted((*car.hand, card)))
    events.append(ev.Drew(seat, card, clause, len(deck) - 1, len(hand), hand))
    cars = replace_at(state.cars, seat, replace(car, hand=hand))
    return replace(state, deck=deck[:i] + deck[i + 1 :], cars=cars)


@cites(R("Q8"))
def discard(state: State, seat: Seat, card: Tempo) -> State:
    """A card of the hand goes to the discards."""
    car = state.cars[seat]
    cars = replace_at(state.cars, seat, replace(car, hand=without(car.hand, card)))
    return replace(state, cars=cars, discards=state.discards + (card,))


# ---------------------------------------------------------------- the face-up cards


@cites(R("S2.2"), R("S2.3"), R("S3.6"), R("Q4"))
def extremes(up: tuple[Tempo, ...], card: Tempo, *, highest: bool) -> tuple[Slot, ...]:
    """Which of the four cards must go: the highest or the lowest, several when they are equal.

    The card just turned may be the one.
    """
    four = (MPH[up[0]], MPH[up[1]], MPH[up[2]], MPH[card])
    worst = max(four) if highest else min(four)
    if four.count(worst) == 1:
        return (SLOTS[four.index(worst)],)
    return tuple([slot for slot in SLOTS if four[slot] == worst])


def drop(state: State, seat: Seat, slot: Slot, card: Tempo, events: Events, clause: str) -> State:
    """The card just turned takes the place of the one that goes, or goes itself."""
    car = state.cars[seat]
    if slot == TURNED:
        events.append(ev.Dropped(seat, card, clause, car.up, speed(car)))
        return replace(state, discards=state.discards + (card,))
    gone = car.up[slot]
    car = replace(car, up=replace_at(car.up, slot, card))
    events.append(ev.Dropped(seat, gone, clause, car.up, speed(car)))
    cars = replace_at(state.cars, seat, car)
    return replace(state, cars=cars, discards=state.discards + (gone,))


@cites(R("S2.1"), R("Q9"))
def meet_obstacle(state: State, seat: Seat, slot: Slot, events: Events, chance: Chance) -> State:
    """The card in that place is discarded, and a new one turned for it.

    With an empty stack it is reshuffled with the other discards, and may come back.
    """
    gone = state.cars[seat].up[slot]
    state = replace(state, discards=state.discards + (gone,))
    card, state = turn(state, seat, events, chance, "road", ROAD_CARD)
    car = state.cars[seat]
    car = replace(car, up=replace_at(car.up, slot, card))
    events.append(ev.Dropped(seat, gone, OBSTACLE, car.up, speed(car)))
    return replace(state, cars=replace_at(state.cars, seat, car))


@cites(R("S3.1"))
def drive(
    state: State, seat: Seat, slot: Slot, card: Tempo, events: Events, chance: Chance
) -> State:
    """A card of the hand replaces a face-up one, which is discarded; then one is drawn."""
    car = state.cars[seat]
    gone = car.up[slot]
    car = replace(car, hand=without(car.hand, card), up=replace_at(car.up, slot, card))
    events.append(ev.Drove(seat, slot, card, speed(car), car.up))
    state = replace(
        state, cars=replace_at(state.cars, seat, car), discards=state.discards + (gone,)
    )
    return draw(state, seat, events, chance, DRIVING)


# ---------------------------------------------------------------- chips


@cites(R("S2.4"), R("Q1"))
def earn(state: State, seat: Seat, events: Events) -> State:
    """Two chips for each face-up card with the icon of the road, as long as there are any."""
    car = state.cars[seat]
    road = ROAD[state.track[state.leg]]
    left, middle, right = car.up
    chips = 2 * ((ICON[left] == road) + (ICON[middle] == road) + (ICON[right] == road))
    chips = min(chips, state.pool)
    if not chips:
        return state
    has, pool = car.chips + chips, state.pool - chips
    events.append(ev.Earned(seat, chips, has, pool, state.options.open_chips))
    return replace(state, cars=replace_at(state.cars, seat, replace(car, chips=has)), pool=pool)


@cites(R("S3.4"))
def chips_owed(state: State, seat: Seat) -> int:
    """A chip for each 10 mph over the limit; 0 within it, and where there is none."""
    top = LIMIT[state.track[state.leg]]
    over = speed(state.cars[seat]) - top
    return over // CHIP_MPH if top and over > 0 else 0


def pay(
    state: State,
    seat: Seat,
    chips: int,
    kind: Callable[[Seat, int, int, int, bool], ev.Paid | ev.Spent],
    events: Events,
) -> State:
    """Pay chips to the pool."""
    car = state.cars[seat]
    has, pool = car.chips - chips, state.pool + chips
    events.append(kind(seat, chips, has, pool, state.options.open_chips))
    if not chips:
        return state
    return replace(state, cars=replace_at(state.cars, seat, replace(car, chips=has)), pool=pool)


@cites(R("Q16"))
def driver_cards(options: object, seats: int) -> tuple[str, ...]:
    """The driver cards among which players may choose, by colour."""
    return DRIVER_COLOURS


@cites(R("Q2"))
def most_chips(car: Car) -> int:
    """The most chips to pay at once: limited by chips and by cards in hand."""
    return min(car.chips, len(car.hand))


# ---------------------------------------------------------------- why not


def not_in_hand(car: Car, move: object, clause: str) -> Refusal | None:
    """A refusal if the move names a card that is not in hand."""
    card = getattr(move, "card", NONE)
    if card == NONE or card in car.hand:
        return None
    return Refusal("not-in-hand", clause, (("card", card),))


def too_many_chips(car: Car, chips: int) -> Refusal:
    """A refusal of too many chips: not enough chips, or not enough cards."""
    few = "few-chips" if chips > car.chips else "few-cards"
    return Refusal(few, R("Q2"), (("owed", chips),))
