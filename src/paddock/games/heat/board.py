"""What the browser's board needs beside the views: circuits with their shape, cards, tokens."""

from __future__ import annotations

import math
from typing import Any

import msgspec
from msgspec import Struct, structs

from paddock.core.seats import Language
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
    Token,
    Track,
    read,
)
from paddock.games.heat.rules.course import LETTERS
from paddock.games.heat.words import WORDS

LANGUAGES: tuple[Language, ...] = ("en", "it")


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of a circuit: the way each space points, in degrees, clockwise from the right."""

    headings: tuple[int, ...]


DRAWINGS = msgspec.convert(
    {k: v for k, v in read("drawings.toml").items() if k != "source"}, dict[str, Drawing]
)


def nodes(track: Track) -> tuple[tuple[float, float], ...]:
    """The line before each space, in lengths of a space; what rounding leaves open is spread
    evenly, so that the course closes."""
    headings = DRAWINGS[track.id].headings
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


def circuit(track: Track) -> dict[str, Any]:
    found = structs.asdict(track)
    kept = ("spaces", "laps", "flooded", "tunnels", "reconstructed")
    return {key: found[key] for key in kept} | {
        "names": {lan: WORDS.tell(f"track.{track.id}", lan) for lan in LANGUAGES},
        "corners": [structs.asdict(corner) for corner in track.corners],
        "slots": track.slots(),
        "nodes": nodes(track),
    }


def card(number: int) -> dict[str, Any]:
    """A card's values and symbols, and what it is called."""
    printed = {name: n for name, n in structs.asdict(SYMBOLS[number]).items() if n}
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
    return {"values": VALUES[number], "symbols": printed, "names": names}


def board() -> dict[str, Any]:
    return {
        "heat": HEAT,
        "stress": STRESS,
        "upgrades": FIRST_UPGRADE,
        "sponsors": FIRST_SPONSOR,
        "circuits": {id: circuit(track) for id, track in TRACKS.items()},
        "cards": [card(number) for number in range(CARDS)],
        "weather": [weather.id for weather in WEATHERS],
        "sky": {weather.id: weather.sector for weather in WEATHERS},
        "roads": {
            LETTERS[Token(i)]: {"id": road.id, "place": road.place} for i, road in enumerate(ROADS)
        },
        "colours": COLOURS,
        "legends": LEGENDS,
        "points": POINTS,
        "events": [
            {
                "no": event.no,
                "season": event.season,
                "race": event.race,
                "title": {lan: R.translated(f"C6.{event.no}", lan).title for lan in LANGUAGES},
                "text": {lan: R.translated(f"C6.{event.no}", lan).text for lan in LANGUAGES},
                "track": event.track,
                "press": event.press,
                "sponsors": event.sponsors,
            }
            for event in EVENTS
        ],
    }
