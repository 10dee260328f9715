"""Action ids and masks in the kernel: the ids of the layout of the game."""

from __future__ import annotations

from typing import Any

from paddock.games.heat.kernel.compiler import as_table, large_rule, rule
from paddock.games.heat.kernel.corners import may_toss
from paddock.games.heat.kernel.plans import (
    ACCELERATE,
    ADD_CARD,
    BOOST,
    CARD_BITS,
    CARD_MASK,
    CARDS_AT,
    CHOOSE,
    COOK,
    COOL,
    DIRECT,
    DONE,
    DRAFT,
    GIVE_UP,
    KIND_MASK,
    PAY_HEAT,
    PICK,
    PUSH,
    REDUCE,
    REFRESH,
    REPLACE,
    SALVAGE,
    SCRAP,
    SHIFT_GEAR,
    SLIP,
    SUPERCOOL,
    TAKE,
    TOSS,
    TUNE,
    VALUE_BITS,
    VALUE_MASK,
    WHOLE_PLAN,
    clutter_cards,
    highest_gear,
    is_cluttered,
    lowest_gear,
    lowest_payable_gear,
    may_give_up,
)
from paddock.games.heat.kernel.react import can_boost, can_cool, can_push, symbol_option
from paddock.games.heat.kernel.records import (
    BEGUN,
    DISCARDING,
    FIRST_UPGRADE_KIND,
    MAX_WHOLE_HAND,
    MOST_SALVAGE,
    PLANNING,
    REACT,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.symbols import (
    SYMBOL_BITS,
    SYMBOL_MASK,
)
from paddock.games.heat.kernel.turns import count_options, option_code
from paddock.games.heat.layout import LAYOUT, PLACES, PLAIN_CARDS, SLOTS
from paddock.games.heat.moves import TOP_GEAR

ACTIONS, CHOICES, CHOICES_AT = LAYOUT.actions, LAYOUT.choices, LAYOUT.starts["choices"]
CHOICE_COLUMNS = 4
NO_ID = -1
FIRST_CHOICE = LAYOUT.first_choice
PLAN_ID, SHIFT_ID, ADD_ID, GIVE_UP_ID, DONE_ID, PUSH_ID, BOOST_ID, COOL_ID, SLIP_ID = (
    LAYOUT.first_ids[kind]
    for kind in ("Plan", "Shift", "Add", "GiveUp", "Done", "Push", "Boost", "Cool", "Slip")
)
TOSS_ID, DIRECT_ID, REDUCE_ID, SUPERCOOL_ID, SALVAGE_ID, SCRAP_ID, DRAFT_ID = (
    LAYOUT.first_ids[kind]
    for kind in ("Toss", "Direct", "Reduce", "Supercool", "Salvage", "Scrap", "Draft")
)
ACCELERATE_ID, TUNE_ID, COOK_ID = (
    LAYOUT.first_ids[kind] for kind in ("Accelerate", "Tune", "Cook")
)
BLOCK_SIZES = {block.kind: block.size for block in LAYOUT.blocks}
MOST_COOL, MOST_SLIP, MOST_REDUCE, MOST_SUPERCOOL, MOST_DRAFT, MOST_SCRAPPED = (
    BLOCK_SIZES[kind] for kind in ("Cool", "Slip", "Reduce", "Supercool", "Draft", "Scrap")
)
CHOOSE_ROW, TAKE_ROW, PAY_ROW, REPLACE_ROW, REFRESH_ROW, PICK_ROW = (
    LAYOUT.choice_kinds.index(kind) + 1
    for kind in ("Choose", "Take", "PayHeat", "Replace", "Refresh", "Pick")
)
PLANS = range(1 << SLOTS)
FIRST_COPIES = as_table(
    [[int(bits & repeats & ~(bits << 1) == 0) for bits in PLANS] for repeats in PLANS]
)
"""By slots whose card equals the one before, and by plan: whether it takes the first copies."""
GEAR_CARDS = as_table(
    [
        [int(low <= bits.bit_count() <= high) for bits in PLANS]
        for low in range(TOP_GEAR + 1)
        for high in range(TOP_GEAR + 1)
    ]
)
"""By the lowest and the highest gear, and by plan: whether it has as many cards as a gear."""
OF_SLOTS = as_table([[int(bits >> slots == 0) for bits in PLANS] for slots in range(SLOTS + 1)])
"""By the number of slots, and by plan: whether the hand has its slots."""


# ---------------------------------------------------------------- ids of options


@rule
def place_of(car: Car, kind: int) -> int:
    """A plain card by its number, then the places of Upgrades and Sponsorships in hand; -1: none
    is left."""
    if kind < PLAIN_CARDS:
        return kind
    at = 0
    for other in range(FIRST_UPGRADE_KIND, kind):
        if car.hand[other] > 0:
            at += 1
    return PLAIN_CARDS + at if at < PLACES else NO_ID


@rule
def kind_at(car: Car, place: int) -> int:
    """The kind of card at a place."""
    if place < PLAIN_CARDS:
        return place
    left = place - PLAIN_CARDS
    for kind in range(FIRST_UPGRADE_KIND, car.kinds):
        if car.hand[kind] > 0:
            if left == 0:
                return kind
            left -= 1
    return 0


@rule
def slots_of_plan(car: Car, packed: int) -> int:
    """The slots of a plan as bits: of equal cards the first ones. Its cards come in the same order
    as the slots."""
    bits, slot = 0, 0
    for i in range(car.playables):
        kind = int(car.slowest[i])
        taken = 0
        while packed > 0 and (packed & CARD_MASK) - 1 == kind:
            bits |= 1 << slot + taken
            taken += 1
            packed >>= CARD_BITS
        slot += car.hand[kind]
    return bits


@rule
def numbered_id(first: int, most: int, n: int) -> int:
    return first + n - 1 if n <= most else NO_ID


@rule
def card_id(first: int, car: Car, kind: int) -> int:
    place = place_of(car, kind)
    return first + place if place >= 0 else NO_ID


@rule
def fixed_id(car: Car, code: int) -> int:
    """The fixed id of an option, or -1."""
    what, value = code & KIND_MASK, code >> VALUE_BITS & VALUE_MASK
    if what == WHOLE_PLAN:
        return PLAN_ID + (slots_of_plan(car, code >> CARDS_AT) if value > 0 else 0)
    if what == DONE:
        return DONE_ID
    if what == COOL:
        return numbered_id(COOL_ID, MOST_COOL, value)
    if what == TOSS:
        return card_id(TOSS_ID, car, value)
    if what == BOOST:
        return BOOST_ID
    if what == SLIP:
        return numbered_id(SLIP_ID, MOST_SLIP, value)
    if what == PUSH:
        return PUSH_ID
    if what == SHIFT_GEAR:
        return SHIFT_ID + value - 1
    if what == ADD_CARD:
        return card_id(ADD_ID, car, value)
    if what == GIVE_UP:
        return GIVE_UP_ID
    if what == DIRECT:
        return card_id(DIRECT_ID, car, value)
    if what == REDUCE:
        return numbered_id(REDUCE_ID, MOST_REDUCE, value)
    if what == SUPERCOOL:
        return numbered_id(SUPERCOOL_ID, MOST_SUPERCOOL, value)
    if what == SALVAGE:
        return numbered_id(SALVAGE_ID, MOST_SALVAGE, value)
    if what == SCRAP:
        return numbered_id(SCRAP_ID, MOST_SCRAPPED, value)
    if what == DRAFT:
        return numbered_id(DRAFT_ID, MOST_DRAFT, value)
    if what == ACCELERATE:
        return ACCELERATE_ID
    if what == TUNE:
        return TUNE_ID + 2 * value
    return COOK_ID + value if what == COOK else NO_ID


@rule
def action_id(race: Race, course: Course, seat: int, choice: int) -> int:
    """The action id of an option, or -1 if it has none."""
    found = fixed_id(race.cars[seat], option_code(race, course, seat, choice))
    if found == NO_ID and choice < CHOICES:
        return FIRST_CHOICE + choice
    return found


# ---------------------------------------------------------------- the mask


@large_rule
def write_mask(race: Race, course: Course, seat: int, seen: Any, mask: Any) -> None:
    """Which actions are allowed; options without a fixed id are described in the observation."""
    for i in range(ACTIONS):
        mask[i] = 0
    car = race.cars[seat]
    if race.phase == PLANNING and car.plan != BEGUN and car.in_hand <= MAX_WHOLE_HAND:
        mask_plans(race, course, car, mask)
        return
    if race.phase == REACT and race.due == 0 and race.scraps == 0:
        mask_reactions(race, course, car, seen, mask)
        return
    if race.phase == DISCARDING:
        mask_discards(race, course, car, mask)
        return
    for choice in range(count_options(race, course, seat)):
        mask_option(car, option_code(race, course, seat, choice), choice, seen, mask)


@large_rule
def mask_option(car: Car, code: int, choice: int, seen: Any, mask: Any) -> None:
    """The option of this number by its fixed id, or by its number and a row that describes it."""
    found = fixed_id(car, code)
    if found == NO_ID and choice < CHOICES:
        found = FIRST_CHOICE + choice
        describe_choice(car, code, CHOICES_AT + CHOICE_COLUMNS * choice, seen)
    if found != NO_ID:
        mask[found] = 1


@rule
def mask_plans(race: Race, course: Course, car: Car, mask: Any) -> None:
    """The plans of a hand by their slots: as many as a gear in reach, of equal cards the first."""
    if may_give_up(race) != 0:
        mask[GIVE_UP_ID] = 1
    if is_cluttered(race, car, course):
        mask[PLAN_ID] = 1
        return
    low, high = lowest_gear(race, car, course), highest_gear(car, course)
    repeats, slots = 0, 0  # slots whose card equals that of the slot before
    for i in range(car.playables):
        copies = int(car.hand[car.slowest[i]])
        if copies > 0:
            repeats |= (1 << copies) - 2 << slots
            slots += copies
    first, counted, there = (
        FIRST_COPIES[repeats],
        GEAR_CARDS[low * (TOP_GEAR + 1) + high],
        OF_SLOTS[slots],
    )
    for bits in range(1 << SLOTS):  # a fixed number, so that many are written at once
        mask[PLAN_ID + bits] = first[bits] & counted[bits] & there[bits]


@rule
def mask_reactions(race: Race, course: Course, car: Car, seen: Any, mask: Any) -> None:
    """Reactions where nothing must be done first: what most questions ask."""
    push, boost = can_push(race, car), can_boost(race, car, course)
    cools = can_cool(race, car, course)
    mask[DONE_ID] = 1
    mask[PUSH_ID] = push
    mask[BOOST_ID] = boost
    for n in range(min(cools, MOST_COOL)):
        mask[COOL_ID + n] = 1
    if course.garage != 0:
        first = 1 + push + cools + boost
        for choice in range(symbol_option(race, car, course, -1)):
            code = symbol_option(race, car, course, choice)
            mask_option(car, code, first + choice, seen, mask)


@rule
def mask_discards(race: Race, course: Course, car: Car, mask: Any) -> None:
    """The cards that may be discarded, from the last one up."""
    mask[DONE_ID] = 1
    for kind in range(PLAIN_CARDS):
        has, may = car.hand[kind] > 0, may_toss(course, kind)
        mask[TOSS_ID + kind] = 1 if has & may & (kind >= race.last) else 0
    for kind in range(max(int(race.last), PLAIN_CARDS), car.kinds):
        if car.hand[kind] > 0 and may_toss(course, kind):
            found = card_id(TOSS_ID, car, kind)
            if found != NO_ID:
                mask[found] = 1


@rule
def describe_choice(car: Car, code: int, at: int, seen: Any) -> None:
    """The row of an option without a fixed id: its kind and its numbers."""
    what, value, rest = code & KIND_MASK, code >> VALUE_BITS & VALUE_MASK, code >> CARDS_AT
    if what == CHOOSE:
        seen[at] = CHOOSE_ROW
        for i in range(CHOICE_COLUMNS - 1):
            if rest > 0:
                seen[at + 1 + i] = (rest & SYMBOL_MASK) - 1
                rest >>= SYMBOL_BITS
    elif what == PICK:
        seen[at] = PICK_ROW
        seen[at + 1] = value
    elif what == TAKE:
        seen[at] = TAKE_ROW
        seen[at + 1] = car.card[value]
    elif what == REFRESH:
        seen[at] = REFRESH_ROW
        seen[at + 1] = car.card[value]
    elif what == PAY_HEAT:
        seen[at] = PAY_ROW
        seen[at + 1] = car.card[value]
        seen[at + 2] = rest
    elif what == REPLACE:
        seen[at] = REPLACE_ROW
        seen[at + 1] = car.card[value]
        seen[at + 2] = rest


# ---------------------------------------------------------------- from an id


@rule
def code_of_plan(race: Race, course: Course, car: Car, bits: int) -> int:
    """The plan of these slots, as a code."""
    if bits == 0:
        low = lowest_payable_gear(race, car, course)
        return WHOLE_PLAN | clutter_cards(car, low) << CARDS_AT
    packed, at, slot = 0, 0, 0
    for i in range(car.playables):
        kind = int(car.slowest[i])
        for _ in range(car.hand[kind]):
            if bits >> slot & 1 != 0:
                packed |= kind + 1 << at
                at += CARD_BITS
            slot += 1
    return WHOLE_PLAN | at // CARD_BITS << VALUE_BITS | packed << CARDS_AT


@large_rule
def code_of_action(race: Race, course: Course, seat: int, found: int) -> int:
    """The option of an action id that the mask allows, as a code."""
    car = race.cars[seat]
    if found >= FIRST_CHOICE:
        return option_code(race, course, seat, found - FIRST_CHOICE)
    if found < SHIFT_ID:
        return code_of_plan(race, course, car, found - PLAN_ID)
    if found < ADD_ID:
        return SHIFT_GEAR | found - SHIFT_ID + 1 << VALUE_BITS
    if found < GIVE_UP_ID:
        return ADD_CARD | kind_at(car, found - ADD_ID) << VALUE_BITS
    if found == GIVE_UP_ID:
        return GIVE_UP
    if found == DONE_ID:
        return DONE
    if found == PUSH_ID:
        return PUSH
    if found == BOOST_ID:
        return BOOST
    if found < SLIP_ID:
        return COOL | found - COOL_ID + 1 << VALUE_BITS
    if found < TOSS_ID:
        return SLIP | found - SLIP_ID + 1 << VALUE_BITS
    if found < DIRECT_ID:
        return TOSS | kind_at(car, found - TOSS_ID) << VALUE_BITS
    if found < REDUCE_ID:
        return DIRECT | kind_at(car, found - DIRECT_ID) << VALUE_BITS
    if found < SUPERCOOL_ID:
        return REDUCE | found - REDUCE_ID + 1 << VALUE_BITS
    if found < SALVAGE_ID:
        return SUPERCOOL | found - SUPERCOOL_ID + 1 << VALUE_BITS
    if found < SCRAP_ID:
        return SALVAGE | found - SALVAGE_ID + 1 << VALUE_BITS
    if found < DRAFT_ID:
        return SCRAP | found - SCRAP_ID + 1 << VALUE_BITS
    if found < ACCELERATE_ID:
        return DRAFT | found - DRAFT_ID + 1 << VALUE_BITS
    if found == ACCELERATE_ID:
        return ACCELERATE
    if found < COOK_ID:
        return TUNE | (found - TUNE_ID) // 2 << VALUE_BITS
    return COOK | found - COOK_ID << VALUE_BITS
