"""The race of a season as sentences."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, placed
from paddock.games.circus_maximus.season.standings import by_money
from paddock.games.circus_maximus.season.view import View
from paddock.games.circus_maximus.spoken import spoken as race_spoken
from paddock.games.circus_maximus.stable.view import on_the_track


def spoken(seen: View, seat: Seat) -> tuple[Sentence, ...]:
    """What is seen of the race by who is in it; otherwise the place by money."""
    if seen.now is not None and on_the_track(seen.phase) and seen.own(seat):
        return race_spoken(seen.now, seat)
    return (tuple(placed(by_money(seen), seat)),)
