"""Behaviours of bots that no player would show, counted in simulated races.

Each game has a module here. A behaviour is a function with `@oddity`: it gets a played race and
returns how often the behaviour was found, and how often it could have been.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from paddock import bots
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options
from paddock.core.referee import AnyReferee, Referee


class Decision(NamedTuple):
    """A decision of a race: what the seat saw, was asked and did, and what happened then."""

    view: Any
    ask: Ask[Any]
    move: Any
    events: Sequence[Any]


class PlayedRace(NamedTuple):
    spec: AnyGameSpec
    decisions: Sequence[Decision]
    end: Any  # the last state


class Count(NamedTuple):
    found: int
    possible: int


class Oddity(NamedTuple):
    games: tuple[str, ...]
    what: str
    measure: Callable[[PlayedRace], Count]


class Setting(NamedTuple):
    """How the races of a game are run."""

    seats: int
    options: Mapping[str, Any]
    defaults: frozenset[str]  # prompts that are answered by the preselected option, as a person may


ODDITIES: list[Oddity] = []
SETTINGS: dict[str, Setting] = {}


def oddity(
    what: str, *games: str
) -> Callable[[Callable[[PlayedRace], Count]], Callable[[PlayedRace], Count]]:
    """Registers a behaviour of these games."""

    def register(count: Callable[[PlayedRace], Count]) -> Callable[[PlayedRace], Count]:
        ODDITIES.append(Oddity(games, what, count))
        return count

    return register


def run_with(game: str, seats: int, defaults: Sequence[str] = (), **options: Any) -> None:
    """Sets how the races of a game are run."""
    SETTINGS[game] = Setting(seats, options, frozenset(defaults))


def load_all() -> None:
    """Imports the modules of all games."""
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            importlib.import_module(f"{__name__}.{module.name}")


def play(spec: AnyGameSpec, bot: str, seed: int) -> PlayedRace:
    """A race of bots of one kind, with everything they saw."""
    setting = SETTINGS[spec.card.id]
    options = convert_options(spec.options, setting.options)
    referee: AnyReferee = Referee(spec.game, options, setting.seats, random.Random(seed))
    driver, luck = bots.make_bot(bot, spec), UnrecordedChance(random.Random(f"{seed} bots"))
    found = []
    while referee.asks:
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        usual = ask.question.prompt in setting.defaults
        move = ask.default_move if usual else driver.choose(view, ask, luck)
        found.append(Decision(view, ask, move, referee.play(ask.seat, move).events))
    return PlayedRace(spec, found, referee.state)
