"""Rounds and turns in the kernel: `count_options`, `option_code`, `play`."""

from __future__ import annotations

from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.cards import (
    count_played,
    discard_card,
    flip,
    forget_area,
    forget_card,
    lift_card,
    pay,
    unveil,
)
from paddock.games.heat.kernel.chance import Draws, pick, pick_choice
from paddock.games.heat.kernel.compiler import large_rule, rule
from paddock.games.heat.kernel.corners import (
    check_corners,
    cook_option,
    cook_pile,
    end_race,
    refresh,
    refresh_option,
    replenish,
    slip,
    slipstream,
    start_discards,
    start_refresh,
    toss,
    toss_option,
)
from paddock.games.heat.kernel.garage import (
    count_market,
    deal,
    first_hands,
    market_option,
    open_market,
    pick_upgrade,
    tune,
    tune_option,
)
from paddock.games.heat.kernel.plans import (
    CARDS_AT,
    CHOOSE,
    DONE,
    GIVE_UP,
    SLIP,
    VALUE_BITS,
    count_plans,
    is_flooded,
    lay_plan,
    plan,
    plan_option,
    random_plan,
    shift_price,
)
from paddock.games.heat.kernel.react import (
    continue_react,
    count_reactions,
    react,
    reaction_option,
    take_option,
    take_salvaged,
)
from paddock.games.heat.kernel.records import (
    AFTER_REACTION,
    AT_CORNERS,
    AT_DISCARD,
    AT_REFRESH,
    AT_REPLENISH,
    AT_SLIPSTREAM,
    CHOOSING,
    COOKING,
    DEAL,
    DISCARDING,
    DRAFTING,
    FIRST_HANDS,
    LOST_DRAW,
    MOST_ROUNDS,
    NEXT_CAR,
    NO_PLAN,
    OPEN_MARKET,
    OVER,
    PLANNING,
    REACT,
    REFRESHING,
    SALVAGING,
    SEALED,
    SLIPPING,
    TOO_LONG,
    TUNING,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import drive_legend, drive_on, set_order, slip_length, standing
from paddock.games.heat.kernel.symbols import (
    COOL_SYMBOL,
    PLUS,
    SYMBOL_BITS,
    SYMBOL_MASK,
    choose_values,
    count_value_choices,
    count_values,
    has_open_values,
    open_symbols,
    sum_symbols,
    symbol,
    value_of,
)
from paddock.games.heat.phases.react import GEAR_COOLS
from paddock.games.heat.rules.course import AWAY
from paddock.games.heat.rules.driving import ADRENALINE

# ---------------------------------------------------------------- rounds


@rule
def start_round(race: Race) -> None:  # H3.4, Q11
    """Fix the order, and let all drivers plan."""
    if race.rounds == MOST_ROUNDS:
        race.wrong = TOO_LONG
        end_race(race)
        return
    set_order(race)
    race.rounds += 1
    race.phase, race.turn, race.stepwise = PLANNING, 0, 0
    for i in range(race.seats):
        race.cars[i].plan = SEALED if race.cars[i].place != 0 else NO_PLAN
        race.cars[i].next_gear = 0
    ask_next_planner(race)


@rule
def ask_next_planner(race: Race) -> bool:
    """The first driver without a sealed plan is asked; False if there is none."""
    for i in range(race.seats):
        if race.cars[i].plan != SEALED:
            race.seat = i
            return True
    return False


@rule
def next_car(race: Race, course: Course, chance: Draws) -> None:  # H3.4
    """The next car: a Legend drives, a driver reveals. After the last the round is over."""
    if race.turn == race.racing:
        end_round(race, course)
        return
    car = int(race.order[race.turn])
    if car < race.seats:
        race.seat = car
        reveal(race, race.cars[car], course, chance)
    else:
        drive_legend(race, car, course, chance)
        race.turn += 1


@rule
def count_home(race: Race) -> int:
    home = 0
    for i in range(race.field):
        if race.cars[i].place > 0:
            home += 1
    return home


@rule
def end_round(race: Race, course: Course) -> None:  # H10, Q15, Q33
    """Cars over the line take their places, by distance and Race Line spot."""
    place = count_home(race)
    for _ in range(race.field):
        best = -1
        for i in range(race.field):
            if race.cars[i].pos >= course.goal and (
                best < 0 or standing(race.cars[i]) > standing(race.cars[best])
            ):
                best = i
        if best < 0:
            break
        place += 1
        race.cars[best].place = place
        race.cars[best].pos = AWAY
    for i in range(race.seats):
        if race.cars[i].place == 0:
            start_round(race)
            return
    end_race(race)


@rule
def give_up(race: Race, car: Car) -> None:  # H10.1
    """The last car on the road leaves it and gets the next place."""
    car.place = 1 + count_home(race)
    car.pos = AWAY
    end_race(race)


@rule
def seal(race: Race, course: Course) -> None:  # H1, H2
    """After a plan: the next driver plans, or all plans are laid on the table."""
    if ask_next_planner(race):
        return
    for i in range(race.seats):
        if race.cars[i].place == 0:
            lay_plan(race, race.cars[i], course)
    race.phase = NEXT_CAR


# ---------------------------------------------------------------- step 3: the move


@large_rule
def reveal(race: Race, car: Car, course: Course, chance: Draws) -> None:  # H3, H3.1
    """Plus symbols first, then the values, then the move."""
    if count_played(car, HEAT) > 0:  # H2.2, Q13, Q36: a cluttered hand stands still
        if course.tournament != 0:
            car.gear = 1
        forget_area(car)
        unveil(car)
        race.phase = AT_REPLENISH
        return
    if course.tournament != 0:
        show_gear(race, car, course, chance)
    unveil(car)
    forget_area(car)
    speed, plus = 0, 0
    for i in range(car.played):
        kind = int(car.area[i])
        if course.garage == 0:  # plain cards: their number, and a plus for Stress
            speed += kind if kind < HEAT else 0
            plus += 1 if kind == STRESS else 0
        else:
            if count_values(course, car, kind) == 1:
                speed += value_of(course, car, kind, 0)
            plus += symbol(course, car, kind, PLUS)
    race.plus = plus
    race.speed = speed + flip(race, car, plus, chance)
    if has_open_values(course, car):
        race.phase = CHOOSING
    else:
        move_off(race, car, course)


@rule
def show_gear(race: Race, car: Car, course: Course, chance: Draws) -> None:  # T1, T2, Q26, Q58
    """Tournament: the number of cards gives the gear; a shift that cannot be paid is reduced."""
    gear = int(car.played)
    flooded = is_flooded(race, car, course)
    while shift_price(car, gear, flooded) > car.engine:
        if gear > car.gear:
            gear -= 1
            lose_card(car, pick(race, chance, int(car.played), LOST_DRAW))
        else:
            gear += 1
            flip(race, car, 1, chance)
    pay(car, shift_price(car, gear, flooded))
    car.gear = gear


@rule
def lose_card(car: Car, at: int) -> None:  # T2
    """A planned card goes to the discard pile."""
    kind = lift_card(car, at)
    discard_card(car, kind)
    forget_card(car, kind)
    unveil(car)


@rule
def choose(race: Race, car: Car, course: Course, code: int) -> None:  # H3.2
    """The values of cards that have several; then the move."""
    values = code >> CARDS_AT
    n = 0
    while values > 0:
        race.chosen[n] = (values & SYMBOL_MASK) - 1
        race.speed += race.chosen[n]
        values >>= SYMBOL_BITS
        n += 1
    move_off(race, car, course)


@rule
def move_off(race: Race, car: Car, course: Course) -> None:  # H3, H4, Q11, Q17, C6.14
    """Move the car by its speed; then the driver may react."""
    race.push = 1 if race.turn >= race.racing - ADRENALINE[race.field] else 0
    if course.adrenaline == 0:
        race.push = 0
    race.cool = race.push + GEAR_COOLS[car.gear]  # H5.1
    if course.garage != 0:
        race.cool += sum_symbols(course, car, COOL_SYMBOL)
        open_symbols(race, car, course)
    race.boost, race.chill, race.start, race.start_line = 1, 1, car.pos, car.line
    drive_on(race, car, int(race.speed))
    race.phase = AFTER_REACTION


# ---------------------------------------------------------------- the game by the contract


@large_rule
def count_options(race: Race, course: Course, seat: int) -> int:
    """How many options this driver has, who is asked; 0 when the race is over."""
    car = race.cars[seat]
    phase = int(race.phase)
    if phase == PLANNING:
        return count_plans(race, car, course)
    if phase == REACT:
        return count_reactions(race, car, course)
    if phase == DISCARDING:
        return 1 + toss_option(race, car, course, -1)
    if phase == SLIPPING:
        return 1 + slip_length(race, car, course, 0)
    if phase == CHOOSING:
        return count_value_choices(course, car)
    if phase == SALVAGING:
        return 1 + take_option(race, car, -1)
    if phase == REFRESHING:
        return 1 + refresh_option(car, course, -1)
    if phase == DRAFTING:
        return count_market(race)
    if phase == TUNING:
        return 2
    return 1 if phase == COOKING else 0


@large_rule
def option_code(race: Race, course: Course, seat: int, choice: int) -> int:
    """The option of this number, as a code: see `plans`."""
    car = race.cars[seat]
    phase = int(race.phase)
    if phase == PLANNING:
        return plan_option(race, car, course, choice)
    if phase == REACT:
        return reaction_option(race, car, course, choice)
    if phase == CHOOSING:
        return CHOOSE | choose_values(course, car, choice) << CARDS_AT
    if phase == DRAFTING:
        return market_option(race, choice)
    if phase == TUNING:
        return tune_option(choice)
    if phase == COOKING:
        return cook_option(car)
    if choice == 0:
        return DONE
    if phase == DISCARDING:
        return toss_option(race, car, course, choice)
    if phase == SLIPPING:
        return SLIP | slip_length(race, car, course, choice) << VALUE_BITS
    if phase == SALVAGING:
        return take_option(race, car, choice)
    return refresh_option(car, course, choice)


@large_rule
def random_code(race: Race, course: Course, seat: int) -> int:
    """A random option of a driver, as a code; the race's own generator for choices draws."""
    if race.phase == PLANNING:
        return random_plan(race, race.cars[seat], course)
    n = count_options(race, course, seat)
    return option_code(race, course, seat, pick_choice(race, n))


@rule
def play(race: Race, course: Course, seat: int, choice: int, chance: Draws) -> None:
    """A driver who is asked takes the option of this number."""
    play_code(race, course, seat, option_code(race, course, seat, choice), chance)


@large_rule
def play_code(race: Race, course: Course, seat: int, code: int, chance: Draws) -> None:
    """A driver takes the option of this code; then the race goes on until a seat is asked."""
    car = race.cars[seat]
    phase = int(race.phase)
    if phase == PLANNING:
        if code == GIVE_UP:
            give_up(race, car)
        else:
            plan(race, car, code)
            seal(race, course)
    elif phase == REACT:
        react(race, car, course, chance, code)
    elif phase == DISCARDING:
        toss(race, car, course, code)
    elif phase == SLIPPING:
        slip(race, car, course, code)
    elif phase == CHOOSING:
        choose(race, car, course, code)
    elif phase == SALVAGING:
        take_salvaged(race, car, code)
    elif phase == REFRESHING:
        refresh(race, car, code)
    elif phase == DRAFTING:
        pick_upgrade(race, car, code)
    elif phase == TUNING:
        tune(race, car, code)
    elif phase == COOKING:
        cook_pile(race, car)
    go_on(race, course, chance)


@large_rule
def go_on(race: Race, course: Course, chance: Draws) -> None:
    """All steps without a question."""
    while race.phase > OVER:
        phase = int(race.phase)
        car = race.cars[race.seat]
        if phase == AFTER_REACTION:
            continue_react(race, car, course)
        elif phase == AT_SLIPSTREAM:
            slipstream(race, car, course)
        elif phase == AT_CORNERS:
            check_corners(race, car, course, chance)
        elif phase == AT_DISCARD:
            start_discards(race, car, course)
        elif phase == AT_REFRESH:
            start_refresh(race, car, course)
        elif phase == AT_REPLENISH:
            replenish(race, car, course, chance)
        elif phase == NEXT_CAR:
            next_car(race, course, chance)
        elif phase == OPEN_MARKET:
            open_market(race, chance)
        elif phase == DEAL:
            deal(race, course)
        elif phase == FIRST_HANDS:
            first_hands(race, course, chance)
            if race.phase != OVER:
                start_round(race)
