"""Evaluation of a race: turns to the finish, of a seat against the others."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.game_spec import BotHints
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.contest import evaluate_challenge, with_waiting_cost
from paddock.games.winds_of_war.bots.exact import ExpectedValues
from paddock.games.winds_of_war.bots.garage import evaluate_garage
from paddock.games.winds_of_war.bots.grid import evaluate_grid, is_on_grid
from paddock.games.winds_of_war.bots.outlook import (
    evaluate_finishes,
    expected_finish,
    finish_if_running,
    since_start,
)
from paddock.games.winds_of_war.game import GAME
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases import Answering, Challenging, Planning, Rerolling
from paddock.games.winds_of_war.rules.night import assumed_road
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.view import View

__all__ = ["BOT_HINTS", "EXACT_PROMPTS", "NOISE_BY_LEVEL", "ExpectedValues", "evaluate"]

EXACT_PROMPTS = frozenset(
    {"bid", "take", "hire", "tune", "stock", "fix", "halt", "reroll", "grid-reroll"}
    | {"visit", "offer", "reply"}
)
"""What every bot decides without errors: an error of money or repairs looks like no error of a
player, and most of these questions have many options of nearly the same value."""
NOISE_BY_LEVEL = (0.07, 0.014)
"""Noise of the evaluation of easy and medium bots, as a share of the field; for every mode."""


def evaluate(view: View, seat: Seat, before: View | None = None) -> float:
    """Evaluation of a view for a seat, from 0 (lost) to 1 (won); after a decision, at the time of
    the view before it."""
    if view.stage is None and is_on_grid(view):
        return evaluate_grid(view, seat)
    if not view.cars:
        return evaluate_garage(view, seat)
    if view.stage is not None and None in view.letters:
        view = replace(view, road=assumed_road(view.road, view.letters))
    ends = [expected_finish(view, s) for s in range(len(view.cars))]
    if view.stage is not None:
        ends = [end if s == seat else finish_if_running(view, s, end) for s, end in enumerate(ends)]
    phase = view.phase
    if isinstance(phase, Answering | Rerolling):
        return evaluate_challenge(view, phase, ends, seat)
    if view.settled and isinstance(phase, Challenging | Planning):
        ends = with_waiting_cost(view, ends)
    now = before if before is not None and before.cars else view
    return evaluate_finishes(ends, seat, now.turn + since_start(now, seat))


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=ExpectedValues(GAME, evaluate).option_values,
    samples=0,
    noise=NOISE_BY_LEVEL,
    error_free_prompts=EXACT_PROMPTS,
)
