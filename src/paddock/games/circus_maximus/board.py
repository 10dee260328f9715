"""Static board data for the browser: track counts, builds and the shop."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.data.kinds import Sky, Weapon, Weight, name_of
from paddock.games.circus_maximus.rules.speed import MUD_SAFE_LOSS
from paddock.games.circus_maximus.rules.track import GREY_SQUARES, LANES, PART, SEGMENTS, TRACKS

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
