"""Who is ahead of whom: on the track while a race is run, else by money."""

from __future__ import annotations

from paddock.core.standings import Standing
from paddock.games.circus_maximus.campaign.phases import Over
from paddock.games.circus_maximus.campaign.rules.owners import Life
from paddock.games.circus_maximus.campaign.view import View
from paddock.games.circus_maximus.stable import standings as stable
from paddock.games.circus_maximus.stable.view import on_the_track
from paddock.games.circus_maximus.standings import standings as race_standings

NOTES = {
    Life.ABROAD: "abroad",
    Life.SLAVE: "slave",
    Life.GONE: "bankrupt",
    Life.FIGHTER: "fighter",
}


def standings(seen: View) -> tuple[Standing, ...]:
    """The chariots of the race and those who only watch, or the players by their money."""
    if seen.now is None or not on_the_track(seen.phase):
        return by_money(seen)
    return stable.with_watchers(race_standings(seen.now), seen.seats)


def by_money(seen: View) -> tuple[Standing, ...]:
    """The richest first; the gap is in sesterces. Who has no stable is out."""
    notes = [NOTES.get(player.life, "money") for player in seen.players]
    return stable.by_money(seen.table, notes, isinstance(seen.phase, Over))
