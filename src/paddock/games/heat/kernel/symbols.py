"""Symbols and values of cards in the kernel: tables of a course, by card.

All symbols of a card lie in one number, four bits each; so do its values.
"""

from __future__ import annotations

from paddock.games.heat.data import FIRST_SPONSOR, SYMBOLS, VALUES
from paddock.games.heat.kernel.cards import count_played
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.records import (
    CARD_KINDS,
    FIRST_SPONSOR_KIND,
    FIRST_UPGRADE_KIND,
    MOST_DUE,
    MOST_SALVAGE,
    MOST_SCRAP,
    PLAIN_KINDS,
    SLOWEST_FIRST,
    Car,
    Course,
    Race,
)

SYMBOL_BITS, SYMBOL_MASK = 4, 15
SYMBOL_NAMES = (
    "plus",
    "cool",
    "reduce",
    "slip",
    "heat",
    "scrap",
    "salvage",
    "direct",
    "accel",
    "refresh",
    "limit",
    "supercool",
    "draft",
    "again",
    "is_heat",
)
PLUS, COOL_SYMBOL, REDUCE_SYMBOL, SLIP_SYMBOL, HEAT_PRICE, SCRAP_SYMBOL, SALVAGE_SYMBOL = range(
    0, 28, 4
)
DIRECT_SYMBOL, ACCEL_SYMBOL, REFRESH_SYMBOL, LIMIT_SYMBOL, SUPERCOOL_SYMBOL, DRAFT_SYMBOL = range(
    28, 52, 4
)
AGAIN_SYMBOL, IS_HEAT_SYMBOL = 52, 56
NO_LIMIT = 8
"""The symbol of a limit may be negative, so it is stored with this added."""


def pack_symbols(card: int) -> int:
    """The symbols of a card as one number."""
    found = 0
    for i, name in enumerate(SYMBOL_NAMES):
        value = getattr(SYMBOLS[card], name) + (NO_LIMIT if name == "limit" else 0)
        assert 0 <= value <= SYMBOL_MASK
        found |= value << i * SYMBOL_BITS
    return found


def pack_values(card: int) -> int:
    """How many values a card has, then each of them, the lowest first."""
    values = VALUES[card]
    assert values == tuple(sorted(values))
    found = len(values)
    for i, value in enumerate(values):
        found |= value << (i + 1) * SYMBOL_BITS
    return found


# ---------------------------------------------------------------- one card


@rule
def symbol(course: Course, car: Car, kind: int, which: int) -> int:
    """The number of one symbol on a card."""
    return int(course.symbols[car.card[kind]]) >> which & SYMBOL_MASK


@rule
def count_values(course: Course, car: Car, kind: int) -> int:
    return int(course.values[car.card[kind]]) & SYMBOL_MASK


@rule
def value_of(course: Course, car: Car, kind: int, choice: int) -> int:
    """The value of a card, from the lowest one up."""
    return int(course.values[car.card[kind]]) >> SYMBOL_BITS * (choice + 1) & SYMBOL_MASK


@rule
def sum_symbols(course: Course, car: Car, which: int) -> int:
    """The number of one symbol in the play area."""
    if course.garage == 0:
        return 0
    total = 0
    for i in range(car.played):
        total += symbol(course, car, int(car.area[i]), which)
    return total


@rule
def own_limit(course: Course, car: Car) -> int:  # Q20
    """What the cards in play add to the limits of corners."""
    if course.garage == 0:
        return 0
    return sum_symbols(course, car, LIMIT_SYMBOL) - NO_LIMIT * car.played


# ---------------------------------------------------------------- the kinds of a driver


@rule
def name_kinds(car: Car, course: Course) -> None:  # G1
    """Number the cards that a driver may have, by the Upgrades that the driver owns."""
    n = FIRST_UPGRADE_KIND
    car.direct = 0
    for i in range(car.owned):
        card = int(car.upgrades[i])
        if int(course.symbols[card]) >> DIRECT_SYMBOL & SYMBOL_MASK != 0:
            car.direct = 1
        known = int(course.symbols[card]) >> IS_HEAT_SYMBOL & SYMBOL_MASK != 0
        for kind in range(FIRST_UPGRADE_KIND, n):
            known = known or car.card[kind] == card
        if not known:
            at = n
            while at > FIRST_UPGRADE_KIND and car.card[at - 1] > card:
                car.card[at] = car.card[at - 1]
                at -= 1
            car.card[at] = card
            n += 1
    rank_kinds(car, course, n)


@rule
def rank_kinds(car: Car, course: Course, end: int) -> None:
    """The kinds that can be played, in the order of plans; `end` is past the last Upgrade."""
    for kind in range(PLAIN_KINDS):
        car.card[kind] = kind
    car.playables = 0
    for i in range(PLAIN_KINDS - 1):
        car.slowest[i] = SLOWEST_FIRST[i]
        car.playables += 1
    car.kinds = PLAIN_KINDS
    if course.garage == 0:
        return
    car.kinds = FIRST_SPONSOR_KIND
    for kind in range(FIRST_UPGRADE_KIND, end):
        rank_kind(car, course, kind)
    for kind in range(end, FIRST_SPONSOR_KIND):
        car.card[kind] = 0
    if course.event != 0:
        car.kinds = CARD_KINDS
        for kind in range(FIRST_SPONSOR_KIND, CARD_KINDS):
            car.card[kind] = FIRST_SPONSOR + kind - FIRST_SPONSOR_KIND
            rank_kind(car, course, kind)


