"""Build a track from its file: check it, then lay it out box by box."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from paddock.core.languages import first_language
from paddock.core.studio import BadTrack, Fault, fault_texts
from paddock.core.words import Words
from paddock.games.winds_of_war.data.enums import Ending, Ground, Lane, Letter, Slope, Way
from paddock.games.winds_of_war.data.judging import GRID_BOXES, Piece, judge, read_piece
from paddock.games.winds_of_war.data.track import BOX_UNITS, FAR, Curve, Stretch, Track

MAX_PLAN_BOXES = 9  # most boxes of one plan: 320 km/h and a great start
WORDS = Words("paddock.games.winds_of_war")  # texts of faults
INNER_LANE = {"r": Lane.RIGHT, "l": Lane.LEFT, "": None}  # by the side to which a stretch turns

Outline: TypeAlias = tuple[Letter, list[Stretch], int, int, int]
"""A curve without its best line: letter, stretches, start, end, segment."""


class Hexagon(Struct):
    slope: Slope
    pits: bool
    assistance: bool
    grounds: dict[str, list[Ground]]


def read_track(data: Mapping[str, Any]) -> Track:
    """A circuit or an open road from its data file, checked."""
    if faults := judge(data):
        raise BadTrack(f"{data['id']}: {describe_faults(faults)}")
    pieces, hexagons = read_hexagons(data["hexagons"])
    return lay_out(data, pieces, hexagons)


def describe_faults(faults: tuple[Fault, ...]) -> str:
    """All faults of a road as one text, for the author of the file."""
    return fault_texts(faults, WORDS, first_language())


def is_open(data: Mapping[str, Any]) -> bool:
    return bool(data.get("open", False))


def read_hexagons(lines: list[str]) -> tuple[list[Piece], list[Hexagon]]:
    pieces: list[Piece] = []
    hexagons: list[Hexagon] = []
    for index, line in enumerate(lines):
        hexagon = Hexagon(Slope.PLAIN, False, False, {})
        for word in line.split():
            if piece := read_piece(word, index):
                pieces.append(piece)
            elif word.upper() in Slope.__members__:
                hexagon.slope = Slope[word.upper()]
            elif word == "pits":
                hexagon.pits = True
            elif word == "assist":
                hexagon.assistance = True
            elif "=" in word:
                side, _, names = word.partition("=")
                hexagon.grounds[side] = [Ground[name.upper()] for name in names.split(",")]
        hexagons.append(hexagon)
    return pieces, hexagons


class Box(Struct):
    """A box while the road is being built."""

    lane: Lane
    start: int
    end: int
    curve: int
    segment: int
    number: int
    hexagon: int
    ground: Ground | None = None
    verge: int = -1  # the curve whose ground lies here


def lay_out(data: Mapping[str, Any], pieces: list[Piece], hexagons: list[Hexagon]) -> Track:
    """Place the boxes of each lane along the centre line, from the line on, and fill the tables."""
    ring = not is_open(data)
    lanes: list[list[Box]] = [[], [], []]
    curves: list[Outline] = []
    at, segment, last = -GRID_BOXES * BOX_UNITS * ring, 0, ""
    in_segment = [0, 0, 0]
    for piece in pieces:
        if piece.letter != "S" or last != "S":
            segment += 1
            in_segment = [0, 0, 0]
        last = piece.letter
        own = len(curves) if piece.letter != "S" else -1
        parts: list[Stretch] = []
        for boxes, side in piece.parts:
            length = boxes * BOX_UNITS
            inner = INNER_LANE[side]
            if inner is not None:
                parts.append(Stretch(boxes, inner, at, at + length))
            for lane in Lane:
                count = boxes
                if piece.letter in "ABC" and lane is not Lane.MIDDLE:
                    count += -1 if lane == inner else 1
                size = length // count
                assert size * count == length
                for k in range(count):
                    in_segment[lane] += 1
                    begin = at + k * size
                    box = Box(lane, begin, begin + size, own, segment, 0, piece.hexagon)
                    box.number = in_segment[lane]
                    lanes[lane].append(box)
            at += length
        if parts:
            curves.append((Letter[piece.letter], parts, parts[0].start, parts[-1].end, segment))
    set_ground(lanes, pieces, hexagons, curves)
    if not ring:
        return build_track(data, lanes, curves, at, hexagons)
    length = at + GRID_BOXES * BOX_UNITS
    for row in lanes:  # the boxes before the line are the last of the lap
        row[:] = row[GRID_BOXES:] + row[:GRID_BOXES]
        for box in row[-GRID_BOXES:]:
            box.start, box.end = box.start + length, box.end + length
    return build_track(data, lanes, curves, length, hexagons)


def set_ground(
    lanes: list[list[Box]], pieces: list[Piece], hexagons: list[Hexagon], curves: list[Outline]
) -> None:
    """The ground along both edges: what the data gives for the curve of a hexagon, or for a whole
    straight; else the ground outside the next curve on that side (Q40). `verge` keeps which curve
    that is."""
    for lane, side in ((Lane.LEFT, "left"), (Lane.RIGHT, "right")):
        bent = {piece.hexagon for piece in pieces if piece.letter != "S"}
        count: dict[int, int] = {}
        for box in lanes[lane]:
            given = hexagons[box.hexagon].grounds.get(side)
            if given and (box.curve >= 0 or box.hexagon not in bent):
                k = count.get(box.hexagon, 0)
                box.ground = given[min(k, len(given) - 1)]
                count[box.hexagon] = k + 1
        fallback, verge = Ground.GRASS, -1
        for box in reversed(lanes[lane] + lanes[lane]):
            if box.curve >= 0 and any(part.inner == 2 - lane for part in curves[box.curve][1]):
                fallback, verge = fallback if box.ground is None else box.ground, box.curve
                if fallback is Ground.VEHICLE:
                    fallback = Ground.GRASS
            if box.ground is None:
                box.ground, box.verge = fallback, verge
            if box.curve >= 0:
                box.verge = box.curve


class Ends(Struct):
    """The extra boxes of an open road: before the start and beyond the finish, one per lane."""

    door: int
    beyond: tuple[int, int, int]
    boxes: list[Box]


def make_start_box() -> Box:
    """The box behind the line from which cars start one by one."""
    return Box(Lane.MIDDLE, -BOX_UNITS, 0, -1, 0, 1, 0)


def make_ends(lanes: list[list[Box]]) -> Ends:
    count = sum(len(row) for row in lanes)
    last = lanes[Lane.MIDDLE][-1]
    door = make_start_box()
    beyond = [Box(lane, 0, BOX_UNITS, -1, last.segment + 1, 1, last.hexagon) for lane in Lane]
    return Ends(count, (count + 1, count + 2, count + 3), [door, *beyond])


def build_track(
    data: Mapping[str, Any],
    lanes: list[list[Box]],
    curves: list[Outline],
    length: int,
    hexagons: list[Hexagon],
) -> Track:
    ends = make_ends(lanes) if is_open(data) else None
    ending = Ending[data["end"].upper()] if ends else Ending.RING
    timed = bool(data.get("timed", False))  # a ring from whose line cars start one by one
    boxes = [box for row in lanes for box in row]
    door = len(boxes) if ends or timed else -1
    boxes += ends.boxes if ends else [make_start_box()] if timed else []
    first = [0, len(lanes[0]), len(lanes[0]) + len(lanes[1])]
    index = range(len(boxes))
    starts = [[box.start for box in row] for row in lanes]

    def number(lane: int, k: int) -> int:
        if ends and k < 0:
            return ends.door
        if ends and k >= len(lanes[lane]):
            return ends.beyond[lane]
        return first[lane] + k % len(lanes[lane])

    def holding(lane: int, point: int) -> int:
        """The box of a lane that contains this point; its beginning is included."""
        if ends and point >= length:
            return ends.beyond[lane]
        point %= length
        k = bisect_right(starts[lane], point) - 1
        if k < 0 or not lanes[lane][k].start <= point < lanes[lane][k].end:
            raise BadTrack(f"{data['id']}: no box at {point} in lane {lane}")
        return number(lane, k)

    own = [k for row in lanes for k in range(len(row))]
    ahead = [number(box.lane, k + 1) for k, box in zip(own, boxes, strict=False)]
    behind = [number(box.lane, k - 1) for k, box in zip(own, boxes, strict=False)]
    ways: list[tuple[tuple[Way, int], ...]] = []
    level: list[tuple[int, int, int]] = []
    for i, box in enumerate(boxes[: len(own)]):
        found = [(Way.AHEAD, ahead[i])]
        if box.lane > Lane.LEFT:
            found.append((Way.LEFT, holding(box.lane - 1, box.end)))
        if box.lane < Lane.RIGHT:
            found.append((Way.RIGHT, holding(box.lane + 1, box.end)))
        ways.append(tuple(found))
        edge = box.end - 1
        level.append((holding(0, edge), holding(1, edge), holding(2, edge)))
    if door >= 0:
        gates = (number(0, 0), number(1, 0), number(2, 0))
        ahead.append(gates[Lane.MIDDLE])
        behind.append(door)
        ways.append(((Way.AHEAD, gates[1]), (Way.LEFT, gates[0]), (Way.RIGHT, gates[2])))
        level.append(gates)
    if ends:
        ahead += ends.beyond  # the boxes beyond the finish lead to themselves
        behind += [number(lane, len(lanes[lane]) - 1) for lane in Lane]
        ways += [((Way.AHEAD, box),) for box in ends.beyond]
        level += [ends.beyond for _ in Lane]
    curve = tuple(box.curve for box in boxes)
    laid = [make_curve(c, lanes, number, holding) for c in curves]
    coming = [next_curve(box, laid, length, bool(ends)) for box in boxes]
    if ends:
        coming[ends.beyond[0] :] = (-1, -1, -1)
    outward, inside = [], []
    for i, box in enumerate(boxes):
        bend = laid[coming[i]]  # beyond the last curve of an open road: the last one
        # At the braking line and before it the first part counts, inside the part the box is in.
        edge = box.end - 1 if box.curve >= 0 else bend.start if coming[i] >= 0 else bend.end
        inner = bend.part(edge).inner
        outward.append(Way.RIGHT if inner is Lane.LEFT else Way.LEFT)
        inside.append(abs(box.lane - inner))
    slope = tuple(hexagons[box.hexagon].slope for box in boxes)
    on_line, next_line = [-1] * len(boxes), [-1] * len(boxes)
    for bend in laid:
        for k, i in enumerate(bend.line):
            assert on_line[i] < 0, f"{data['id']}: two best lines share a box"
            on_line[i] = k
            if k + 1 < len(bend.line):
                next_line[i] = bend.line[k + 1]
                assert bend.line[k + 1] in [there for _, there in ways[i]]
    names = tuple(f"{box.segment}{box.lane.name[0]}{box.number}" for box in boxes)
    assert len(set(names)) == len(names)
    lies_in = tuple(next(box.hexagon for box in boxes if box.curve == c) for c in range(len(laid)))
    onward = tuple(boxes_ahead(i, ahead) for i in index)
    mostly = tuple(slopes_ahead(onward[i], slope, slope[i]) for i in index)
    stops = frozenset(ends.beyond if ends and ending is Ending.CONTROLLO else ())

    def at_line(b: int) -> bool:
        return curve[ahead[b]] >= 0 or ahead[b] in stops

    return Track(
        id=data["id"],
        name=data["name"],
        icons=tuple(data.get("qualifying", ())),
        laps=data.get("laps", 1),
        ending=ending,
        estimate=tuple(data.get("estimate", ())),
        length=length + BOX_UNITS * bool(ends),
        spaces=data["spaces"],
        curves=tuple(laid),
        name_of=names,
        box_of={name: i for i, name in enumerate(names)},
        lane=tuple(box.lane for box in boxes),
        start=tuple(box.start for box in boxes),
        end=tuple(box.end for box in boxes),
        ahead=tuple(ahead),
        onward=onward,
        behind=tuple(behind),
        ways=tuple(ways),
        level=tuple(level),
        curve=curve,
        coming=tuple(coming),
        to_line=tuple(count_to(i, ahead, at_line, curve[i] < 0 and ahead[i] != i) for i in index),
        to_exit=tuple(
            count_to(i, ahead, lambda b: curve[ahead[b]] < 0, curve[i] >= 0) for i in index
        ),
        outward=tuple(outward),
        inside=tuple(inside),
        hexagon=tuple(box.hexagon for box in boxes),
        slope=slope,
        mostly=mostly,
        climbs=tuple(as_bits(slopes, Slope.UP) for slopes in mostly),
        falls=tuple(as_bits(slopes, Slope.DOWN) for slopes in mostly),
        pits=tuple(hexagons[box.hexagon].pits and i != door for i, box in enumerate(boxes)),
        ground=tuple(box.ground for box in boxes),
        verge=tuple(box.verge for box in boxes),
        on_line=tuple(on_line),
        next_line=tuple(next_line),
        grid=()
        if ends
        else tuple(
            (number(0, -1 - row), number(1, -1 - row), number(2, -1 - row))
            for row in range(GRID_BOXES)
        ),
        hexagons=tuple(data["hexagons"]),
        letters=tuple(bend.letter for bend in laid),
        lies_in=lies_in,
        assistance=tuple(c for c, where in enumerate(lies_in) if hexagons[where].assistance),
        damage=tuple(
            data.get("damage", {}).get(gauge, 0) for gauge in ("engine", "brakes", "tyres")
        ),
        km=data.get("km", 0),
        door=door,
        section=BOX_UNITS * data.get("section", 0),
    )


def make_curve(
    laid: Outline,
    lanes: list[list[Box]],
    number: Callable[[int, int], int],
    holding: Callable[[int, int], int],
) -> Curve:
    """A curve with its best line: outside on the last box before the braking line, in the middle on
    the first box of each part, inside from there on, in the middle on the first box beyond."""
    letter, parts, start, end, segment = laid
    line = [holding(2 - parts[0].inner, start - 1)]
    for part in parts:
        line.append(holding(Lane.MIDDLE, part.start))
        edge = (
            part.start + BOX_UNITS
        )  # the leading edge of that box: the middle lane has plain boxes
        while edge < part.end:
            box = holding(part.inner, edge)
            line.append(box)
            k = box - number(part.inner, 0)
            edge = lanes[part.inner][k].end
    line.append(holding(Lane.MIDDLE, end))
    return Curve(letter, tuple(parts), start, end, segment, tuple(line))


def next_curve(box: Box, curves: list[Curve], length: int, ends: bool) -> int:
    """The curve a box is in or comes to; -1 where the road ends first."""
    if box.curve >= 0:
        return box.curve
    if ends and box.end > curves[-1].start:
        return -1
    return min(range(len(curves)), key=lambda c: (curves[c].start - box.end) % length)


def count_to(i: int, ahead: Sequence[int], there: Callable[[int], bool], counts: bool) -> int:
    """Steps straight ahead to the first box for which `there` is true; FAR if the road ends
    first."""
    if not counts:
        return FAR
    steps = 0
    while not there(i):
        if ahead[i] == i:
            return FAR
        i, steps = ahead[i], steps + 1
    return steps


def boxes_ahead(box: int, ahead: Sequence[int]) -> tuple[int, ...]:
    """The boxes straight ahead of a box."""
    found = []
    for _ in range(MAX_PLAN_BOXES):
        box = ahead[box]
        found.append(box)
    return tuple(found)


def slopes_ahead(
    onward: tuple[int, ...], slope: tuple[Slope, ...], here: Slope
) -> tuple[Slope, ...]:
    """The slope that counts for the next n boxes straight ahead: that of most boxes, among equals
    the last one entered (W3.8.3)."""
    tally, out = [0, 0, 0], [here]
    rules = slope[onward[0]]
    for box in onward:
        entered = slope[box]
        tally[entered] += 1
        if tally[entered] >= tally[rules]:
            rules = entered
        out.append(rules)
    return tuple(out)


def as_bits(slopes: tuple[Slope, ...], wanted: Slope) -> int:
    """Bit set of the numbers of boxes ahead with this slope."""
    return sum(1 << n for n, lies in enumerate(slopes) if lies is wanted)
