"""Road layout: the position of each space of a track without a drawing, from its turns.

A ring is bent as little as possible so that it closes. If it crosses itself it is made rounder, up
to a circle, which always closes.

A road with two ends changes the angle of its bends so that it does not cross itself and stays
compact (beam search). If no layout is found, it is laid in rows.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
FULL_TURN_RADIANS = 2 * math.pi
MAX_CLOSING_STEPS = 40  # of closing
CLOSED_SPACES = 1e-3  # of a space
ROUNDING_TRIES = 12  # tries, the last of which is a circle
MIN_GAP_SPACES = 2.6  # spaces between two stretches of road
STRAIGHT_FLEXIBILITY = 0.12  # how much less a straight gives than a curve


MIN_RING_SPACES, MAX_RING_SPACES = 6, 130  # spaces of a ring that can be laid out
CACHED_OUTLINES = 128


@functools.lru_cache(maxsize=CACHED_OUTLINES)
def outline_ring(turns: tuple[float, ...]) -> tuple[Point, ...]:
    """The start line of each space of a ring, in lengths of a space. `turns` are the wanted degrees
    per space, clockwise positive. Empty if there are too few or too many spaces."""
    if not MIN_RING_SPACES <= len(turns) <= MAX_RING_SPACES:
        return ()
    wanted = [math.radians(turn) for turn in turns]
    way = -1.0 if sum(wanted) < 0 else 1.0
    gives = [1.0 if turn else STRAIGHT_FLEXIBILITY for turn in wanted]
    even = way * FULL_TURN_RADIANS / len(wanted)
    for k in range(ROUNDING_TRIES + 1):
        part = k / ROUNDING_TRIES
        bent = close_ring(
            [(1 - part) * turn + part * even for turn in wanted], gives, way * FULL_TURN_RADIANS
        )
        if bent is not None and not has_crossing(bent):
            return tuple((round(x, 3), round(y, 3)) for x, y in bent)
    raise AssertionError("a circle closes")


def walk_points(turns: Sequence[float]) -> list[Point]:
    """The points along the road, from the first to behind the last."""
    x = y = heading = 0.0
    found = [(x, y)]
    for turn in turns:
        heading += turn / 2
        x, y = x + math.cos(heading), y + math.sin(heading)
        heading += turn / 2
        found.append((x, y))
    return found


def close_ring(turns: list[float], gives: Sequence[float], whole: float) -> list[Point] | None:
    """Change the turns as little as possible so that the road ends where it began; None if it does
    not converge."""
    turns = list(turns)
    for _ in range(MAX_CLOSING_STEPS):
        points = walk_points(turns)
        x, y = points[-1]
        lacks = whole - sum(turns)
        if math.hypot(x, y) < CLOSED_SPACES and abs(lacks) < CLOSED_SPACES:
            return points[:-1]
        # a turn at a space swings what comes after it round that space
        rows = [(1.0, -(y - b), x - a) for a, b in points[:-1]]
        wants = solve_three(
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


def solve_three(rows: list[list[float]], right: list[float]) -> list[float] | None:
    """Solve three linear equations by Cramer's rule."""

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


def has_crossing(points: Sequence[Point]) -> bool:
    """Whether two parts of the road that are not neighbours come too near each other."""
    n = len(points)
    near = math.ceil(MIN_GAP_SPACES * math.pi / 2)
    least = MIN_GAP_SPACES * MIN_GAP_SPACES
    for i, (a, b) in enumerate(points):
        for j in range(i + near, min(n, n + i - near + 1)):
            c, d = points[j]
            if (a - c) ** 2 + (b - d) ** 2 < least:
                return True
    return False


# ---------------------------------------------------------------- a road with two ends

MAX_ROAD_SPACES = 300  # spaces of a road that can be laid out
BEND_SHARES = (1.0, 0.6, 1.5, 0.3, 2.0, 0.12)  # of what a bend wants to turn, the likeliest first
MAX_BEND_RADIANS = math.radians(135)
MAX_ROADS, MAX_ROADS_PER_DIRECTION = (
    20,
    4,
)  # that are followed at a time, and of them into one direction
PAGE_RATIO = 1.6  # how much wider than high
BEND_CHANGE_COST_SPACES = 1.5  # spaces of size that a bend as it should be is worth
ROW_GAP_SPACES = 6.0  # between two rows


