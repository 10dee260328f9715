"""`greedy` in the kernel: the best plans of hands that are still filled up, and discards."""

from __future__ import annotations

from typing import Any

from paddock.games.heat.bots.exact import MAX_DISCARDS_IN_FULL, ROUGH_FILL_SAMPLES
from paddock.games.heat.bots.hands import (
    CLUTTERED_TURNS,
    FILL_SAMPLES,
    HEAT_IN_HAND_TURNS,
    MAX_FLIPS,
    STRESS_IN_HAND_TURNS,
)
from paddock.games.heat.bots.turns import GEAR_COOLDOWN, MAX_USEFUL_HEAT
from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.compiler import large_rule, rule
from paddock.games.heat.kernel.corners import may_toss
from paddock.games.heat.kernel.greedy_turns import LONG_PILE, SHORT_PILE, TOSSABLE, Notes
from paddock.games.heat.kernel.plans import DONE, TOSS, VALUE_BITS
from paddock.games.heat.kernel.policy import Outlook, after_flips, after_turn
from paddock.games.heat.kernel.records import Car, Course, Race
from paddock.games.heat.kernel.road import flags_at
from paddock.games.heat.moves import TOP_GEAR
from paddock.games.heat.rules.course import FLOODED

# ---------------------------------------------------------------- hands


@large_rule
def least_turns(
    race: Race, course: Course, outlook: Outlook, notes: Notes, pos: int, gear: int, engine: int
) -> float:
    """The turns of the best plan of the cards in `bag`, however many they are."""
    heats, stress = int(notes.bag[HEAT]), int(notes.bag[STRESS])
    notes.sums[0] = 1
    for cards in range(1, TOP_GEAR + 1):
        notes.sums[cards] = 0
    for speed in range(HEAT):
        for _ in range(min(int(notes.bag[speed]), TOP_GEAR)):
            for cards in range(TOP_GEAR, 0, -1):
                notes.sums[cards] |= notes.sums[cards - 1] << speed
    wet = flags_at(race, course, pos) & FLOODED != 0
    best = after_turn(course, outlook, pos, 1, engine) + CLUTTERED_TURNS
    for new in range(max(1, gear - 2), min(TOP_GEAR, gear + 2) + 1):
        left = engine - (1 if abs(new - gear) == 2 else 0) - (1 if wet and new < gear else 0)
        if left < 0:
            continue
        cooled = min(GEAR_COOLDOWN[new - 1], heats)
        left = min(left + cooled, MAX_USEFUL_HEAT)
        extra = 1 + HEAT_IN_HAND_TURNS * (heats - cooled)
        for calm in range(min(new, stress) + 1):
            speeds, speed = int(notes.sums[new - calm]), 0
            base = extra + STRESS_IN_HAND_TURNS * (stress - calm)
            while speeds > 0:
                if speeds & 1 != 0:
                    value = base + after_flips(
                        race,
                        course,
                        outlook,
                        pos,
                        speed=speed,
                        own=0,
                        gear=new,
                        engine=left,
                        flips=min(calm, MAX_FLIPS),
                    )
                    best = min(best, value)
                speeds >>= 1
                speed += 1
    return best


@rule
def add_sample(notes: Notes, cards: Any, size: int, most: int, start: int) -> int:
    """The first cards of a pile in one of its fixed orders, into `bag`; how many."""
    row = start * SHORT_PILE
    if size > SHORT_PILE:
        row = FILL_SAMPLES * SHORT_PILE + start * LONG_PILE
    n = 0
    while n < most and n < size:
        at = int(notes.orders[row])
        row += 1
        if at < size:
            notes.bag[cards[at]] += 1
            n += 1
    return n


@large_rule
def hand_turns(
    race: Race,
    course: Course,
    outlook: Outlook,
    notes: Notes,
    car: Car,
    size: int,
    decked: int,
    piled: int,
    fills: int,
) -> float:
    """The mean turns over a few samples of the cards that fill `hand` up; it has `size` cards, the
    deck and the pile have `decked` and `piled`."""
    missing = course.hand - size
    pos, gear, engine = int(car.pos), int(car.gear), int(car.engine)
    if missing <= 0:
        fills = 1
    whole = 0.0
    for start in range(fills):
        for kind in range(STRESS + 1):
            notes.bag[kind] = notes.hand[kind]
        if missing > 0:
            drawn = add_sample(notes, notes.deck, decked, missing, start)
            add_sample(notes, notes.pile, piled, missing - drawn, start)
        whole += least_turns(race, course, outlook, notes, pos, gear, engine)
    return whole / fills


