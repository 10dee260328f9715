"""What the figures of `games/street_illegal/bots.py` rest on: races of drivers by habit, from which
it is fitted, leg by leg, what a car that has this and that comes to at the finish.

`python -m tools.games.street_fit --races 2000` prints them by the legs to come, each
against what stands there. Who mends them fits again: drivers who drive otherwise make things worth
something else.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import defaultdict
from collections.abc import Iterator

from paddock.core.chance import UnrecordedChance
from paddock.games.street_illegal import bots
from paddock.games.street_illegal.bots import Leg, Means
from paddock.games.street_illegal.data import ICON, LEGS, LIMIT, ROAD
from paddock.games.street_illegal.game import GAME
from paddock.games.street_illegal.state import Options, State

SEATS = 4
LOOKS = 0.07
"""Of all positions so many are looked at."""
ERRS = (0.0, 0.05, 0.1)
"""So often everybody in a race does anything, that not all races be alike."""
STEPS = 8
STIFF = 1.0
NAMES = (
    "LEVEL", "PLACE", "won, before", "lost, before", "won, passing", "lost, passing", "CHIP", "FIT",
    "CARD", "HIGH", "PACE", "OVER",
)  # fmt: skip


def looked_at(state: State, seat: int) -> list[float]:
    """What a car has, in the order of NAMES: more of it is a place further back."""
    seen, at, car = GAME.view(state, seat), state.order.index(seat), state.cars[seat]
    leg = Leg(seen)
    me = Means(leg, car.up, car.chips, car.hand, owes=at >= leg.owing or seat == leg.late)
    won, lost = bots.gain(leg, at, me), bots.loss(leg, at, me)
    next_one = state.track[state.leg + 1] if leg.legs else None
    road = -1 if next_one is None else ROAD[next_one]
    over = 0 if next_one is None else max(0, me.speed - (LIMIT[next_one] or bots.OPEN_ROAD_LIMIT))
    before, passing = (0.0, 1.0) if leg.duels else (1.0, 0.0)
    return [
        1.0,
        at - bots.MIDDLE,
        -won * before,
        lost * before,
        -won * passing,
        lost * passing,
        -float(min(bots.MAX_USEFUL_CHIPS, me.chips)),
        -float(sum(ICON[card] == road for card in me.up)),
        -float(me.cards - bots.HAND_LEFT),
        -(me.miles - bots.MEAN_CARD_MPH * me.held) / 10,
        -(me.speed / 10 - bots.MEAN_SPEED_TENS),
        over / 10,
    ]


def races(number: int, seed: int) -> Iterator[tuple[int, list[float], float]]:
    """Positions: the legs to come, what a car has, and the places behind the middle it came in."""
    for race in range(number):
        chance = random.Random(f"fit:{seed}:{race}")
        luck, errs = UnrecordedChance(chance), chance.choice(ERRS)
        state, seen = GAME.setup(Options(), SEATS, luck).state, []
        while asks := GAME.asks(state):
            ask = asks[0]
            if state.cars[0].up and chance.random() < LOOKS:
                legs = LEGS - 1 - state.leg
                seen += [(legs, seat, looked_at(state, seat)) for seat in range(SEATS)]
            wild = chance.random() < errs
            move = chance.choice(ask.options) if wild else bots.likely_move(state, ask, luck)
            state = GAME.play(state, ask.seat, move, luck).state
        for legs, seat, has in seen:
            yield legs, has, state.order.index(seat) - bots.MIDDLE


def fitted(rows: list[tuple[list[float], float]], *, bent: bool) -> list[float]:
    """By least squares, towards the ends of the field less and less: as `bots.worth` reads them."""
    found = [0.0] * len(NAMES)
    for _ in range(STEPS):
        matrix = [[STIFF * (i == j) for j in range(len(NAMES))] for i in range(len(NAMES))]
        right = [0.0] * len(NAMES)
        for has, came in rows:
            said = sum([x * w for x, w in zip(has, found, strict=True)])
            slope = 1.0
            if bent:
                share = math.tanh(said / bots.MIDDLE)
                said, slope = bots.MIDDLE * share, 1 - share * share
            for i, x in enumerate(has):
                if x:
                    right[i] += slope * x * (came - said)
                    line, y = matrix[i], slope * slope * x
                    for j, z in enumerate(has):
                        line[j] += y * z
        found = [a + b for a, b in zip(found, solved(matrix, right), strict=True)]
    return found


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """A system of equations, by elimination."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(lines)
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(lines[k][i]))
        lines[i], lines[best] = lines[best], lines[i]
        lines[i] = [value / lines[i][i] for value in lines[i]]
        for k in range(size):
            if k != i and (by := lines[k][i]):
                lines[k] = [a - by * b for a, b in zip(lines[k], lines[i], strict=True)]
    return [line[-1] for line in lines]


def stands(legs: int) -> list[float]:
    """The figures of the bots, in the same order."""
    won, lost = (bots.WON, bots.LOST) if legs else (bots.WON_LAST, bots.LOST_LAST)
    place = bots.PLACE_VALUES[legs]
    pairs = [place * won[0], place * lost[0], place * won[1], place * lost[1]]
    rest = (
        [bots.CARD_VALUE, bots.TEN_MPH_IN_HAND_VALUE, bots.TEN_MPH_VALUE, bots.TEN_MPH_OVER_COST]
        if legs
        else [0.0] * 4
    )
    return [
        bots.LEVEL_VALUES[legs],
        place,
        *pairs,
        bots.CHIP_VALUES[legs],
        bots.FITTING_CARD_VALUES[legs],
        *rest,
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rows: dict[int, list[tuple[list[float], float]]] = defaultdict(list)
    for legs, has, came in races(given.races, given.seed):
        rows[legs].append((has, came))
    for legs, its in sorted(rows.items()):
        sys.stdout.write(f"{legs} legs to come, {len(its)} cars\n")
        for name, found, there in zip(NAMES, fitted(its, bent=legs > 0), stands(legs), strict=True):
            sys.stdout.write(f"  {name:14} {found:6.3f}, there {there:6.3f}\n")


if __name__ == "__main__":
    main()
