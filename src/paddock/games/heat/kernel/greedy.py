"""The bot `greedy` of Heat in the kernel: plans, reactions and slipstreams rated one move deep.

It chooses the options of `bots/exact.py`. Its own chance is that of random choices. It knows plain
cards only: see `refuse_modules` in `greedy_races`.
"""

from __future__ import annotations

from paddock.games.heat.bots.exact import (
    A_TURN,
    CLEARLY_WORSE_TURNS,
    PLAN_SAMPLES,
    SLIPSTREAM_REACH_SPACES,
)
from paddock.games.heat.bots.turns import GEAR_COOLDOWN
from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.chance import Draws
from paddock.games.heat.kernel.compiler import large_rule, rule
from paddock.games.heat.kernel.greedy_turns import (
    ABSENT_TURNS,
    MOST_FLIPS,
    MOST_PLAN_SPEED,
    TOTALS,
    Notes,
    Turn,
    best_end,
    ends,
    find_pull,
    hand_burden,
    note_chances,
    note_places,
    pull_in,
)
from paddock.games.heat.kernel.greedy_worlds import drive_cars_ahead, place_in_order
from paddock.games.heat.kernel.plans import (
    highest_gear,
    is_flooded,
    lowest_gear,
    shift_price,
)
from paddock.games.heat.kernel.policy import (
    BYTE,
    CHOICE_BITS,
    FLIPS_AT,
    GEAR_STARTS,
    REPEATS_AT,
    Outlook,
    after_slip,
    note_hand,
    sum_slots,
)
from paddock.games.heat.kernel.react import can_boost, can_cool, can_push
from paddock.games.heat.kernel.records import Car, Course, Race
from paddock.games.heat.kernel.road import flags_at, slip_length
from paddock.games.heat.rules.course import FREE_BOOST
from paddock.games.heat.rules.driving import ADRENALINE


@rule
def first_of_best(notes: Notes, options: int) -> int:
    """The first option that needs the fewest turns, as the bots rate them: differences that are
    lost in the rating do not count."""
    least = notes.values[0]
    for i in range(1, options):
        least = min(least, notes.values[i])
    for i in range(options):
        if 0.5 - min(A_TURN * (notes.values[i] - least), 0.5) == 0.5:
            return i
    return 0


# ---------------------------------------------------------------- plans


@rule
def has_adrenaline(race: Race, course: Course, at: int) -> bool:  # H4
    """Whether the car at this place of the order is among the last of the round."""
    return course.adrenaline != 0 and at >= race.racing - ADRENALINE[race.field]


@large_rule
def judge_plan(
    race: Race,
    course: Course,
    outlook: Outlook,
    notes: Notes,
    turn: Turn,
    speed: int,
    flips: int,
    engine: int,
    heats: int,
    stress: int,
    push: bool,
) -> float:
    """The mean turns of a plan over all cards that its Stress may turn up."""
    cool = GEAR_COOLDOWN[turn.gear - 1] + (1 if push else 0)
    if flips == 0:
        return best_end(
            race,
            course,
            outlook,
            notes,
            turn,
            end=turn.start + speed,
            speed=speed,
            engine=engine,
            cool=cool,
            heats=heats,
            stress=stress,
            push=push,
            boost=True,
        )
    mean, row = 0.0, (MOST_FLIPS + 1 + flips) * TOTALS
    for k in range(notes.counts[MOST_FLIPS + 1 + flips]):
        now = speed + int(notes.totals[row + k])
        mean += notes.chances[row + k] * best_end(
            race,
            course,
            outlook,
            notes,
            turn,
            end=turn.start + now,
            speed=now,
            engine=engine,
            cool=cool,
            heats=heats,
            stress=stress,
            push=push,
            boost=True,
        )
    return mean


@rule
def is_car_ahead_near(race: Race, seat: int, at: int) -> bool:
    """Whether a car that drives before this one may give it a slipstream."""
    reach = race.cars[seat].pos + SLIPSTREAM_REACH_SPACES
    near = False
    for i in range(at):
        near = near or race.cars[race.order[i]].pos <= reach
    return near


@rule
def judge_key(
    race: Race,
    course: Course,
    outlook: Outlook,
    notes: Notes,
    car: Car,
    key: int,
    pull: int,
    push: bool,
) -> float:
    """The turns after the plans of a key."""
    flips, rest = key % (MOST_FLIPS + 1), key // (MOST_FLIPS + 1)
    speed, gear = rest % MOST_PLAN_SPEED, rest // MOST_PLAN_SPEED
    turn = Turn(int(car.pos), gear, pull_in(course, gear, pull))
    engine = car.engine - shift_price(car, gear, is_flooded(race, car, course))
    return judge_plan(
        race,
        course,
        outlook,
        notes,
        turn,
        speed=speed,
        flips=flips,
        engine=int(engine),
        heats=int(car.hand[HEAT]),
        stress=int(car.hand[STRESS]) - flips,
        push=push,
    )


@rule
def note_keys(race: Race, course: Course, outlook: Outlook, notes: Notes, car: Car) -> int:
    """The key of each plan, in the order of the options: gear, speed, and cards to turn up. How
    many plans there are."""
    hand = note_hand(course, outlook, car)
    slots, repeats = hand & 15, hand >> REPEATS_AT & BYTE
    n = 0
    for gear in range(lowest_gear(race, car, course), highest_gear(car, course) + 1):
        for choice in range(GEAR_STARTS[gear], GEAR_STARTS[gear + 1]):
            bits = CHOICE_BITS[0][choice] + 128
            if bits >> slots != 0 or bits & repeats & ~(bits << 1) != 0:
                continue
            sums = sum_slots(outlook, choice, gear)
            speed, flips = sums & BYTE, sums >> FLIPS_AT & BYTE
            notes.keys[n] = (gear * MOST_PLAN_SPEED + speed) * (MOST_FLIPS + 1) + flips
            n += 1
    return n


