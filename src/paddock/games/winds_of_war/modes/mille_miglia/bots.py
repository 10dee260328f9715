"""Evaluates a driver in the Mille Miglia by the expected minutes of the race."""

from __future__ import annotations

from paddock.core.game_spec import BotHints
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots import EXACT_PROMPTS, NOISE_BY_LEVEL, ExpectedValues
from paddock.games.winds_of_war.bots import evaluate as race_evaluate
from paddock.games.winds_of_war.modes.mille_miglia.game import GAME
from paddock.games.winds_of_war.modes.mille_miglia.phases import Over
from paddock.games.winds_of_war.modes.mille_miglia.state import State
from paddock.games.winds_of_war.modes.mille_miglia.view import View
from paddock.games.winds_of_war.moves import Move


def evaluate(view: View, seat: Seat, before: View | None = None) -> float:
    """From 0, lost, to 1, won; after a decision, at the time of the view before it."""
    if isinstance(view.phase, Over):
        place = view.phase.places[seat]
        return 1 - (place - 1) / len(view.phase.places) if place else 0.0
    return race_evaluate(view.now, seat, before.now if before else None)


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=ExpectedValues(GAME, evaluate).option_values,
    samples=0,
    noise=NOISE_BY_LEVEL,
    error_free_prompts=EXACT_PROMPTS,
)
