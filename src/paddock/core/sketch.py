"""A board in a few points: the road and the cars on it, for a small picture of a race."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]


class Sketch(Struct, frozen=True):
    """The road and the cars, in any unit; y grows downwards."""

    road: tuple[Point, ...]
    cars: tuple[tuple[int, Point], ...]  # number on the board and place
    closed: bool = True
    width: float = 1.0  # of the road


def no_sketch(view: object) -> None:
    """The board has no road to draw."""


def place_along(road: Sequence[Point], space: float, closed: bool) -> Point:
    """The middle of a space of a road whose points are the lines before its spaces."""
    n = len(road)
    i = int(space) % n if closed else max(0, min(int(space), n - 2))
    (x, y), (u, v) = road[i], road[(i + 1) % n]
    return (x + u) / 2, (y + v) / 2


def sketch_road(
    road: Sequence[Point], cars: Iterable[tuple[int, float]], closed: bool = True
) -> Sketch | None:
    """A road with cars on its spaces."""
    if len(road) < 2:
        return None
    found = tuple((car, place_along(road, space, closed)) for car, space in cars)
    return Sketch(tuple(road), found, closed)
