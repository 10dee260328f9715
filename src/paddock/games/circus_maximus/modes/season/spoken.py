"""Spoken summary of the season."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.games.circus_maximus.modes.season.standings import by_money
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership.view import is_race_running
from paddock.games.circus_maximus.spoken import spoken as race_spoken


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """The race for a seat that runs in it; otherwise the place by money."""
    if view.now is not None and is_race_running(view.phase) and view.own(seat):
        return race_spoken(view.now, seat)
    return (tuple(place_remarks(by_money(view), seat)),)
