"""Italy for the eye: coasts, towns, and the routes of roads."""

from __future__ import annotations

import math
from itertools import pairwise

from msgspec import Struct, convert

from paddock.games.winds_of_war.data import ROADS, read

Point = tuple[float, float]
NARROW = math.cos(math.radians(43))  # a degree to the east against one to the north


class Town(Struct, frozen=True):
    name: str
    at: Point


class Atlas(Struct, frozen=True):
    """A flat map: to the right and down, in degrees of latitude."""

    coasts: tuple[tuple[Point, ...], ...]
    routes: dict[str, tuple[Town, ...]]  # by road


def flat(place: Point) -> Point:
    east, north = place
    return round(east * NARROW, 3), round(-north, 3)


def drawn() -> Atlas:
    table = read("map.toml")
    towns = convert(table["towns"], dict[str, Point])
    coasts = convert(table["coasts"], tuple[tuple[Point, ...], ...])
    routes = convert(table["routes"], dict[str, tuple[str, ...]])
    assert set(routes) == {track.id for track in ROADS}, "a road without its route"
    return Atlas(
        tuple(tuple(flat(place) for place in coast) for coast in coasts),
        {
            road: tuple(Town(name, flat(towns[name])) for name in names)
            for road, names in routes.items()
        },
    )


ATLAS = drawn()


def along(road: str, part: float) -> Point:
    """The place on the map after so much of a road."""
    towns = [town.at for town in ATLAS.routes[road]]
    lengths = [math.dist(a, b) for a, b in pairwise(towns)]
    left = part * sum(lengths)
    for (a, b), length in zip(pairwise(towns), lengths, strict=True):
        if left <= length:
            way = left / length
            return a[0] + (b[0] - a[0]) * way, a[1] + (b[1] - a[1]) * way
        left -= length
    return towns[-1]
