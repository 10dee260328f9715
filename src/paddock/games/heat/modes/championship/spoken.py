"""The race of a championship as a sentence."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.games.heat.modes.championship.standings import standings
from paddock.games.heat.modes.championship.view import View
from paddock.games.heat.spoken import spoken as race_spoken


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """What is seen of the race; between two, the place in the season."""
    if view.now is not None:
        return race_spoken(view.now, seat)
    return (tuple(place_remarks(standings(view), seat)),)
