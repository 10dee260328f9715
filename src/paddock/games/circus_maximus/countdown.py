"""Reaction time: how long a player has to write a speed, and to go on with a move."""

from __future__ import annotations

from paddock.core.citations import cites
from paddock.core.game import Ask
from paddock.core.game_spec import Countdown
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.state import Options

MOVING = ("announce", "drive")
WRITING = ("write",)
"""What is hurried. Nobody hurries who answers an attack or waits for a chart."""


@cites(R("B11.9"), R("E2.7.2.6"))
def countdown(options: Options, ask: Ask[Move]) -> Countdown | None:
    """So many seconds for each speed, and for each step of a move; who is late in a move has lost
    that chariot for the whole phase."""
    prompt = ask.question.prompt
    if not options.reaction or prompt not in (*MOVING, *WRITING):
        return None
    chariot = ask.args[0]
    assert isinstance(chariot, int)
    return Countdown(options.seconds, chariot if prompt in MOVING else -1 - chariot)
