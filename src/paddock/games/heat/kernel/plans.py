"""Steps 1 and 2 in the kernel: gears in reach, the different plans of a hand, and their numbers."""

from __future__ import annotations

from paddock.games.heat.data import HEAT
from paddock.games.heat.kernel.cards import (
    add_to_hand,
    count_playable,
    count_played,
    lay_card,
    pay,
    unveil,
)
from paddock.games.heat.kernel.chance import pick_choice
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.records import (
    BEGUN,
    MAX_WHOLE_HAND,
    SEALED,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import flags_at
from paddock.games.heat.moves import TOP_GEAR
from paddock.games.heat.rules.course import FLOODED

COUNT_BITS = 8
"""Numbers of choices for 0 to 4 cards stand side by side in one integer, eight bits each: a hand of
seven has 35 choices of four cards at most."""
ONE_COUNT = (1 << COUNT_BITS) - 1
ALL_COUNTS = (1 << COUNT_BITS * (TOP_GEAR + 1)) - 1
ONE_EACH = 0x0101010101
DIVISORS = tuple(
    pow(ONE_EACH & (1 << COUNT_BITS * (copies + 1)) - 1, -1, ALL_COUNTS + 1)
    for copies in range(TOP_GEAR + 1)
)
"""By copies of a kind: a product with it takes the kind out of the counts again, modulo 2^40."""

# An option as a code: its kind, a value (gear, card or number), the cards of a plan.
DONE, PUSH, COOL, BOOST, SLIP, TOSS, WHOLE_PLAN, SHIFT_GEAR, ADD_CARD, GIVE_UP = range(10)
CHOOSE, REDUCE, SUPERCOOL, SALVAGE, TAKE, DIRECT, ACCELERATE, DRAFT, PAY_HEAT = range(10, 19)
REPLACE, SCRAP, REFRESH, PICK, TUNE, COOK = range(19, 25)
KIND_MASK, VALUE_BITS, VALUE_MASK, CARDS_AT = 31, 5, 127, 12
"""The value of PICK is a card, that of PAY_HEAT, REPLACE and others the kind of a driver's card."""
CARD_BITS, CARD_MASK = 5, 31
"""Cards of a plan are packed in five bits each, as kind plus one, the first one lowest."""
ONE_CARD_EACH = sum(1 << CARD_BITS * card for card in range(TOP_GEAR))


# ---------------------------------------------------------------- gears


@rule
def is_flooded(race: Race, car: Car, course: Course) -> bool:  # E2
    return flags_at(race, course, car.pos) & FLOODED != 0


@rule
def shift_price(car: Car, gear: int, flooded: bool) -> int:  # H1, H1.1, E2
    """The Heat that a shift costs."""
    step = gear - car.gear
    heat = 1 if abs(step) == 2 else 0
    return heat + (1 if step < 0 and flooded else 0)


@rule
def lowest_payable_gear(race: Race, car: Car, course: Course) -> int:  # H1, H1.1, E2
    steps = 2 if car.engine > 0 else 1
    if is_flooded(race, car, course):
        steps = min(2, int(car.engine))
    return max(car.gear - steps, 1)


@rule
def is_cluttered(race: Race, car: Car, course: Course) -> bool:  # H2.2
    return count_playable(car) < lowest_payable_gear(race, car, course)


@rule
def lowest_gear(race: Race, car: Car, course: Course) -> int:  # H1.1, Q41
    """The lowest gear on offer. In a tournament a shift that cannot be paid is allowed (T1)."""
    if course.tournament != 0:
        return max(car.gear - 2, 1)
    return lowest_payable_gear(race, car, course)


@rule
def highest_gear(car: Car, course: Course) -> int:  # H1, H1.1, H2, Q41
    steps = 2 if car.engine > 0 or course.tournament != 0 else 1
    return min(car.gear + steps, TOP_GEAR, count_playable(car))


# ---------------------------------------------------------------- choices of cards


@rule
def count_choices(car: Car) -> int:  # H2
    """How many different choices of 0 to 4 cards, side by side.

    Equal cards are one kind. A kind with n cards multiplies by 1 + x + ... + x^n.
    """
    found = 1
    for i in range(car.playables):
        copies = min(int(car.hand[car.slowest[i]]), TOP_GEAR)
        found = found * (ONE_EACH & (1 << COUNT_BITS * (copies + 1)) - 1) & ALL_COUNTS
    return found


@rule
def choices_of(found: int, cards: int) -> int:
    return found >> COUNT_BITS * cards & ONE_COUNT


@rule
def choose_cards(car: Car, counts: int, gear: int, choice: int) -> int:  # H2
    """The cards of the choice of this number, the slowest first, packed. `counts` are those of
    `count_choices`; kind by kind they become those of the kinds that are left."""
    packed = 0
    at = 0
    i = 0
    while gear > 0:
        kind = int(car.slowest[i])
        i += 1
        copies = int(car.hand[kind])
        if copies > 0:
            counts = counts * DIVISORS[min(copies, TOP_GEAR)] & ALL_COUNTS
            n = min(copies, gear)
            while choice >= choices_of(counts, gear - n):
                choice -= choices_of(counts, gear - n)
                n -= 1
            packed |= (ONE_CARD_EACH & (1 << CARD_BITS * n) - 1) * (kind + 1) << at
            at += CARD_BITS * n
            gear -= n
    return packed


@rule
def clutter_cards(car: Car, low: int) -> int:  # H2.2, Q13
    """All cards that can be played, and Heat for the rest of the lowest gear in reach, packed."""
    packed = 0
    at = 0
    short = low - count_playable(car)
    for kind in range(car.kinds):
        for _ in range(short if kind == HEAT else car.hand[kind]):
            packed |= kind + 1 << at
            at += CARD_BITS
    return packed


@rule
def next_card(car: Car, choice: int) -> int:  # Q54
    """For a plan made card by card, from the lowest number up: the card of this choice, or how
    many there are (choice -1)."""
    last = int(car.area[car.played - 1]) if car.played > 0 else -1
    missing = car.next_gear - car.played
    left = count_playable(car) - car.played
    n = 0
    for card in range(car.kinds):
        if card != HEAT:
            copies = car.hand[card] - count_played(car, card)
            if copies > 0 and card >= last and left >= missing:
                if n == choice:
                    return card
                n += 1
            left -= copies
    return n


# ---------------------------------------------------------------- plans


@rule
def may_give_up(race: Race) -> int:  # H10.1
    return 1 if race.racing == 1 and race.field > 1 else 0


@rule
def count_plans(race: Race, car: Car, course: Course) -> int:  # H1, H2, Q44, Q54
    """How many options: plans by gear, or gears for a large hand, or the next card; and to give
    up, last."""
    return count_plans_of(race, car, course, count_choices(car))


@rule
def count_plans_of(race: Race, car: Car, course: Course, found: int) -> int:
    """The same, when the choices of cards are counted."""
    if car.plan == BEGUN:
        return next_card(car, -1)
    if is_cluttered(race, car, course):
        return 1 + may_give_up(race)
    low, high = lowest_gear(race, car, course), highest_gear(car, course)
    if car.in_hand > MAX_WHOLE_HAND:
        return high - low + 1 + may_give_up(race)
    total = may_give_up(race)
    for gear in range(low, high + 1):
        total += choices_of(found, gear)
    return total


@rule
def plan_option(race: Race, car: Car, course: Course, choice: int) -> int:  # H1, H2, H10.1, Q54
    """The option of this number, as a code."""
    return plan_option_of(race, car, course, count_choices(car), choice)


@rule
def random_plan(race: Race, car: Car, course: Course) -> int:
    """A random plan, as a code: the choices of cards are counted only once."""
    found = count_choices(car)
    choice = pick_choice(race, count_plans_of(race, car, course, found))
    return plan_option_of(race, car, course, found, choice)


@rule
def plan_option_of(race: Race, car: Car, course: Course, found: int, choice: int) -> int:
    """The option of this number, when the choices of cards are counted."""
    if car.plan == BEGUN:
        return ADD_CARD | next_card(car, choice) << VALUE_BITS
    if is_cluttered(race, car, course):
        if choice > 0:
            return GIVE_UP
        low = lowest_payable_gear(race, car, course)
        return WHOLE_PLAN | clutter_cards(car, low) << CARDS_AT
    low, high = lowest_gear(race, car, course), highest_gear(car, course)
    if car.in_hand > MAX_WHOLE_HAND:
        return GIVE_UP if choice > high - low else SHIFT_GEAR | low + choice << VALUE_BITS
    gear = int(low)
    while gear <= high and choice >= choices_of(found, gear):
        choice -= choices_of(found, gear)
        gear += 1
    if gear > high:
        return GIVE_UP
    cards = choose_cards(car, found, gear, choice)
    return WHOLE_PLAN | gear << VALUE_BITS | cards << CARDS_AT


@rule
def plan(race: Race, car: Car, code: int) -> None:  # H1, H2, Q54
    """Plan by an option; to give up is no plan."""
    kind, value = code & KIND_MASK, code >> VALUE_BITS & VALUE_MASK
    if kind == ADD_CARD:
        lay_card(car, value)
        if car.played == car.next_gear:
            car.plan = SEALED
        return
    car.played = 0
    car.next_gear = value
    if kind == SHIFT_GEAR:
        car.plan = BEGUN
        race.stepwise = 1
        return
    cards = code >> CARDS_AT
    while cards > 0:
        lay_card(car, (cards & CARD_MASK) - 1)
        cards >>= CARD_BITS
    car.plan = SEALED


@rule
def lay_plan(race: Race, car: Car, course: Course) -> None:  # H1, Q57, T1
    """Take the planned cards out of the hand. Gears are paid now, except in a tournament."""
    for i in range(car.played):
        add_to_hand(car, int(car.area[i]), -1)
    if course.tournament != 0:
        return
    if car.next_gear == 0:
        car.gear = 1
        unveil(car)
    else:
        pay(car, shift_price(car, car.next_gear, is_flooded(race, car, course)))
        car.gear = car.next_gear
