"""Draws `src/signs.woff2`: arrows, keys and marks that the faces we use do not have.

A visitor's own fonts may lack them too, and then there is an empty box. The outlines are ours, made
of bars, discs and polygons on an em of 1000. Needs fonttools and brotli, and only when a sign is
added:

    python web/signs/draw.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

Point = tuple[float, float]
FILE = Path(__file__).parents[1] / "src" / "signs.woff2"
WIDE, MIDDLE, THICK = 720, 340, 92
X = WIDE / 2


class Sheet:
    """A glyph in the making. Outlines run clockwise, holes the other way."""

    def __init__(self) -> None:
        self.pen = TTGlyphPen(None)

    def shape(self, points: Iterable[Point], *, hole: bool = False) -> Sheet:
        row = [(round(x), round(y)) for x, y in points]
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(row, row[1:] + row[:1], strict=True))
        if (area > 0) != hole:
            row.reverse()
        self.pen.moveTo(row[0])
        for point in row[1:]:
            self.pen.lineTo(point)
        self.pen.closePath()
        return self

    def bar(self, *way: Point, thick: float = THICK) -> Sheet:
        """A stroke along a way, each leg a bar, each bend a disc."""
        for (ax, ay), (bx, by) in pairwise(way):
            long = math.hypot(bx - ax, by - ay)
            dx, dy = (bx - ax) / long * thick / 2, (by - ay) / long * thick / 2
            self.shape(
                [(ax - dy, ay + dx), (bx - dy, by + dx), (bx + dy, by - dx), (ax + dy, ay - dx)]
            )
        for x, y in way[1:-1]:
            self.disc(x, y, thick / 2)
        return self

    def disc(self, x: float, y: float, r: float, *, hole: bool = False) -> Sheet:
        turns = [2 * math.pi * i / 24 for i in range(24)]
        return self.shape([(x + r * math.cos(t), y + r * math.sin(t)) for t in turns], hole=hole)

    def arc(self, x: float, y: float, r: float, start: float, end: float) -> Sheet:
        """A stroke round a centre; degrees against the clock from the right."""
        steps = [math.radians(start + (end - start) * i / 20) for i in range(21)]
        outer = [
            (x + (r + THICK / 2) * math.cos(t), y + (r + THICK / 2) * math.sin(t)) for t in steps
        ]
        inner = [
            (x + (r - THICK / 2) * math.cos(t), y + (r - THICK / 2) * math.sin(t)) for t in steps
        ]
        return self.shape([*outer, *reversed(inner)])


def turned(points: Iterable[Point], quarter: int) -> list[Point]:
    """About the middle, by quarters against the clock."""
    found = list(points)
    for _ in range(quarter):
        found = [(X - (y - MIDDLE), MIDDLE + (x - X)) for x, y in found]
    return found


def arrow(quarter: int) -> Callable[[Sheet], Sheet]:
    shaft, head = (
        [(X - 280, MIDDLE), (X + 270, MIDDLE)],
        [(X + 80, MIDDLE + 200), (X + 280, MIDDLE), (X + 80, MIDDLE - 200)],
    )
    return lambda on: on.bar(*turned(shaft, quarter)).bar(*turned(head, quarter))


def triangle(quarter: int, size: float = 270) -> Callable[[Sheet], Sheet]:
    corners = [(X - size * 0.8, MIDDLE + size), (X + size, MIDDLE), (X - size * 0.8, MIDDLE - size)]
    return lambda on: on.shape(turned(corners, quarter))


def flake(on: Sheet) -> Sheet:
    for i in range(3):
        t = math.radians(30 + 60 * i)
        x, y = 290 * math.cos(t), 290 * math.sin(t)
        on.bar((X - x, MIDDLE - y), (X + x, MIDDLE + y), thick=70)
    return on


def cog(on: Sheet) -> Sheet:
    teeth = []
    for i in range(8):
        for off, r in ((-16, 205), (-11, 290), (11, 290), (16, 205)):
            t = math.radians(45 * i + off)
            teeth.append((X + r * math.cos(t), MIDDLE + r * math.sin(t)))
    return on.shape(teeth).disc(X, MIDDLE, 95, hole=True)


def heart(on: Sheet) -> Sheet:
    turns = [2 * math.pi * i / 40 for i in range(40)]
    return on.shape(
        (
            X + 17.5 * 16 * math.sin(t) ** 3,
            MIDDLE
            + 20
            + 17.5
            * (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)),
        )
        for t in turns
    )


def moon(on: Sheet) -> Sheet:
    outer = [math.radians(60 + 240 * i / 24) for i in range(25)]
    inner = [math.radians(283 - 206 * i / 24) for i in range(25)]
    rim = [(X + 20 + 280 * math.cos(t), MIDDLE + 280 * math.sin(t)) for t in outer]
    bay = [(X + 105 + 248 * math.cos(t), MIDDLE + 248 * math.sin(t)) for t in inner]
    return on.shape([*rim, *bay])


def warning(on: Sheet) -> Sheet:
    on.shape([(X, 690), (X + 340, 60), (X - 340, 60)]).shape(
        [(X, 560), (X + 225, 135), (X - 225, 135)], hole=True
    )
    return on.bar((X, 440), (X, 275), thick=74).disc(X, 200, 42)


def steam(on: Sheet) -> Sheet:
    on.bar((X - 260, 60), (X + 260, 60))
    for x in (X - 170, X, X + 170):
        on.bar((x, 160), (x + 55, 290), (x - 35, 430), (x + 30, 600), thick=70)
    return on


SIGNS: dict[str, Callable[[Sheet], Any]] = {
    "←": arrow(2),
    "↑": arrow(1),
    "→": arrow(0),
    "↓": arrow(3),
    "↵": lambda on: on.bar((X + 240, 620), (X + 240, 260), (X - 230, 260)).bar(
        (X - 70, 430), (X - 250, 260), (X - 70, 90)
    ),
    "∩": lambda on: (
        on.arc(X, 330, 200, 0, 180)
        .bar((X - 200, 335), (X - 200, 60))
        .bar((X + 200, 335), (X + 200, 60))
    ),
    "⋯": lambda on: on.disc(X - 230, MIDDLE, 62).disc(X, MIDDLE, 62).disc(X + 230, MIDDLE, 62),
    "␣": lambda on: on.bar((X - 270, 260), (X - 270, 60), (X + 270, 60), (X + 270, 260)),
    "■": lambda on: on.shape([(X - 240, 100), (X + 240, 100), (X + 240, 580), (X - 240, 580)]),
    "▲": triangle(1),
    "▸": triangle(0, 190),
    "▼": triangle(3),
    "○": lambda on: on.disc(X, MIDDLE, 270).disc(X, MIDDLE, 190, hole=True),
    "●": lambda on: on.disc(X, MIDDLE, 270),
    "☾": moon,
    "♥": heart,
    "♨": steam,
    "⚑": lambda on: on.bar((X - 210, 720), (X - 210, 0)).shape(
        [(X - 170, 700), (X + 290, 545), (X - 170, 390)]
    ),
    "⚙": cog,
    "⚠": warning,
    "✓": lambda on: on.bar((X - 270, 320), (X - 80, 120), (X + 280, 590)),
    "✕": lambda on: on.bar((X - 230, 570), (X + 230, 110)).bar((X - 230, 110), (X + 230, 570)),
    "✝": lambda on: on.bar((X, 720), (X, 0)).bar((X - 210, 500), (X + 210, 500)),
    "❄": flake,
    "⟳": lambda on: on.arc(X, MIDDLE, 230, 40, 330).shape(
        [(X + 120, 420), (X + 350, 430), (X + 250, 620)]
    ),
}


def main() -> None:
    drawn = {".notdef": Sheet().pen.glyph()}
    for sign, draw in SIGNS.items():
        on = Sheet()
        draw(on)
        drawn[f"u{ord(sign):04X}"] = on.pen.glyph()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(drawn))
    font.setupCharacterMap({ord(sign): f"u{ord(sign):04X}" for sign in SIGNS})
    font.setupGlyf(drawn)
    font.setupHorizontalMetrics(
        {name: (WIDE, drawn[name].xMin if drawn[name].numberOfContours else 0) for name in drawn}
    )
    font.setupHorizontalHeader(ascent=1000, descent=-200)  # those of the face beside it
    font.setupNameTable({"familyName": "Paddock Signs", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=1000, sTypoDescender=-200, usWinAscent=1000, usWinDescent=200)
    font.setupPost()
    font.font.flavor = "woff2"
    font.font["head"].created = font.font["head"].modified = 0  # the same bytes every time
    font.font.recalcTimestamp = False
    font.save(FILE)
    ranges = ", ".join(f"U+{ord(sign):04X}" for sign in sorted(SIGNS))
    print(f"{FILE.name}: {len(SIGNS)} signs, {FILE.stat().st_size} bytes\nunicode-range: {ranges};")


if __name__ == "__main__":
    main()
