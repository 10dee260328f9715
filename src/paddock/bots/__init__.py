"""Bots: named on the command line, seated like people, told what a seat is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Protocol, runtime_checkable

from paddock.bots.bot import Bot
from paddock.bots.greedy import Greedy
from paddock.bots.monte_carlo import PLAYOUTS, Clock, MonteCarlo, Timed
from paddock.bots.random import Random
from paddock.core.errors import UnknownBot
from paddock.core.house import AnyHouse

__all__ = ["KNOWN", "AnyBot", "Bot", "Sampling", "is_timed", "make"]

AnyBot = Bot[Any, Any]


@runtime_checkable
class Sampling(Protocol):
    """A bot of a game that thinks in rounds of a halving, as many worlds as its budget gives."""

    worlds: Callable[[int, int], Iterator[int]]


KNOWN = ("random", "greedy", "mc", "mc:N", "mc:Ns")
"""`mc:200` plays 200 playouts a decision, `mc:2s` for two seconds, `mc` as many as is usual."""

BUDGET = re.compile(r"mc:(?:(?P<playouts>[0-9]{1,7})|(?P<seconds>[0-9]{1,4}(?:\.[0-9]{1,3})?)s)")


def make(name: str, house: AnyHouse) -> AnyBot:
    """The bot of that name, for a game."""
    own, _, argument = name.partition(":")
    if own in house.bots:
        return own_bot(house, own, argument)
    match name:
        case "random":
            return Random()
        case "greedy":
            return Greedy(house)
        case "mc":
            return MonteCarlo(house, PLAYOUTS)
    budget = BUDGET.fullmatch(name)
    if budget and budget["playouts"] and int(budget["playouts"]):
        return MonteCarlo(house, int(budget["playouts"]))
    if budget and budget["seconds"] and float(budget["seconds"]):
        return Timed(house, float(budget["seconds"]))
    known = ", ".join(dict.fromkeys((*KNOWN, *house.bots)))
    raise UnknownBot(f"there is no bot {name!r}; the bots are: {known}")


def own_bot(house: AnyHouse, name: str, argument: str) -> AnyBot:
    """A bot that only this game has. One that samples worlds can do so by the clock, which games
    do not know: then its budget comes from here."""
    timed = BUDGET.fullmatch(f"{name}:{argument}")
    seconds = float(timed["seconds"]) if timed and timed["seconds"] else 0.0
    try:
        bot: AnyBot = house.bots[name]("" if seconds else argument)
    except ValueError as wrong:
        raise UnknownBot(f"{name}:{argument} is no bot of {house.card.title}: {wrong}") from None
    if seconds:
        if not isinstance(bot, Sampling):
            raise UnknownBot(f"{name} of {house.card.title} does not think by the clock")
        bot.worlds = Clock(seconds).worlds
    return bot


def is_timed(name: str) -> bool:
    """Whether a bot thinks by the clock, and so may choose otherwise the next time."""
    budget = BUDGET.fullmatch(name)
    return bool(budget and budget["seconds"])
