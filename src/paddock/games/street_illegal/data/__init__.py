"""The cards as small integers, with tables of their properties."""

from __future__ import annotations

import enum
import tomllib
from importlib import resources
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, convert


class Road(enum.IntEnum):
    """The road of a track card, and the icon of a tempo card."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2
    UPHILL = 3
    DOWNHILL = 4


class Slot(enum.IntEnum):
    """The place of a face-up tempo card; obstacles use the same three places."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2
    TURNED = 3  # just turned up, and in no place yet


Positive = Annotated[int, Meta(ge=1)]


class TempoSheet(Struct, frozen=True, forbid_unknown_fields=True):
    reconstructed: bool
    mph: tuple[Positive, ...]
    icons: tuple[str, ...]
    copies: Positive


class TrackSheet(Struct, frozen=True, forbid_unknown_fields=True):
    reconstructed: bool
    limits: tuple[Annotated[int, Meta(ge=0)], ...]
    laid: Positive


class StartSheet(Struct, frozen=True, forbid_unknown_fields=True):
    reconstructed: bool
    hand: Positive
    chips_each: Positive
    chips_in_all: Positive
    places: Positive


class FinishSheet(Struct, frozen=True, forbid_unknown_fields=True):
    reconstructed: bool
    points: tuple[Positive, ...]


class DriverSheet(Struct, frozen=True, forbid_unknown_fields=True):
    reconstructed: bool
    colours: tuple[str, ...]


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The format of the data file."""

    source: str
    tempo: TempoSheet
    track: TrackSheet
    start: StartSheet
    finish: FinishSheet
    drivers: DriverSheet


SHEET = convert(tomllib.loads(resources.files(__name__).joinpath("cards.toml").read_text()), Sheet)

Tempo: TypeAlias = int
"""A tempo card, 0 to 29: value times five, plus icon. Sorted by number is sorted by speed."""
Track: TypeAlias = int
"""A track card, 0 to 19: its limit times five, plus its road."""

ROADS = tuple(Road)
SLOTS = tuple(Slot)
ROW = SLOTS[:3]  # the three face-up cards
UPHILL, TURNED = Road.UPHILL, Slot.TURNED  # a member's name costs 180 ns, a constant 10

TEMPOS = range(len(SHEET.tempo.mph) * len(ROADS))
MPH = tuple(mph for mph in SHEET.tempo.mph for _ in ROADS)  # by tempo card, as ICON
ICON = tuple(ROADS[card % len(ROADS)] for card in TEMPOS)
COPIES = SHEET.tempo.copies
DECK = tuple(card for card in TEMPOS for _ in range(COPIES))

TRACKS = range(len(SHEET.track.limits) * len(ROADS))
LIMIT = tuple(limit for limit in SHEET.track.limits for _ in ROADS)  # by track card; 0: none
ROAD = tuple(ROADS[track % len(ROADS)] for track in TRACKS)
LEGS = SHEET.track.laid

HAND = SHEET.start.hand
CHIPS_EACH, CHIPS = SHEET.start.chips_each, SHEET.start.chips_in_all
PLACES = SHEET.start.places
POINTS = SHEET.finish.points
DRIVER_COLOURS = SHEET.drivers.colours
CHIP_MPH = 10  # what a chip is worth: in a duel, and over the limit

NONE = -1  # no card
HIDDEN = -2  # a card or a number that is secret from the viewer
PRO = -1  # in the order of the cars: an Old Pro
TEAM = -2  # all of them, who score as one in a series

assert tuple(road.name.lower() for road in ROADS) == SHEET.tempo.icons, "other icons than roads"
assert (len(DECK), len(TRACKS), len(POINTS)) == (90, 20, PLACES), "cards or points are missing"
