"""What the browser's board needs beside the views: the shape of circuits, cars, drivers, parts."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from paddock.core.outline import Point, outline_open_road, outline_ring
from paddock.core.studio import BadTrack
from paddock.games.winds_of_war.data import (
    BOX,
    DIE,
    DRIVERS,
    EVENTS,
    MODELS,
    RED_BOXES,
    RING_1940,
    SECTOR,
    SKILLS,
    SPARES,
    TRACKS,
    TUNINGS,
    TYRES,
    Driver,
    Model,
    PartRow,
    Skill,
    TuningRow,
    read,
)
from paddock.games.winds_of_war.data.enums import Ground, Happening, Lane, Letter, Slope, Way
from paddock.games.winds_of_war.data.track import UNIT, Curve, Stretch, Track


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of a circuit: the way each space of the middle lane points, from the line on, in
    degrees, clockwise from the right."""

    headings: tuple[int, ...]


DRAWN_AS = {RING_1940: "brescia-1940"}
BENDS = {"S": 0, "A": 100, "B": 80, "C": 60, "D": 45, "E": 35}
"""Degrees by which a curve turns that nobody has drawn."""
DRAWINGS = msgspec.convert(read("drawings.toml")["drawing"], dict[str, Drawing])


class Bend(Struct, frozen=True):
    """A curve; of an open road without its letter, which the night may hide."""

    letter: Letter | None
    parts: tuple[Stretch, ...]
    start: int
    end: int
    segment: int
    line: tuple[int, ...]


def bend(curve: Curve, lettered: bool) -> Bend:
    letter = curve.letter if lettered else None
    return Bend(letter, curve.parts, curve.start, curve.end, curve.segment, curve.line)


class Circuit(Struct, frozen=True):
    """A circuit to be drawn: tables by box, in units of which a space of a straight has sixty."""

    name: str
    icons: tuple[str, ...]
    length: int
    spaces: int
    nodes: tuple[tuple[float, float], ...]  # the line before each space, in lengths of a space
    curves: tuple[Bend, ...]
    open: bool
    door: int  # the box before the start of an open road, or -1
    hexagon: tuple[int, ...]
    assistance: tuple[int, ...]
    lane: tuple[Lane, ...]
    start: tuple[int, ...]
    end: tuple[int, ...]
    ways: tuple[tuple[tuple[Way, int], ...], ...]
    next_line: tuple[int, ...]  # the next box of its best line, or -1
    slope: tuple[Slope, ...]
    pits: tuple[int, ...]  # the boxes beside them
    ground: tuple[Ground | None, ...]
    grid: tuple[tuple[int, int, int], ...]
    boxes: tuple[str, ...]  # what they are called


class Board(Struct, frozen=True):
    """Everything printed. Tables by a closed set are in its order."""

    kmh: int  # of a box of the tachometer
    tyres: int  # boxes of their gauge, in sectors
    sector: int
    red: tuple[int, ...]  # by Gauge: how many of its last boxes are red
    circuits: dict[str, Circuit]
    models: tuple[Model, ...]
    drivers: tuple[Driver, ...]
    skills: dict[str, Skill]  # by grade
    tunings: tuple[TuningRow, ...]
    spares: tuple[PartRow, ...]
    warnings: tuple[int, ...]  # by Colour: how many faces of a die warn
    events: dict[int, Happening]


def nodes(track: Track) -> tuple[tuple[float, float], ...]:
    """The line before each space; what rounding leaves open is spread evenly, so that a ring
    closes. An open road has one more, where it ends. What nobody has drawn is laid out by its
    curves."""
    drawing = DRAWINGS.get(DRAWN_AS.get(track.id, track.id))
    if drawing is None:
        return computed(track)
    headings = drawing.headings
    if len(headings) != track.spaces:
        raise BadTrack(f"{track.id}: the drawing has {len(headings)} spaces")
    x = y = 0.0
    out = [(0.0, 0.0)]
    for degrees in headings:
        x += math.cos(math.radians(degrees))
        y += math.sin(math.radians(degrees))
        out.append((x, y))
    if track.open:
        return tuple((round(a, 3), round(b, 3)) for a, b in out)
    n = track.spaces
    return tuple(
        (round(a - x * i / n, 3), round(b - y * i / n, 3)) for i, (a, b) in enumerate(out[:-1])
    )


def turning(letter: str, parts: Iterable[tuple[int, str]]) -> list[float]:
    """By how much each space of a piece turns, to the right; its parts by spaces and side."""
    side = {"r": 1, "l": -1, "": 0}
    return [side[way] * BENDS[letter] / boxes for boxes, way in parts for _ in range(boxes)]


def computed(track: Track) -> tuple[Point, ...]:
    """The outline of a road by its curves: of a ring from the line on."""
    turns = [0.0] * track.spaces
    for curve in track.curves:
        for part in curve.parts:
            way = [(part.boxes, "r" if part.inner is Lane.RIGHT else "l")]
            first = part.start // UNIT
            turns[first : first + part.boxes] = turning(curve.letter.name, way)
    return outline_open_road(tuple(turns)) if track.open else outline_ring(tuple(turns))


def circuit(track: Track, lettered: bool = False) -> Circuit:
    return Circuit(
        name=track.name,
        icons=track.icons,
        length=track.length,
        spaces=track.spaces,
        nodes=nodes(track),
        curves=tuple(bend(curve, lettered or not track.open) for curve in track.curves),
        open=track.open,
        door=track.door,
        hexagon=track.hexagon,
        assistance=track.assistance,
        lane=track.lane,
        start=track.start,
        end=track.end,
        ways=track.ways,
        next_line=track.next_line,
        slope=track.slope,
        pits=tuple(box for box, pits in enumerate(track.pits) if pits),
        ground=track.ground,
        grid=track.grid,
        boxes=track.name_of,
    )


def board() -> Board:
    return Board(
        kmh=BOX,
        tyres=TYRES,
        sector=SECTOR,
        red=RED_BOXES,
        circuits={track.id: circuit(track) for track in TRACKS},
        models=MODELS,
        drivers=DRIVERS,
        skills=SKILLS,
        tunings=TUNINGS,
        spares=SPARES,
        warnings=tuple(faces.count("warning") for faces in DIE),
        events={number: card.happening for number, card in EVENTS.items()},
    )
