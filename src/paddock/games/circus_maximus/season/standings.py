"""Who is ahead of whom: on the track while a race is run, else by money."""

from __future__ import annotations

from paddock.core.standings import Standing
from paddock.games.circus_maximus.season.phases import Over
from paddock.games.circus_maximus.season.view import View
from paddock.games.circus_maximus.stable import standings as stable
from paddock.games.circus_maximus.stable.view import on_the_track
from paddock.games.circus_maximus.standings import standings as race_standings


def standings(seen: View) -> tuple[Standing, ...]:
    """The chariots of the race and those who only watch, or the players by their money."""
    if seen.now is None or not on_the_track(seen.phase):
        return by_money(seen)
    return stable.with_watchers(race_standings(seen.now), seen.seats)


def by_money(seen: View) -> tuple[Standing, ...]:
    """The richest first; the gap is in sesterces. A bankrupt is out."""
    notes = ["bankrupt" if player.bankrupt else "money" for player in seen.players]
    return stable.by_money(seen.table, notes, isinstance(seen.phase, Over))
