"""`greedy` in the kernel: what a turn brings, over the cards that may be turned up.

It computes what `bots/judge.py` computes, with the same sums in the same order, so that equal
ratings stay equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from paddock.games.heat.bots.hands import HEAT_IN_HAND_TURNS, STRESS_IN_HAND_TURNS
from paddock.games.heat.data import HEAT
from paddock.games.heat.kernel.compiler import large_rule, rule
from paddock.games.heat.kernel.greedy_worlds import place_in_order
from paddock.games.heat.kernel.policy import Outlook, after_move
from paddock.games.heat.kernel.records import Car, Course, Race
from paddock.games.heat.kernel.road import flags_at
from paddock.games.heat.moves import TOP_GEAR
from paddock.games.heat.rules.course import COOLING, FREE_BOOST, NO_COOLING, NO_SLIP

MOST_FLIPS = TOP_GEAR
"""Cards that a plan turns up: one for each Stress card."""
TOTALS = 4 * MOST_FLIPS + 1
"""Sums of the cards turned up are below this."""
COUNT_BITS = 16
"""Speed cards of 1 to 4 are counted side by side in one number."""
ONE_COUNT = (1 << COUNT_BITS) - 1
ABSENT = -1.0
"""No chance at all: the sum was not met."""
ABSENT_TURNS = -1e9
"""A number of turns that was not computed yet."""
PULL_SPACES = 62
"""A turn covers fewer spaces than this."""
MOST_PLAN_SPEED = 32
PLAN_KEYS = (TOP_GEAR + 1) * MOST_PLAN_SPEED * (MOST_FLIPS + 1)
TOSSABLE = HEAT
"""Cards below this may be discarded."""
SHORT_PILE, LONG_PILE = 24, 1008
"""Sizes of piles for which the fixed orders are kept; a driver has fewer cards than the second."""


class Notes(NamedTuple):
    """Where greedy writes what it finds out in one decision."""

    worlds: Any  # two spare races
    places: Any  # where each car is, or where it is expected
    values: Any  # by option
    keys: Any  # by option: plans that come to the same have the same
    found: Any  # turns after a plan, by key
    chances: Any  # by cards turned up, and their sum
    totals: Any  # the sums in the order of the bots
    counts: Any  # how many sums there are, by cards turned up
    loose: Any  # cards that may be discarded, by kind
    gone: Any  # cards that are discarded
    hand: Any  # the cards that stay, by kind
    bag: Any  # the same after it was filled up
    sums: Any  # speeds of some cards, as bits
    deck: Any  # the own deck, sorted
    pile: Any  # the own discard pile
    orders: Any  # fixed orders of piles
    best: Any  # discards that are looked at closely: their rank
    rough: Any  # what these seem to be worth


class Turn(NamedTuple):
    """What is the same for all ends of a car's turn."""

    start: int
    gear: int
    pull: int  # which spaces from the start on give a slipstream, as bits


# ---------------------------------------------------------------- cards turned up


@large_rule
def find_chances(notes: Notes, deck: int, pile: int, flips: int) -> int:
    """The chances of the sums of cards turned up, in the row of their number: from the deck, then
    from the pile. How many sums there are."""
    if deck == 0:
        deck = pile
        pile = 0
    among = 0
    for i in range(4):
        among += deck >> COUNT_BITS * i & ONE_COUNT
    row = flips * TOTALS
    if flips == 0 or among == 0:
        notes.chances[row] = 1.0
        notes.totals[row] = 0
        notes.counts[flips] = 1
        return 1
    n = 0
    for total in range(TOTALS):
        notes.chances[row + total] = ABSENT
    before = row - TOTALS
    for i in range(4):
        have = deck >> COUNT_BITS * i & ONE_COUNT
        if have > 0:
            for k in range(find_chances(notes, deck - (1 << COUNT_BITS * i), pile, flips - 1)):
                less = int(notes.totals[before + k])
                more = notes.chances[before + less] * have / among
                total = less + i + 1
                if notes.chances[row + total] == ABSENT:
                    notes.totals[row + n] = total
                    notes.chances[row + total] = more
                    n += 1
                else:
                    notes.chances[row + total] += more
    notes.counts[flips] = n
    return n


