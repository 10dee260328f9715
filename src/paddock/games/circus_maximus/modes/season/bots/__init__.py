"""Bots of the season: position value and owner bots."""

from __future__ import annotations

from paddock.core.game_spec import BotHints
from paddock.games.circus_maximus.modes.season.bots.counsel import appraise
from paddock.games.circus_maximus.modes.season.bots.owner import Owner, owner
from paddock.games.circus_maximus.modes.season.bots.worth import evaluate
from paddock.games.circus_maximus.modes.season.moves import Move
from paddock.games.circus_maximus.modes.season.state import State
from paddock.games.circus_maximus.modes.season.view import View

LEVELS = ("charioteer",)
BOTS = {"charioteer": owner}

BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise, sums=True, noise=(0.045, 0.014), error_free_prompts=frozenset({"drive"})
)

__all__ = ["BOTS", "BOT_HINTS", "LEVELS", "Owner", "evaluate", "owner"]
