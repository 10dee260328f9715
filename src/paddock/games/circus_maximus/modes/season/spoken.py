"""The race of a season as sentences."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.games.circus_maximus.modes.season.standings import by_money
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership.view import on_the_track
from paddock.games.circus_maximus.spoken import spoken as race_spoken


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """What is seen of the race by who is in it; otherwise the place by money."""
    if view.now is not None and on_the_track(view.phase) and view.own(seat):
        return race_spoken(view.now, seat)
    return (tuple(place_remarks(by_money(view), seat)),)
