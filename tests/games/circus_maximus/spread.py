"""The races for the law tests: every book with 2, 5, 8 and 16 chariots, every option alone in every
book, and all together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from paddock.games.circus_maximus.modes.arena.state import Options as Arena
from paddock.games.circus_maximus.modes.campaign.state import Options as Campaign
from paddock.games.circus_maximus.modes.season.state import Options as Season
from paddock.games.circus_maximus.state import Options

ALL: dict[str, Any] = {
    "detailed": True,
    "long_whips": True,
    "scythes": True,
    "dust": True,
    "knife": True,
    "spear": True,
    "carcasses": True,
    "critical_horses": True,
    "acceleration": True,
    "written_whip": True,
    "weather": True,
}
AGREED = ("two_laps", "no_horse_rams", "reaction")
"""Not of The General, but switches all the same; the time limit is on in every short walk."""
FEW = 10
"""Turns of a short walk: long enough for corners, fights and dead horses."""


def each(names: Iterable[str]) -> Iterator[dict[str, Any]]:
    """One switch at a time."""
    return ({name: True} for name in names)


SPREAD: tuple[tuple[Any, int], ...] = (  # large fields for a few turns: a whole race takes long
    (Options("basic", 2, turns=2), 2),
    (Options("basic", 5, turns=12), 5),
    (Options("basic", turns=12), 5),
    (Options("basic", turns=8), 8),
    (Options("basic", 16, turns=5), 4),
    (Options("advanced", 2), 2),
    (Options("advanced", 5), 5),
    (Options("advanced", turns=16), 4),
    (Options("advanced", 16, turns=5), 16),
    (Options("epic", 2), 2),
    (Options("epic", 5), 5),
    (Options("epic", turns=16), 4),
    (Options("epic", 16, turns=5), 16),
    *((Options("advanced", 4, **alone), 3) for alone in each(ALL)),
    *((Options("basic", 4, turns=FEW, **alone), 2) for alone in each(ALL)),
    *((Options("epic", 4, turns=FEW, **alone), 2) for alone in each(ALL)),
    *((Options("basic", 4, turns=FEW, **alone), 2) for alone in each(AGREED)),
    *((Options("advanced", 4, turns=FEW, **alone), 2) for alone in each(AGREED)),
    *((Options("epic", 4, turns=FEW, **alone), 2) for alone in each(AGREED)),
    (Options("advanced", 6, **ALL), 3),
    (Options("basic", 4, **ALL), 2),
    (Options("epic", 6, two_laps=True, no_horse_rams=True, **ALL), 3),
    (Options("advanced", 4, "model-b", turns=12, reaction=True), 4),
    (Options("advanced", 6, two_laps=True, no_horse_rams=True), 2),
    (Arena(), 2),
    (Arena(turns=5), 5),
    (Season(races=2, turns=1), 2),
    (Campaign(rounds=2, turns=1), 2),
    (Campaign(rounds=2, turns=1, each=1, places=2, late=1, late_round=2), 4),
    (Season(races=1, turns=1, betters=1, weather=True), 3),
)
RACES = len(SPREAD)
