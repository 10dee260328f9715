"""The race of a season as sentences; between two, how rich one is."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, placed
from paddock.games.circus_maximus.season.standings import ON_THE_TRACK, standings
from paddock.games.circus_maximus.season.view import View
from paddock.games.circus_maximus.spoken import spoken as race_spoken


def spoken(seen: View, seat: Seat) -> tuple[Sentence, ...]:
    """What is seen of the race, or the place by money."""
    if seen.now is not None and isinstance(seen.phase, ON_THE_TRACK):
        return race_spoken(seen.now, seat)
    return (tuple(placed(standings(seen), seat)),)
