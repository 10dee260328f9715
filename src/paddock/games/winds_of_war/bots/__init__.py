"""How well a seat stands: turns to the finish, its own against the others'."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.house import Mind
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.contest import contested, waits
from paddock.games.winds_of_war.bots.exact import Exact
from paddock.games.winds_of_war.bots.garage import prospects
from paddock.games.winds_of_war.bots.grid import hopes, on_grid
from paddock.games.winds_of_war.bots.outlook import finish, judged, since_start, unharmed
from paddock.games.winds_of_war.game import GAME
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases import Answering, Challenging, Planning, Rerolling
from paddock.games.winds_of_war.rules.night import as_imagined
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.view import View

__all__ = ["MIND", "MISJUDGES", "Exact", "evaluate"]

MISJUDGES = (0.07, 0.014)
"""By how much of the field easy and medium drivers err, in every wing."""


def evaluate(seen: View, seat: Seat) -> float:
    """From 0, lost, to 1, won."""
    if seen.stage is None and on_grid(seen):
        return hopes(seen, seat)
    if not seen.cars:
        return prospects(seen, seat)
    if seen.stage is not None and None in seen.letters:
        seen = replace(seen, road=as_imagined(seen.road, seen.letters))
    ends = [finish(seen, s) for s in range(len(seen.cars))]
    if seen.stage is not None:
        ends = [end if s == seat else unharmed(seen, s, end) for s, end in enumerate(ends)]
    phase = seen.phase
    if isinstance(phase, Answering | Rerolling):
        return contested(seen, phase, ends, seat)
    if seen.settled and isinstance(phase, Challenging | Planning):
        ends = waits(seen, ends)
    return judged(ends, seat, seen.turn + since_start(seen, seat))


MIND: Mind[State, Move, View] = Mind(
    appraise=Exact(GAME, evaluate).appraise, samples=0, misjudges=MISJUDGES
)
