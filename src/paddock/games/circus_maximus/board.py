"""Tables for drawing the circus in the browser: the counts of the track, builds, the shop."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from paddock.core.languages import languages
from paddock.core.seats import Language
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.data.kinds import Sky, Weapon, Weight
from paddock.games.circus_maximus.rules.track import GREY, LANES, PART, SEGMENTS, TRACKS
from paddock.games.circus_maximus.words import colour, item, levels, named

Span = tuple[int, int]


class Counts(Struct, frozen=True):
    """A track: everything else follows from it."""

    straight: int
    corner: tuple[int, ...]
    safe: tuple[int, ...]  # by lane, from 1
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

    name: dict[Language, str]
    levels: dict[Language, tuple[str, ...]]
    cost: tuple[int, ...]


class Board(Struct, frozen=True):
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
    colours: dict[Language, tuple[str, ...]]
    weights: dict[Language, tuple[str, ...]]
    weapons: dict[Language, tuple[str, ...]]
    skies: dict[Language, tuple[str, ...]]


def board() -> Board:
    return Board(
        lanes=LANES,
        part=PART,
        grey=GREY,
        tracks={
            name: Counts(
                straight=track.straight,
                corner=track.corner,
                safe=track.safe,
                rows=track.rows,
                laps=track.laps,
                finish=track.last_segment[0] % SEGMENTS,
            )
            for name, track in TRACKS.items()
        },
        builds=data.BUILDS,
        points=data.POINTS,
        most=data.MOST_POINTS,
        worth=Worth(
            hits=tuple((data.HITS[n], data.HITS[n + 5]) for n in range(3)),
            speeds=tuple(span(sum(team) for team in row) for row in data.TEAMS),
            endurance=tuple(span(row) for row in data.ENDURANCE),
        ),
        shop=tuple(
            Ware(
                {language: item(n, language) for language in languages()},
                {language: levels(n, language) for language in languages()},
                cost,
            )
            for n, cost in enumerate(data.COSTS)
        ),
        purse=data.DETAILED_POINTS,
        colours={
            language: tuple(colour(n, language) for n in range(len(data.COLOURS)))
            for language in languages()
        },
        weights={lang: tuple(named("weight", w, lang) for w in Weight) for lang in languages()},
        weapons={lang: tuple(named("weapon", w, lang) for w in Weapon) for lang in languages()},
        skies={lang: tuple(named("sky", s, lang) for s in Sky) for lang in languages()},
    )


def span(numbers: Iterable[int]) -> Span:
    """The least and the most of them."""
    found = sorted(numbers)
    return found[0], found[-1]
