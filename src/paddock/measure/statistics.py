"""What many races say: wins, mean places, and how sure one may be of them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from paddock.core.statistics import Mean, mean, wilson_interval
from paddock.measure.simulate import Race, SimulationPlan


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


def make_report(plan: SimulationPlan, races: Sequence[Race], seconds: float) -> Report:
    """The statistics of the races of a plan."""
    reasons = [race.reason for race in races]
    counted = tuple((reason, reasons.count(reason)) for reason in sorted(set(reasons)))
    entries = tuple(entry_statistics(bot, number, races) for number, bot in enumerate(plan.bots))
    decisions = sum(race.decisions for race in races)
    return Report(len(races), seconds, decisions, entries, counted)


def entry_statistics(bot: str, number: int, races: Sequence[Race]) -> Entry:
    """One bot, wherever it sat."""
    sat = [race.entries.index(number) for race in races]
    places = [race.places[seat] for race, seat in zip(races, sat, strict=True)]
    among_all = [race.places_among_all[seat] for race, seat in zip(races, sat, strict=True)]
    wins = places.count(1)
    return Entry(bot, wins, wilson_interval(wins, len(races)), mean(places), mean(among_all))
