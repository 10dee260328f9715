"""Bots of the race: position value and charioteer bots."""

from __future__ import annotations

from paddock.core.game_spec import BotHints
from paddock.games.circus_maximus.bots.builds import appraise
from paddock.games.circus_maximus.bots.charioteer import Charioteer, charioteer
from paddock.games.circus_maximus.bots.imagined import is_cutoff, rollout_policy
from paddock.games.circus_maximus.bots.worth import evaluate, expected_place
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.state import State
from paddock.games.circus_maximus.view import View

LEVELS = ("charioteer", *[f"charioteer:{character}" for character in range(1, 7)])
BOTS = {"charioteer": charioteer}
"""`charioteer` drives to win; `charioteer:4` has a character, `charioteer:thunderfoot` a build."""

BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise,
    rollout_policy=rollout_policy,
    cutoff=is_cutoff,
    state_value=expected_place,
    noise=(0.03, 0.008),
    error_free_prompts=frozenset({"drive"}),
)

__all__ = ["BOTS", "BOT_HINTS", "LEVELS", "Charioteer", "charioteer", "evaluate"]
