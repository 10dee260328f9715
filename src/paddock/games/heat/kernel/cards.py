"""Cards in the kernel: moves between deck, hand, play area and discard pile."""

from __future__ import annotations

from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.chance import Draws, pick
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.records import (
    CARD_KINDS,
    FLIP_DRAW,
    HAND_DRAW,
    HAND_SIZE,
    Car,
    Race,
)


@rule
def count_cards(bag: list[int]) -> int:
    return bag[0] + bag[1] + bag[2] + bag[3] + bag[4] + bag[5] + bag[6] + bag[7]


@rule
def count_playable(bag: list[int]) -> int:  # H2.1
    return count_cards(bag) - bag[HEAT]


@rule
def count_played(car: Car, card: int) -> int:
    """How often a card lies in the play area."""
    n = 0
    for i in range(car.played):
        if car.area[i] == card:
            n += 1
    return n


@rule
def count_own_cards(car: Car) -> int:
    """All cards of a driver, Heat in the engine included."""
    piles = car.discards + car.hiddens + car.played + car.engine
    return piles + count_cards(car.hand) + count_cards(car.deck)


@rule
def discard_card(car: Car, card: int) -> None:
    """A card on the discard pile, where all see it."""
    car.discard[car.discards] = card
    car.discards += 1


@rule
def hide_card(car: Car, card: int) -> None:  # H8
    """A card from the hand under the discard pile: only the owner knows it."""
    car.hidden[car.hiddens] = card
    car.hiddens += 1


@rule
def lay_card(car: Car, card: int) -> None:
    """A card into the play area."""
    car.area[car.played] = card
    car.played += 1


@rule
def pay(car: Car, heat: int) -> None:  # Q25
    """Heat from the engine to the discard pile."""
    car.engine -= heat
    for _ in range(heat):
        discard_card(car, HEAT)


@rule
def shuffle_in(car: Car) -> None:  # H9.3
    """The discard pile becomes the draw deck."""
    for i in range(car.discards):
        car.deck[car.discard[i]] += 1
    for i in range(car.hiddens):
        car.deck[car.hidden[i]] += 1
    car.discards = 0
    car.hiddens = 0


@rule
def draw_card(race: Race, deck: list[int], chance: Draws, label: int) -> int:
    """A card out of the deck, counted in the order of the cards."""
    at = pick(race, chance, count_cards(deck), label)
    card = 0
    while at >= deck[card]:
        at -= deck[card]
        card += 1
    deck[card] -= 1
    return card


@rule
def is_speed(card: int) -> bool:
    return 1 <= card <= 4


@rule
def has_speed_discarded(car: Car) -> bool:
    """Whether the discard pile holds a Speed card from 1 to 4."""
    found = False
    for i in range(car.discards):
        found = found or is_speed(car.discard[i])
    for i in range(car.hiddens):
        found = found or is_speed(car.hidden[i])
    return found


@rule
def flip(race: Race, car: Car, plus: int, chance: Draws) -> int:  # H3.1, H9.3
    """Plus symbols: cards are turned up until a Speed card from 1 to 4 joins the play area."""
    gain = 0
    while plus > 0:
        if count_cards(car.deck) == 0:
            if not has_speed_discarded(car):
                break
            shuffle_in(car)
        card = draw_card(race, car.deck, chance, FLIP_DRAW)
        if is_speed(card):
            lay_card(car, card)
            gain += card
            plus -= 1
        else:
            discard_card(car, card)
    return gain


@rule
def discard_area(car: Car) -> None:
    """Played cards to the discard pile."""
    for i in range(car.played):
        discard_card(car, car.area[i])
    car.played = 0


@rule
def fill_hand(race: Race, car: Car, chance: Draws) -> None:  # H9, H0.3
    """Played cards to the discard pile, and the hand filled up to its size."""
    discard_area(car)
    for _ in range(HAND_SIZE - count_cards(car.hand)):
        if count_cards(car.deck) == 0:
            shuffle_in(car)
            if count_cards(car.deck) == 0:
                break
        car.hand[draw_card(race, car.deck, chance, HAND_DRAW)] += 1


@rule
def open_top(car: Car) -> None:  # Q50, Q28
    """The last card discarded from the hand is seen if nothing else is on the pile."""
    if car.hiddens > 0 and car.discards == 0 and car.played == 0:
        car.hiddens -= 1
        discard_card(car, car.hidden[car.hiddens])


@rule
def forget_shown(car: Car) -> None:
    """Stress of the play area is no longer Stress known in the hand."""
    car.shown = max(0, car.shown - count_played(car, STRESS))


@rule
def clear_bag(bag: list[int]) -> None:
    for card in range(CARD_KINDS):
        bag[card] = 0
