"""Static board data for the browser: the shape of circuits, cars, drivers, parts."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from paddock.core.outline import Point, outline_open_road, outline_ring
from paddock.core.sketch import Sketch, sketch_road
from paddock.core.studio import BadTrack
from paddock.games.winds_of_war.data import (
    DIE,
    DRIVERS,
    EVENTS,
    KMH_PER_BOX,
    MODELS,
    RED_BOXES,
    RING_1940,
    SECTOR_BOXES,
    SKILLS,
    SPARES,
    TRACKS,
    TUNINGS,
    TYRE_BOXES,
    Driver,
    Model,
    PartRow,
    Skill,
    TuningRow,
    read_data_file,
)
from paddock.games.winds_of_war.data.enums import Ground, Happening, Lane, Letter, Slope, Way
from paddock.games.winds_of_war.data.judging import likely_letter
from paddock.games.winds_of_war.data.track import BOX_UNITS, Curve, Stretch, Track
from paddock.games.winds_of_war.state.pieces import TRACK
from paddock.games.winds_of_war.view import View


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of a circuit: the heading of each space of the middle lane, from the line on, in
    degrees, clockwise from the right."""

    headings: tuple[int, ...]


DRAWING_OF = {RING_1940: "brescia-1940"}
BEND_DEGREES = {"S": 0, "A": 100, "B": 80, "C": 60, "D": 45, "E": 35}
"""Degrees by which a curve turns when the circuit has no drawing."""
DRAWINGS = msgspec.convert(read_data_file("drawings.toml")["drawing"], dict[str, Drawing])


class Bend(Struct, frozen=True):
    """A curve. On an open road it has no letter, because the night may hide it."""

    letter: Letter | None
    parts: tuple[Stretch, ...]
    start: int
    end: int
    segment: int
    line: tuple[int, ...]


def printed_ground(track: Track, lettered: bool) -> tuple[Ground | None, ...]:
    """The ground next to each box. That of a curve goes with its letter: where the night may
    hide the letter, the view has it (Q9)."""
    if lettered or not track.has_night:
        return track.ground
    return tuple(
        [
            ground if curve < 0 else None
            for ground, curve in zip(track.ground, track.verge, strict=True)
        ]
    )


def make_bend(curve: Curve, lettered: bool) -> Bend:
    letter = curve.letter if lettered else None
    return Bend(letter, curve.parts, curve.start, curve.end, curve.segment, curve.line)


class Circuit(Struct, frozen=True):
    """A circuit to draw: tables by box, in units of the centre line (60 for a space of a
    straight)."""

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
    pits: tuple[int, ...]  # the boxes next to them
    ground: tuple[Ground | None, ...]  # on a road with night, that of curves is in the view
    grid: tuple[tuple[int, int, int], ...]
    boxes: tuple[str, ...]  # their names


class Board(Struct, frozen=True):
    """Everything printed. Tables by enum value are in the order of the enum."""

    kmh: int  # of a box of the tachometer
    tyres: int  # boxes of their gauge, in sectors
    sector: int
    red: tuple[int, ...]  # by Gauge: the number of red boxes at its end
    circuits: dict[str, Circuit]
    models: tuple[Model, ...]
    drivers: tuple[Driver, ...]
    skills: dict[str, Skill]  # by grade
    tunings: tuple[TuningRow, ...]
    spares: tuple[PartRow, ...]
    warnings: tuple[int, ...]  # by Colour: the number of warning faces of a die
    events: dict[int, Happening]


def compute_nodes(track: Track) -> tuple[tuple[float, float], ...]:
    """Coordinates of the line before each space. Rounding errors are spread evenly, so that a ring
    closes. An open road has one node more, its end. A track without a drawing is laid out by its
    curves."""
    drawing = DRAWINGS.get(DRAWING_OF.get(track.id, track.id))
    if drawing is None:
        return compute_outline(track)
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


def turns_by_space(letter: str, parts: Iterable[tuple[int, str]]) -> list[float]:
    """Degrees to the right by which each space of a piece turns; `parts` are spaces and side."""
    side = {"r": 1, "l": -1, "": 0}
    return [side[way] * BEND_DEGREES[letter] / boxes for boxes, way in parts for _ in range(boxes)]


def compute_outline(track: Track) -> tuple[Point, ...]:
    """The outline of a road computed from its curves; a ring starts at the line. Where the night
    may hide letters, a curve bends as the most likely one that its shape allows (Q9)."""
    turns = [0.0] * track.spaces
    for curve in track.curves:
        letter = likely_letter(curve) if track.has_night else curve.letter
        for part in curve.parts:
            way = [(part.boxes, "r" if part.inner is Lane.RIGHT else "l")]
            first = part.start // BOX_UNITS
            turns[first : first + part.boxes] = turns_by_space(letter.name, way)
    return outline_open_road(tuple(turns)) if track.open else outline_ring(tuple(turns))


def make_circuit(track: Track, lettered: bool = False) -> Circuit:
    return Circuit(
        name=track.name,
        icons=track.icons,
        length=track.length,
        spaces=track.spaces,
        nodes=compute_nodes(track),
        curves=tuple(make_bend(curve, lettered or not track.open) for curve in track.curves),
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
        ground=printed_ground(track, lettered),
        grid=track.grid,
        boxes=track.name_of,
    )


def board() -> Board:
    return Board(
        kmh=KMH_PER_BOX,
        tyres=TYRE_BOXES,
        sector=SECTOR_BOXES,
        red=RED_BOXES,
        circuits={track.id: make_circuit(track) for track in TRACKS},
        models=MODELS,
        drivers=DRIVERS,
        skills=SKILLS,
        tunings=TUNINGS,
        spares=SPARES,
        warnings=tuple(faces.count("warning") for faces in DIE),
        events={number: card.happening for number, card in EVENTS.items()},
    )


def sketch(view: View) -> Sketch | None:
    """The road with the cars on it."""
    track = TRACK[view.road]
    cars = [(i, track.start[car.box] / BOX_UNITS) for i, car in enumerate(view.cars)]
    return sketch_road(compute_nodes(track), cars, closed=not track.open)
