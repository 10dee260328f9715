"""Rounds and turns in the kernel: `count_options`, `option_code`, `play`."""

from __future__ import annotations

from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.cards import (
    count_cards,
    count_own_cards,
    count_played,
    discard_area,
    discard_card,
    fill_hand,
    flip,
    forget_shown,
    hide_card,
    open_top,
    pay,
)
from paddock.games.heat.kernel.chance import Draws, pick
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.plans import (
    BOOST,
    COOL,
    DONE,
    GIVE_UP,
    PUSH,
    SLIP,
    TOSS,
    VALUE_BITS,
    count_plans,
    is_flooded,
    lay_plan,
    plan,
    plan_option,
    shift_price,
)
from paddock.games.heat.kernel.records import (
    DISCARDING,
    LOST_DRAW,
    MOST_OWN_CARDS,
    MOST_ROUNDS,
    NEXT_CAR,
    NO_PLAN,
    NO_ROOM,
    OVER,
    PLANNING,
    REACT,
    SEALED,
    SLIPPING,
    TOO_LONG,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import (
    FULL,
    can_slip,
    drive_legend,
    drive_on,
    flags_at,
    limit_of,
    overheat_of,
    set_order,
    slip_length,
    standing,
    taken_spots,
)
from paddock.games.heat.phases.react import GEAR_COOLS
from paddock.games.heat.rules.course import (
    AWAY,
    COOLING,
    FREE_BOOST,
    GRID,
    NO_COOLING,
    TUNNEL,
)
from paddock.games.heat.rules.driving import ADRENALINE

# ---------------------------------------------------------------- rounds


@rule
def end_race(race: Race) -> None:
    race.phase, race.racing, race.turn = OVER, 0, 0


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


@rule
def reveal(race: Race, car: Car, course: Course, chance: Draws) -> None:  # H3, H3.1, H4, Q17
    """Plus symbols first, then the values, then the move; then the driver may react."""
    if count_played(car, HEAT) > 0:  # H2.2, Q13, Q36: a cluttered hand stands still
        if course.tournament != 0:
            car.gear = 1
        forget_shown(car)
        replenish(race, car, course, chance)
        return
    if course.tournament != 0:
        show_gear(race, car, course, chance)
    forget_shown(car)
    speed = 0
    for i in range(car.played):
        if car.area[i] < HEAT:
            speed += car.area[i]
    race.plus = count_played(car, STRESS)
    race.speed = speed + flip(race, car, race.plus, chance)
    race.push = 1 if race.turn >= race.racing - ADRENALINE[race.field] else 0  # H4, Q11
    race.cool = race.push + GEAR_COOLS[car.gear]  # H5.1
    race.boost, race.chill, race.start, race.start_line = 1, 1, car.pos, car.line
    drive_on(race, car, race.speed)
    continue_react(race, car, course, chance)


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
    card = int(car.area[at])
    car.played -= 1
    for i in range(at, car.played):
        car.area[i] = car.area[i + 1]
    discard_card(car, card)
    if card == STRESS and car.shown > 0:
        car.shown -= 1


# ---------------------------------------------------------------- steps 4 and 5: reactions


@rule
def cooldown(race: Race, here: int) -> int:  # H5.1, W4
    """The cooldown available on the car's space."""
    if here & NO_COOLING != 0:
        return 0
    return race.cool + (race.chill if here & COOLING != 0 else 0)


@rule
def can_push(race: Race, car: Car) -> int:  # H4, Q12
    return 1 if race.push != 0 and taken_spots(race, car.pos + 1) != FULL else 0


@rule
def can_cool(race: Race, car: Car, course: Course) -> int:  # H5.1
    return min(cooldown(race, flags_at(race, course, car.pos)), int(car.hand[HEAT]))


@rule
def can_boost(race: Race, car: Car, course: Course) -> int:  # H5.2, W4
    free = flags_at(race, course, car.pos) & FREE_BOOST != 0
    return 1 if race.boost != 0 and (car.engine > 0 or free) else 0


@rule
def continue_react(race: Race, car: Car, course: Course, chance: Draws) -> None:  # Q6, Q32
    """Ask while a reaction may be possible by what all know; then the slipstream."""
    here = flags_at(race, course, car.pos)
    if can_boost(race, car, course) + can_push(race, car) + cooldown(race, here) > 0:
        race.phase = REACT
    else:
        slipstream(race, car, course, chance)


@rule
def react(race: Race, car: Car, course: Course, chance: Draws, choice: int) -> None:  # H5, Q4
    """Done, adrenaline's speed, cooldown of one or more, boost: those that are offered."""
    pushes, cools = can_push(race, car), can_cool(race, car, course)
    if choice == 0:
        slipstream(race, car, course, chance)
        return
    here = flags_at(race, course, car.pos)
    if choice <= pushes:  # H4, Q46
        drive_on(race, car, 1)
        race.speed += 1
    elif choice <= pushes + cools:  # H5.1, Q47
        car.hand[HEAT] -= choice - pushes
        car.engine += choice - pushes
        race.cool = 0
        if here & COOLING != 0:
            race.chill = 0
    else:  # H5.2, Q5, W4
        if here & FREE_BOOST == 0:
            pay(car, 1)
        gain = flip(race, car, 1, chance)
        drive_on(race, car, gain)
        race.speed += gain
        race.plus += 1
        race.boost = 0
    race.push = 0
    continue_react(race, car, course, chance)


# ---------------------------------------------------------------- steps 6 to 9


@rule
def slipstream(race: Race, car: Car, course: Course, chance: Draws) -> None:  # H6, H6.2, Q32
    """Ask about the slipstream if there is one; else go on to the corners."""
    if can_slip(race, car, course) and slip_length(race, car, course, 1) > 0:
        race.phase = SLIPPING
    else:
        check_corners(race, car, course, chance)


@rule
def check_corners(race: Race, car: Car, course: Course, chance: Draws) -> None:  # H7, Q1, Q2, W3
    """Every corner line crossed in this turn: pay for what the speed is over, or spin out."""
    line = int(course.next_line[race.start + GRID])
    while line < course.lines and course.line_at[line] <= car.pos:
        limit = limit_of(race, course, line)
        if race.speed > limit:
            heat = race.speed - limit + overheat_of(race, course, line)
            if heat > car.engine:
                spin_out(race, car, course.line_at[line] - 1)
                break
            pay(car, heat)
        line += 1
    if race.phase == OVER:
        return
    in_tunnel = flags_at(race, course, car.pos) & TUNNEL != 0
    if car.pos < course.goal and count_cards(car.hand) > 0 and not in_tunnel:  # H8, E3, Q32
        race.phase, race.last, race.tossed = DISCARDING, 0, 0
    else:
        replenish(race, car, course, chance)


@rule
def spin_out(race: Race, car: Car, to: int) -> None:  # H7.1, H7.2, Q3
    """All Heat is paid, the car goes back before the line, Stress by the gear, first gear."""
    stress = 1 if car.gear <= 2 else 2
    if count_own_cards(car) + stress > MOST_OWN_CARDS:
        race.wrong = NO_ROOM
        end_race(race)
        return
    while taken_spots(race, to) == FULL:
        to -= 1
    car.line = 1 if taken_spots(race, to) < 2 else 0
    car.pos = to
    pay(car, int(car.engine))
    car.gear = 1
    car.hand[STRESS] += stress
    car.shown += stress
    race.spins += 1


@rule
def count_tosses(race: Race, car: Car) -> int:  # H8
    """How many kinds of cards may be discarded, from the last one up; Heat and Stress stay."""
    n = 0
    for card in range(race.last, HEAT):
        if car.hand[card] > 0:
            n += 1
    return n


@rule
def toss_of(race: Race, car: Car, choice: int) -> int:  # H8
    """The card of this choice, from 1 on."""
    card = race.last - 1
    while choice > 0:
        card += 1
        if car.hand[card] > 0:
            choice -= 1
    return card


@rule
def toss(race: Race, car: Car, course: Course, chance: Draws, choice: int) -> None:  # H8
    """Discard card by card, from the lowest number up, or no more."""
    if choice > 0:
        card = toss_of(race, car, choice)
        car.hand[card] -= 1
        hide_card(car, card)
        race.last = card
        race.tossed += 1
        if count_cards(car.hand) > 0:
            return
    replenish(race, car, course, chance)


@rule
def replenish(race: Race, car: Car, course: Course, chance: Draws) -> None:  # H9, Q22
    """Discard played cards, fill the hand up, and go to the next car."""
    if car.pos < course.goal:
        open_top(car)
        fill_hand(race, car, chance)
    else:
        discard_area(car)
    race.turn += 1
    race.phase = NEXT_CAR


# ---------------------------------------------------------------- the game by the contract


@rule
def count_options(race: Race, course: Course, seat: int) -> int:
    """How many options this driver has, who is asked; 0 when the race is over."""
    car = race.cars[seat]
    if race.phase == PLANNING:
        return count_plans(race, car, course)
    if race.phase == REACT:
        others = can_cool(race, car, course) + can_boost(race, car, course)
        return 1 + can_push(race, car) + others
    if race.phase == SLIPPING:
        return 3 if slip_length(race, car, course, 2) > 0 else 2
    if race.phase == DISCARDING:
        return 1 + count_tosses(race, car)
    return 0


@rule
def option_code(race: Race, course: Course, seat: int, choice: int) -> int:
    """The option of this number, as a code: see `plans`."""
    car = race.cars[seat]
    if race.phase == PLANNING:
        return plan_option(race, car, course, choice)
    if choice == 0:
        return DONE
    if race.phase == SLIPPING:
        return SLIP | slip_length(race, car, course, choice) << VALUE_BITS
    if race.phase == DISCARDING:
        return TOSS | toss_of(race, car, choice) << VALUE_BITS
    pushes = can_push(race, car)
    if choice <= pushes:
        return PUSH
    if choice <= pushes + can_cool(race, car, course):
        return COOL | choice - pushes << VALUE_BITS
    return BOOST


@rule
def play(race: Race, course: Course, seat: int, choice: int, chance: Draws) -> None:
    """A driver who is asked takes the option of this number; then the race goes on until somebody
    is asked again."""
    car = race.cars[seat]
    if race.phase == PLANNING:
        code = plan_option(race, car, course, choice)
        if code == GIVE_UP:
            give_up(race, car)
        else:
            plan(race, car, code)
            seal(race, course)
    elif race.phase == REACT:
        react(race, car, course, chance, choice)
    elif race.phase == SLIPPING:
        if choice > 0:  # H6.1
            drive_on(race, car, slip_length(race, car, course, choice))
        check_corners(race, car, course, chance)
    elif race.phase == DISCARDING:
        toss(race, car, course, chance, choice)
    while race.phase == NEXT_CAR:
        next_car(race, course, chance)