@large_rule
def plan_by_greedy(
    race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int, chance: Draws
) -> int:
    """The number of the plan that needs the fewest turns, when the cars ahead have driven."""
    car = race.cars[seat]
    at, pos = place_in_order(race, seat), int(car.pos)
    note_places(race, notes)
    samples = PLAN_SAMPLES if is_car_ahead_near(race, seat, at) else 1
    first, second = 0, 0
    if samples == 1:
        first = find_pull(race, course, notes, seat, at - 1, pos)
    else:
        for sample in range(samples):
            drive_cars_ahead(notes.worlds, race, course, outlook, seat, at, chance)
            for i in range(at):
                notes.places[race.order[i]] = notes.worlds[0].cars[race.order[i]].pos
            if sample == 0:
                first = find_pull(race, course, notes, seat, at - 1, pos)
            else:
                second = find_pull(race, course, notes, seat, at - 1, pos)
    note_chances(notes, car, max(1, min(int(car.hand[STRESS]), MOST_FLIPS)))
    push = has_adrenaline(race, course, at)
    n = note_keys(race, course, outlook, notes, car)
    for i in range(n):
        notes.found[notes.keys[i]] = ABSENT_TURNS
    enough = -ABSENT_TURNS
    for i in range(n):
        key = int(notes.keys[i])
        if notes.found[key] == ABSENT_TURNS:
            turns = judge_key(race, course, outlook, notes, car, key=key, pull=first, push=push)
            notes.found[key] = turns
            enough = min(enough, turns)
        notes.values[i] = notes.found[key]
    if samples > 1:
        judge_again(race, course, outlook, notes, car, n, enough, second, push)
    return first_of_best(notes, n)


@rule
def judge_again(
    race: Race,
    course: Course,
    outlook: Outlook,
    notes: Notes,
    car: Car,
    plans: int,
    enough: float,
    pull: int,
    push: bool,
) -> None:
    """Plans that are not clearly worse than the best one, with the cars ahead where they are
    expected the second time."""
    enough += CLEARLY_WORSE_TURNS
    for i in range(plans):
        notes.found[notes.keys[i]] = ABSENT_TURNS
    for i in range(plans):
        if notes.values[i] <= enough:
            key = int(notes.keys[i])
            if notes.found[key] == ABSENT_TURNS:
                notes.found[key] = judge_key(
                    race, course, outlook, notes, car, key=key, pull=pull, push=push
                )
            notes.values[i] = (notes.values[i] + notes.found[key]) / PLAN_SAMPLES


# ---------------------------------------------------------------- reactions and slipstream


@large_rule
def react_by_greedy(race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int) -> int:
    """The number of the reaction that needs the fewest turns, with the best further ones."""
    car = race.cars[seat]
    note_places(race, notes)
    note_chances(notes, car, 1)
    pull = find_pull(race, course, notes, seat, int(race.turn), int(race.start))
    turn = Turn(int(race.start), int(car.gear), pull_in(course, int(car.gear), pull))
    at, speed, engine, cool = int(car.pos), int(race.speed), int(car.engine), int(race.cool)
    heats, stress, boost = int(car.hand[HEAT]), int(car.hand[STRESS]), race.boost != 0
    burden = hand_burden(heats, stress)
    notes.values[0] = ends(race, course, outlook, turn, at, speed, engine) + burden
    n = 1
    if can_push(race, car) != 0:
        notes.values[n] = best_end(
            race,
            course,
            outlook,
            notes,
            turn,
            end=at + 1,
            speed=speed + 1,
            engine=engine,
            cool=cool,
            heats=heats,
            stress=stress,
            push=False,
            boost=boost,
        )
        n += 1
    for cooled in range(1, can_cool(race, car, course) + 1):
        notes.values[n] = best_end(
            race,
            course,
            outlook,
            notes,
            turn,
            end=at,
            speed=speed,
            engine=engine + cooled,
            cool=0,
            heats=heats - cooled,
            stress=stress,
            push=False,
            boost=boost,
        )
        n += 1
    if can_boost(race, car, course) != 0:
        heat = 0 if flags_at(race, course, at) & FREE_BOOST != 0 else 1
        mean, row = 0.0, (MOST_FLIPS + 2) * TOTALS
        for k in range(notes.counts[MOST_FLIPS + 2]):
            gain = int(notes.totals[row + k])
            mean += notes.chances[row + k] * best_end(
                race,
                course,
                outlook,
                notes,
                turn,
                end=at + gain,
                speed=speed + gain,
                engine=engine - heat,
                cool=cool,
                heats=heats,
                stress=stress,
                push=False,
                boost=False,
            )
        notes.values[n] = mean
        n += 1
    return first_of_best(notes, n)


@rule
def slip_by_greedy(race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int) -> int:
    """The number of the slipstream that leaves the fewest turns; 0 for none."""
    car = race.cars[seat]
    n = slip_length(race, car, course, 0)
    notes.values[0] = after_slip(race, course, outlook, seat, 0)
    for choice in range(1, n + 1):
        length = slip_length(race, car, course, choice)
        notes.values[choice] = after_slip(race, course, outlook, seat, length)
    return first_of_best(notes, n + 1)
