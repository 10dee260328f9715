"""How a driver stands in the Mille Miglia: by the minutes his race may be expected to take."""

from __future__ import annotations

from paddock.core.house import Mind
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots import MISJUDGES, Exact
from paddock.games.winds_of_war.bots import evaluate as race_evaluate
from paddock.games.winds_of_war.mille_miglia.game import GAME
from paddock.games.winds_of_war.mille_miglia.moves import Move
from paddock.games.winds_of_war.mille_miglia.phases import Over
from paddock.games.winds_of_war.mille_miglia.state import State
from paddock.games.winds_of_war.mille_miglia.view import View


def evaluate(seen: View, seat: Seat) -> float:
    """From 0, lost, to 1, won."""
    if isinstance(seen.phase, Over):
        place = seen.phase.places[seat]
        return 1 - (place - 1) / len(seen.phase.places) if place else 0.0
    return race_evaluate(seen.now, seat)


MIND: Mind[State, Move, View] = Mind(
    appraise=Exact(GAME, evaluate).appraise, samples=0, misjudges=MISJUDGES
)
