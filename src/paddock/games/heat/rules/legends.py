"""Legends: cars that nobody drives, moved by one card a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.game import put
from paddock.games.heat.card import R
from paddock.games.heat.data import DIAMOND, LEGENDS
from paddock.games.heat.events import (
    LegendApproached,
    LegendCleared,
    LegendShown,
    Moved,
    Told,
)
from paddock.games.heat.rules.course import COURSES, GRID, Course
from paddock.games.heat.rules.driving import name_of, taken
from paddock.games.heat.rules.prizes import only_counted

if TYPE_CHECKING:
    from paddock.games.heat.state import CAR, State

WHOLE_DECK = tuple(range(len(LEGENDS)))


@cites(R("L1"), R("Q30"))
def drive_legend(state: State, car: CAR, told: Told, chance: Chance) -> State:
    """One Legend's turn. The first one of the round turns up the card that all of them use."""
    state = card_of_the_round(state, told, chance)
    crs = COURSES[state.course]
    start = state.cars[car].pos
    if crs.past_legends[start + GRID]:
        to = clearing(state, car, crs)
        told.append(LegendCleared(name_of(state, car), to - start))
    else:
        to = approaching(state, car, crs)
        told.append(LegendApproached(name_of(state, car), to - start))
    state = place(state, car, to, told)
    return only_counted(state, car, start, crs)


def card_of_the_round(state: State, told: Told, chance: Chance) -> State:
    """The card is turned when the first Legend of the round moves (L1); ten cards, then again."""
    box = state.box
    if any(other >= state.seats for other in state.order[: state.turn]):
        return state
    deck = box.legends or WHOLE_DECK
    i = chance.pick(deck, "legends")
    told.append(LegendShown(deck[i] + 1))
    return replace(state, box=replace(box, legend=deck[i], legends=deck[:i] + deck[i + 1 :]))


def printed(state: State, car: CAR) -> int:
    """The top speed on the card of the round, in the car's colour."""
    return LEGENDS[state.box.legend][car]


@cites(R("L2"), R("L6"))
def clearing(state: State, car: CAR, crs: Course) -> int:
    """Past the Legends line: limit plus diamond, never over a second corner line."""
    start = state.cars[car].pos
    line = crs.next_line[start + GRID]
    to = start + crs.limits[line] + DIAMOND[printed(state, car)]
    second = line + 1 + crs.extra_lines[start + GRID]
    if second < len(crs.lines) and to >= crs.lines[second]:
        to = crs.lines[second] - 1
    return to


@cites(R("L3"), R("L5"))
def approaching(state: State, car: CAR, crs: Course) -> int:
    """Before the Legends line: top speed if that stays short of the corner, else up to the space
    with the diamond's number. With the finish before the next corner: top speed."""
    start = state.cars[car].pos
    line = crs.next_line[start + GRID]
    top = printed(state, car)
    to = start + top + crs.pro
    if line == len(crs.lines) or to < crs.lines[line]:
        return to
    return max(start, crs.lines[line] - 1 - DIAMOND[top])


@cites(R("L4"), R("H3.3"))
def place(state: State, car: CAR, to: int, told: Told) -> State:
    """Onto the space, or the first free one behind it."""
    me = state.cars[car]
    while to > me.pos and taken(state.cars, to) == 3:
        to -= 1
    if to == me.pos:
        return state
    told.append(Moved(name_of(state, car), me.pos, to))
    cars = put(state.cars, car, replace(me, pos=to, line=taken(state.cars, to) < 2))
    return replace(state, cars=cars)
