"""What an option about money is worth: bets and entries by the chances they open, everything else
by how far it strays from what a sound owner would do."""

from __future__ import annotations

import math
from typing import Any

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.season.bots.owner import Owner
from paddock.games.circus_maximus.modes.season.bots.wagers import bets
from paddock.games.circus_maximus.modes.season.bots.worth import left_of, strength, worth
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.rules.ledger import STEP
from paddock.games.circus_maximus.ownership.rules.stable import eligible

OWNER = Owner()
BY_RULE = frozenset(
    {"purchase", "harness", "plot", "bribe", "deal", "terms", "train", "fit", "in-kind", "worth"}
    | {"concede", "dose", "loosen", "side-bet", "auction", "bid"}
)
"""Questions that a sound owner answers by rules of thumb."""
OUTLAYS = frozenset({"bid", "plot", "match", "bet"})
"""Those of them whose sums one pays."""
STRAY = 0.05
"""What it costs to do otherwise."""
QUICK = 0.35
"""How much a point of strength says about who will win."""
WEAR = 0.03
"""What it costs to enter a chariot that could race another time, in chances to win this race."""


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """None: it is to be tried out."""
    match ask.question.prompt:
        case "enter":
            return entries(view, ask)
        case "bet" | "bet-again":
            wealth = [worth(view, s) for s in range(view.seats)]
            return bets(view, ask, wealth, left_of(view) - 1)
        case "plot" if DONE in ask.options:
            return by_rule(ask, DONE)
        case "bid" if not left_of(view):
            return by_rule(ask, ask.options[0])
        case prompt if prompt in BY_RULE:
            sound = OWNER.choose(view, ask, chance)
            return by_rule(ask, sound, most_of(view, ask, sound))
        case _:
            return None


def by_rule(ask: Ask[Move], sound: Move, most: int | None = None) -> list[float]:
    """The worth of each option; of sums, by how far they are from a sound one, and beyond the most
    that one would pay nothing, so that nobody errs that far."""
    options = ask.candidates
    if not isinstance(ask.options, Amount):
        return [0.5 if move == sound else 0.5 - STRAY for move in options]
    sums = [amount_of(move) for move in options]
    wanted = amount_of(sound)
    top = sums[-1] if most is None else most
    return [
        0.5 - STRAY * abs(amount - wanted) / max(STEP, wanted) if amount <= top else 0.0
        for amount in sums
    ]


def most_of(view: Any, ask: Ask[Move], sound: Move) -> int | None:
    """The most one would pay out of his own purse; None: it is another who pays."""
    match ask.question.prompt:
        case "terms" if ask.args[0] == "price" and isinstance(view.phase.subject, mv.BuyFrom):
            return amount_of(sound)
        case prompt:
            return amount_of(sound) if prompt in OUTLAYS else None


def amount_of(move: Move) -> int:
    amount: int = getattr(move, "amount", 0)
    return amount


# ---------------------------------------------------------------- entries


def entries(view: View, ask: Ask[Move]) -> list[float]:
    """By the chance that one's own wins; the more races are to come, the less a single one counts,
    and the more it counts what is kept for them."""
    left = left_of(view)
    stable = view.players[ask.seat].stable
    said = view.phase.said[ask.seat]  # type: ignore[union-attr]  # the entries are open
    taken = [move.slot for move in said if isinstance(move, mv.Enter)]
    rivals = sum([likely_entry(view, s) for s in view.active() if s != ask.seat])
    wear = WEAR if left > 1 else 0.0
    found = []
    for move in ask.options:
        slots = [*taken, move.slot] if isinstance(move, mv.Enter) else taken
        own = sum([speed(strength(stable[slot])) for slot in slots])
        share = own / (own + rivals) if own else 0.0
        found.append(0.5 + (share - wear * len(slots) - 1 / view.seats) / math.sqrt(left))
    return found


def speed(points: float) -> float:
    return math.exp(QUICK * (points - 30))


def likely_entry(view: View, seat: Seat) -> float:
    """What a rival will bring: the best that he may enter, and half a second one."""
    stable = view.players[seat].stable
    ready = sorted([speed(strength(stable[slot])) for slot in eligible(stable, ())], reverse=True)
    return sum(ready[:1]) + 0.5 * sum(ready[1:2])
