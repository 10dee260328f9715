"""Paddock: five classics of racing, played, simulated and studied from one source of rules.

`paddock.make("heat", seats=4, seed=1)` starts a race; docs/python.md shows the rest. Importing this
package is quick: the names are loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paddock.api import Decision as Decision
    from paddock.api import Race as Race
    from paddock.api import Results as Results
    from paddock.api import load as load
    from paddock.api import make as make
    from paddock.api import replay as replay
    from paddock.api import simulate as simulate
    from paddock.bots.bot import Bot as Bot
    from paddock.core.chance import Chance as Chance
    from paddock.core.chance import Draw as Draw
    from paddock.core.chance import pick_one as pick_one
    from paddock.core.errors import BadDraw as BadDraw
    from paddock.core.errors import BadOption as BadOption
    from paddock.core.errors import BadSeats as BadSeats
    from paddock.core.errors import BotFailed as BotFailed
    from paddock.core.errors import IllegalMove as IllegalMove
    from paddock.core.errors import NoRecord as NoRecord
    from paddock.core.errors import NotAsked as NotAsked
    from paddock.core.errors import PaddockError as PaddockError
    from paddock.core.errors import Refused as Refused
    from paddock.core.errors import UnknownBot as UnknownBot
    from paddock.core.errors import UnknownGame as UnknownGame
    from paddock.core.errors import UnreadableMove as UnreadableMove
    from paddock.core.errors import UnreadableRecord as UnreadableRecord
    from paddock.core.game import Amount as Amount
    from paddock.core.game import Ask as Ask
    from paddock.core.game import Outcome as Outcome
    from paddock.core.game_spec import GameSpec as GameSpec
    from paddock.core.record import Record as Record
    from paddock.games import GameInfo as GameInfo
    from paddock.games import GamesPackage
    from paddock.measure.result_tables import ResultRow as ResultRow

    games: GamesPackage

__version__ = "0.1.0"

MODULES = {
    "paddock.api": ("Decision", "Race", "Results", "load", "make", "replay", "simulate"),
    "paddock.bots.bot": ("Bot",),
    "paddock.core.chance": ("Chance", "Draw", "pick_one"),
    "paddock.core.errors": (
        "BadDraw",
        "BadOption",
        "BadSeats",
        "BotFailed",
        "IllegalMove",
        "NoRecord",
        "NotAsked",
        "PaddockError",
        "Refused",
        "UnknownBot",
        "UnknownGame",
        "UnreadableMove",
        "UnreadableRecord",
    ),
    "paddock.core.game": ("Amount", "Ask", "Outcome"),
    "paddock.core.game_spec": ("GameSpec",),
    "paddock.core.record": ("Record",),
    "paddock.games": ("GameInfo",),
    "paddock.measure.result_tables": ("ResultRow",),
}
"""Where each public name is defined. `games` is the package, which can be called."""

HOMES = {name: module for module, names in MODULES.items() for name in names}

__all__ = [*sorted(HOMES), "games"]  # noqa: PLE0604  names of the table above


if not TYPE_CHECKING:  # else the type checker would accept any name

    def __getattr__(name: str) -> object:
        """Load a public name on its first use."""
        if name == "games":
            return importlib.import_module("paddock.games")
        if name not in HOMES:
            raise AttributeError(f"module 'paddock' has no attribute {name!r}")
        found = globals()[name] = getattr(importlib.import_module(HOMES[name]), name)
        return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
