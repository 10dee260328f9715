"""`greedy` in the kernel: every decision, and options that are tried in imagined races."""

from __future__ import annotations

from paddock.games.heat.bots.exact import OPTION_SAMPLES
from paddock.games.heat.bots.hands import FILL_SAMPLES
from paddock.games.heat.bots.judge import WINNING_LEAD_TURNS
from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.cards import count_played
from paddock.games.heat.kernel.chance import Draws, next_first, next_second
from paddock.games.heat.kernel.compiler import large_rule, rule
from paddock.games.heat.kernel.greedy import (
    has_adrenaline,
    judge_plan,
    plan_by_greedy,
    react_by_greedy,
    slip_by_greedy,
)
from paddock.games.heat.kernel.greedy_hands import hand_turns, note_piles, toss_by_greedy
from paddock.games.heat.kernel.greedy_turns import (
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
from paddock.games.heat.kernel.greedy_worlds import (
    imagine,
    keep_chance,
    place_in_order,
    play_by_policy,
    put_race,
)
from paddock.games.heat.kernel.plans import is_cluttered
from paddock.games.heat.kernel.policy import Outlook, after_turn
from paddock.games.heat.kernel.records import (
    BEGUN,
    DISCARDING,
    MAX_WHOLE_HAND,
    PLANNING,
    REACT,
    SEALED,
    SLIPPING,
    Course,
    Race,
)
from paddock.games.heat.kernel.turns import count_options, option_code, play

# ---------------------------------------------------------------- the value of a race


@rule
def has_driver(race: Race, number: int) -> bool:
    """Whether a car has cards that others do not see: a Legend has none."""
    car = race.cars[number]
    cards = car.in_hand + car.in_deck + car.hiddens
    if is_face_down(race, number) and count_played(car, HEAT) == 0:
        cards += car.played
    return cards > 0


@rule
def is_face_down(race: Race, number: int) -> bool:
    """Whether planned cards lie on the table, still to be revealed."""
    if race.phase == PLANNING or race.cars[number].played == 0:
        return False
    return place_in_order(race, number) > race.turn


@rule
def rival_turns(race: Race, course: Course, outlook: Outlook, number: int) -> float:
    """The turns of another car; a Legend counts as a driver in third gear with some Heat."""
    car = race.cars[number]
    if car.place != 0:
        return -1.0 if car.place > 0 else 99.0
    if has_driver(race, number):
        return after_turn(course, outlook, int(car.pos), int(car.gear), int(car.engine))
    return after_turn(course, outlook, int(car.pos), 3, 3)


@rule
def planned_turns(
    race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int, pull: int
) -> float:
    """The turns of a car whose plan is on the table."""
    car = race.cars[seat]
    pos, engine = int(car.pos), int(car.engine)
    if count_played(car, HEAT) > 0:
        return 1.3 + after_turn(course, outlook, pos, 1, engine)
    speed, flips = 0, 0
    for i in range(car.played):
        if car.area[i] == STRESS:
            flips += 1
        else:
            speed += int(car.area[i])
    note_chances(notes, car, max(1, flips))
    gear = int(car.gear)
    return judge_plan(
        race,
        course,
        outlook,
        notes,
        Turn(pos, gear, pull_in(course, gear, pull)),
        speed=speed,
        flips=flips,
        engine=engine,
        heats=int(car.hand[HEAT]),
        stress=int(car.hand[STRESS]),
        push=has_adrenaline(race, course, place_in_order(race, seat)),
    )


@large_rule
def turns_left(race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int) -> float:
    """The turns of the own car, with its plan, the corners ahead and the cards in hand."""
    car = race.cars[seat]
    if car.place != 0:
        return -1.0 if car.place > 0 else 99.0
    pos, gear, engine = int(car.pos), int(car.gear), int(car.engine)
    note_places(race, notes)
    turn = int(race.turn)
    if is_face_down(race, seat):
        pull = find_pull(race, course, notes, seat, turn, pos)
        return planned_turns(race, course, outlook, notes, seat, pull)
    if pos >= course.goal:
        return after_turn(course, outlook, pos, 1, 0)
    heats, stress = int(car.hand[HEAT]), int(car.hand[STRESS])
    burden = hand_burden(heats, stress)
    mine = race.seat == seat
    if mine and (race.phase == REACT or race.phase == SLIPPING):
        start, speed = int(race.start), int(race.speed)
        pull = find_pull(race, course, notes, seat, turn, start)
        judged = Turn(start, gear, pull_in(course, gear, pull))
        if race.phase == SLIPPING:
            return ends(race, course, outlook, judged, pos, speed, engine) + burden
        note_chances(notes, car, 1)
        return best_end(
            race,
            course,
            outlook,
            notes,
            judged,
            end=pos,
            speed=speed,
            engine=engine,
            cool=int(race.cool),
            heats=heats,
            stress=stress,
            push=race.push != 0,
            boost=race.boost != 0,
        )
    if mine and race.phase == DISCARDING and race.tossed == 0:
        return after_turn(course, outlook, pos, gear, engine) + burden
    piled = note_piles(notes, car, 0 if race.phase == PLANNING else int(car.played))
    for kind in range(STRESS + 1):
        notes.hand[kind] = car.hand[kind]
    return hand_turns(
        race,
        course,
        outlook,
        notes,
        car,
        size=int(car.in_hand),
        decked=int(car.in_deck),
        piled=piled,
        fills=FILL_SAMPLES,
    )


@large_rule
def rate_race(race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int) -> float:
    """The lead over the best rival in turns, as a number from 0 (lost) to 1 (won)."""
    mine = turns_left(race, course, outlook, notes, seat)
    rivals, ahead, first, second = 0, 0, 0.0, 0.0
    for i in range(race.field):
        if i != seat:
            turns = rival_turns(race, course, outlook, i)
            if turns < mine:
                ahead += 1
            if rivals == 0:
                first, second = turns, turns
            elif turns < first:
                first, second = turns, first
            elif rivals == 1 or turns < second:
                second = turns
            rivals += 1
    if rivals == 0:
        return max(0.0, 1 - mine / 60)
    lead = first - mine + 0.1 * (second - mine)
    squeezed = 0.5 + 0.5 * lead / (WINNING_LEAD_TURNS + abs(lead))
    places = ahead / rivals
    return 0.85 * squeezed + 0.1 * (1 - places) + 0.05 * max(0.0, 1 - mine / 40)


# ---------------------------------------------------------------- options that are tried


@rule
def count_draws(before: Race, after: Race) -> int:
    """How much was drawn in a race."""
    first, second, n = int(before.seed_1), int(before.seed_2), 0
    while first != after.seed_1 or second != after.seed_2:
        first, second = next_first(first), next_second(second)
        n += 1
    return n


@rule
def seal_others(world: Race, course: Course, outlook: Outlook, seat: int, chance: Draws) -> None:
    """The other drivers plan by the rollout policy; those with a large hand only begin."""
    for i in range(world.seats):
        if i != seat and world.cars[i].plan != SEALED:
            play_by_policy(world, course, outlook, i, chance)


@large_rule
def try_options(
    race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int, chance: Draws
) -> int:
    """The number of the option with the best mean in a few imagined races. All options of a race
    have the same draws."""
    n = count_options(race, course, seat)
    for i in range(n):
        notes.values[i] = 0.0
    for _ in range(OPTION_SAMPLES):
        imagine(notes.worlds, race, course, seat, chance)
        seal_others(notes.worlds[0], course, outlook, seat, chance)
        put_race(notes.worlds, 1, notes.worlds[0])
        keep_chance(race, notes.worlds[1])
        most = 0
        for i in range(n):
            put_race(notes.worlds, 0, notes.worlds[1])
            world = notes.worlds[0]
            play(world, course, seat, i, chance)
            notes.values[i] += rate_race(world, course, outlook, notes, seat)
            draws = count_draws(notes.worlds[1], world)
            if draws > most:
                most = draws
                keep_chance(race, world)
    best = 0
    for i in range(n):
        notes.values[i] /= OPTION_SAMPLES
        if notes.values[i] > notes.values[best]:
            best = i
    return best


# ---------------------------------------------------------------- every decision


@large_rule
def choose_by_greedy(
    race: Race, course: Course, outlook: Outlook, notes: Notes, seat: int, chance: Draws
) -> int:
    """The option that `greedy` takes, as a code."""
    if count_options(race, course, seat) == 1:
        return option_code(race, course, seat, 0)
    car = race.cars[seat]
    if race.phase == DISCARDING:
        return toss_by_greedy(race, course, outlook, notes, seat)
    if race.phase == REACT:
        choice = react_by_greedy(race, course, outlook, notes, seat)
    elif race.phase == SLIPPING:
        choice = slip_by_greedy(race, course, outlook, notes, seat)
    elif car.plan == BEGUN or car.in_hand > MAX_WHOLE_HAND or is_cluttered(race, car, course):
        choice = try_options(race, course, outlook, notes, seat, chance)
    else:
        choice = plan_by_greedy(race, course, outlook, notes, seat, chance)
    return option_code(race, course, seat, choice)
