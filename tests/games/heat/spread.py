"""The races of Heat that the laws walk along: every track, each module alone and all together,
one to eight cars."""

from __future__ import annotations

from typing import Any

from paddock.games.heat.modes.championship.state import Options as Season
from paddock.games.heat.state import Options

ALL: dict[str, Any] = {
    "garage": "draft",
    "upgrades": "both",
    "boxes": ("heavy-rain", "tunnel-vision", "rocky-roads"),
    "weather": True,
    "tournament": True,
    "chevrons": True,
    "pro": 2,
}

SPREAD: tuple[tuple[Any, int], ...] = (
    (Options(track="gb", laps=1), 2),
    (Options(first_game=True), 3),
    (Options(), 4),
    (Options(track="italia", laps=1), 1),
    (Options(track="gb", laps=1), 6),
    (Options(track="france", laps=1), 8),
    (Options(laps=1, garage="quick"), 3),
    (Options(laps=1, garage="draft", upgrades="advanced"), 4),
    (Options(track="italia", laps=1, legends=5), 1),
    (Options(track="gb", laps=1, legends=4, pro=6, chevrons=True), 2),
    (Options(track="france", laps=1, weather=True), 3),
    (Options(track="usa", laps=1, tournament=True), 4),
    (Options(track="japan", laps=1), 2),
    (Options(track="mexico", laps=1, weather=True), 3),
    (Options(track="nederland", laps=1, legends=2, chevrons=True), 2),
    (Options(track="espana", weather=True), 2),
    (Options(track="usa", laps=1, legends=3, **ALL), 5),
    (Options(track="italia", laps=1, legends=1, **ALL), 7),
    (Options(track="gb", laps=1, legends=5, **ALL), 3),
    (Options(track="france", laps=1, legends=4, **ALL), 4),
    (Options(track="japan", laps=1, legends=2, **{**ALL, "tournament": False}), 3),
    (Options(track="mexico", laps=1, legends=2, **ALL), 2),
    (Options(track="nederland", laps=1, legends=2, **{**ALL, "tournament": False}), 3),
    (Options(track="espana", legends=6, **{**ALL, "tournament": False}), 2),
    (Options(track="deutschland", laps=1, legends=2, **ALL), 3),
    (Options(track="southafrica", laps=1, legends=2, **ALL), 3),
    (Season(), 2),
    (Season(season="1963", legends=2), 1),
    (Season(season="1964", boxes=("heavy-rain",), tournament=True), 2),
    (Season(season="1965", boxes=("tunnel-vision",), legends=1), 2),
    (Season(season="1966", boxes=("rocky-roads",)), 2),
    (Season(season="custom", boxes=("heavy-rain", "tunnel-vision", "rocky-roads")), 3),
    (Season(season="goat", legends=1, upgrades="basic"), 1),
    (Season(season="goat", upgrades="basic"), 7),  # more drivers than Upgrades in the last race
)
RACES = 34
