"""The road in the kernel: spaces, landing, slipstream, order, weather and Legends."""

from __future__ import annotations

from paddock.games.heat.data import DIAMOND, LEGENDS, WEATHERS
from paddock.games.heat.data import Token as RoadToken
from paddock.games.heat.kernel.chance import Draws, pick
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.records import (
    LEGEND_DRAW,
    LEGENDS_CARDS,
    MOST_SLOTS,
    ROAD_DRAW,
    SKY_DRAW,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.symbols import SLIP_SYMBOL, symbol
from paddock.games.heat.rules.course import (
    FREE_BOOST,
    GRID,
    NO_SLIP,
    SECTOR_FLAG,
    SLIP_1,
    SLIP_2,
)

FULL = 3
"""Both spots of a space are taken."""
NO_TOKEN, OVERHEAT, SLOWER, FASTER, WEATHER_TOKEN = (
    int(token)
    for token in (
        RoadToken.NONE,
        RoadToken.OVERHEAT,
        RoadToken.SLOWER,
        RoadToken.FASTER,
        RoadToken.WEATHER,
    )
)
BOOST_TOKEN, SLIP_TOKEN = int(RoadToken.FREE_BOOST), int(RoadToken.SLIPSTREAM)
TOKEN_KINDS, TOKEN_COPIES = 6, 2
SKIES = len(WEATHERS)
SKY_FLAGS = tuple(SECTOR_FLAG[sky.sector] for sky in WEATHERS)
WHOLE_DECK = (1 << LEGENDS_CARDS) - 1
LOWEST_TOP_SPEED = min(DIAMOND)
DIAMONDS = tuple(DIAMOND[speed] for speed in sorted(DIAMOND))
TOP_SPEEDS = tuple(speed for card in LEGENDS for speed in card)
"""By card and car, eight a card."""


@rule
def taken_spots(race: Race, space: int) -> int:
    """The taken spots of a space: 2 the Race Line, 1 the other, 3 both."""
    spots = 0
    for i in range(race.field):
        if race.cars[i].pos == space:
            spots += 1 + race.cars[i].line
    return spots


@rule
def flags_at(race: Race, course: Course, pos: int) -> int:
    """What is special about a space: water, tunnel, and the road token of its sector."""
    return course.ground[pos + GRID] | race.sectors[course.sector[pos + GRID]]


@rule
def drive_on(race: Race, car: Car, n: int) -> None:  # H3.3, Q18, Q35
    """Move a car n spaces. A full space sends it back to the first free one behind it."""
    to = car.pos + n
    spots = 0
    while to > car.pos:
        spots = taken_spots(race, to)
        if spots != FULL:
            break
        to -= 1
    if to > car.pos:
        car.pos = to
        car.line = 1 if spots < 2 else 0


@rule
def standing(car: Car) -> int:
    """How far ahead a car is: distance, then the Race Line spot."""
    return 2 * car.pos + car.line


@rule
def set_order(race: Race) -> None:  # H3.4
    """The order of the round: the cars still racing, from first to last."""
    race.racing = 0
    for i in range(race.field):
        if race.cars[i].place == 0:
            at = int(race.racing)
            race.racing += 1
            ahead = standing(race.cars[i])
            while at > 0 and standing(race.cars[race.order[at - 1]]) < ahead:
                race.order[at] = race.order[at - 1]
                at -= 1
            race.order[at] = i


# ---------------------------------------------------------------- slipstream


@rule
def can_slip(race: Race, car: Car, course: Course) -> bool:  # H6, Q14, W4, C6.12
    """Whether another car is next to this one or right ahead, short of the finish."""
    near = 0
    for i in range(race.field):
        if race.cars[i].pos == car.pos or race.cars[i].pos == car.pos + 1:
            near += 1
    if near < 2 or car.pos + course.slip >= course.goal:
        return False
    if flags_at(race, course, car.pos) & NO_SLIP != 0:
        return False
    return course.slip_gears >> car.gear & 1 != 0


@rule
def slip_end(race: Race, car: Car, n: int) -> int:
    """The space where a slipstream of n spaces ends; the car's own where all are full."""
    to = car.pos + n
    while to > car.pos and taken_spots(race, to) == FULL:
        to -= 1
    return to


@rule
def slip_lengths(race: Race, car: Car, course: Course) -> int:  # H6.1, W4, C6.19
    """The spaces of a slipstream with every choice of bonuses, as bits: sector and cards."""
    lengths = 1 << int(course.slip)
    here = flags_at(race, course, car.pos)
    if here & SLIP_1 != 0:
        lengths |= lengths << 1
    if here & SLIP_2 != 0:
        lengths |= lengths << 2
    if course.garage != 0:
        for i in range(car.played):
            bonus = symbol(course, car, int(car.area[i]), SLIP_SYMBOL)
            if bonus > 0:
                lengths |= lengths << bonus
    return lengths


@rule
def slip_length(race: Race, car: Car, course: Course, choice: int) -> int:  # H6.1, Q14
    """The length of this choice from 1 on, or how many choices there are (choice 0).

    Of two lengths that end on the same space only the shorter counts; none goes over the finish.
    """
    last = int(car.pos)
    found = 0
    lengths = slip_lengths(race, car, course)
    n = int(course.slip)
    while lengths >> n > 0 and car.pos + n < course.goal:
        if lengths >> n & 1 != 0:
            end = slip_end(race, car, n)
            if end > last:
                last = end
                found += 1
                if found == choice:
                    return n
        n += 1
    return found if choice == 0 else 0


@rule
def draft_length(race: Race, car: Car, most: int) -> int:  # H5.8
    """Over empty spaces to the one right behind a car; 0 if none is near."""
    for n in range(1, most + 1):
        if taken_spots(race, car.pos + n) != 0:
            return 0
        if taken_spots(race, car.pos + n + 1) != 0:
            return n
    return 0


# ---------------------------------------------------------------- weather and road


@rule
def clear_road(race: Race) -> None:
    race.sky = -1
    for slot in range(MOST_SLOTS + 1):
        race.road[slot] = NO_TOKEN
        race.sectors[slot] = 0


@rule
def draw_weather(race: Race, course: Course, chance: Draws) -> None:  # W1, W2
    """One weather token, and one road token a corner."""
    race.sky = pick(race, chance, SKIES, SKY_DRAW)
    left = TOKEN_KINDS * TOKEN_COPIES
    for slot in range(course.corners):
        at = pick(race, chance, left, ROAD_DRAW)
        left -= 1
        token = 0
        while True:
            copies = TOKEN_COPIES
            for before in range(slot):
                if race.road[before] == token:
                    copies -= 1
            if at < copies:
                break
            at -= copies
            token += 1
        race.road[slot] = token
        race.sectors[slot] = sector_flag(race, token)


@rule
def sector_flag(race: Race, token: int) -> int:  # W4
    """The flag that a road token sets in the sector after its corner."""
    if token == WEATHER_TOKEN and race.sky >= 0:
        return SKY_FLAGS[race.sky]
    if token == BOOST_TOKEN:
        return FREE_BOOST
    return SLIP_1 if token == SLIP_TOKEN else 0


@rule
def limit_of(race: Race, course: Course, line: int) -> int:  # W3
    """The limit of a corner line, with its road token."""
    token = race.road[course.slot[line]]
    if token == FASTER:
        return course.limit[line] + 1
    return course.limit[line] - (1 if token == SLOWER else 0)


@rule
def overheat_of(race: Race, course: Course, line: int) -> int:  # W3
    """The Heat more that a corner costs those who are too fast."""
    return 1 if race.road[course.slot[line]] == OVERHEAT else 0


# ---------------------------------------------------------------- cars that an Event counts


@rule
def count_event_cars(race: Race, course: Course, start: int, end: int) -> int:  # C6.1, C6.21, Q16
    """Count a car over the line, or at corner B in each lap; how many Sponsorships it gains."""
    won = 0
    if course.first_laps > 0 and start < course.spaces <= end:
        if race.tally[0] < course.first_laps:
            won += 1
        race.tally[0] += 1
    if course.crowd > 0:
        line = int(course.next_line[start + GRID])
        while line < course.lines and course.line_at[line] <= end:
            lap = int(course.crowd_lap[line])
            if lap >= 0:
                if race.tally[lap] < course.crowd:
                    won += 1
                race.tally[lap] += 1
            line += 1
    return won


# ---------------------------------------------------------------- Legends


@rule
def drive_legend(race: Race, car: int, course: Course, chance: Draws) -> None:  # L1, Q30
    """Drive one Legend. The first one of the round turns up the card that all of them use."""
    turn_up_legend(race, chance)
    top = TOP_SPEEDS[8 * race.legend + car]
    start = race.cars[car].pos
    if course.past_legends[start + GRID] != 0:
        to = clearing_space(race, start, top, course)
    else:
        to = approach_space(start, top, course)
    while to > start and taken_spots(race, to) == FULL:  # L4, H3.3
        to -= 1
    if to != start:
        race.cars[car].line = 1 if taken_spots(race, to) < 2 else 0
        race.cars[car].pos = to
    count_event_cars(race, course, start, int(race.cars[car].pos))


@rule
def turn_up_legend(race: Race, chance: Draws) -> None:  # L1
    """Turn up the card when the first Legend of the round moves; reshuffle after ten."""
    for i in range(race.turn):
        if race.order[i] >= race.seats:
            return
    if race.legends == 0:
        race.legends = WHOLE_DECK
    left = 0
    for card in range(LEGENDS_CARDS):
        left += race.legends >> card & 1
    at = pick(race, chance, left, LEGEND_DRAW)
    card = 0
    while race.legends >> card & 1 == 0 or at > 0:
        at -= race.legends >> card & 1
        card += 1
    race.legend = card
    race.legends -= 1 << card


@rule
def clearing_space(race: Race, start: int, top: int, course: Course) -> int:  # L2, L6
    """The target past the Legends line: limit plus diamond, never over a second corner."""
    line = course.next_line[start + GRID]
    to = start + limit_of(race, course, line) + DIAMONDS[top - LOWEST_TOP_SPEED]
    second = line + 1 + course.extra_lines[start + GRID]
    if second < course.lines and to >= course.line_at[second]:
        to = course.line_at[second] - 1
    return to


@rule
def approach_space(start: int, top: int, course: Course) -> int:  # L3, L5
    """The target before the Legends line: top speed if that stays short of the corner, or if the
    finish comes first; else the space with the diamond's number."""
    line = course.next_line[start + GRID]
    to = start + top + course.pro
    if line == course.lines or to < course.line_at[line]:
        return to
    return max(int(start), course.line_at[line] - 1 - DIAMONDS[top - LOWEST_TOP_SPEED])
