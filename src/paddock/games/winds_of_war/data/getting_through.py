"""Time limit check for own roads (V20): whether cars reach the end before their time is up."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.games.winds_of_war.data import CLASSES, MODEL_INDEX, MODELS, Model
from paddock.games.winds_of_war.data.enums import Letter
from paddock.games.winds_of_war.data.judging import pieces_of

MAX_TURNS_ALONE = 100  # as long as no car has finished (Q85)
MAX_TURNS_BEHIND = 45  # turns after the best: three hours
NO_SPEED_LIMIT = 99  # no limit, on a straight
UNREACHABLE_TURNS = 9999
SLOWEST = MODELS[MODEL_INDEX["fiat-500-a-siata"]]
FASTEST = max((MODELS[i] for i in CLASSES[1]), key=lambda car: (car.top, car.turns))


def is_in_time(lines: Sequence[str]) -> bool:
    """Whether the slowest car finishes in a hundred turns and within three hours of the fastest,
    both without a test. A slower car would be taken out of the race."""
    slow, fast = (fewest_turns(lines, car) for car in (SLOWEST, FASTEST))
    return slow <= MAX_TURNS_ALONE and slow - fast <= MAX_TURNS_BEHIND


def fewest_turns(lines: Sequence[str], car: Model) -> int:
    """The fewest turns from a standstill to the end: one lane, free best lines, one box below the
    top speed, no slopes and no tests."""
    limits = speed_limits(lines, car)
    top, end = car.top - 1, len(limits)
    best = [[UNREACHABLE_TURNS] * (top + 1) for _ in range(end)]
    found, row = UNREACHABLE_TURNS, [UNREACHABLE_TURNS] * (top + 1)
    row[0] = 0
    for at in range(-1, end):
        if at >= 0:
            row = best[at]
        for planned in range(1, top + 1):
            near = row[max(0, planned - car.acceleration) : planned + car.braking + 1]
            turns = min(near) + 1
            to = plan_end(limits, at, planned)
            if turns > UNREACHABLE_TURNS or to < 0:
                continue
            if to >= end:
                found = min(found, turns)
            elif turns < best[to][planned]:
                best[to][planned] = turns
    return found


def plan_end(limits: Sequence[int], at: int, speed: int) -> int:
    """Where a plan leads from a space; -1: too fast into a curve."""
    to = at + (speed + 1) // 2
    return -1 if any(limit < speed for limit in limits[at + 1 : to + 1]) else to


def speed_limits(lines: Sequence[str], car: Model) -> list[int]:
    """The highest speed on each space of one lane."""
    return [
        NO_SPEED_LIMIT if piece.letter == "S" else car.turns[Letter[piece.letter]] + 1
        for piece in pieces_of(lines)
        for _ in range(piece.boxes)
    ]
