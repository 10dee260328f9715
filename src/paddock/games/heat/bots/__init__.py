"""Bot hints for Heat: evaluation, option values, rollout policy."""

from paddock.core.game_spec import BotHints
from paddock.games.heat.bots.exact import appraise
from paddock.games.heat.bots.expert import make_expert, play_out_moves
from paddock.games.heat.bots.imagined import pause, worth
from paddock.games.heat.bots.judge import evaluate
from paddock.games.heat.bots.rule_of_thumb import rule_of_thumb
from paddock.games.heat.moves import Move
from paddock.games.heat.state import State
from paddock.games.heat.view import View

__all__ = ["BOTS", "BOT_HINTS", "appraise", "evaluate"]

BOTS = {"expert": make_expert}
"""`expert:400` plays 400 races to the finish for a decision."""

BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise,
    rollout_policy=rule_of_thumb,
    cutoff=pause,
    state_value=worth,
    playouts=play_out_moves,
    samples=150,
    noise=(0.035, 0.014),
)
