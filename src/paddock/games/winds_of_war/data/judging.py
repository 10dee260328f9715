"""Validation of track files: every rule is checked and every fault is listed.

V1 to V10 are about a hexagon, V11 to V20 about the whole road. Their texts are in `words.toml`
under `fault`. Warnings have no number and do not prevent racing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from paddock.core.studio import Fault
from paddock.games.winds_of_war.data.enums import Ending, Ground, Letter, Slope
from paddock.games.winds_of_war.data.track import Curve

PIECE = re.compile(r"^(?:S(\d+)|([A-E])((?:\d+[lr])+))$")
PART = re.compile(r"(\d+)([lr])")
GRID_BOXES = 3  # boxes of the start straight before the line
MIN_HEXAGON_BOXES, MAX_HEXAGON_BOXES = 2, 7  # of a hexagon
CURVE_LENGTHS = {"A": (2, 3), "B": (3, 3), "C": (3, 4), "D": (3, 4), "E": (4, 5)}
MIN_CHICANE_PART = {"A": 2, "B": 2, "C": 2, "D": 3, "E": 3}  # the shortest part of each letter
MIN_FINAL_STRAIGHT = {Ending.ARRIVO: 1, Ending.CONTROLLO: 3}  # straight boxes before the end
BOXES_A_KM = 3 / 8
MAX_STAGE_DAMAGE = 2  # per gauge and stage
ROAD_SIZES = {  # spaces and curves
    "ring": ((30, 90), (3, 12)),
    "stage": ((12, 90), (1, 9)),
    "long": ((100, 260), (6, 30)),
}

RULES = tuple(f"V{number}" for number in range(1, 21))
WARNINGS = NO_FAST, FREE_LOST, SLOPED = ("no-fast", "free-lost", "sloped")
MIN_FREE_START_BOXES = 6  # boxes of a first straight on which no free box is lost


class Piece(Struct):
    """A piece of the road as read: a straight or a curve within one hexagon."""

    letter: str  # S, A to E
    parts: list[tuple[int, str]]
    hexagon: int

    @property
    def boxes(self) -> int:
        return sum(boxes for boxes, _ in self.parts)


def read_piece(word: str, hexagon: int) -> Piece | None:
    """A straight or a curve; None if the word is neither."""
    match = PIECE.match(word)
    if match is None:
        return None
    if match[1]:
        return Piece("S", [(int(match[1]), "")], hexagon)
    return Piece(match[2], [(int(n), side) for n, side in PART.findall(match[3])], hexagon)


def judge(data: Mapping[str, Any]) -> tuple[Fault, ...]:
    """All faults of a road."""
    pieces: list[Piece] = []
    found: list[Fault] = []
    for number, line in enumerate(data["hexagons"], 1):
        found += hexagon_faults(number, line.split(), pieces, bool(data.get("reconstructed")))
    if not any(piece.letter != "S" for piece in pieces):
        return (*found, Fault("V11"))
    return (*found, *road_faults(data, pieces))


def hexagon_faults(number: int, words: list[str], road: list[Piece], ours: bool) -> Iterator[Fault]:
    """The faults of one hexagon; its pieces are added to the road. Printed roads may have a single
    space, and vehicles up to the end of a curve."""
    read = [(word, read_piece(word, number - 1)) for word in words]
    pieces = [piece for _, piece in read if piece is not None]
    curves = [piece for piece in pieces if piece.letter != "S"]
    rest = [word for word, piece in read if piece is None]
    if road and pieces and curves and pieces[0] is curves[0] and is_one_curve(road[-1], pieces[0]):
        yield Fault("V3", number)
    road += pieces
    if (
        not (1 if ours else MIN_HEXAGON_BOXES)
        <= sum(piece.boxes for piece in pieces)
        <= MAX_HEXAGON_BOXES
    ):
        yield Fault("V1", number)
    if len(curves) > 1:
        yield Fault("V2", number)
    for curve in curves:
        yield from curve_faults(number, curve)
    slopes = [word for word in rest if word.upper() in Slope.__members__]
    if len(slopes) > 1:
        yield Fault("V7", number)
    grounds = [word for word in rest if "=" in word]
    if not all(is_ground_allowed(word, curves, ours) for word in grounds):
        yield Fault("V8", number)
    if "assist" in rest and (not curves or number == 1):
        yield Fault("V9", number)
    if "pits" in rest and (curves or "assist" in rest):
        yield Fault("V10", number)
    known = {*slopes, *grounds, "assist", "pits"}
    if any(word not in known for word in rest):
        yield Fault("V4", number)


def is_one_curve(last: Piece, first: Piece) -> bool:
    """Whether two pieces on both sides of an edge are parts of one curve."""
    same = last.letter != "S" and last.letter == first.letter
    return same and last.parts[-1][1] == first.parts[0][1]


def curve_faults(number: int, curve: Piece) -> Iterator[Fault]:
    least, most = CURVE_LENGTHS[curve.letter]
    if len(curve.parts) > 1:
        sides = [side for _, side in curve.parts]
        if len(sides) != 2 or sides[0] == sides[1]:
            yield Fault("V6", number)
        if any(boxes < MIN_CHICANE_PART[curve.letter] for boxes, _ in curve.parts):
            yield Fault("V5", number)
    elif not least <= curve.boxes <= most:
        yield Fault("V5", number)


def is_ground_allowed(word: str, curves: list[Piece], ours: bool) -> bool:
    """Whether the ground of an edge is allowed there."""
    side, _, names = word.partition("=")
    lies = names.split(",")
    if side not in ("left", "right") or any(n.upper() not in Ground.__members__ for n in lies):
        return False
    if "vehicle" not in lies:
        return True
    outside = {"left": "r", "right": "l"}[side]
    bent = any(way == outside for curve in curves for _, way in curve.parts)
    return bent and lies.count("vehicle") == 1 and (ours or lies[-1] != "vehicle")


def road_faults(data: Mapping[str, Any], pieces: list[Piece]) -> Iterator[Fault]:
    """The faults of the whole road."""
    opened = bool(data.get("open", False))
    lines = [set(line.split()) for line in data["hexagons"]]
    pits = [number for number, words in enumerate(lines) if "pits" in words]
    helps = sum("assist" in words for words in lines)
    spaces = sum(piece.boxes for piece in pieces)
    straights = straights_of(pieces)
    if spaces != data["spaces"]:
        yield Fault("V19")
    if any(straight < MIN_HEXAGON_BOXES for straight in straights[1:-1]):
        yield Fault("V14")
    if not opened:
        kind = "ring"
        if "end" in data:
            yield Fault("V11")
        if straights[0] <= GRID_BOXES or straights[-1]:
            yield Fault("V12")
        if pits != [0] or helps:
            yield Fault("V16")
    else:
        kind = "stage" if data.get("km") else "long"
        yield from open_road_faults(data, straights, pits, helps)
    (least, most), (few, many) = ROAD_SIZES[kind]
    curves = sum(piece.letter != "S" for piece in pieces)
    if not (least <= spaces <= most and few <= curves <= many):
        yield Fault("V18")


def straights_of(pieces: list[Piece]) -> list[int]:
    """The boxes before the first curve, between two, and after the last."""
    found = [0]
    for piece in pieces:
        if piece.letter == "S":
            found[-1] += piece.boxes
        else:
            found.append(0)
    return found


def open_road_faults(
    data: Mapping[str, Any], straights: list[int], pits: list[int], helps: int
) -> Iterator[Fault]:
    """The faults of an open road."""
    name, km = str(data.get("end", "")).upper(), data.get("km", 0)
    if name not in ("ARRIVO", "CONTROLLO"):
        yield Fault("V11")
    elif straights[-1] < MIN_FINAL_STRAIGHT[Ending[name]]:
        yield Fault("V15")
    if straights[0] < MIN_HEXAGON_BOXES:
        yield Fault("V13")
    sections = bool(data.get("section"))
    if (pits and not sections) or (sections and not (pits and pits[0] > 0 and len(pits) <= 3)):
        yield Fault("V16")
    least, most = (0, 1) if km else (0, 0) if sections else (1, 4)
    if not least <= helps <= most:
        yield Fault("V17")
    if km:
        worst = max(data.get("damage", {}).values(), default=0)
        if abs(data["spaces"] - km * BOXES_A_KM) > 0.5 or not 0 <= worst <= MAX_STAGE_DAMAGE:
            yield Fault("V19")


def find_warnings(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Warnings about a valid road."""
    pieces = pieces_of(data["hexagons"])
    if not any(piece.letter in "DE" for piece in pieces):
        yield Fault(NO_FAST)
    if data.get("open") and straights_of(pieces)[0] < MIN_FREE_START_BOXES:
        yield Fault(FREE_LOST, 1)
    steep = [number for number, line in enumerate(data["hexagons"]) if is_steep(line)]
    if 2 * sum(p.boxes for p in pieces if p.hexagon in steep) > sum(p.boxes for p in pieces):
        yield Fault(SLOPED)


def is_steep(line: str) -> bool:
    return any(word in ("up", "down") for word in line.split())


def pieces_of(lines: Sequence[str]) -> list[Piece]:
    words = [(word, number) for number, line in enumerate(lines) for word in line.split()]
    return [piece for word, number in words if (piece := read_piece(word, number))]


def likely_letter(curve: Curve) -> Letter:
    """The middle letter that fits the visible shape: the length of its parts, and whether lanes are
    equal."""
    wide = curve.letter >= Letter.D
    parts = [part.boxes for part in curve.parts]
    like = [
        letter
        for letter in Letter
        if (letter >= Letter.D) is wide and can_have_parts(letter, parts)
    ]
    return like[(len(like) - 1) // 2]


def can_have_parts(letter: Letter, parts: list[int]) -> bool:
    """Whether a curve of a letter can have these parts."""
    if len(parts) > 1:
        return min(parts) >= MIN_CHICANE_PART[letter.name]
    least, most = CURVE_LENGTHS[letter.name]
    return least <= parts[0] <= most