@rule
def rank_kind(car: Car, course: Course, kind: int) -> None:
    """Put a kind among those that can be played: the lowest value first, then the card."""
    at = int(car.playables)
    car.playables += 1
    low = value_of(course, car, kind, 0)
    while at > 0 and value_of(course, car, int(car.slowest[at - 1]), 0) > low:
        car.slowest[at] = car.slowest[at - 1]
        at -= 1
    car.slowest[at] = kind


@rule
def kind_of(car: Car, card: int) -> int:
    """The kind of an Upgrade that the driver owns."""
    kind = FIRST_UPGRADE_KIND
    while car.card[kind] != card:
        kind += 1
    return kind


# ---------------------------------------------------------------- values to choose


@rule
def has_open_values(course: Course, car: Car) -> bool:  # H3.2
    """Whether a card in play has several values."""
    if course.garage != 0:
        for i in range(car.played):
            if count_values(course, car, int(car.area[i])) > 1:
                return True
    return False


@rule
def count_ways(values: int, cards: int) -> int:
    """In how many ways equal cards have values: choices with repetition."""
    found = 1
    for i in range(cards):
        found = found * (values + i) // (i + 1)
    return found


@rule
def count_value_choices(course: Course, car: Car) -> int:  # H3.2, Q19
    """How many different choices of values; equal cards are interchangeable."""
    found = 1
    for kind in range(FIRST_UPGRADE_KIND, car.kinds):
        values = count_values(course, car, kind)
        if values > 1:
            found *= count_ways(values, count_played(car, kind))
    return found


@rule
def choose_values(course: Course, car: Car, choice: int) -> int:  # H3.2, Q19
    """The values of this choice, packed as value plus one, in the order of the kinds."""
    rest = count_value_choices(course, car)
    packed = 0
    at = 0
    for kind in range(FIRST_UPGRADE_KIND, car.kinds):
        values = count_values(course, car, kind)
        copies = count_played(car, kind) if values > 1 else 0
        if copies > 0:
            rest //= count_ways(values, copies)
            part = choice // rest
            choice -= part * rest
            lowest = 0
            for card in range(copies):
                while part >= count_ways(values - lowest, copies - card - 1):
                    part -= count_ways(values - lowest, copies - card - 1)
                    lowest += 1
                packed |= value_of(course, car, kind, lowest) + 1 << at
                at += SYMBOL_BITS
    return packed


# ---------------------------------------------------------------- the symbols of a turn


@rule
def clear_symbols(race: Race) -> None:
    race.reduce, race.supercool, race.draft, race.accel = 0, 0, 0, 0
    race.due, race.scraps = 0, 0
    for n in range(MOST_SCRAP + 1):
        race.scrap[n] = 0
    for n in range(MOST_SALVAGE + 1):
        race.salvage[n] = 0


@rule
def open_symbols(race: Race, car: Car, course: Course) -> None:  # H5
    """The symbols of the cards in play, besides cooldown."""
    clear_symbols(race)
    for i in range(car.played):
        kind = int(car.area[i])
        if kind >= PLAIN_KINDS:
            race.reduce += symbol(course, car, kind, REDUCE_SYMBOL)
            race.supercool += symbol(course, car, kind, SUPERCOOL_SYMBOL)
            race.draft += symbol(course, car, kind, DRAFT_SYMBOL)
            race.accel += symbol(course, car, kind, ACCEL_SYMBOL)
            add_piles(race, car, course, kind)
            if symbol(course, car, kind, HEAT_PRICE) > 0 and count_values(course, car, kind) == 1:
                add_due(race, kind, value_of(course, car, kind, 0))
    at = 0
    for kind in range(FIRST_UPGRADE_KIND, car.kinds):
        if count_values(course, car, kind) > 1:
            for _ in range(count_played(car, kind)):
                if symbol(course, car, kind, HEAT_PRICE) > 0:
                    add_due(race, kind, int(race.chosen[at]))
                at += 1


@rule
def add_piles(race: Race, car: Car, course: Course, kind: int) -> None:
    """The scrap and salvage symbols of a card."""
    n = symbol(course, car, kind, SCRAP_SYMBOL)
    if n > 0:
        race.scrap[n] += 1
        race.scraps += 1
    n = symbol(course, car, kind, SALVAGE_SYMBOL)
    if n > 0:
        race.salvage[n] += 1


@rule
def add_due(race: Race, kind: int, value: int) -> None:  # H5.9
    """A card whose Heat is to be paid, sorted by card and value."""
    if race.due == MOST_DUE:
        return
    at = int(race.due)
    race.due += 1
    while at > 0 and (
        race.due_kind[at - 1] > kind
        or (race.due_kind[at - 1] == kind and race.due_value[at - 1] > value)
    ):
        race.due_kind[at] = race.due_kind[at - 1]
        race.due_value[at] = race.due_value[at - 1]
        at -= 1
    race.due_kind[at] = kind
    race.due_value[at] = value


@rule
def settle_due(race: Race, kind: int, value: int) -> None:  # H5.9
    """A card is paid or replaced."""
    at = 0
    while race.due_kind[at] != kind or race.due_value[at] != value:
        at += 1
    race.due -= 1
    for i in range(at, race.due):
        race.due_kind[i] = race.due_kind[i + 1]
        race.due_value[i] = race.due_value[i + 1]
