"""A picture of a race for links that are shared: game, drivers, state, and the board as a spectator
sees it. Drawn as SVG; `to_png` needs the optional packages of `paddock[previews]`: resvg-py and
the font."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from msgspec import Struct

from paddock.core.sketch import Point, Sketch

WIDTH, HEIGHT = 1200, 630
RENDER_PACKAGE = "resvg_py"
FONT_PACKAGE, FONT_FILE = "font_source_sans_pro", "files/SourceSansPro-Bold.ttf"
FONT_FAMILY = "Source Sans Pro"
MAX_FONT_LETTER = 0x24F  # the font has all letters up to this one
MAX_ROWS, MAX_NAME_LETTERS = 6, 18
LIVERIES = (
    ("#0072B2", "#FFFFFF"), ("#E69F00", "#14161C"), ("#009E73", "#0B0D12"), ("#CC79A7", "#14161C"),
    ("#56B4E9", "#10131A"), ("#D55E00", "#0B0D12"), ("#F0E442", "#14161C"), ("#E8EAF0", "#14161C"),
    ("#7B5FC9", "#FFFFFF"), ("#A6D854", "#14161C"), ("#8C564B", "#FFFFFF"), ("#17BECF", "#0B0D12"),
    ("#F7B6D2", "#14161C"), ("#5C6B8A", "#FFFFFF"), ("#C7A76C", "#14161C"), ("#3B3F46", "#FFFFFF"),
)  # fmt: skip
NOBODY = ("#8A8F9C", "#0B0D12")


class Colours(Struct, frozen=True):
    ground: str
    ink: str
    road: str
    edge: str


NIGHT = Colours("#0F1020", "#D7DCE8", "#2A2D4A", "#FFB627")
COLOURS = {
    "street-illegal": NIGHT,
    "circus-maximus": Colours("#EFE6D5", "#2F2B28", "#D9A441", "#B5533C"),
    "great-race": Colours("#F1E3C6", "#3B2F2A", "#C9B48A", "#C8452D"),
    "winds-of-war": Colours("#F4E9D8", "#1B1B1E", "#3C3B40", "#C1121F"),
    "heat": Colours("#F5E6B8", "#2B2B2B", "#3B3A36", "#00573F"),
}
PLAIN = Colours("#22304A", "#F2F5FA", "#41557D", "#56B4E9")
BOX = (560.0, 60.0, 580.0, 510.0)  # left, top, width and height of the board


class Driver(Struct, frozen=True):
    """A row of the standings in the picture."""

    name: str
    place: int  # 0: not known, or out
    livery: int | None  # from 1; none: no player drives it
    car: int
    gap: float = 0


class Preview(Struct, frozen=True):
    game: str
    title: str
    state: str
    drivers: tuple[Driver, ...]
    sketch: Sketch | None = None


def colours_of(game: str) -> Colours:
    return next((one for id, one in COLOURS.items() if game.startswith(id)), PLAIN)


def draw(preview: Preview) -> str:
    """The picture as SVG."""
    look = colours_of(preview.game)
    board = (
        draw_strip(preview, look)
        if preview.sketch is None
        else draw_road(preview.sketch, look, preview)
    )
    rows = "".join(
        draw_row(driver, 260 + 54 * i, look) for i, driver in enumerate(preview.drivers[:MAX_ROWS])
    )
    title = "".join(
        f'<text x="60" y="{110 + 58 * i}" font-size="54">{escape(line)}</text>'
        for i, line in enumerate(wrap(preview.title, 20))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT_FAMILY}" font-weight="700" '
        f'fill="{look.ink}">'
        f'<path fill="{look.ground}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>'
        f'<path fill="{look.edge}" d="M0 0h18v{HEIGHT}H0z"/>'
        f"{board}{title}{rows}"
        f'<text x="60" y="592" font-size="30">{escape(shorten(preview.state, 34))}</text>'
        f'<text x="1150" y="592" font-size="30" text-anchor="end">Paddock</text>'
        "</svg>"
    )


def shorten(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"


def wrap(text: str, letters: int) -> list[str]:
    """At most two lines."""
    if len(text) <= letters:
        return [text]
    at = text.rfind(" ", 0, letters + 1)
    return [text[:at], shorten(text[at + 1 :], letters)] if at > 0 else [shorten(text, letters)]


def draw_row(driver: Driver, y: float, look: Colours) -> str:
    place = f"{driver.place}." if driver.place else ""
    return (
        f'<text x="92" y="{y + 11}" font-size="32" text-anchor="end">{place}</text>'
        + draw_car(driver, (128, y))
        + f'<text x="164" y="{y + 11}" font-size="32">'
        f"{escape(shorten(driver.name, MAX_NAME_LETTERS))}</text>"
    )


def draw_car(driver: Driver, at: Point, radius: float = 21) -> str:
    colour, ink = NOBODY if driver.livery is None else LIVERIES[(driver.livery - 1) % len(LIVERIES)]
    x, y = round(at[0], 1), round(at[1], 1)
    number = "" if driver.livery is None else driver.livery
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" stroke="#FFFFFF" '
        f'stroke-width="3"/><text x="{x}" y="{y + radius * 0.36:.1f}" font-size="{radius}" '
        f'text-anchor="middle" fill="{ink}">{number}</text>'
    )


def draw_road(sketch: Sketch, look: Colours, preview: Preview) -> str:
    """The road, scaled into its box, with the cars; those on one spot lie next to each other."""
    xs, ys = [x for x, _ in sketch.road], [y for _, y in sketch.road]
    left, top, width, height = BOX
    pad = sketch.width / 2 + 0.6
    wide, high = max(xs) - min(xs) + 2 * pad, max(ys) - min(ys) + 2 * pad
    scale = min(width / wide, height / high)
    dx = left + (width - scale * wide) / 2 - scale * (min(xs) - pad)
    dy = top + (height - scale * high) / 2 - scale * (min(ys) - pad)

    def put(point: Point) -> Point:
        return point[0] * scale + dx, point[1] * scale + dy

    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(put, sketch.road))
    path += "z" if sketch.closed else ""
    band = max(sketch.width * scale, 22.0)
    line = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    x, y = put(sketch.road[0])
    drawn = (
        f'<path d="{path}" {line} stroke="{look.edge}" stroke-width="{band + 10:.1f}"/>'
        f'<path d="{path}" {line} stroke="{look.road}" stroke-width="{band:.1f}"/>'
        f'<path d="{path}" {line} stroke="#FFFFFF" stroke-opacity="0.5" stroke-width="2" '
        'stroke-dasharray="10 12"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="#FFFFFF"/>'
    )
    known = {driver.car: driver for driver in preview.drivers}
    placed: list[Point] = []
    cars = sorted(sketch.cars, key=lambda one: -rank(known.get(one[0])))
    for car, point in cars:
        if (driver := known.get(car)) is not None:
            at = beside(put(point), placed)
            placed.append(at)
            drawn += draw_car(driver, at, 18)
    return drawn


def rank(driver: Driver | None) -> int:
    return 99 if driver is None or not driver.place else driver.place


def beside(at: Point, placed: Sequence[Point], apart: float = 26) -> Point:
    """The nearest free spot around a point."""
    for turn in range(24):
        reach = apart * math.ceil(turn / 6)
        spot = (
            at[0] + reach * math.cos(turn * math.pi / 3),
            at[1] + reach * math.sin(turn * math.pi / 3),
        )
        if all(math.dist(spot, other) >= apart - 1 for other in placed):
            return spot
    return at


def draw_strip(preview: Preview, look: Colours) -> str:
    """A straight road with the cars in their order, for boards without a road to draw."""
    left, top, width, height = BOX
    racing = [driver for driver in preview.drivers if driver.place][:8]
    drawn = (
        f'<path fill="{look.road}" d="M{left + 40} {top + height}L{left + width * 0.4} {top + 20}'
        f'H{left + width * 0.6}L{left + width - 40} {top + height}z"/>'
        f'<path stroke="{look.edge}" stroke-width="8" stroke-dasharray="34 26" '
        f'd="M{left + width / 2} {top + height}V{top + 20}"/>'
    )
    for i, driver in reversed(list(enumerate(racing))):
        part = (i + 0.5) / max(len(racing), 4)
        y = top + 50 + part * (height - 90)
        side = (-1 if i % 2 else 1) * (24 + 70 * part)
        drawn += draw_car(driver, (left + width / 2 + side, y), 16 + 20 * part)
    return drawn


@cache
def find_font(package: str) -> str:
    """Path of the font; empty: it is not installed."""
    found = find_spec(package)
    for folder in () if found is None else found.submodule_search_locations or ():
        if (file := Path(folder, FONT_FILE)).is_file():
            return str(file)
    return ""


def can_draw() -> bool:
    """Whether PNG can be made here."""
    return bool(find_font(FONT_PACKAGE)) and find_spec(RENDER_PACKAGE) is not None


def to_png(svg: str) -> bytes:
    """The picture as PNG. Fonts of the machine are searched only for letters ours does not have."""
    import resvg_py

    given: Any = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=WIDTH,
        height=HEIGHT,
        skip_system_fonts=all(
            ord(letter) <= MAX_FONT_LETTER or letter in "–—…’“”" for letter in svg
        ),
        font_files=[find_font(FONT_PACKAGE)],
        font_family=FONT_FAMILY,
    )
    return bytes(given)
