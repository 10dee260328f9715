"""What an option about money is worth: bets on a race by who may win it, everything else by how far
it strays from what a sound patron would do; in the ring as gladiators weigh it."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.games.circus_maximus.modes.arena.bots import exchange
from paddock.games.circus_maximus.modes.campaign.bots.patron import Patron, affords, limit
from paddock.games.circus_maximus.modes.campaign.bots.worth import wagers
from paddock.games.circus_maximus.modes.campaign.moves import PASS, Move
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.bots import counsel
from paddock.games.circus_maximus.modes.season.bots.counsel import by_rule, most_of
from paddock.games.circus_maximus.ownership.moves import DONE

PATRON = Patron()
BY_RULE = counsel.BY_RULE | {
    *("vote", "part", "lot", "raise", "shop", "team", "entries", "bet", "answer"),
    *("challenge", "match", "face", "fate", "type", "send", "drill"),
}
"""Questions that a sound patron answers by rules of thumb."""


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """None: it is to be tried out."""
    match ask.question.prompt:
        case "plan" if view.ring is not None:
            return exchange.appraise(view.ring, ask, chance)  # type: ignore[arg-type]
        case "bet" | "bet-again" if view.show is None:
            return wagers(view, ask)
        case "plot" if DONE in ask.options:
            return by_rule(ask, DONE)  # type: ignore[arg-type]
        case "lot" if not affords(view, ask):
            return [0.5 if move == PASS else 0.0 for move in ask.options]
        case prompt if prompt in BY_RULE:
            sound = PATRON.choose(view, ask, chance)
            most = limit(view, ask.seat) if prompt == "raise" else most_of(view, ask, sound)  # type: ignore[arg-type]
            return by_rule(ask, sound, most)  # type: ignore[arg-type]
        case _:
            return None
