"""Bots: named on the command line, seated like people, told what a seat is told."""

from __future__ import annotations

import re
from typing import Any

from paddock.bots.bot import Bot
from paddock.bots.greedy import Greedy
from paddock.bots.monte_carlo import PLAYOUTS, MonteCarlo, Timed
from paddock.bots.random import Random
from paddock.core.errors import UnknownBot
from paddock.core.house import AnyHouse

__all__ = ["KNOWN", "AnyBot", "Bot", "is_timed", "make"]

AnyBot = Bot[Any, Any]

KNOWN = ("random", "greedy", "mc", "mc:N", "mc:Ns")
"""`mc:200` plays 200 playouts a decision, `mc:2s` for two seconds, `mc` as many as is usual."""

BUDGET = re.compile(r"mc:(?:(?P<playouts>[0-9]{1,7})|(?P<seconds>[0-9]{1,4}(?:\.[0-9]{1,3})?)s)")


def make(name: str, house: AnyHouse) -> AnyBot:
    """The bot of that name, for a game."""
    match name:
        case "random":
            return Random()
        case "greedy":
            return Greedy(house)
        case "mc":
            return MonteCarlo(house, PLAYOUTS)
    own, _, argument = name.partition(":")
    if own in house.bots:
        return own_bot(house, own, argument)
    budget = BUDGET.fullmatch(name)
    if budget and budget["playouts"] and int(budget["playouts"]):
        return MonteCarlo(house, int(budget["playouts"]))
    if budget and budget["seconds"] and float(budget["seconds"]):
        return Timed(house, float(budget["seconds"]))
    known = ", ".join((*KNOWN, *house.bots))
    raise UnknownBot(f"there is no bot {name!r}; the bots are: {known}")


def own_bot(house: AnyHouse, name: str, argument: str) -> AnyBot:
    """A bot that only this game has."""
    try:
        bot: AnyBot = house.bots[name](argument)
    except ValueError as wrong:
        raise UnknownBot(f"{name}:{argument} is no bot of {house.card.title}: {wrong}") from None
    return bot


def is_timed(name: str) -> bool:
    """Whether a bot thinks by the clock, and so may choose otherwise the next time."""
    budget = BUDGET.fullmatch(name)
    return bool(budget and budget["seconds"])
