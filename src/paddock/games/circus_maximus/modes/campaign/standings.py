"""Standings of the campaign: on the track while a race is run, otherwise by money."""

from __future__ import annotations

from paddock.core.standings import Standing
from paddock.games.circus_maximus.modes.campaign.phases import Over
from paddock.games.circus_maximus.modes.campaign.rules.owners import Life
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.ownership import standings as stable
from paddock.games.circus_maximus.ownership.view import is_race_running
from paddock.games.circus_maximus.standings import standings as race_standings

NOTES = {
    Life.ABROAD: "abroad",
    Life.SLAVE: "slave",
    Life.GONE: "bankrupt",
    Life.FIGHTER: "fighter",
}


def standings(view: View) -> tuple[Standing, ...]:
    """The chariots of the race and the watching seats, or all players by money."""
    if view.now is None or not is_race_running(view.phase):
        return by_money(view)
    return stable.with_watchers(race_standings(view.now), view.seats)


def by_money(view: View) -> tuple[Standing, ...]:
    """The richest first; the gap is in sesterces. A seat without a stable is out."""
    notes = [NOTES.get(player.life, "money") for player in view.players]
    return stable.by_money(view.table, notes, isinstance(view.phase, Over))
