"""The registry: every house by the ids of its games."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping

from paddock.core.errors import UnknownGame
from paddock.core.house import AnyHouse

PACKAGES = ("circus_maximus", "great_race", "winds_of_war", "heat", "street_illegal", "template")
"""The houses, in the order they are shown. Each exports GAMES, one or more."""


@functools.cache
def houses() -> Mapping[str, AnyHouse]:
    """All games by id."""
    return {house.card.id: house for package in PACKAGES for house in opened(package)}


def find(id: str) -> AnyHouse:
    """The house of a game, or a clear error."""
    for package in PACKAGES:  # opens only the house that is asked for
        if id.startswith(package.replace("_", "-")):
            for house in opened(package):
                if house.card.id == id:
                    return house
    raise UnknownGame(f"there is no game {id!r}; the games are: {', '.join(houses())}")


def race_of(id: str, houses: Mapping[str, AnyHouse]) -> AnyHouse | None:
    """The race inside a wing or a series: "heat" of "heat-championship"."""
    inside = [other for other in houses if id.startswith(f"{other}-")]
    return houses[max(inside, key=len)] if inside else None


def opened(package: str) -> tuple[AnyHouse, ...]:
    games: tuple[AnyHouse, ...] = importlib.import_module(f"{__name__}.{package}").GAMES
    return games
