"""The rollout policy of Heat in the kernel: the rule of thumb of the bots, over records.

It needs the table of the bots for a course: the turns to the finish by space, gear and Heat. What
it computes again and again it remembers, in rows that are filled on demand.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any, NamedTuple

from paddock.games.heat.bots.hands import (
    CLUTTERED_TURNS,
    HEAT_IN_HAND_TURNS,
    MAX_FLIPS,
    STRESS_IN_HAND_TURNS,
)
from paddock.games.heat.bots.imagined import ROUND_COST, TURN_COST
from paddock.games.heat.bots.judge import WINNING_LEAD_TURNS
from paddock.games.heat.bots.rule_of_thumb import MAX_SPEED_DIFFERENCE, MEAN_FLIP_SPEED
from paddock.games.heat.bots.turns import (
    GEAR_COOLDOWN,
    MAX_USEFUL_HEAT,
    SAMPLE_HANDS,
    SPACE_PAST_FINISH_TURNS,
    SPIN_OUT_TURNS,
    UNPAID_HEAT_TURNS,
)
from paddock.games.heat.data import HEAT, RANK, STRESS
from paddock.games.heat.kernel.actions import code_of_plan
from paddock.games.heat.kernel.chance import pick_choice
from paddock.games.heat.kernel.compiler import as_table, large_rule, rule
from paddock.games.heat.kernel.corners import may_toss
from paddock.games.heat.kernel.plans import (
    BOOST,
    COOL,
    DONE,
    PUSH,
    SLIP,
    TOSS,
    VALUE_BITS,
    highest_gear,
    is_cluttered,
    lowest_gear,
    may_give_up,
)
from paddock.games.heat.kernel.react import can_boost, can_cool, can_push
from paddock.games.heat.kernel.records import (
    BEGUN,
    DISCARDING,
    MAX_WHOLE_HAND,
    NOTHING_WRONG,
    PLANNING,
    REACT,
    SLIPPING,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import flags_at, limit_of, overheat_of, slip_length
from paddock.games.heat.kernel.symbols import (
    COOL_SYMBOL,
    HEAT_PRICE,
    LIMIT_SYMBOL,
    NO_LIMIT,
    PLUS,
    SYMBOL_BITS,
    SYMBOL_MASK,
    count_values,
    own_limit,
    symbol,
    value_of,
)
from paddock.games.heat.kernel.turns import count_options, option_code
from paddock.games.heat.moves import TOP_GEAR
from paddock.games.heat.rules.course import FLOODED, FREE_BOOST, GRID
from paddock.games.heat.rules.plans import MAX_FLIP_SPEED

UNKNOWN = -1e9
"""A number of turns or a speed that was not computed yet."""
HEATS = MAX_USEFUL_HEAT + 1
MOST_SPEED = 24
"""Speeds below this are remembered."""
FLIPS = MAX_FLIPS + 1
TURNS_A_SPACE = TOP_GEAR * HEATS
PLANS_A_SPACE = TURNS_A_SPACE * FLIPS * MOST_SPEED
MOST_HAND_SLOTS = len(SAMPLE_HANDS[0])
"""Playable cards of a hand that is planned in one move, or of a sample hand."""

SLOT_CHOICES = [
    slots for gear in range(1, TOP_GEAR + 1) for slots in combinations(range(MOST_HAND_SLOTS), gear)
]
CHOICE_BITS = as_table([[sum(1 << slot for slot in slots) - 128 for slots in SLOT_CHOICES]])
"""The choices of slots for each gear, in the order of the plans, as bits; less 128, so that they
fit into small numbers."""
CHOICE_SLOTS = as_table(
    [[slots[i] if i < len(slots) else 0 for slots in SLOT_CHOICES] for i in range(TOP_GEAR)]
)
"""The first, second, third and fourth slot of each choice."""
GEAR_STARTS = tuple(
    sum(len(slots) < gear for slots in SLOT_CHOICES) for gear in range(TOP_GEAR + 2)
)
SAMPLES = as_table([sorted(hand, key=RANK.__getitem__) for hand in SAMPLE_HANDS])
"""The sample hands, the slowest card first."""

# The symbols of a slot in one number, eight bits each, so that those of a plan are a sum.
SPEED_AT, FLIPS_AT, COOL_AT, PRICE_AT, LIMIT_AT, CALM_AT, OPEN_AT = range(0, 56, 8)
BYTE = 255
# A hand in one number: playable cards, which of them equal the one before, Heat and Stress.
REPEATS_AT, HEATS_AT, STRESS_AT, COUNT_MASK = 4, 12, 22, 1023


class Outlook(NamedTuple):
    """What the policy knows of a course, in flat rows, and its notes on a hand."""

    turns: Any  # to the finish, by space, gear and Heat
    wanted: Any  # the speed of a card in the next turn, by the same
    planned: Any  # turns after a plan, by the same, cards to turn up, and speed
    slots: Any  # the symbols of the playable cards of a hand, the slowest first
    tops: Any  # the highest speed of each of them
    values: Any  # their values


# ---------------------------------------------------------------- turns to the finish


@rule
def after_turn(course: Course, outlook: Outlook, pos: int, gear: int, heat: int) -> float:
    """The turns of a car on a space, in a gear, with Heat in the engine."""
    unpaid = 0.0
    if heat < 0:
        unpaid = UNPAID_HEAT_TURNS * heat
        heat = 0
    if pos >= course.goal:
        return -SPACE_PAST_FINISH_TURNS * (pos - course.goal) - unpaid
    at = (pos + GRID) * TURNS_A_SPACE + (gear - 1) * HEATS + min(heat, MAX_USEFUL_HEAT)
    return float(outlook.turns[at]) - unpaid


@large_rule
def after_move(
    race: Race,
    course: Course,
    outlook: Outlook,
    start: int,
    end: int,
    speed: int,
    own: int,
    gear: int,
    engine: int,
) -> float:
    """The turns left after a move, with its corners paid or a spin-out; `own` is what the cards in
    play add to limits."""
    line = int(course.next_line[start + GRID])
    while line < course.lines and course.line_at[line] <= end:
        over = speed - max(limit_of(race, course, line) + own, 0)
        if over > 0:
            engine -= over + overheat_of(race, course, line)
            if engine < 0:
                stress = 0.5 if gear <= 2 else 1.0
                back = int(course.line_at[line]) - 1
                return after_turn(course, outlook, back, 1, 0) + SPIN_OUT_TURNS * stress
        line += 1
    return after_turn(course, outlook, end, gear, engine)


@large_rule
def after_plan(
    race: Race,
    course: Course,
    outlook: Outlook,
    pos: int,
    speed: int,
    own: int,
    gear: int,
    engine: int,
) -> float:
    """The turns left after a plan without cards to turn up, with a boost if it helps."""
    left = after_move(
        race, course, outlook, pos, pos + speed, speed=speed, own=own, gear=gear, engine=engine
    )
    if engine <= 0:
        return left
    more = 0.0
    for fast in range(speed + 1, speed + 5):
        more += after_move(
            race,
            course,
            outlook,
            pos,
            pos + fast,
            speed=fast,
            own=own,
            gear=gear,
            engine=engine - 1,
        )
    return min(left, more / 4)


@large_rule
def after_flips(
    race: Race,
    course: Course,
    outlook: Outlook,
    pos: int,
    speed: int,
    own: int,
    gear: int,
    engine: int,
    flips: int,
) -> float:
    """The turns left after a plan with cards still to be turned up: the mean of the Speed cards."""
    at = -1
    if own == 0 and 0 <= engine <= MAX_USEFUL_HEAT and speed < MOST_SPEED:
        at = (pos + GRID) * TURNS_A_SPACE + (gear - 1) * HEATS + engine
        at = (at * FLIPS + flips) * MOST_SPEED + speed
        if outlook.planned[at] != UNKNOWN:
            return float(outlook.planned[at])
    if flips == 0:
        found = after_plan(
            race, course, outlook, pos, speed=speed, own=own, gear=gear, engine=engine
        )
    else:
        whole = 0.0
        for fast in range(speed + 1, speed + 5):
            whole += after_flips(
                race,
                course,
                outlook,
                pos,
                speed=fast,
                own=own,
                gear=gear,
                engine=engine,
                flips=flips - 1,
            )
        found = whole / 4
    if at >= 0:
        outlook.planned[at] = found
    return found


# ---------------------------------------------------------------- hands


@rule
def note_slot(course: Course, outlook: Outlook, car: Car, kind: int, slot: int) -> None:
    """The symbols of a card in a slot."""
    values = count_values(course, car, kind)
    plus = symbol(course, car, kind, PLUS)
    speed = value_of(course, car, kind, 0) if values == 1 else 0
    found = speed << SPEED_AT | plus << FLIPS_AT
    found |= symbol(course, car, kind, COOL_SYMBOL) << COOL_AT
    found |= symbol(course, car, kind, HEAT_PRICE) << PRICE_AT
    found |= symbol(course, car, kind, LIMIT_SYMBOL) << LIMIT_AT
    found |= (1 if kind == STRESS else 0) << CALM_AT
    found |= (1 if values > 1 else 0) << OPEN_AT
    outlook.slots[slot] = found
    outlook.tops[slot] = value_of(course, car, kind, values - 1) + MAX_FLIP_SPEED * plus
    outlook.values[slot] = course.values[car.card[kind]]


@rule
def note_hand(course: Course, outlook: Outlook, car: Car) -> int:
    """The playable cards of a hand as slots; the hand as one number."""
    slots, repeats = 0, 0
    for i in range(car.playables):
        kind = int(car.slowest[i])
        for copy in range(car.hand[kind]):
            note_slot(course, outlook, car, kind, slots)
            if copy > 0:
                repeats |= 1 << slots
            slots += 1
    counts = int(car.hand[HEAT]) << HEATS_AT | int(car.hand[STRESS]) << STRESS_AT
    return slots | repeats << REPEATS_AT | counts


@rule
def note_sample(outlook: Outlook, sample: int) -> int:
    """The same of a sample hand, which has plain cards and no Heat."""
    repeats, stress, before = 0, 0, -1
    for slot in range(MOST_HAND_SLOTS):
        card = int(SAMPLES[sample][slot])
        if card == STRESS:
            outlook.slots[slot] = 1 << FLIPS_AT | NO_LIMIT << LIMIT_AT | 1 << CALM_AT
            stress += 1
        else:
            outlook.slots[slot] = card | NO_LIMIT << LIMIT_AT
        if card == before:
            repeats |= 1 << slot
        before = card
    return MOST_HAND_SLOTS | repeats << REPEATS_AT | stress << STRESS_AT


@rule
def sum_slots(outlook: Outlook, choice: int, cards: int) -> int:
    """The symbols of a choice of slots."""
    found = 0
    for i in range(cards):
        found += outlook.slots[CHOICE_SLOTS[i][choice]]
    return found


@rule
def open_speeds(outlook: Outlook, choice: int, cards: int) -> int:
    """All sums that the cards with several values may have, as bits."""
    sums = 1
    for i in range(cards):
        slot = CHOICE_SLOTS[i][choice]
        if int(outlook.slots[slot]) >> OPEN_AT != 0:
            values, more = int(outlook.values[slot]), 0
            for n in range(values & SYMBOL_MASK):
                more |= sums << (values >> SYMBOL_BITS * (n + 1) & SYMBOL_MASK)
            sums = more
    return sums


# ---------------------------------------------------------------- plans


@large_rule
def best_plan(
    race: Race, course: Course, outlook: Outlook, hand: int, pos: int, gear: int, engine: int
) -> tuple[float, int]:
    """The fewest turns to the finish, and the plan that needs them as its choice of slots; -1 for
    none."""
    slots, repeats = hand & 15, hand >> REPEATS_AT & BYTE
    heats, stress = hand >> HEATS_AT & COUNT_MASK, hand >> STRESS_AT
    wet = flags_at(race, course, pos) & FLOODED != 0
    best = after_turn(course, outlook, pos, 1, engine) + CLUTTERED_TURNS
    chosen = -1
    for new in range(max(1, gear - 2), min(TOP_GEAR, gear + 2) + 1):
        left = engine - (1 if abs(new - gear) == 2 else 0) - (1 if wet and new < gear else 0)
        if left < 0:
            continue
        cooled = min(GEAR_COOLDOWN[new - 1], heats)
        left = min(left + cooled, MAX_USEFUL_HEAT)
        extra = 1 + HEAT_IN_HAND_TURNS * (heats - cooled)
        for choice in range(GEAR_STARTS[new], GEAR_STARTS[new + 1]):
            bits = CHOICE_BITS[0][choice] + 128
            if bits >> slots != 0 or bits & repeats & ~(bits << 1) != 0:
                continue
            sums = sum_slots(outlook, choice, new)
            heat = (sums >> PRICE_AT & BYTE) - min(sums >> COOL_AT & BYTE, heats - cooled)
            own = (sums >> LIMIT_AT & BYTE) - NO_LIMIT * new
            flips = min(sums >> FLIPS_AT & BYTE, MAX_FLIPS)
            base = extra + STRESS_IN_HAND_TURNS * (stress - (sums >> CALM_AT & BYTE))
            speeds = open_speeds(outlook, choice, new) if sums >> OPEN_AT != 0 else 1
            speed = sums & BYTE
            while speeds > 0:
                if speeds & 1 != 0:
                    value = base + after_flips(
                        race,
                        course,
                        outlook,
                        pos,
                        speed=speed,
                        own=own,
                        gear=new,
                        engine=left - heat,
                        flips=flips,
                    )
                    if value < best:
                        best, chosen = value, choice
                speeds >>= 1
                speed += 1
    return best, chosen


@rule
def cards_of(choice: int) -> int:
    """How many cards a choice of slots has."""
    cards = 1
    while choice >= GEAR_STARTS[cards + 1]:
        cards += 1
    return cards


@rule
def calm_slots(outlook: Outlook, slots: int, gear: int) -> int:
    """The slots of a gear with the lowest possible top speed, as bits, below that speed."""
    bits, pace = 0, 0
    for _ in range(gear):
        best = -1
        for slot in range(slots):
            if bits >> slot & 1 == 0 and (best < 0 or outlook.tops[slot] < outlook.tops[best]):
                best = slot
        bits |= 1 << best
        pace += int(outlook.tops[best])
    return pace << MOST_HAND_SLOTS | bits


@rule
def usual_plan(race: Race, course: Course, outlook: Outlook, car: Car, slots: int) -> int:  # Q44
    """The default of the rules: the slowest cards in the same gear, or in one lower where that
    might spin out. As bits of slots."""
    low, high = lowest_gear(race, car, course), highest_gear(car, course)
    gear = min(int(high), int(car.gear))
    if gear > low and gear == car.gear:
        speed, engine = calm_slots(outlook, slots, gear) >> MOST_HAND_SLOTS, int(car.engine)
        line = int(course.next_line[car.pos + GRID])
        while line < course.lines and course.line_at[line] <= car.pos + speed:
            engine -= max(speed - limit_of(race, course, line), 0)
            line += 1
        if engine < 0:
            gear -= 1
    return calm_slots(outlook, slots, gear) & (1 << MOST_HAND_SLOTS) - 1


@rule
def plan_by_policy(race: Race, course: Course, outlook: Outlook, seat: int) -> int:
    """The best plan of the hand, as a code; a hand planned card by card is planned at random."""
    car = race.cars[seat]
    if car.plan == BEGUN or car.in_hand > MAX_WHOLE_HAND or is_cluttered(race, car, course):
        n = count_options(race, course, seat)
        if car.plan != BEGUN:
            n -= may_give_up(race)
        return option_code(race, course, seat, pick_choice(race, n))
    hand = note_hand(course, outlook, car)
    pos, gear, engine = int(car.pos), int(car.gear), int(car.engine)
    _, choice = best_plan(race, course, outlook, hand, pos, gear, engine)
    cards = cards_of(choice) if choice >= 0 else 0
    if lowest_gear(race, car, course) <= cards <= highest_gear(car, course):
        bits = CHOICE_BITS[0][choice] + 128
    else:
        bits = usual_plan(race, course, outlook, car, hand & 15)
    return code_of_plan(race, course, car, bits)


# ---------------------------------------------------------------- the other decisions


@rule
def react_by_policy(race: Race, course: Course, outlook: Outlook, seat: int) -> int:
    """What must be done, then all cooldown, then adrenaline and boost where they help."""
    if race.due > 0 or race.scraps > 0:
        return option_code(race, course, seat, 0)
    car = race.cars[seat]
    cools, push = can_cool(race, car, course), can_push(race, car)
    if cools > 0 and push == 0:
        return COOL | cools << VALUE_BITS
    stay = after_gain(race, course, outlook, seat, cools, 0)
    if push != 0:
        if after_gain(race, course, outlook, seat, cools, 1) < stay:
            return PUSH
        if cools > 0:
            return COOL | cools << VALUE_BITS
    if can_boost(race, car, course) != 0:
        free = flags_at(race, course, car.pos) & FREE_BOOST != 0
        heat = cools if free else cools - 1
        mean = 0.0
        for gain in range(1, MAX_FLIP_SPEED + 1):
            mean += after_gain(race, course, outlook, seat, heat, gain)
        if mean / 4 < stay:
            return BOOST
    return DONE


@rule
def after_gain(
    race: Race, course: Course, outlook: Outlook, seat: int, heat: int, gain: int
) -> float:
    """The turns left if the car that drives gets more Heat and more speed."""
    car = race.cars[seat]
    return after_move(
        race,
        course,
        outlook,
        int(race.start),
        car.pos + gain,
        speed=race.speed + gain,
        own=own_limit(course, car),
        gear=int(car.gear),
        engine=car.engine + heat,
    )


@rule
def slip_by_policy(race: Race, course: Course, outlook: Outlook, seat: int) -> int:
    """The length that leaves the fewest turns, or none."""
    car = race.cars[seat]
    best, chosen = after_slip(race, course, outlook, seat, 0), DONE
    for choice in range(1, slip_length(race, car, course, 0) + 1):
        n = slip_length(race, car, course, choice)
        value = after_slip(race, course, outlook, seat, n)
        if value < best:
            best, chosen = value, SLIP | n << VALUE_BITS
    return chosen


@rule
def after_slip(race: Race, course: Course, outlook: Outlook, seat: int, n: int) -> float:
    """The turns left after a slipstream, which adds no speed."""
    car = race.cars[seat]
    return after_move(
        race,
        course,
        outlook,
        int(race.start),
        car.pos + n,
        speed=int(race.speed),
        own=own_limit(course, car),
        gear=int(car.gear),
        engine=int(car.engine),
    )


@rule
def toss_by_policy(race: Race, course: Course, outlook: Outlook, seat: int) -> int:
    """Discard cards far from the speed that the next turn wants."""
    car = race.cars[seat]
    pos, gear, heat = int(car.pos), int(car.gear), min(int(car.engine), MAX_USEFUL_HEAT)
    at = (pos + GRID) * TURNS_A_SPACE + (gear - 1) * HEATS + heat
    wish = float(outlook.wanted[at])
    if wish == UNKNOWN:
        wish = wanted_speed(race, course, outlook, pos, gear, heat)
        outlook.wanted[at] = wish
    for kind in range(race.last, car.kinds):
        far = abs(value_of(course, car, kind, 0) - wish) > MAX_SPEED_DIFFERENCE
        if far and car.hand[kind] > 0 and may_toss(course, kind):
            return TOSS | kind << VALUE_BITS
    return DONE


@large_rule
def wanted_speed(
    race: Race, course: Course, outlook: Outlook, pos: int, gear: int, heat: int
) -> float:
    """The mean speed of a card in the next turn's plan, over the sample hands."""
    whole, n = 0.0, 0
    for sample in range(len(SAMPLES)):
        hand = note_sample(outlook, sample)
        _, choice = best_plan(race, course, outlook, hand, pos, gear, heat)
        if choice >= 0:
            cards = cards_of(choice)
            sums = sum_slots(outlook, choice, cards)
            whole += (sums & BYTE) + MEAN_FLIP_SPEED * (sums >> CALM_AT & BYTE)
            n += cards
    return whole / n if n > 0 else MEAN_FLIP_SPEED


