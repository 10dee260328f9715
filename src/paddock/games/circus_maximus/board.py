"""Static board data for the browser: track counts, builds and the shop."""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct

from paddock.core.sketch import Point, Sketch
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.data.kinds import Sky, Weapon, Weight, name_of
from paddock.games.circus_maximus.rules.speed import MUD_SAFE_LOSS
from paddock.games.circus_maximus.rules.track import (
    GREY_SQUARES,
    LANES,
    PART,
    SEGMENTS,
    TRACKS,
    Track,
    place_of,
)
from paddock.games.circus_maximus.view import View

Span = tuple[int, int]


class Counts(Struct, frozen=True):
    """The counts of a track, from which all squares follow."""

    straight: int
    corner: tuple[int, ...]
    safe: tuple[int, ...]  # by lane, from 1
    muddy: tuple[int, ...]  # the same in mud
    rows: tuple[int, int]
    laps: tuple[int, int]  # of a long race, of a short one
    finish: int  # the segment at whose end the line is


class Worth(Struct, frozen=True):
    """What no, one and two preparation points give: from, to."""

    hits: tuple[Span, ...]
    speeds: tuple[Span, ...]
    endurance: tuple[Span, ...]


class Ware(Struct, frozen=True):
    """A thing of the shop: its name, its levels, and what they cost."""

    name: str
    levels: tuple[int, ...]
    cost: tuple[int, ...]


class Board(Struct, frozen=True):
    """Names are ends of the ids of words: `board.chariot.yellow`."""

    lanes: int
    part: int  # numbers of squares in a segment of a lane
    grey: int
    tracks: dict[str, Counts]
    builds: dict[str, tuple[int, int, int, int]]
    points: int
    most: int
    worth: Worth
    shop: tuple[Ware, ...]
    purse: int
    chariots: tuple[str, ...]
    weights: tuple[str, ...]
    weapons: tuple[str, ...]
    skies: tuple[str, ...]


def board() -> Board:
    wares = zip(data.SHOP, data.LEVELS, data.COSTS, strict=True)
    return Board(
        lanes=LANES,
        part=PART,
        grey=GREY_SQUARES,
        tracks={
            name: Counts(
                straight=track.straight,
                corner=track.corner,
                safe=track.safe,
                muddy=tuple(safe - MUD_SAFE_LOSS for safe in track.safe),
                rows=track.rows,
                laps=track.laps,
                finish=track.last_segment[0] % SEGMENTS,
            )
            for name, track in TRACKS.items()
        },
        builds=data.BUILDS,
        points=data.PREPARATION_POINTS,
        most=data.MAX_POINTS_PER_ITEM,
        worth=Worth(
            hits=tuple((data.HITS[n], data.HITS[n + 5]) for n in range(3)),
            speeds=tuple(span(sum(team) for team in row) for row in data.TEAMS),
            endurance=tuple(span(row) for row in data.ENDURANCE),
        ),
        shop=tuple(Ware(name, levels, cost) for name, levels, cost in wares),
        purse=data.DETAILED_POINTS,
        chariots=data.COLOURS,
        weights=tuple(name_of(weight) for weight in Weight),
        weapons=tuple(name_of(weapon) for weapon in Weapon),
        skies=tuple(name_of(sky) for sky in Sky),
    )


def span(numbers: Iterable[int]) -> Span:
    """The least and the most of them."""
    found = sorted(numbers)
    return found[0], found[-1]


def sketch(view: View) -> Sketch:
    """The oval with the chariots that are on it."""
    track = TRACKS[view.options.track]
    cars = [
        (i, oval_point(track, one.team)) for i, one in enumerate(view.chariots) if one.team >= 0
    ]
    middle = LANES / 2
    ends = [
        arc_point(track, segment, middle, step / 12) for segment in (1, 3) for step in range(13)
    ]
    return Sketch(tuple(ends), tuple(cars), width=LANES * LANE_WIDTH)


LANE_WIDTH = 3 / math.pi  # in squares: keeps the squares of a corner square
INNER_RADIUS = 6 / math.pi - LANE_WIDTH / 2


def oval_point(track: Track, square: int) -> Point:
    """The middle of a square, in lengths of a square."""
    lane, segment, number = place_of(square)
    if segment % 2:
        return arc_point(track, segment, lane - 0.5, (number - 0.5) / track.corner[lane - 1])
    radius, along = INNER_RADIUS + (lane - 0.5) * LANE_WIDTH, number - 0.5
    return (along, radius) if segment == 0 else (track.straight - along, -radius)


def arc_point(track: Track, segment: int, lane: float, part: float) -> Point:
    """A point of a half-turn: how far from its inside in lanes, and how far along it."""
    right = segment == 1
    angle = (math.pi / 2 if right else -math.pi / 2) - part * math.pi
    radius = INNER_RADIUS + lane * LANE_WIDTH
    return (track.straight if right else 0) + radius * math.cos(angle), radius * math.sin(angle)
