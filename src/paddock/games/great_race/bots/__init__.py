"""Bot hints for The Great Race: evaluation and option values."""

from paddock.core.game_spec import BotHints
from paddock.games.great_race.bots.deeds import DeedJudge
from paddock.games.great_race.bots.sense import sensible
from paddock.games.great_race.bots.worth import evaluate
from paddock.games.great_race.moves import Move
from paddock.games.great_race.state import State
from paddock.games.great_race.view import View

BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=DeedJudge(evaluate).appraise,
    samples=0,
    noise=(0.02, 0.008),
    sensible=sensible,
)

__all__ = ["BOT_HINTS", "evaluate"]
