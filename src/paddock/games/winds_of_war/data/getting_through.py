"""Whether cars get to the end of a road before their time is up (V20)."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.games.winds_of_war.data import CLASSES, MODEL, MODELS, Model
from paddock.games.winds_of_war.data.enums import Letter
from paddock.games.winds_of_war.data.judging import pieces_of

OWN_TURNS = 100  # as long as nobody has come in (Q85)
BEHIND = 45  # turns after the best: three hours
FREELY = 99  # on a straight
NEVER = 9999
SLOWEST = MODELS[MODEL["fiat-500-a-siata"]]
FASTEST = max((MODELS[i] for i in CLASSES[1]), key=lambda car: (car.top, car.turns))


def in_time(lines: Sequence[str]) -> bool:
    """The slowest car in a hundred turns and three hours after the fastest, both without a test:
    who cannot do that is taken out of the race."""
    slow, fast = (turns_of(lines, car) for car in (SLOWEST, FASTEST))
    return slow <= OWN_TURNS and slow - fast <= BEHIND


def turns_of(lines: Sequence[str], car: Model) -> int:
    """The fewest turns from a standstill to the end: along one lane, best lines for free, one box
    below the top speed, without slopes and tests."""
    limits = limits_of(lines, car)
    top, end = car.top - 1, len(limits)
    best = [[NEVER] * (top + 1) for _ in range(end)]
    found, row = NEVER, [NEVER] * (top + 1)
    row[0] = 0
    for at in range(-1, end):
        if at >= 0:
            row = best[at]
        for planned in range(1, top + 1):
            near = row[max(0, planned - car.acceleration) : planned + car.braking + 1]
            turns = min(near) + 1
            to = reached(limits, at, planned)
            if turns > NEVER or to < 0:
                continue
            if to >= end:
                found = min(found, turns)
            elif turns < best[to][planned]:
                best[to][planned] = turns
    return found


def reached(limits: Sequence[int], at: int, speed: int) -> int:
    """Where a plan leads from a space; -1: into a curve too fast."""
    to = at + (speed + 1) // 2
    return -1 if any(limit < speed for limit in limits[at + 1 : to + 1]) else to


def limits_of(lines: Sequence[str], car: Model) -> list[int]:
    """The highest speed on every space of one lane."""
    return [
        FREELY if piece.letter == "S" else car.turns[Letter[piece.letter]] + 1
        for piece in pieces_of(lines)
        for _ in range(piece.boxes)
    ]
