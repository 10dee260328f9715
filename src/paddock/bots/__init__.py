"""Bots by name. A bot takes a seat and sees only what that seat may see."""

from __future__ import annotations

import re
from typing import Any

from paddock.bots.bot import Bot, looks
from paddock.bots.greedy import Greedy
from paddock.bots.levels import LEVELS, GenerousBot, make_easy, make_hard, make_medium
from paddock.bots.own import load_own_bot
from paddock.bots.random import Random
from paddock.bots.rollout import Rollout
from paddock.bots.search import Search, TimeBudget
from paddock.bots.styles import STYLES, StyledBot
from paddock.core.errors import UnknownBot
from paddock.core.game_spec import AnyGameSpec

__all__ = [
    "BOT_NAMES",
    "HANDICAP",
    "LEVELS",
    "STYLED_NAMES",
    "STYLES",
    "AnyBot",
    "Bot",
    "is_timed",
    "looks",
    "make_bot",
]

AnyBot = Bot[Any, Any]

HANDICAP = "generous"
"""Suffix for a bot that plays some decisions like the easy level."""

STYLED_NAMES = (
    *[f"{level}:{temper}" for level in LEVELS for temper in STYLES],
    *[f"{level}:{HANDICAP}" for level in LEVELS[1:]],
)
"""Every level with every style, and with a handicap where there is an easier level."""

BOT_NAMES = (
    *LEVELS,
    f"LEVEL:{'|'.join((*STYLES, HANDICAP))}",
    "random",
    "greedy",
    "search:N",
    "search:Ns",
    "rollout",
    "MODULE:NAME",
    "FILE.py:NAME",
)
"""`search:200` tries its options 200 times a decision, `search:2s` for two seconds; `rollout` is
its quick policy alone. `hard:bold` and `search:200:bold` have a style. The last two are bots of
one's own, see `paddock.bots.own`."""

BUDGET = re.compile(r"search:(?:(?P<samples>[0-9]{1,7})|(?P<seconds>[0-9]{1,4}(?:\.[0-9]{1,3})?)s)")


def make_bot(
    name: str, spec: AnyGameSpec, *, own: bool = False, seconds: float | None = None
) -> AnyBot:
    """Create the bot of this name for a game.

    `own`: also bots written by others, which runs their code. Never allow it for a name that
    a stranger may have chosen. `seconds` limits how long such a bot may think of a decision.
    """
    first, _, argument = name.partition(":")
    if first in spec.bots:
        try:
            bot: AnyBot = spec.bots[first](argument)
        except ValueError as wrong:
            raise UnknownBot(f"{name} is no bot of {spec.card.title}: {wrong}") from None
        return bot
    driver, _, temper = name.rpartition(":")
    if temper in STYLES and (driver in LEVELS or BUDGET.fullmatch(driver)):
        return StyledBot(spec, make_bot(driver, spec), STYLES[temper])
    if temper == HANDICAP and (driver in LEVELS or BUDGET.fullmatch(driver)):
        return GenerousBot(spec, make_bot(driver, spec))
    match name:
        case "random":
            return Random()
        case "greedy":
            return Greedy(spec)
        case "rollout":
            return Rollout(spec)
        case "easy":
            return make_easy(spec)
        case "medium":
            return make_medium(spec)
        case "hard":
            return make_hard(spec)
    budget = BUDGET.fullmatch(name)
    if budget and budget["samples"] and int(budget["samples"]):
        return Search(spec, int(budget["samples"]))
    if budget and budget["seconds"] and float(budget["seconds"]):
        return Search(spec, TimeBudget(float(budget["seconds"])))
    if own and (mine := load_own_bot(name, spec, seconds)) is not None:
        return mine
    known = ", ".join((*BOT_NAMES, *spec.bots))
    raise UnknownBot(f"there is no bot {name!r}; the bots are: {known}")


def is_timed(name: str) -> bool:
    """Whether a bot's budget is in seconds, so that its moves are not reproducible."""
    driver, _, temper = name.rpartition(":")
    budget = BUDGET.fullmatch(driver if temper in (*STYLES, HANDICAP) else name)
    return bool(budget and budget["seconds"])
