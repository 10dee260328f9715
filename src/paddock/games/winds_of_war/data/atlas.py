"""Map of Italy: coasts, towns, and the routes of roads."""

from __future__ import annotations

import math
from itertools import pairwise

from msgspec import Struct, convert

from paddock.games.winds_of_war.data import ROADS, read_data_file

Point = tuple[float, float]
EAST_SCALE = math.cos(math.radians(43))  # length of a degree east relative to a degree north


class Town(Struct, frozen=True):
    name: str
    at: Point


class Atlas(Struct, frozen=True):
    """A flat map: right and down, in degrees of latitude."""

    coasts: tuple[tuple[Point, ...], ...]
    routes: dict[str, tuple[Town, ...]]  # by road


def project(place: Point) -> Point:
    east, north = place
    return round(east * EAST_SCALE, 3), round(-north, 3)


def draw_atlas() -> Atlas:
    table = read_data_file("map.toml")
    towns = convert(table["towns"], dict[str, Point])
    coasts = convert(table["coasts"], tuple[tuple[Point, ...], ...])
    routes = convert(table["routes"], dict[str, tuple[str, ...]])
    assert set(routes) == {track.id for track in ROADS}, "a road without its route"
    return Atlas(
        tuple(tuple(project(place) for place in coast) for coast in coasts),
        {
            road: tuple(Town(name, project(towns[name])) for name in names)
            for road, names in routes.items()
        },
    )


ATLAS = draw_atlas()


def point_on_route(road: str, part: float) -> Point:
    """The point on the map after a part (0 to 1) of a road."""
    towns = [town.at for town in ATLAS.routes[road]]
    lengths = [math.dist(a, b) for a, b in pairwise(towns)]
    left = part * sum(lengths)
    for (a, b), length in zip(pairwise(towns), lengths, strict=True):
        if left <= length:
            way = left / length
            return a[0] + (b[0] - a[0]) * way, a[1] + (b[1] - a[1]) * way
        left -= length
    return towns[-1]
