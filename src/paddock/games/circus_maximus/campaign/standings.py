"""Who is ahead of whom: on the track while a race is run, else by money."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.circus_maximus.campaign.phases import (
    BettingAgain,
    Bribing,
    Drugging,
    Loosening,
    Over,
    Racing,
)
from paddock.games.circus_maximus.campaign.rules.owners import Life
from paddock.games.circus_maximus.campaign.view import View
from paddock.games.circus_maximus.standings import standings as race_standings

WATCHING = 100
"""In place of a chariot's number: the seat is not in this race."""
ON_THE_TRACK = (Racing, Bribing, Drugging, Loosening, BettingAgain)
NOTES = {
    Life.ABROAD: "abroad",
    Life.SLAVE: "slave",
    Life.GONE: "bankrupt",
    Life.FIGHTER: "fighter",
}


def standings(seen: View) -> tuple[Standing, ...]:
    """The chariots of the race and those who only watch, or the players by their money."""
    if seen.now is None or not on_the_track(seen):
        return by_money(seen)
    running = race_standings(seen.now)
    there = {one.seat for one in running}
    watching = [
        Standing(seat, 0, WATCHING + seat, Status.OUT, note="watching", score="watching")
        for seat in range(seen.seats)
        if seat not in there
    ]
    return (*running, *watching)


def on_the_track(seen: View) -> bool:
    """Whether a race is being run."""
    return isinstance(seen.phase, ON_THE_TRACK)


def by_money(seen: View) -> tuple[Standing, ...]:
    """The richest first; the gap is in sesterces. Who has no stable is out."""
    cash = [one.cash if one.life == Life.OWNER else -1 for one in seen.players]
    best, over = max(cash), isinstance(seen.phase, Over)
    found = []
    for seat in sorted(range(seen.seats), key=lambda seat: (-cash[seat], seat)):
        out = cash[seat] < 0
        note = NOTES.get(seen.players[seat].life, "money")
        status = Status.OUT if out else Status.HOME if over else Status.RACING
        place = 0 if out else 1 + sum(other > cash[seat] for other in cash)
        gap = 0 if out else best - cash[seat]
        args = (("amount", max(0, cash[seat])),)
        found.append(Standing(seat, place, seat, status, 0, gap, note, note, args))
    return tuple(found)
