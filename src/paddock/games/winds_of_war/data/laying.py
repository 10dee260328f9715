"""A circuit as it is read from its file, checked, and laid out box by box."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from paddock.games.winds_of_war.data.enums import Ground, Lane, Letter, Slope, Way
from paddock.games.winds_of_war.data.track import FAR, UNIT, BadTrack, Curve, Stretch, Track

GRID = 3  # boxes of the start straight that lie before the line
MOST = 9  # the most boxes a plan can lay: 320 km/h and a great start
PIECE = re.compile(r"^(?:S(\d+)|([A-E])((?:\d+[lr])+))$")
PART = re.compile(r"(\d+)([lr])")
INSIDE = {"r": Lane.RIGHT, "l": Lane.LEFT, "": None}  # by the side to which a stretch turns

Outline: TypeAlias = tuple[Letter, list[Stretch], int, int, int]
"""A curve without its best line: letter, stretches, start, end, segment."""


class Piece(Struct):
    """A segment of the road as it is read: a straight or a curve, within one hexagon."""

    letter: str  # S, A to E
    parts: list[tuple[int, str]]
    hexagon: int

    @property
    def boxes(self) -> int:
        return sum(boxes for boxes, _ in self.parts)


class Hexagon(Struct):
    slope: Slope
    pits: bool
    grounds: dict[str, list[Ground]]


def read_track(data: Mapping[str, Any]) -> Track:
    """A circuit from its data file, checked."""
    pieces, hexagons = read_hexagons(data["hexagons"])
    check(data, pieces, hexagons)
    return lay(data, pieces, hexagons)


def read_hexagons(lines: list[str]) -> tuple[list[Piece], list[Hexagon]]:
    pieces: list[Piece] = []
    hexagons: list[Hexagon] = []
    for index, line in enumerate(lines):
        hexagon = Hexagon(Slope.PLAIN, False, {})
        for word in line.split():
            if match := PIECE.match(word):
                if match[1]:
                    pieces.append(Piece("S", [(int(match[1]), "")], index))
                else:
                    parts = [(int(n), side) for n, side in PART.findall(match[3])]
                    pieces.append(Piece(match[2], parts, index))
            elif word.upper() in Slope.__members__:
                hexagon.slope = Slope[word.upper()]
            elif word == "pits":
                hexagon.pits = True
            elif "=" in word:
                side, _, names = word.partition("=")
                hexagon.grounds[side] = [Ground[name.upper()] for name in names.split(",")]
            else:
                raise BadTrack(f"hexagon {line!r}: cannot read {word!r}")
        hexagons.append(hexagon)
    return pieces, hexagons


def check(data: Mapping[str, Any], pieces: list[Piece], hexagons: list[Hexagon]) -> None:
    """What every circuit must have."""
    id = data["id"]
    if sum(piece.boxes for piece in pieces) != data["spaces"]:
        raise BadTrack(f"{id}: {sum(p.boxes for p in pieces)} spaces, not {data['spaces']}")
    for index in range(len(hexagons)):
        if sum(p.letter != "S" for p in pieces if p.hexagon == index) > 1:
            raise BadTrack(f"{id}: two curves in hexagon {index + 1}")
    if [h.pits for h in hexagons].count(True) != 1 or not hexagons[0].pits:
        raise BadTrack(f"{id}: the pits are in the hexagon of the line, and only there")
    if pieces[0].letter != "S" or pieces[0].boxes <= GRID or pieces[-1].letter == "S":
        raise BadTrack(f"{id}: begins with its start straight and ends with the curve before it")
    for piece in pieces:
        if piece.letter in "ABC" and any(boxes < 2 for boxes, _ in piece.parts):
            raise BadTrack(f"{id}: a curve too short for its inner lane")
        if any(a == b for (_, a), (_, b) in zip(piece.parts, piece.parts[1:], strict=False)):
            raise BadTrack(f"{id}: a chicane that does not change its side")
    straight = 0
    for piece in pieces + pieces[:1]:
        if piece.letter == "S":
            straight += piece.boxes
        elif straight < 2:
            raise BadTrack(f"{id}: less than two straight boxes before a {piece.letter} curve")
        else:
            straight = 0


class Box(Struct):
    """A box while the road is laid."""

    lane: Lane
    start: int
    end: int
    curve: int
    segment: int
    number: int
    hexagon: int
    ground: Ground | None = None


def lay(data: Mapping[str, Any], pieces: list[Piece], hexagons: list[Hexagon]) -> Track:
    """Put the boxes of each lane along the centre line, from the line on, and fill the tables."""
    lanes: list[list[Box]] = [[], [], []]
    curves: list[Outline] = []
    at, segment, last = -GRID * UNIT, 0, ""
    in_segment = [0, 0, 0]
    for piece in pieces:
        if piece.letter != "S" or last != "S":
            segment += 1
            in_segment = [0, 0, 0]
        last = piece.letter
        own = len(curves) if piece.letter != "S" else -1
        parts: list[Stretch] = []
        for boxes, side in piece.parts:
            length = boxes * UNIT
            inner = INSIDE[side]
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
    length = at + GRID * UNIT
    beside(lanes, pieces, hexagons, curves)
    for row in lanes:  # the boxes before the line are the last of the lap
        row[:] = row[GRID:] + row[:GRID]
        for box in row[-GRID:]:
            box.start, box.end = box.start + length, box.end + length
    return tables(data, lanes, curves, length, hexagons)


def beside(
    lanes: list[list[Box]], pieces: list[Piece], hexagons: list[Hexagon], curves: list[Outline]
) -> None:
    """The ground beside the edges: what the data gives for the curve of a hexagon, or for all of
    a straight one; else what lies outside the next curve on that side (Q40)."""
    for lane, side in ((Lane.LEFT, "left"), (Lane.RIGHT, "right")):
        bent = {piece.hexagon for piece in pieces if piece.letter != "S"}
        count: dict[int, int] = {}
        for box in lanes[lane]:
            given = hexagons[box.hexagon].grounds.get(side)
            if given and (box.curve >= 0 or box.hexagon not in bent):
                k = count.get(box.hexagon, 0)
                box.ground = given[min(k, len(given) - 1)]
                count[box.hexagon] = k + 1
        fallback = Ground.GRASS
        for box in reversed(lanes[lane] + lanes[lane]):
            if box.curve >= 0 and any(part.inner == 2 - lane for part in curves[box.curve][1]):
                fallback = fallback if box.ground is None else box.ground
                if fallback is Ground.VEHICLE:
                    fallback = Ground.GRASS
            if box.ground is None:
                box.ground = fallback


def tables(
    data: Mapping[str, Any],
    lanes: list[list[Box]],
    curves: list[Outline],
    length: int,
    hexagons: list[Hexagon],
) -> Track:
    boxes = [box for row in lanes for box in row]
    first = [0, len(lanes[0]), len(lanes[0]) + len(lanes[1])]
    index = range(len(boxes))

    def number(lane: int, k: int) -> int:
        return first[lane] + k % len(lanes[lane])

    def holding(lane: int, point: int) -> int:
        """The box of a lane that has this point, its beginning counted in."""
        point %= length
        for k, box in enumerate(lanes[lane]):
            if box.start <= point < box.end:
                return number(lane, k)
        raise BadTrack(f"{data['id']}: no box at {point} in lane {lane}")

    own = [k for row in lanes for k in range(len(row))]
    ahead = tuple(number(box.lane, own[i] + 1) for i, box in enumerate(boxes))
    behind = tuple(number(box.lane, own[i] - 1) for i, box in enumerate(boxes))
    ways: list[tuple[tuple[Way, int], ...]] = []
    for i, box in enumerate(boxes):
        found = [(Way.AHEAD, ahead[i])]
        if box.lane > Lane.LEFT:
            found.append((Way.LEFT, holding(box.lane - 1, box.end)))
        if box.lane < Lane.RIGHT:
            found.append((Way.RIGHT, holding(box.lane + 1, box.end)))
        ways.append(tuple(found))
    level = tuple(
        (holding(0, box.end - 1), holding(1, box.end - 1), holding(2, box.end - 1)) for box in boxes
    )
    curve = tuple(box.curve for box in boxes)
    laid = [made(c, lanes, number, holding) for c in curves]
    coming = tuple(next_curve(box, laid, length) for box in boxes)
    outward, inside = [], []
    for i, box in enumerate(boxes):
        bend = laid[coming[i]]
        # At the braking line and before it the first part counts, inside the part the box is in.
        edge = box.end - 1 if box.curve >= 0 else bend.start
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
    return Track(
        id=data["id"],
        name=data["name"],
        icons=tuple(data["qualifying"]),
        laps=data["laps"],
        estimate=tuple(data.get("estimate", ())),
        length=length,
        spaces=data["spaces"],
        curves=tuple(laid),
        name_of=names,
        box_of={name: i for i, name in enumerate(names)},
        lane=tuple(box.lane for box in boxes),
        start=tuple(box.start for box in boxes),
        end=tuple(box.end for box in boxes),
        ahead=ahead,
        behind=behind,
        ways=tuple(ways),
        level=level,
        curve=curve,
        coming=coming,
        to_line=tuple(
            count_to(i, ahead, lambda b: curve[ahead[b]] >= 0, curve[i] < 0) for i in index
        ),
        to_exit=tuple(
            count_to(i, ahead, lambda b: curve[ahead[b]] < 0, curve[i] >= 0) for i in index
        ),
        outward=tuple(outward),
        inside=tuple(inside),
        hexagon=tuple(box.hexagon for box in boxes),
        slope=slope,
        mostly=tuple(slopes_ahead(i, ahead, slope) for i in index),
        pits=tuple(hexagons[box.hexagon].pits for box in boxes),
        ground=tuple(box.ground for box in boxes),
        on_line=tuple(on_line),
        next_line=tuple(next_line),
        grid=tuple(
            (number(0, -1 - row), number(1, -1 - row), number(2, -1 - row)) for row in range(GRID)
        ),
        hexagons=tuple(data["hexagons"]),
    )


def made(
    laid: Outline,
    lanes: list[list[Box]],
    number: Callable[[int, int], int],
    holding: Callable[[int, int], int],
) -> Curve:
    """A curve with its best line: outside on the last box before the braking line, in the middle
    on the first box of each part, inside from there on, in the middle on the first box beyond."""
    letter, parts, start, end, segment = laid
    line = [holding(2 - parts[0].inner, start - 1)]
    for part in parts:
        line.append(holding(Lane.MIDDLE, part.start))
        edge = part.start + UNIT  # the leading edge of that box: the middle lane has plain boxes
        while edge < part.end:
            box = holding(part.inner, edge)
            line.append(box)
            k = box - number(part.inner, 0)
            edge = lanes[part.inner][k].end
    line.append(holding(Lane.MIDDLE, end))
    return Curve(letter, tuple(parts), start, end, segment, tuple(line))


def next_curve(box: Box, curves: list[Curve], length: int) -> int:
    """The curve a box is in or comes to."""
    if box.curve >= 0:
        return box.curve
    return min(range(len(curves)), key=lambda c: (curves[c].start - box.end) % length)


def count_to(i: int, ahead: tuple[int, ...], there: Callable[[int], bool], counts: bool) -> int:
    """Steps straight ahead to the box of which this is so."""
    if not counts:
        return FAR
    steps = 0
    while not there(i):
        i, steps = ahead[i], steps + 1
    return steps


def slopes_ahead(i: int, ahead: tuple[int, ...], slope: tuple[Slope, ...]) -> tuple[Slope, ...]:
    """The slope that rules over the next n boxes straight ahead (W3.8.3)."""
    tally, out = [0, 0, 0], [slope[i]]
    recent: list[Slope] = []
    for _ in range(MOST):
        i = ahead[i]
        tally[slope[i]] += 1
        recent.append(slope[i])
        out.append(ruling(tally, recent))
    return tuple(out)


def ruling(tally: list[int], entered: list[Slope]) -> Slope:
    """Most boxes; among equals the slope entered last."""
    most = max(tally)
    for slope in reversed(entered):
        if tally[slope] == most:
            return slope
    return Slope.PLAIN
