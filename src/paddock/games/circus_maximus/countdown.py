"""Reaction time: the seconds a player has to write a speed and for each step of a move."""

from __future__ import annotations

from paddock.core.citations import cites
from paddock.core.game import Ask
from paddock.core.game_spec import Countdown
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.state import Options

MOVE_PROMPTS = ("announce", "drive")
WRITE_PROMPTS = ("write",)
"""Questions with a countdown. Defence and chart questions have none."""


@cites(R("B11.9"), R("E2.7.2.6"))
def countdown(options: Options, ask: Ask[Move]) -> Countdown | None:
    """The seconds for each speed and each step of a move; a player who is late loses that chariot's
    whole phase."""
    prompt = ask.question.prompt
    if not options.reaction or prompt not in (*MOVE_PROMPTS, *WRITE_PROMPTS):
        return None
    chariot = ask.args[0]
    assert isinstance(chariot, int)
    return Countdown(options.seconds, chariot if prompt in MOVE_PROMPTS else -1 - chariot)
