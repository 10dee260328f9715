"""How a driver stands in the Mille Miglia: by the minutes his race may be expected to take."""

from __future__ import annotations

from paddock.core.house import Mind
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots import Exact
from paddock.games.winds_of_war.bots import evaluate as race_evaluate
from paddock.games.winds_of_war.bots.outlook import finish
from paddock.games.winds_of_war.mille_miglia.game import GAME
from paddock.games.winds_of_war.mille_miglia.moves import Move
from paddock.games.winds_of_war.mille_miglia.phases import Over
from paddock.games.winds_of_war.mille_miglia.state import State
from paddock.games.winds_of_war.mille_miglia.view import View

MOST = 1000.0  # turns: more than any race takes


def evaluate(seen: View, seat: Seat) -> float:
    """From 0, lost, to 1, won. Against the clock only the own race counts: who weighed the others'
    too would gain by running into them."""
    if isinstance(seen.phase, Over):
        place = seen.phase.places[seat]
        return 1 - (place - 1) / len(seen.phase.places) if place else 0.0
    if not seen.now.cars:
        return race_evaluate(seen.now, seat)
    return 1 - min(MOST, max(0.0, finish(seen.now, seat))) / MOST


MIND: Mind[State, Move, View] = Mind(
    appraise=Exact(GAME, evaluate).appraise, samples=0, misjudges=(0.04, 0.004)
)