@rule
def note_piles(notes: Notes, car: Car, played: int) -> int:
    """The own deck, and the own discard pile with so many played cards; how many lie there."""
    n = 0
    for kind in range(STRESS + 1):
        for _ in range(car.deck[kind]):
            notes.deck[n] = kind
            n += 1
    n = 0
    for i in range(car.discards):
        notes.pile[n] = car.discard[i]
        n += 1
    for i in range(car.hiddens):
        notes.pile[n] = car.hidden[i]
        n += 1
    for i in range(played):
        notes.pile[n] = car.area[i]
        n += 1
    return n


# ---------------------------------------------------------------- discards


@rule
def read_discard(notes: Notes, number: int) -> int:
    """The cards of a discard into `gone`; how many. A discard is a number with a digit for each
    card, the lowest card first, so that greater numbers come first in the order of the bots."""
    n = 0
    for kind in range(TOSSABLE - 1, -1, -1):
        base = int(notes.loose[kind]) + 1
        notes.gone[kind] = number % base
        n += number % base
        number //= base
    return n


@rule
def discard_turns(
    race: Race,
    course: Course,
    outlook: Outlook,
    notes: Notes,
    car: Car,
    number: int,
    piled: int,
    fills: int,
) -> float:
    """The turns after a discard, when the hand is filled up."""
    n = read_discard(notes, number)
    for kind in range(STRESS + 1):
        notes.hand[kind] = car.hand[kind]
    for kind in range(TOSSABLE):
        notes.hand[kind] -= notes.gone[kind]
        for _ in range(notes.gone[kind]):
            notes.pile[piled] = kind
            piled += 1
    return hand_turns(
        race,
        course,
        outlook,
        notes,
        car,
        size=car.in_hand - n,
        decked=int(car.in_deck),
        piled=piled,
        fills=fills,
    )


@rule
def keep_discard(notes: Notes, kept: int, number: int, turns: float) -> int:
    """Keep the best few discards, those found first before equal ones; how many are kept."""
    at = kept
    while at > 0 and turns < notes.rough[at - 1]:
        at -= 1
    if at == MAX_DISCARDS_IN_FULL:
        return kept
    kept = min(kept + 1, MAX_DISCARDS_IN_FULL)
    for i in range(kept - 1, at, -1):
        notes.rough[i] = notes.rough[i - 1]
        notes.best[i] = notes.best[i - 1]
    notes.rough[at] = turns
    notes.best[at] = number
    return kept


@rule
def comes_first(notes: Notes, one: int, other: int) -> bool:
    """Whether a discard comes before another: fewer cards, then lower ones."""
    fewer, more = read_discard(notes, one), read_discard(notes, other)
    return fewer < more or (fewer == more and one > other)


@large_rule
def toss_by_greedy(race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int) -> int:
    """The first card of the discard that leaves the best plans after the hand is filled up."""
    car = race.cars[seat]
    piled = note_piles(notes, car, int(car.played))
    numbers, loose = 1, 0
    for kind in range(TOSSABLE):
        notes.loose[kind] = 0
        if kind >= race.last and may_toss(course, kind):
            notes.loose[kind] = car.hand[kind]
        numbers *= int(notes.loose[kind]) + 1
        loose += int(notes.loose[kind])
    kept = 0
    for n in range(min(loose, int(course.most_discards)) + 1):
        for number in range(numbers - 1, -1, -1):
            if read_discard(notes, number) == n:
                turns = discard_turns(
                    race,
                    course,
                    outlook,
                    notes,
                    car,
                    number=number,
                    piled=piled,
                    fills=ROUGH_FILL_SAMPLES,
                )
                kept = keep_discard(notes, kept, number, turns)
    chosen, least = -1, 0.0
    for i in range(kept):
        number = int(notes.best[i])
        turns = discard_turns(
            race,
            course,
            outlook,
            notes,
            car,
            number=number,
            piled=piled,
            fills=FILL_SAMPLES,
        )
        if chosen < 0 or turns < least or (turns == least and comes_first(notes, number, chosen)):
            chosen, least = number, turns
    read_discard(notes, chosen)
    for kind in range(TOSSABLE):
        if notes.gone[kind] > 0:
            return TOSS | kind << VALUE_BITS
    return DONE
