"""The races of The Great Race that the laws walk along: both maps, both ways, 2 to 4 crews."""

from __future__ import annotations

from typing import Any

from paddock.games.great_race.state import Options

SPREAD: tuple[tuple[Any, int], ...] = (
    (Options(rounds=6), 2),
    (Options(rounds=8), 3),
    (Options(rounds=12), 4),
    (Options(direction="north", rounds=6), 2),
    (Options(direction="north", rounds=8), 3),
    (Options(direction="north", rounds=8), 4),
    (Options(continent="south-america", rounds=6), 2),
    (Options(continent="south-america", rounds=8), 3),
    (Options(continent="south-america", rounds=8), 4),
    (Options(continent="south-america", direction="north", rounds=6), 2),
    (Options(continent="south-america", direction="north", rounds=8), 3),
    (Options(continent="south-america", direction="north", rounds=8, parts_a_repair=5), 4),
    (Options(), 4),
)
RACES = 26
