"""What an option leads to: that of the race, if one is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from paddock.core.seats import Seat
from paddock.games.heat import foresee as race
from paddock.games.heat.championship.moves import Move
from paddock.games.heat.championship.view import View
from paddock.games.heat.moves import Move as RaceMove


def foresee(seen: View, seat: Seat, move: Move) -> Mapping[str, float]:
    """Between two races there is nothing to tell."""
    return {} if seen.now is None else race.foresee(seen.now, seat, cast("RaceMove", move))
