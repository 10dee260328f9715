"""The registry of games, by id."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping

from paddock.core.errors import UnknownGame
from paddock.core.game_spec import AnyGameSpec

PACKAGES = ("circus_maximus", "great_race", "winds_of_war", "heat", "street_illegal", "template")
"""The game packages, in the order they are shown. Each exports GAMES, one or more."""


@functools.cache
def all_specs() -> Mapping[str, AnyGameSpec]:
    """All games by id."""
    return {spec.card.id: spec for package in PACKAGES for spec in load_package(package)}


def find_spec(id: str) -> AnyGameSpec:
    """The spec of a game, or a clear error."""
    for package in PACKAGES:  # opens only the house that is asked for
        if id.startswith(package.replace("_", "-")):
            for spec in load_package(package):
                if spec.card.id == id:
                    return spec
    raise UnknownGame(f"there is no game {id!r}; the games are: {', '.join(all_specs())}")


def find_race(id: str, specs: Mapping[str, AnyGameSpec]) -> AnyGameSpec | None:
    """The race inside a mode or a series: "heat" of "heat-championship"."""
    inside = [other for other in specs if id.startswith(f"{other}-")]
    return specs[max(inside, key=len)] if inside else None


def load_package(package: str) -> tuple[AnyGameSpec, ...]:
    games: tuple[AnyGameSpec, ...] = importlib.import_module(f"{__name__}.{package}").GAMES
    return games
