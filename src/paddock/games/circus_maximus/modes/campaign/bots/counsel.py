"""Option values for money decisions: race bets by win chances, other questions by the distance from
the patron bot's choice, bouts by the arena's values."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.games.circus_maximus.modes.arena.bots import exchange
from paddock.games.circus_maximus.modes.campaign.bots.patron import Patron, can_afford, max_bid
from paddock.games.circus_maximus.modes.campaign.bots.worth import wagers
from paddock.games.circus_maximus.modes.campaign.moves import PASS, Move
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.bots import counsel
from paddock.games.circus_maximus.modes.season.bots.counsel import max_outlay, rule_values
from paddock.games.circus_maximus.ownership.moves import DONE

PATRON = Patron()
RULE_PROMPTS = counsel.RULE_PROMPTS | {
    *("vote", "part", "lot", "raise", "shop", "team", "entries", "bet", "answer"),
    *("options", "agree", "challenge", "match", "face", "fate", "type", "send", "drill"),
}
"""Questions that the patron bot answers by rules of thumb."""


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """The value of each option; None means that it is to be searched."""
    match ask.question.prompt:
        case "plan" if view.ring is not None:
            return exchange.appraise(view.ring, ask, chance)  # type: ignore[arg-type]
        case "bet" | "bet-again" if view.show is None:
            return wagers(view, ask)
        case "plot" if DONE in ask.options:
            return rule_values(ask, DONE)  # type: ignore[arg-type]
        case "lot" if not can_afford(view, ask):
            return [0.5 if move == PASS else 0.0 for move in ask.options]
        case prompt if prompt in RULE_PROMPTS:
            sound = PATRON.choose(view, ask, chance)
            most = max_bid(view, ask.seat) if prompt == "raise" else max_outlay(view, ask, sound)  # type: ignore[arg-type]
            return rule_values(ask, sound, most)  # type: ignore[arg-type]
        case _:
            return None
