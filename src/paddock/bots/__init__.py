"""Bots: named on the command line, seated like people, told what a seat is told."""

from __future__ import annotations

import re
from typing import Any

from paddock.bots.bot import Bot
from paddock.bots.greedy import Greedy
from paddock.bots.levels import LEVELS, Generous, easy, hard, medium
from paddock.bots.random import Random
from paddock.bots.search import Clock, Search
from paddock.bots.styles import STYLES, StyledBot
from paddock.core.errors import UnknownBot
from paddock.core.game_spec import AnyGameSpec

__all__ = [
    "HANDICAP",
    "KNOWN",
    "LEVELS",
    "STYLES",
    "TEMPERED",
    "AnyBot",
    "Bot",
    "is_timed",
    "make",
]

AnyBot = Bot[Any, Any]

HANDICAP = "generous"
"""A level that gives a decision away now and then."""

TEMPERED = (
    *[f"{level}:{temper}" for level in LEVELS for temper in STYLES],
    *[f"{level}:{HANDICAP}" for level in LEVELS[1:]],
)
"""Every level with every temper, and with a handicap where there is an easier one."""

KNOWN = (
    *LEVELS,
    f"LEVEL:{'|'.join((*STYLES, HANDICAP))}",
    "random",
    "greedy",
    "search:N",
    "search:Ns",
)
"""`search:200` tries its options 200 times a decision, `search:2s` for two seconds; `hard:bold` and
`search:200:bold` have a temper."""

BUDGET = re.compile(r"search:(?:(?P<samples>[0-9]{1,7})|(?P<seconds>[0-9]{1,4}(?:\.[0-9]{1,3})?)s)")


def make(name: str, spec: AnyGameSpec) -> AnyBot:
    """The bot of that name, for a game."""
    own, _, argument = name.partition(":")
    if own in spec.bots:
        try:
            bot: AnyBot = spec.bots[own](argument)
        except ValueError as wrong:
            raise UnknownBot(f"{name} is no bot of {spec.card.title}: {wrong}") from None
        return bot
    driver, _, temper = name.rpartition(":")
    if temper in STYLES and (driver in LEVELS or BUDGET.fullmatch(driver)):
        return StyledBot(spec, make(driver, spec), STYLES[temper])
    if temper == HANDICAP and (driver in LEVELS or BUDGET.fullmatch(driver)):
        return Generous(spec, make(driver, spec))
    match name:
        case "random":
            return Random()
        case "greedy":
            return Greedy(spec)
        case "easy":
            return easy(spec)
        case "medium":
            return medium(spec)
        case "hard":
            return hard(spec)
    budget = BUDGET.fullmatch(name)
    if budget and budget["samples"] and int(budget["samples"]):
        return Search(spec, int(budget["samples"]))
    if budget and budget["seconds"] and float(budget["seconds"]):
        return Search(spec, Clock(float(budget["seconds"])))
    known = ", ".join((*KNOWN, *spec.bots))
    raise UnknownBot(f"there is no bot {name!r}; the bots are: {known}")


def is_timed(name: str) -> bool:
    """Whether a bot thinks by the clock, and so may choose otherwise the next time."""
    driver, _, temper = name.rpartition(":")
    budget = BUDGET.fullmatch(driver if temper in (*STYLES, HANDICAP) else name)
    return bool(budget and budget["seconds"])