class PartialRoad(NamedTuple):
    """The first part of a road: the points of its spaces, and the grid cells they occupy."""

    cost: float
    points: tuple[Point, ...]
    heading: float
    cells: dict[tuple[int, int], tuple[int, ...]]  # the spaces in each


@functools.lru_cache(maxsize=CACHED_OUTLINES)
def outline_open_road(turns: tuple[float, ...]) -> tuple[Point, ...]:
    """The start line of each space and the end of the last, of a road with two ends. `turns` are
    the wanted degrees per space. Empty if there are too few or too many spaces."""
    if not 1 <= len(turns) <= MAX_ROAD_SPACES:
        return ()
    ways = [PartialRoad(0.0, ((0.0, 0.0),), 0.0, {(0, 0): (0,)})]
    for sign, run in groupby(turns, lambda turn: (turn > 0) - (turn < 0)):
        wants = [math.radians(turn) for turn in run]
        further = [way for old in ways for way in continue_road(old, wants, bool(sign))]
        ways = select_roads(further)
    found = ways[0].points if ways else lay_rows(len(turns))
    return tuple((round(x, 3), round(y, 3)) for x, y in found)


def continue_road(way: PartialRoad, wants: list[float], bends: bool) -> Iterator[PartialRoad]:
    """A straight as it is; a bend turned more or less, if that keeps clear of the road."""
    whole = abs(sum(wants))
    for share in BEND_SHARES if bends else (1.0,):
        if share > 1 and share * whole > MAX_BEND_RADIANS:
            continue
        found = extend_road(way, [share * turn for turn in wants])
        if found is not None:
            stray = abs(math.log(share)) * BEND_CHANGE_COST_SPACES if bends else 0.0
            yield found._replace(cost=way.cost + stray)


def extend_road(way: PartialRoad, turns: list[float]) -> PartialRoad | None:
    """The road with more spaces, or None if it comes too near to itself."""
    points, cells, heading = list(way.points), dict(way.cells), way.heading
    x, y = points[-1]
    for turn in turns:
        heading += turn / 2
        x, y = x + math.cos(heading), y + math.sin(heading)
        heading += turn / 2
        own = (math.floor(x / MIN_GAP_SPACES), math.floor(y / MIN_GAP_SPACES))
        if is_too_near(points, cells, own, x, y):
            return None
        cells[own] = (*cells.get(own, ()), len(points))
        points.append((x, y))
    return PartialRoad(way.cost, tuple(points), heading, cells)


def is_too_near(
    points: list[Point],
    cells: dict[tuple[int, int], tuple[int, ...]],
    own: tuple[int, int],
    x: float,
    y: float,
) -> bool:
    """Whether a point is too near to an earlier part of the road."""
    far = len(points) - math.ceil(MIN_GAP_SPACES * math.pi / 2)
    for column in range(own[0] - 1, own[0] + 2):
        for row in range(own[1] - 1, own[1] + 2):
            for k in cells.get((column, row), ()):
                if k <= far:
                    a, b = points[k]
                    if (a - x) ** 2 + (b - y) ** 2 < MIN_GAP_SPACES * MIN_GAP_SPACES:
                        return True
    return False


def select_roads(ways: list[PartialRoad]) -> list[PartialRoad]:
    """The roads to follow: the most compact ones, limited per direction."""
    ways.sort(key=lambda way: way.cost + page_size(way.points))
    heads: dict[int, int] = {}
    kept = []
    for way in ways:
        where = round(way.heading / (math.pi / 4)) % 8
        heads[where] = heads.get(where, 0) + 1
        if heads[where] <= MAX_ROADS_PER_DIRECTION:
            kept.append(way)
        if len(kept) == MAX_ROADS:
            break
    return kept


def page_size(points: Sequence[Point]) -> float:
    """How large a page a road needs."""
    wide, high = (max(p[k] for p in points) - min(p[k] for p in points) for k in (0, 1))
    return min(max(wide / PAGE_RATIO, high), max(wide, high / PAGE_RATIO))


def lay_rows(spaces: int) -> list[Point]:
    """The points of a road drawn as parallel rows, without regard to its bends."""
    around = math.ceil(ROW_GAP_SPACES * math.pi / 2)
    row = max(around, round(math.sqrt(spaces * ROW_GAP_SPACES * PAGE_RATIO)))
    turns: list[float] = []
    side = 1.0
    while len(turns) < spaces:
        turns += [0.0] * row + [side * math.pi / around] * around
        side = -side
    return walk_points(turns[:spaces])
