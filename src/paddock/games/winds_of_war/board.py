"""What the browser's board needs beside the views: the shape of circuits, cars, drivers, parts."""

from __future__ import annotations

import math
from typing import Any

import msgspec
from msgspec import Struct

from paddock.core.languages import languages
from paddock.games.winds_of_war.data import (
    BOX,
    DIE,
    DRIVERS,
    EVENTS,
    MODELS,
    POINTS,
    PRIZES,
    RED_BOXES,
    SKILLS,
    SPARES,
    TRACKS,
    TUNINGS,
    TYRES,
    kebab,
    read,
)
from paddock.games.winds_of_war.data.enums import Colour, Failure, Gauge, Ground, Job
from paddock.games.winds_of_war.data.track import BadTrack, Track
from paddock.games.winds_of_war.words import WORDS


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of a circuit: the way each space of the middle lane points, from the line on, in
    degrees, clockwise from the right."""

    headings: tuple[int, ...]


DRAWINGS = msgspec.convert(read("drawings.toml")["drawing"], dict[str, Drawing])


def nodes(track: Track) -> tuple[tuple[float, float], ...]:
    """The line before each space, in lengths of a space; what rounding leaves open is spread
    evenly, so that the road closes."""
    headings = DRAWINGS[track.id].headings
    if len(headings) != track.spaces:
        raise BadTrack(f"{track.id}: the drawing has {len(headings)} spaces")
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


def circuit(track: Track) -> dict[str, Any]:
    return {
        "name": track.name,
        "icons": track.icons,
        "laps": track.laps,
        "length": track.length,
        "spaces": track.spaces,
        "nodes": nodes(track),
        "curves": [
            {
                "letter": curve.letter.name,
                "start": curve.start,
                "end": curve.end,
                "parts": [{"inner": p.inner, "start": p.start, "end": p.end} for p in curve.parts],
                "line": curve.line,
            }
            for curve in track.curves
        ],
        "lane": track.lane,
        "start": track.start,
        "end": track.end,
        "ways": track.ways,
        "curve": track.curve,
        "slope": track.slope,
        "pits": [box for box, pits in enumerate(track.pits) if pits],
        "ground": track.ground,
        "next_line": track.next_line,
        "grid": track.grid,
        "boxes": track.name_of,
    }


def told(id: str) -> list[str]:
    """A message in every language."""
    return [WORDS.tell(id, language) for language in languages()]


def board() -> dict[str, Any]:
    return {
        "kmh": BOX,
        "tyres": TYRES,
        "red": {kebab(gauge): boxes for gauge, boxes in zip(Gauge, RED_BOXES, strict=True)},
        "grounds": [ground.name.lower() for ground in Ground],
        "circuits": {track.id: circuit(track) for track in TRACKS},
        "models": [
            {
                "name": car.name,
                "group": car.group,
                "top": car.top,
                "red": car.red,
                "acceleration": car.acceleration,
                "braking": car.braking,
                "turns": car.turns,
                "reliability": car.reliability,
                "engine": car.engine,
                "heat": car.heat,
                "brakes": car.brakes,
                "body": car.body,
                "price": car.price,
                "horsepower": car.horsepower,
            }
            for car in MODELS
        ],
        "drivers": [
            {
                "name": driver.name,
                "nation": driver.nation,
                "grade": driver.grade,
                "price": driver.price,
                "rows": SKILLS[driver.grade].rows,
                "challenge": SKILLS[driver.grade].challenge,
                "reroll": SKILLS[driver.grade].reroll,
            }
            for driver in DRIVERS
        ],
        "tunings": [
            {"name": c.name, "effect": told(f"tuning.{c.id}"), "price": c.price} for c in TUNINGS
        ],
        "spares": [{"name": part.name, "price": part.price} for part in SPARES],
        "dice": [
            {"colour": colour.name.lower(), "warnings": DIE[colour].count("warning")}
            for colour in Colour
        ],
        "events": {
            str(no): told(f"happening.{e.happening}") for no, e in EVENTS.items() if not e.road
        },
        "words": {
            "ground": [told(f"ground.{kebab(ground)}") for ground in Ground],
            "failure": [told(f"failure.{kebab(failure)}") for failure in Failure],
            "job": [told(f"job.{kebab(job)}") for job in Job],
        },
        "points": POINTS,
        "prizes": PRIZES,
    }
