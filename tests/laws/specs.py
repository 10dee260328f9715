"""What the tests of a game must provide: secrets, counts, a spread of options and seats."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from paddock.core.game_spec import AnyGameSpec
from paddock.games import load_package
from paddock.verify.laws import Census, Redeal

GAMES = Path(__file__).parent.parent / "games"
RACES = 60


def provided(package: str, module: str, name: str) -> Any:
    """`name` from tests/games/<package>/<module>.py, or a failure that says what is owed."""
    try:
        return getattr(importlib.import_module(f"tests.games.{package}.{module}"), name)
    except (ImportError, AttributeError) as wrong:
        owed = f"tests/games/{package}/{module}.py must have {name}"
        raise AssertionError(f"{owed}: {wrong}") from wrong


def redeal_of(package: str) -> Redeal:
    redeal: Redeal = provided(package, "secrets", "redeal")
    return redeal


def census_of(package: str) -> Census:
    census: Census = provided(package, "counts", "census")
    return census


def spread_of(package: str) -> tuple[tuple[AnyGameSpec, Any, int], ...]:
    """The races the laws walk along; every game of the package must be among them."""
    found = []
    for options, seats in provided(package, "spread", "SPREAD"):
        (spec,) = [spec for spec in load_package(package) if type(options) is spec.options]
        found.append((spec, options, seats))
    missing = {spec.card.id for spec in load_package(package)} - {h.card.id for h, _, _ in found}
    assert not missing, f"no race of {missing} in tests/games/{package}/spread.py"
    return tuple(found)


def walks_of(package: str) -> int:
    """How many races of an entry: all in all at least `RACES` of the spread, which says fewer where
    a game is slow. They are others every time; golden races and scenarios stay the same."""
    spread = importlib.import_module(f"tests.games.{package}.spread")
    races: int = getattr(spread, "RACES", RACES)
    return -(-races // len(spread.SPREAD))


def scenarios_of(package: str) -> Path:
    return GAMES / package / "scenarios"
