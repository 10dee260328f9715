"""Standings of the season: on the track while a race is run, otherwise by money."""

from __future__ import annotations

from paddock.core.standings import Standing
from paddock.games.circus_maximus.modes.season.phases import Over
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership import standings as stable
from paddock.games.circus_maximus.ownership.view import is_race_running
from paddock.games.circus_maximus.standings import standings as race_standings


def standings(view: View) -> tuple[Standing, ...]:
    """The chariots of the race and the watching seats, or all players by money."""
    if view.now is None or not is_race_running(view.phase):
        return by_money(view)
    return stable.with_watchers(race_standings(view.now), view.seats)


def by_money(view: View) -> tuple[Standing, ...]:
    """The richest first; the gap is in sesterces. A bankrupt seat is out."""
    notes = ["bankrupt" if player.bankrupt else "money" for player in view.players]
    return stable.by_money(view.table, notes, isinstance(view.phase, Over))
