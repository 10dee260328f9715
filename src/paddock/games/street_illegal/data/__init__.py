"""The cards as small numbers, with tables beside them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import TypeAlias

from paddock.core.seats import Language

_FILE = resources.files(__name__).joinpath("cards.toml")
_DATA = tomllib.loads(_FILE.read_text("utf-8"))
_TEMPO, _TRACK, _START = _DATA["tempo"], _DATA["track"], _DATA["start"]

Tempo: TypeAlias = int
"""A tempo card, 0 to 29: value times five, plus icon. Sorted by number is sorted by speed."""
Track: TypeAlias = int
"""A track card, 0 to 19: its limit times five, plus its icon."""

ICONS: tuple[str, ...] = tuple(_TEMPO["icons"])
LEFT, MIDDLE, RIGHT, UPHILL, DOWNHILL = range(5)
SLOTS = ICONS[:3]

TEMPOS = range(len(_TEMPO["mph"]) * len(ICONS))
MPH: tuple[int, ...] = tuple(mph for mph in _TEMPO["mph"] for _ in ICONS)
ICON = tuple(card % len(ICONS) for card in TEMPOS)
COPIES: int = _TEMPO["copies"]
DECK = tuple(card for card in TEMPOS for _ in range(COPIES))

TRACKS = range(len(_TRACK["limits"]) * len(ICONS))
LIMIT: tuple[int, ...] = tuple(limit for limit in _TRACK["limits"] for _ in ICONS)  # 0: none
ROAD = tuple(track % len(ICONS) for track in TRACKS)
LEGS: int = _TRACK["laid"]

HAND: int = _START["hand"]
CHIPS_EACH: int = _START["chips_each"]
CHIPS: int = _START["chips_in_all"]
PLACES: int = _START["places"]
POINTS: tuple[int, ...] = tuple(_DATA["finish"]["points"])

NONE = -1  # no card
HIDDEN = -2  # a card or a number that this eye may not see
PRO = -1  # in the order of the cars: an Old Pro

if len(DECK) != 90 or len(TRACKS) != 20 or len(POINTS) != PLACES:
    raise ValueError("cards.toml: 90 tempo cards, 20 track cards, points for 7 places are expected")

ITALIAN = ("sinistra", "centro", "destra", "salita", "discesa")


def face(card: Tempo) -> str:
    """A tempo card as scenarios write it: 30L is a 30 with an obstacle to the left."""
    return "-" if card == NONE else f"{MPH[card]}{'LMRUD'[ICON[card]]}"


def tempo(text: str) -> Tempo:
    """The card that is written so."""
    if text == "-":
        return NONE
    return list(_TEMPO["mph"]).index(int(text[:-1])) * len(ICONS) + "LMRUD".index(text[-1])


def told(card: Tempo, language: Language) -> str:
    """A tempo card in a sentence."""
    if card == NONE:
        return "no card" if language == "en" else "nessuna carta"
    if card not in TEMPOS:  # what somebody sent us
        return f"{card}?"
    return f"{MPH[card]} {icon(ICON[card], language)}"


def icon(index: int, language: Language) -> str:
    return (ICONS if language == "en" else ITALIAN)[index]
