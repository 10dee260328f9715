"""The outline of a ring that nobody has drawn: where each space lies, by how its road turns.

The road turns as it wants to, a little more or less, so that it closes; where it would still run
over itself, it is drawn rounder until it does not. A circle always closes.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
TURN = 2 * math.pi
STEPS = 40  # of closing
CLOSE = 1e-3  # of a space
ROUNDER = 12  # tries, the last of which is a circle
APART = 2.6  # spaces between two stretches of road
STIFF = 0.12  # how much less a straight gives than a curve


FEWEST, MOST = 6, 130  # spaces of a ring that can be laid out
KEPT = 128


@functools.lru_cache(maxsize=KEPT)
def outline(turns: tuple[float, ...]) -> tuple[Point, ...]:
    """The line before each space, in lengths of a space, of a ring whose spaces want to turn by so
    many degrees; clockwise counts as more. Nothing, if they are too few or too many."""
    if not FEWEST <= len(turns) <= MOST:
        return ()
    wanted = [math.radians(turn) for turn in turns]
    way = -1.0 if sum(wanted) < 0 else 1.0
    gives = [1.0 if turn else STIFF for turn in wanted]
    even = way * TURN / len(wanted)
    for k in range(ROUNDER + 1):
        part = k / ROUNDER
        bent = close([(1 - part) * turn + part * even for turn in wanted], gives, way * TURN)
        if bent is not None and not crosses(bent):
            return tuple((round(x, 3), round(y, 3)) for x, y in bent)
    raise AssertionError("a circle closes")


def walk(turns: Sequence[float]) -> list[Point]:
    """The points that one comes to, from the first to beyond the last."""
    x = y = heading = 0.0
    found = [(x, y)]
    for turn in turns:
        heading += turn / 2
        x, y = x + math.cos(heading), y + math.sin(heading)
        heading += turn / 2
        found.append((x, y))
    return found


def close(turns: list[float], gives: Sequence[float], whole: float) -> list[Point] | None:
    """The turns changed as little as may be so that the road ends where it began; none if that
    does not come to an end."""
    turns = list(turns)
    for _ in range(STEPS):
        points = walk(turns)
        x, y = points[-1]
        lacks = whole - sum(turns)
        if math.hypot(x, y) < CLOSE and abs(lacks) < CLOSE:
            return points[:-1]
        # a turn at a space swings what comes after it round that space
        rows = [(1.0, -(y - b), x - a) for a, b in points[:-1]]
        wants = solved(
            [
                [sum(g * r[i] * r[j] for g, r in zip(gives, rows, strict=True)) for j in range(3)]
                for i in range(3)
            ],
            [lacks, -x, -y],
        )
        if wants is None:
            return None
        steps = [
            g * sum(a * b for a, b in zip(row, wants, strict=True))
            for g, row in zip(gives, rows, strict=True)
        ]
        widest = max(map(abs, steps))
        damp = min(1.0, 0.25 / widest) if widest else 1.0
        turns = [turn + damp * step for turn, step in zip(turns, steps, strict=True)]
    return None


def solved(rows: list[list[float]], right: list[float]) -> list[float] | None:
    """Three equations with three unknowns, by Cramer."""

    def determinant(m: list[list[float]]) -> float:
        (a, b, c), (d, e, f), (g, h, i) = m
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

    whole = determinant(rows)
    if abs(whole) < 1e-9:
        return None
    return [
        determinant([[*row[:k], r, *row[k + 1 :]] for row, r in zip(rows, right, strict=True)])
        / whole
        for k in range(3)
    ]


def crosses(points: Sequence[Point]) -> bool:
    """Whether two stretches that are not neighbours come too near each other."""
    n = len(points)
    near = math.ceil(APART * math.pi / 2)
    least = APART * APART
    for i, (a, b) in enumerate(points):
        for j in range(i + near, min(n, n + i - near + 1)):
            c, d = points[j]
            if (a - c) ** 2 + (b - d) ** 2 < least:
                return True
    return False
