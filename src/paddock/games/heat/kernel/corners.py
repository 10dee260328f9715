"""Steps 6 to 9 in the kernel: slipstream, corners, discards, and the hand filled up."""

from __future__ import annotations

from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.cards import (
    add_to_deck,
    add_to_hand,
    count_discarded,
    count_kinds,
    count_own_cards,
    discard_area,
    discard_card,
    fill_hand,
    find_played,
    forget_after_toss,
    gain_sponsor,
    hide_card,
    is_heat_or_stress,
    kind_of_number,
    kinds_in_hand,
    lift_card,
    open_top,
    pay,
    spend_sponsors,
    take_first_discarded,
)
from paddock.games.heat.kernel.chance import Draws
from paddock.games.heat.kernel.compiler import large_rule, rule
from paddock.games.heat.kernel.plans import (
    COOK,
    DONE,
    REFRESH,
    TOSS,
    VALUE_BITS,
    VALUE_MASK,
)
from paddock.games.heat.kernel.records import (
    AT_CORNERS,
    AT_DISCARD,
    AT_REFRESH,
    AT_REPLENISH,
    COOKING,
    DISCARDING,
    MOST_OWN_CARDS,
    NEXT_CAR,
    NO_ROOM,
    NO_SLIPSTREAM,
    OVER,
    REFRESHING,
    SLIPPING,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import (
    FULL,
    can_slip,
    count_event_cars,
    drive_on,
    flags_at,
    limit_of,
    overheat_of,
    slip_length,
    taken_spots,
)
from paddock.games.heat.kernel.symbols import (
    AGAIN_SYMBOL,
    REFRESH_SYMBOL,
    own_limit,
    sum_symbols,
    symbol,
)
from paddock.games.heat.rules.course import AWAY, GRID, TUNNEL

HAND_PILE, DISCARD_PILE, DECK_PILE, NO_PILE = range(4)
"""Where the pressure cooker finds a Heat."""
NEITHER_HEAT_NOR_STRESS = ~(1 << HEAT | 1 << STRESS)
"""The kinds that may always be discarded, as bits."""


@rule
def end_race(race: Race) -> None:
    race.phase, race.racing, race.turn = OVER, 0, 0


# ---------------------------------------------------------------- step 6: slipstream


@rule
def has_slipstream(race: Race, car: Car, course: Course) -> bool:  # H6, H6.1
    return can_slip(race, car, course) and slip_length(race, car, course, 0) > 0


@rule
def slipstream(race: Race, car: Car, course: Course) -> None:  # H6, H6.2, Q32
    """Ask about the slipstream if there is one; else go on to the corners."""
    race.slid, race.again = NO_SLIPSTREAM, 0
    race.phase = AT_CORNERS
    if has_slipstream(race, car, course):
        race.phase = SLIPPING
        race.again = sum_symbols(course, car, AGAIN_SYMBOL)


@rule
def slip(race: Race, car: Car, course: Course, code: int) -> None:  # H6, H6.1
    """Use the slipstream or not; some cards allow another one."""
    if code != DONE:
        race.slid = min(int(race.slid), int(car.pos))
        drive_on(race, car, code >> VALUE_BITS & VALUE_MASK)
        if race.again > 0 and has_slipstream(race, car, course):
            race.again -= 1
            return
    race.phase = AT_CORNERS


# ---------------------------------------------------------------- step 7: corners


@large_rule
def check_corners(race: Race, car: Car, course: Course, chance: Draws) -> None:  # H7, Q1, Q2, W3
    """Every corner line crossed in this turn: pay for what the speed is over, or spin out."""
    race.phase = AT_DISCARD
    line = int(course.next_line[race.start + GRID])
    own = own_limit(course, car)
    spun = False
    while not spun and line < course.lines and course.line_at[line] <= car.pos:
        limit = limit_of(race, course, line)
        if own != 0:
            limit = max(limit + own, 0)
        if race.speed > limit:
            heat = race.speed - limit + overheat_of(race, course, line)
            if heat > car.engine:
                spun = True
                spin_out(race, car, course, course.line_at[line] - 1)
            else:
                pay(car, heat)
        line += 1
    if race.phase == OVER:
        return
    if course.prizes != 0:
        if spun:
            count_event_cars(race, course, int(race.start), int(car.pos))  # Q23, Q43
        else:
            gain_prizes(race, car, course, chance)
    if course.cooker != 0 and is_lap_done(race, car, course) and race.phase != OVER:
        cook(race, car)


@large_rule
def spin_out(race: Race, car: Car, course: Course, to: int) -> None:  # H7.1, H7.2, Q3, C6.10
    """All Heat is paid, the car goes back before the line, Stress by the gear, first gear."""
    race.spins += 1
    if course.eliminated != 0:
        pay(car, int(car.engine))
        car.pos, car.place = AWAY, -1
        return
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
    add_to_hand(car, STRESS, stress)
    car.shown += stress


@large_rule
def gain_prizes(race: Race, car: Car, course: Course, chance: Draws) -> None:  # C5, C6, Q23
    """Sponsorships for press corners and for the Event of the race."""
    won = 0
    if course.record > 0 and race.speed >= course.record:  # C6.2
        won += 1
    if course.passing > 0:  # C6.8
        passed = 0
        for i in range(race.field):
            if race.start < race.cars[i].pos < car.pos:
                passed += 1
        if passed >= course.passing:
            won += 1
    won += count_event_cars(race, course, int(race.start), int(car.pos))
    won += press_cards(race, car, course)
    for _ in range(won):
        gain_sponsor(race, car, chance)


@rule
def press_cards(race: Race, car: Car, course: Course) -> int:  # C5, Q43, C6.11, C6.16
    """The cards for press corners: passed by slipstream, or at two over the limit of the road."""
    won = 0
    line = int(course.next_line[race.start + GRID])
    while line < course.lines and course.line_at[line] <= car.pos:
        if course.press_line[line] != 0:
            limit = limit_of(race, course, line)
            if course.smile != 0:
                spectacular = race.speed < limit
            else:
                spectacular = course.line_at[line] > race.slid or race.speed >= limit + 2
            if spectacular:
                won += course.press
        line += 1
    return won


# ---------------------------------------------------------------- the pressure cooker


@rule
def is_lap_done(race: Race, car: Car, course: Course) -> bool:  # C6.18, Q16, Q24
    """Whether a lap was completed before the finish."""
    before, now = int(race.start) // course.spaces, int(car.pos) // course.spaces
    return 0 < now < course.laps and now > before


@rule
def cook(race: Race, car: Car) -> None:  # C6.18
    """A Heat of the engine leaves the game; if it is empty, one of another pile."""
    if car.engine == 0:
        race.phase = COOKING
    else:
        car.engine -= 1
        race.gone += 1


@rule
def cooker_pile(car: Car) -> int:  # C6.18, Q49
    if car.hand[HEAT] > 0:
        return HAND_PILE
    if count_discarded(car, HEAT) > 0:
        return DISCARD_PILE
    return DECK_PILE if car.deck[HEAT] > 0 else NO_PILE


@rule
def cook_pile(race: Race, car: Car) -> None:  # C6.18, Q49
    """A Heat of the first pile that has one leaves the game."""
    pile = cooker_pile(car)
    if pile == HAND_PILE:
        add_to_hand(car, HEAT, -1)
    elif pile == DISCARD_PILE:
        take_first_discarded(car, HEAT)
    elif pile == DECK_PILE:
        add_to_deck(car, HEAT, -1)
    if pile != NO_PILE:
        race.gone += 1
    race.phase = AT_DISCARD


@rule
def cook_option(car: Car) -> int:
    return COOK | cooker_pile(car) << VALUE_BITS


# ---------------------------------------------------------------- step 8: discards


@rule
def is_racing(car: Car, course: Course) -> bool:
    return car.place == 0 and car.pos < course.goal


@rule
def start_discards(race: Race, car: Car, course: Course) -> None:  # H8, E3, Q32
    """Ask for discards whenever the hand has cards: whether they can go is a secret."""
    race.phase = AT_REFRESH
    if not is_racing(car, course) or car.in_hand == 0:
        return
    if flags_at(race, course, car.pos) & TUNNEL == 0:
        race.phase, race.last, race.tossed = DISCARDING, 0, 0


@rule
def may_toss(course: Course, kind: int) -> bool:  # H8, C6.13, C6.17
    """Heat and Stress stay, unless an Event allows one of them."""
    return not is_heat_or_stress(kind) or kind == course.may_discard


@rule
def toss_option(race: Race, car: Car, course: Course, choice: int) -> int:  # H8, C6.13, C6.17
    """The card to discard of this number, from 1 on, as a code; or how many (choice -1)."""
    bits = kinds_in_hand(car) & (NEITHER_HEAT_NOR_STRESS | 1 << int(course.may_discard))
    bits = bits >> int(race.last) << int(race.last)
    if choice < 0:
        return count_kinds(bits)
    return TOSS | kind_of_number(bits, choice) << VALUE_BITS


@rule
def toss(race: Race, car: Car, course: Course, code: int) -> None:  # H8, C6.15
    """Discard card by card, from the lowest number up, or no more."""
    if code != DONE:
        kind = code >> VALUE_BITS & VALUE_MASK
        add_to_hand(car, kind, -1)
        forget_after_toss(car, kind)
        if is_heat_or_stress(kind):
            discard_card(car, kind)
        else:
            hide_card(car, kind)
        race.last = kind
        race.tossed += 1
        if car.in_hand > 0 and race.tossed < course.most_discards:
            return
    race.phase = AT_REFRESH


# ---------------------------------------------------------------- step 9


@rule
def start_refresh(race: Race, car: Car, course: Course) -> None:  # H9.1
    """Ask about refresh if a played card has the symbol."""
    race.phase = AT_REPLENISH
    if is_racing(car, course) and sum_symbols(course, car, REFRESH_SYMBOL) > 0:
        race.phase = REFRESHING


@rule
def refresh_option(car: Car, course: Course, choice: int) -> int:  # H9.1, Q10
    """The played card to refresh of this number, from 1 on, as a code; or how many (choice -1)."""
    n = 0
    for i in range(car.played):
        kind = int(car.area[i])
        if symbol(course, car, kind, REFRESH_SYMBOL) > 0 and find_played(car, kind) == i:
            n += 1
            if n == choice:
                return REFRESH | kind << VALUE_BITS
    return n


@rule
def refresh(race: Race, car: Car, code: int) -> None:  # H9.1, Q10
    """A played card goes back on top of the deck, or no more."""
    race.phase = AT_REPLENISH
    if code != DONE:
        car.top[car.tops] = lift_card(car, find_played(car, code >> VALUE_BITS & VALUE_MASK))
        car.tops += 1
        race.phase = AT_REFRESH


@large_rule
def replenish(race: Race, car: Car, course: Course, chance: Draws) -> None:  # H9, H9.2, Q22
    """Discard played cards, fill the hand up, and go to the next car."""
    if course.garage != 0:
        spend_sponsors(race, car)
    if is_racing(car, course):
        open_top(car)
        fill_hand(race, car, int(course.hand), chance)
    else:
        discard_area(car)
    race.turn += 1
    race.phase = NEXT_CAR
