"""The garage in the kernel: Upgrades dealt or drafted, the mechanics of one Event, first hands."""

from __future__ import annotations

from paddock.games.heat.data import FIRST_UPGRADE, HEAT, STRESS, UPGRADES, WEATHERS
from paddock.games.heat.kernel.cards import add_to_deck, discard_card, fill_hand, gain_sponsor
from paddock.games.heat.kernel.chance import Draws, pick
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.plans import PICK, TUNE, VALUE_BITS, VALUE_MASK
from paddock.games.heat.kernel.records import (
    DEAL,
    DRAFTING,
    FIRST_HANDS,
    MARKET_DRAW,
    OPEN_MARKET,
    TUNING,
    UPGRADE_DRAW,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.symbols import IS_HEAT_SYMBOL, SYMBOL_MASK, kind_of, name_kinds

DRAFT_ROUNDS = 3
QUICK_UPGRADES = 3
MARKET_EXTRA_CARDS = 3
SKY_HEAT = tuple(sky.heat for sky in WEATHERS)
SKY_STRESS = tuple(sky.stress for sky in WEATHERS)
SKY_TO_DECK = tuple(sky.to_deck for sky in WEATHERS)
SKY_TO_DISCARD = tuple(sky.to_discard for sky in WEATHERS)


# ---------------------------------------------------------------- Upgrades


@rule
def draw_upgrade(race: Race, chance: Draws, left: int, label: int) -> int:
    """A card out of the stock, with the number that is left in it."""
    at = pick(race, chance, left, label)
    i = 0
    while at >= race.stock[i]:
        at -= race.stock[i]
        i += 1
    race.stock[i] -= 1
    return FIRST_UPGRADE + i


@rule
def count_stock(race: Race) -> int:
    left = 0
    for i in range(UPGRADES):
        left += race.stock[i]
    return left


@rule
def own_upgrade(car: Car, card: int) -> None:
    car.upgrades[car.owned] = card
    car.owned += 1


@rule
def deal_upgrades(race: Race, chance: Draws) -> None:  # G3, Q52
    """Three cards each."""
    left = count_stock(race)
    for seat in range(race.seats):
        for _ in range(QUICK_UPGRADES):
            own_upgrade(race.cars[seat], draw_upgrade(race, chance, left, UPGRADE_DRAW))
            left -= 1


@rule
def driver_at(race: Race, place: int) -> int:
    """The driver at this place of the order, from 0 on; Legends are not counted."""
    i = -1
    while place >= 0:
        i += 1
        if race.order[i] < race.seats:
            place -= 1
    return int(race.order[i])


@rule
def market_seat(race: Race) -> int:  # G2
    """The seat that picks next: from the back, in the second round from the front."""
    if race.market_round == 2:
        return driver_at(race, int(race.picks))
    return driver_at(race, race.seats - 1 - race.picks)


@rule
def open_market(race: Race, chance: Draws) -> None:  # G2
    """A market of one card a driver and three more; after the third round the cards are dealt."""
    if race.market_round == DRAFT_ROUNDS:
        race.phase = DEAL
        return
    race.market_round += 1
    race.picks, race.markets = 0, 0
    left = count_stock(race)
    for n in range(min(race.seats + MARKET_EXTRA_CARDS, left)):
        card = draw_upgrade(race, chance, left - n, MARKET_DRAW)
        at = int(race.markets)
        while at > 0 and race.market[at - 1] > card:
            race.market[at] = race.market[at - 1]
            at -= 1
        race.market[at] = card
        race.markets += 1
    race.phase = DRAFTING
    race.seat = market_seat(race)


@rule
def is_repeated_in_market(race: Race, at: int) -> bool:
    return at > 0 and race.market[at - 1] == race.market[at]


@rule
def count_market(race: Race) -> int:  # G2
    n = 0
    for i in range(race.markets):
        if not is_repeated_in_market(race, i):
            n += 1
    return n


@rule
def market_option(race: Race, choice: int) -> int:  # G2
    """The card of this number, as a code."""
    at = 0
    while is_repeated_in_market(race, at) or choice > 0:
        if not is_repeated_in_market(race, at):
            choice -= 1
        at += 1
    return PICK | int(race.market[at]) << VALUE_BITS


@rule
def pick_upgrade(race: Race, car: Car, code: int) -> None:  # G2, Q40
    """A driver takes a card of the market."""
    card = code >> VALUE_BITS & VALUE_MASK
    own_upgrade(car, card)
    at = 0
    while race.market[at] != card:
        at += 1
    race.markets -= 1
    for i in range(at, race.markets):
        race.market[i] = race.market[i + 1]
    race.picks += 1
    if race.picks == race.seats:
        race.phase = OPEN_MARKET
    else:
        race.seat = market_seat(race)


# ---------------------------------------------------------------- the mechanics


@rule
def deal(race: Race, course: Course) -> None:  # C6.22
    """Decks, engines and first hands; the mechanics Event asks the drivers first."""
    race.phase = FIRST_HANDS
    if course.mechanics != 0:
        race.phase, race.picks = TUNING, 0
        race.seat = driver_at(race, 0)


@rule
def tune_option(choice: int) -> int:  # C6.22
    """One Heat and one Stress more, or one of each less."""
    return TUNE | 1 - choice << VALUE_BITS


@rule
def tune(race: Race, car: Car, code: int) -> None:  # C6.22
    car.tuned = 1 if code >> VALUE_BITS == 1 else -1
    race.picks += 1
    if race.picks == race.seats:
        race.phase = FIRST_HANDS
    else:
        race.seat = driver_at(race, int(race.picks))


# ---------------------------------------------------------------- the start


@rule
def first_hands(race: Race, course: Course, chance: Draws) -> None:  # H0.3, C4, C6.5, C6.7
    """Decks, engines, Sponsorships and first hands."""
    for i in range(race.seats):
        fit_out(race, race.cars[i], course)
        for _ in range(course.sponsors):
            gain_sponsor(race, race.cars[i], chance)
        fill_hand(race, race.cars[i], int(course.hand), chance)


@rule
def fit_out(race: Race, car: Car, course: Course) -> None:  # H0.2, G3, W1, C6.20, C6.22, C8
    """Speed cards, Upgrades, Stress and Heat; weather moves some Heat. Sponsorships kept from an
    earlier race are already in the deck."""
    name_kinds(car, course)
    heat, stress = course.heat + car.tuned, course.stress + car.tuned
    for card in range(1, 5):
        add_to_deck(car, card, 3)
    if course.garage == 0:
        add_to_deck(car, 0, 1)
        add_to_deck(car, 5, 1)
        add_to_deck(car, HEAT, 1)
    for i in range(car.owned):
        card = int(car.upgrades[i])
        is_heat = int(course.symbols[card]) >> IS_HEAT_SYMBOL & SYMBOL_MASK != 0
        add_to_deck(car, HEAT if is_heat else kind_of(car, card), 1)
    if race.sky >= 0:
        heat += SKY_HEAT[race.sky]
        stress += SKY_STRESS[race.sky]
    stress = max(0, stress)
    if course.smooth == 0:
        add_to_deck(car, STRESS, stress)
    else:
        for _ in range(stress):
            discard_card(car, STRESS)
    if race.sky >= 0:
        moved = min(heat, SKY_TO_DECK[race.sky])
        add_to_deck(car, HEAT, moved)
        heat -= moved
        for _ in range(min(heat, SKY_TO_DISCARD[race.sky])):
            discard_card(car, HEAT)
            heat -= 1
    car.engine = heat
    car.gear = 1