@large_rule
def choose_by_policy(race: Race, course: Course, outlook: Outlook, seat: int) -> int:
    """A sensible option without any search, as a code."""
    phase = int(race.phase)
    if phase == PLANNING:
        return plan_by_policy(race, course, outlook, seat)
    if phase == REACT:
        return react_by_policy(race, course, outlook, seat)
    if phase == SLIPPING:
        return slip_by_policy(race, course, outlook, seat)
    if phase == DISCARDING:
        return toss_by_policy(race, course, outlook, seat)
    return option_code(race, course, seat, 0)


# ---------------------------------------------------------------- the value of a race


@large_rule
def worth_of_race(race: Race, course: Course, outlook: Outlook, seat: int) -> float:
    """What a race is worth to a driver, from 0 to 1: the place once it is known, before that the
    lead in turns over the best rival, at the start of a round. As the bots rate it."""
    car, rivals = race.cars[seat], race.field - 1
    place = int(car.place)
    if race.wrong != NOTHING_WRONG or (place < 0 < rivals):
        return 0.0
    if rivals == 0:
        left = 0.0 if place != 0 else car_turns(race, course, outlook, car)
        return 1 / (1 + ROUND_COST * (race.rounds + left))
    if place > 0:
        return 1 - (place - 1) / rivals
    mine = car_turns(race, course, outlook, car)
    others, least = 0, 0.0
    for i in range(race.field):
        if i != seat and race.cars[i].place == 0:
            theirs = rough_turns(course, outlook, race.cars[i])
            least = theirs if others == 0 else min(least, theirs)
            others += 1
    if others == 0:
        return -TURN_COST * mine
    lead = least - mine
    spread = WINNING_LEAD_TURNS * (0.2 + 0.2 * math.sqrt(max(0.0, mine)))
    return others / rivals * (0.5 + 0.5 * lead / (spread + abs(lead))) - TURN_COST * mine


@rule
def car_turns(race: Race, course: Course, outlook: Outlook, car: Car) -> float:
    """The turns that a car still needs, by its hand."""
    if car.place != 0 or car.pos >= course.goal:
        return 0.0
    if car.in_hand > MOST_HAND_SLOTS:  # too many cards to look at all plans
        return after_turn(course, outlook, int(car.pos), int(car.gear), int(car.engine))
    hand = note_hand(course, outlook, car)
    pos, gear, engine = int(car.pos), int(car.gear), int(car.engine)
    return best_plan(race, course, outlook, hand, pos, gear, engine)[0]


@rule
def rough_turns(course: Course, outlook: Outlook, car: Car) -> float:
    """The turns of a rival without a look at its hand; a Legend counts as a car in third gear."""
    if car.in_hand == 0 and car.pos < course.goal:
        return after_turn(course, outlook, int(car.pos), 3, 3)
    return after_turn(course, outlook, int(car.pos), int(car.gear), int(car.engine))
