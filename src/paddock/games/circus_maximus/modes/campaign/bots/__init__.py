"""Bots of the campaign: position value and patron bots."""

from __future__ import annotations

from paddock.core.game_spec import BotHints
from paddock.games.circus_maximus.modes.campaign.bots.counsel import appraise
from paddock.games.circus_maximus.modes.campaign.bots.patron import Patron, patron
from paddock.games.circus_maximus.modes.campaign.bots.worth import evaluate
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.state import State
from paddock.games.circus_maximus.modes.campaign.view import View

LEVELS = ("charioteer",)
BOTS = {"charioteer": patron}
BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise, sums=True, noise=(0.045, 0.014), error_free_prompts=frozenset({"drive"})
)

__all__ = ["BOTS", "BOT_HINTS", "LEVELS", "Patron", "evaluate", "patron"]
