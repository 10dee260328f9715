"""The registry of games, by id. The package can be called: `paddock.games()` lists the games."""

from __future__ import annotations

import copyreg
import functools
import importlib
import sys
from collections.abc import Callable, Mapping
from types import ModuleType

from msgspec import Struct

from paddock.core.errors import UnknownGame
from paddock.core.game_spec import AnyGameSpec, GameSpec
from paddock.core.options import Field, option_fields
from paddock.core.position import PlacedGame, Start, spec_from_position

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


# ---------------------------------------------------------------- pickle


def reduce_spec(spec: AnyGameSpec) -> tuple[Callable[..., AnyGameSpec], tuple[object, ...]]:
    """A spec travels by the id of its game, and by its start if that is a position."""
    start = spec.game.start if isinstance(spec.game, PlacedGame) else None
    return restore_spec, (spec.card.id, start)


def restore_spec(id: str, start: Start | None) -> AnyGameSpec:
    return spec_from_position(find_spec(id), start)


copyreg.pickle(GameSpec, reduce_spec)


# ---------------------------------------------------------------- the list


class GameInfo(Struct, frozen=True):
    """What there is to know about a game before a race."""

    id: str
    title: str
    year: int
    seats: tuple[int, int]  # least, most
    edition: str
    options: tuple[Field, ...]


class GamesPackage(ModuleType):
    """The type of this package, which can be called although it is a module."""

    PACKAGES: tuple[str, ...]
    all_specs: Callable[[], Mapping[str, AnyGameSpec]]
    find_spec: Callable[[str], AnyGameSpec]
    find_race: Callable[[str, Mapping[str, AnyGameSpec]], AnyGameSpec | None]
    load_package: Callable[[str], tuple[AnyGameSpec, ...]]

    def __call__(self) -> tuple[GameInfo, ...]:
        """All games with their options."""
        return tuple(describe(spec) for spec in all_specs().values())


def describe(spec: AnyGameSpec) -> GameInfo:
    card = spec.card
    options = option_fields(spec.options, spec.words)
    return GameInfo(card.id, card.title, card.year, card.seats, card.edition, options)


sys.modules[__name__].__class__ = GamesPackage