@large_rule
def note_chances(notes: Notes, car: Car, most: int) -> None:
    """The chances for 1 to `most` cards turned up by a driver who knows the own piles. They are
    kept in rows behind those in which they are computed."""
    deck, pile = 0, 0
    for i in range(4):
        deck |= int(car.deck[i + 1]) << COUNT_BITS * i
    for kind in range(1, 5):
        pile += int(car.discard_bag[kind] + car.hidden_bag[kind]) << COUNT_BITS * (kind - 1)
    for flips in range(1, most + 1):
        n = find_chances(notes, deck, pile, flips)
        row, kept = flips * TOTALS, (MOST_FLIPS + 1 + flips) * TOTALS
        notes.counts[MOST_FLIPS + 1 + flips] = n
        for k in range(n):
            total = int(notes.totals[row + k])
            notes.totals[kept + k] = total
            notes.chances[kept + k] = notes.chances[row + total]


# ---------------------------------------------------------------- the end of a turn


@rule
def note_places(race: Race, notes: Notes) -> None:
    """Where the cars are."""
    for i in range(race.field):
        notes.places[i] = race.cars[i].pos


@rule
def find_pull(
    race: Race, course: Course, notes: Notes, seat: int, turn: int, start: int
) -> int:  # H6
    """The spaces that give a slipstream, behind cars whose place in this turn is known: those that
    drive later, and those up to a turn of the round."""
    mine = place_in_order(race, seat)
    pull = 0
    if mine < 0:
        return 0
    for i in range(race.racing):
        other = int(race.order[i])
        if other != seat and (i > mine or i <= turn):
            for space in range(notes.places[other] - 1, notes.places[other] + 1):
                far = space - start
                if 0 <= far < PULL_SPACES and flags_at(race, course, space) & NO_SLIP == 0:
                    pull |= 1 << far
    return pull


@rule
def pull_in(course: Course, gear: int, pull: int) -> int:
    """No slipstream in a gear that has none."""
    return pull if course.slip_gears >> gear & 1 != 0 else 0


@large_rule
def ends(
    race: Race, course: Course, outlook: Outlook, turn: Turn, end: int, speed: int, engine: int
) -> float:
    """The turns after the corners, with a slipstream if there is one and it helps."""
    left = after_move(
        race,
        course,
        outlook,
        turn.start,
        end,
        speed=speed,
        own=0,
        gear=turn.gear,
        engine=engine,
    )
    if turn.pull >> end - turn.start & 1 != 0:
        on = end + int(course.slip)
        if on < course.goal:
            slid = after_move(
                race,
                course,
                outlook,
                turn.start,
                on,
                speed=speed,
                own=0,
                gear=turn.gear,
                engine=engine,
            )
            left = min(left, slid)
    return left


@rule
def boost_turns(
    race: Race,
    course: Course,
    outlook: Outlook,
    notes: Notes,
    turn: Turn,
    end: int,
    speed: int,
    engine: int,
) -> float:
    """The mean turns over the card that a boost turns up."""
    mean, row = 0.0, (MOST_FLIPS + 2) * TOTALS
    for k in range(notes.counts[MOST_FLIPS + 2]):
        gain = int(notes.totals[row + k])
        mean += notes.chances[row + k] * ends(
            race, course, outlook, turn, end + gain, speed + gain, engine
        )
    return mean


@rule
def hand_burden(heats: int, stress: int) -> float:
    """The cost in turns of cards that cannot be discarded."""
    return HEAT_IN_HAND_TURNS * heats + STRESS_IN_HAND_TURNS * stress


@large_rule
def best_end(
    race: Race,
    course: Course,
    outlook: Outlook,
    notes: Notes,
    turn: Turn,
    end: int,
    speed: int,
    engine: int,
    cool: int,
    heats: int,
    stress: int,
    push: bool,
    boost: bool,
) -> float:
    """The turns after the reactions: all cooldown used, adrenaline and boost where they help."""
    here = flags_at(race, course, end)
    if here & NO_COOLING != 0:
        cool = 0
    elif here & COOLING != 0:
        cool += 1
    cooled = min(cool, heats)
    engine += cooled
    left = ends(race, course, outlook, turn, end, speed, engine)
    if push:
        left = min(left, ends(race, course, outlook, turn, end + 1, speed + 1, engine))
    free = here & FREE_BOOST != 0
    if boost and (engine > 0 or free):
        rest = engine if free else engine - 1
        for more in range(2 if push else 1):
            boosted = boost_turns(
                race,
                course,
                outlook,
                notes,
                turn,
                end=end + more,
                speed=speed + more,
                engine=rest,
            )
            left = min(left, boosted)
    return left + hand_burden(heats, stress) - HEAT_IN_HAND_TURNS * cooled
