"""How well a seat stands: turns to the finish, its own against the others'."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.game_spec import BotHints
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


def evaluate(view: View, seat: Seat) -> float:
    """From 0, lost, to 1, won."""
    if view.stage is None and on_grid(view):
        return hopes(view, seat)
    if not view.cars:
        return prospects(view, seat)
    if view.stage is not None and None in view.letters:
        view = replace(view, road=as_imagined(view.road, view.letters))
    ends = [finish(view, s) for s in range(len(view.cars))]
    if view.stage is not None:
        ends = [end if s == seat else unharmed(view, s, end) for s, end in enumerate(ends)]
    phase = view.phase
    if isinstance(phase, Answering | Rerolling):
        return contested(view, phase, ends, seat)
    if view.settled and isinstance(phase, Challenging | Planning):
        ends = waits(view, ends)
    return judged(ends, seat, view.turn + since_start(view, seat))


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=Exact(GAME, evaluate).appraise, samples=0, noise=MISJUDGES
)
