"""Tables for drawing the board in the browser: circuits with their shape, cards, tokens."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct, structs

from paddock.core.outline import outline_ring
from paddock.core.seats import Language
from paddock.core.sketch import Sketch, sketch_road
from paddock.games.heat import words
from paddock.games.heat.card import R
from paddock.games.heat.data import (
    CARDS,
    COLOURS,
    EVENTS,
    FIRST_SPONSOR,
    FIRST_UPGRADE,
    HEAT,
    LEGENDS,
    PARTS,
    POINTS,
    ROADS,
    STRESS,
    SYMBOLS,
    TRACKS,
    VALUES,
    WEATHERS,
    BadData,
    Corner,
    Event,
    Token,
    Track,
    read,
)
from paddock.games.heat.data.own import OwnCorner, read_own
from paddock.games.heat.rules.course import COURSES, LETTERS
from paddock.games.heat.view import View
from paddock.games.heat.words import WORDS

LANGUAGES: tuple[Language, ...] = ("en", "it")


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of a circuit: the direction of each space in degrees, clockwise from the right."""

    headings: tuple[int, ...]


MAX_CORNER_DEGREES, MIN_CORNER_DEGREES = 110, 30
"""Degrees that a corner of a player's track turns: before its limit is subtracted, and at least."""
MAX_SHARP_LIMIT = 5  # the highest limit of a corner that bends over four spaces, not six
DRAWINGS = msgspec.convert(
    {k: v for k, v in read("drawings.toml").items() if k != "source"}, dict[str, Drawing]
)


def nodes(track: Track) -> tuple[tuple[float, float], ...]:
    """The points between spaces, in lengths of a space.

    The rounding error is spread evenly, so that the course closes. A track without a drawing is
    laid out by its corners.
    """
    drawing = DRAWINGS.get(track.id)
    if drawing is None:
        given, _ = read_own(track.id)
        return outline_ring(turn_degrees(given.corners if given else (), track.spaces))
    headings = drawing.headings
    if len(headings) != track.spaces:
        raise BadData(f"{track.id}: the drawing has {len(headings)} spaces")
    x = y = 0.0
    out = [(0.0, 0.0)]
    for degrees in headings:
        x += math.cos(math.radians(degrees))
        y += math.sin(math.radians(degrees))
        out.append((x, y))
    n = track.spaces
    return tuple(
        (round(a - x * i / n, 3), round(b - y * i / n, 3)) for i, (a, b) in enumerate(out[:-1])
    )


def turn_degrees(corners: Iterable[OwnCorner], spaces: int) -> tuple[float, ...]:
    """Degrees that each space turns to the right. A corner with a lower limit turns more."""
    turns = [0.0] * spaces
    for corner in corners:
        whole = max(MIN_CORNER_DEGREES, MAX_CORNER_DEGREES - 8 * corner.limit)
        reach = 3 if corner.limit > MAX_SHARP_LIMIT else 2
        sign = 1 if corner.turn == "right" else -1
        for space in range(corner.at - reach, corner.at + reach):
            if spaces:
                turns[space % spaces] += sign * whole / (2 * reach)
    return tuple(turns)


class Circuit(Struct, frozen=True):
    """A circuit as the browser draws it."""

    names: dict[str, str]  # by language
    spaces: int
    laps: int
    flooded: tuple[tuple[int, int], ...]
    tunnels: tuple[tuple[int, int], ...]
    reconstructed: bool
    corners: tuple[Corner, ...]
    slots: tuple[tuple[int, ...], ...]
    nodes: tuple[tuple[float, float], ...]


SymbolName: TypeAlias = Literal[
    "plus", "cool", "reduce", "slip", "heat", "scrap", "salvage", "direct", "accel", "refresh",
    "limit", "supercool", "draft", "again", "is_heat",
]  # fmt: skip


class Printed(Struct, frozen=True):
    """A symbol of a card, and how often it is printed."""

    symbol: SymbolName
    n: int


class Face(Struct, frozen=True):
    """The values, symbols and names of a card."""

    values: tuple[int, ...]
    symbols: tuple[Printed, ...]
    names: dict[str, str]  # by language


class RoadToken(Struct, frozen=True):
    id: str
    place: Literal["corner", "sector"]


class Occasion(Struct, frozen=True):
    """An Event card with its rule text by language."""

    no: int
    season: int
    race: int
    title: dict[str, str]
    text: dict[str, str]
    track: str
    press: str
    sponsors: int


class Board(Struct, frozen=True):
    """All printed components. `heat` and `stress` are card numbers, `upgrades` and `sponsors` the
    first number of their kind."""

    heat: int
    stress: int
    upgrades: int
    sponsors: int
    circuits: dict[str, Circuit]
    cards: tuple[Face, ...]
    weather: tuple[str, ...]
    sky: dict[str, str]
    roads: dict[str, RoadToken]
    colours: tuple[str, ...]
    legends: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    events: tuple[Occasion, ...]


def circuit(track: Track) -> Circuit:
    return Circuit(
        names={lan: words.track(track.id, lan) for lan in LANGUAGES},
        spaces=track.spaces,
        laps=track.laps,
        flooded=track.flooded,
        tunnels=track.tunnels,
        reconstructed=track.reconstructed,
        corners=track.corners,
        slots=track.slots(),
        nodes=nodes(track),
    )


def face(number: int) -> Face:
    printed = [{"symbol": s, "n": n} for s, n in structs.asdict(SYMBOLS[number]).items() if n]
    names: dict[str, str]
    if number < HEAT:
        names = {}
    elif number < FIRST_UPGRADE:
        id = "heat" if number == HEAT else "stress"
        names = {language: WORDS.tell(f"card.{id}", language) for language in LANGUAGES}
    elif number < FIRST_SPONSOR:
        names = {lan: WORDS.tell(f"part.{PARTS[number]}", lan) for lan in LANGUAGES}
    else:
        names = dict.fromkeys(LANGUAGES, PARTS[number])
    return Face(VALUES[number], msgspec.convert(printed, tuple[Printed, ...]), names)


def occasion(event: Event) -> Occasion:
    clause = f"C6.{event.no}"
    return Occasion(
        no=event.no,
        season=event.season,
        race=event.race,
        title={language: R.clause_in(clause, language).title for language in LANGUAGES},
        text={language: R.clause_in(clause, language).text for language in LANGUAGES},
        track=event.track,
        press=event.press,
        sponsors=event.sponsors,
    )


def board() -> Board:
    return Board(
        heat=HEAT,
        stress=STRESS,
        upgrades=FIRST_UPGRADE,
        sponsors=FIRST_SPONSOR,
        circuits={id: circuit(track) for id, track in TRACKS.items()},
        cards=tuple(face(number) for number in range(CARDS)),
        weather=tuple(weather.id for weather in WEATHERS),
        sky={weather.id: weather.sector for weather in WEATHERS},
        roads={LETTERS[Token(i)]: RoadToken(road.id, road.place) for i, road in enumerate(ROADS)},
        colours=COLOURS,
        legends=LEGENDS,
        points=POINTS,
        events=tuple(map(occasion, EVENTS)),
    )


def sketch(view: View) -> Sketch | None:
    """The course with the cars on it."""
    track = COURSES[view.course].track
    return sketch_road(nodes(track), ((i, car.pos) for i, car in enumerate(view.cars)))
