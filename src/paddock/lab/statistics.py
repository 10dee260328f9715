"""What many races say: wins, mean places, and how sure one may be of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from paddock.lab.simulate import Plan, Race

SURE = 1.959964
"""So many standard errors hold 95 % of what chance does."""


class Mean(Struct, frozen=True):
    """A mean and half of its 95 % interval."""

    value: float
    margin: float


class Entry(Struct, frozen=True):
    """One bot over all places it sat in."""

    bot: str
    wins: int  # first among the players; a shared first place counts for each
    wins_between: tuple[float, float]  # the share of wins, 95 % interval
    place: Mean
    place_among_all: Mean


class Report(Struct, frozen=True):
    """What a simulation found."""

    races: int
    seconds: float
    decisions: int
    entries: tuple[Entry, ...]
    reasons: tuple[tuple[str, int], ...]


def report(plan: Plan, races: Sequence[Race], seconds: float) -> Report:
    """The statistics of the races of a plan."""
    reasons = [race.reason for race in races]
    counted = tuple((reason, reasons.count(reason)) for reason in sorted(set(reasons)))
    entries = tuple(entry(bot, number, races) for number, bot in enumerate(plan.bots))
    decisions = sum(race.decisions for race in races)
    return Report(len(races), seconds, decisions, entries, counted)


def entry(bot: str, number: int, races: Sequence[Race]) -> Entry:
    """One bot, wherever it sat."""
    sat = [race.entries.index(number) for race in races]
    places = [race.places[seat] for race, seat in zip(races, sat, strict=True)]
    among_all = [race.places_among_all[seat] for race, seat in zip(races, sat, strict=True)]
    wins = places.count(1)
    return Entry(bot, wins, share(wins, len(races)), mean(places), mean(among_all))


def mean(values: Sequence[float]) -> Mean:
    """The mean, with the margin that a normal law gives; a single value has none to give."""
    count = len(values)
    if not count:
        return Mean(0.0, 0.0)
    middle = math.fsum(values) / count
    if count == 1:
        return Mean(middle, 0.0)
    spread = math.fsum((value - middle) ** 2 for value in values) / (count - 1)
    return Mean(middle, SURE * math.sqrt(spread / count))


def share(hits: int, tries: int) -> tuple[float, float]:
    """Wilson's interval of a share: sound also near 0 and 1, where many bots live."""
    if not tries:
        return (0.0, 1.0)
    part, square = hits / tries, SURE * SURE
    middle = (part + square / (2 * tries)) / (1 + square / tries)
    inner = part * (1 - part) / tries + square / (4 * tries * tries)
    margin = SURE * math.sqrt(inner) / (1 + square / tries)
    return (max(0.0, middle - margin), min(1.0, middle + margin))
