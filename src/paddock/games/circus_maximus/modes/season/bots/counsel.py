"""Option values for money decisions: bets and entries by win chances, other questions by the
distance from the owner bot's choice."""

from __future__ import annotations

import math
from typing import Any

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.season.bots.owner import Owner
from paddock.games.circus_maximus.modes.season.bots.wagers import bet_values
from paddock.games.circus_maximus.modes.season.bots.worth import races_left, strength, worth
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP
from paddock.games.circus_maximus.ownership.rules.stable import eligible

OWNER = Owner()
RULE_PROMPTS = frozenset(
    {"purchase", "harness", "plot", "bribe", "deal", "terms", "train", "fit", "in-kind", "worth"}
    | {"concede", "dose", "loosen", "side-bet", "auction", "bid"}
)
"""Questions that the owner bot answers by rules of thumb."""
OUTLAY_PROMPTS = frozenset({"bid", "plot", "match", "bet"})
"""Those of them whose sums the seat pays itself."""
OFF_RULE_COST = 0.05
"""Cost of any option other than the owner bot's choice."""
DEAL_PROMPTS = frozenset({"deal", "terms"})
FOLLY_COST = 0.5
"""Cost of a deal that the owner bot would not make."""
PRICE_MARGIN = 0.3
"""How far below the owner bot's price a noisy bot may go, as a share of it."""
STRENGTH_WEIGHT = 0.35
"""How much a point of strength changes the chance to win."""
ENTRY_COST = 0.03
"""Cost of entering a chariot that could race later, as a chance to win this race."""


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """The value of each option; None means that it is to be searched."""
    match ask.question.prompt:
        case "enter":
            return entry_values(view, ask)
        case "bet" | "bet-again":
            wealth = [worth(view, s) for s in range(view.seats)]
            return bet_values(view, ask, wealth, races_left(view) - 1)
        case "plot" if DONE in ask.options:
            return rule_values(ask, DONE)
        case "bid" if not races_left(view):
            return rule_values(ask, ask.options[0])
        case prompt if prompt in RULE_PROMPTS:
            sound = OWNER.choose(view, ask, chance)
            return rule_values(ask, sound, max_outlay(view, ask, sound))
        case _:
            return None


def rule_values(ask: Ask[Move], sound: Move, most: int | None = None) -> list[float]:
    """The value of each option. Sums lose value with their distance from the bot's choice, and are
    worth nothing above the highest sensible sum. In a deal nothing but that choice or no deal is
    worth something, and no price far from it: no owner gives things away by mistake."""
    options = ask.candidates
    dealing = ask.question.prompt in DEAL_PROMPTS
    if not isinstance(ask.options, Amount):
        cost = FOLLY_COST if dealing else OFF_RULE_COST
        costs = {DONE: min(cost, OFF_RULE_COST), sound: 0.0}
        return [0.5 - costs.get(move, cost) for move in options]
    sums = [amount_of(move) for move in options]
    wanted = amount_of(sound)
    least = (1 - PRICE_MARGIN) * wanted if dealing else 0
    top = sums[-1] if most is None else most
    return [
        0.5 - OFF_RULE_COST * abs(amount - wanted) / max(MONEY_STEP, wanted)
        if least <= amount <= top
        else 0.0
        for amount in sums
    ]


def max_outlay(view: Any, ask: Ask[Move], sound: Move) -> int | None:
    """The highest sum the seat should pay itself; None if another pays."""
    match ask.question.prompt:
        case "terms" if ask.args[0] == "price" and isinstance(view.phase.subject, mv.BuyFrom):
            return amount_of(sound)
        case prompt:
            return amount_of(sound) if prompt in OUTLAY_PROMPTS else None


def amount_of(move: Move) -> int:
    amount: int = getattr(move, "amount", 0)
    return amount


# ---------------------------------------------------------------- entries


def entry_values(view: View, ask: Ask[Move]) -> list[float]:
    """The value of entries by the chance that an own chariot wins. The more races are left, the
    less this one counts and the more it is worth to save chariots."""
    left = races_left(view)
    stable = view.players[ask.seat].stable
    said = view.phase.said[ask.seat]  # type: ignore[union-attr]
    taken = [move.slot for move in said if isinstance(move, mv.Enter)]
    rivals = sum([likely_entry(view, s) for s in view.active() if s != ask.seat])
    wear = ENTRY_COST if left > 1 else 0.0
    found = []
    for move in ask.options:
        slots = [*taken, move.slot] if isinstance(move, mv.Enter) else taken
        own = sum([speed_factor(strength(stable[slot])) for slot in slots])
        share = own / (own + rivals) if own else 0.0
        found.append(0.5 + (share - wear * len(slots) - 1 / view.seats) / math.sqrt(left))
    return found


def speed_factor(points: float) -> float:
    return math.exp(STRENGTH_WEIGHT * (points - 30))


def likely_entry(view: View, seat: Seat) -> float:
    """A rival's expected entry: the best allowed chariot, and half a second one."""
    stable = view.players[seat].stable
    ready = sorted(
        [speed_factor(strength(stable[slot])) for slot in eligible(stable, ())], reverse=True
    )
    return sum(ready[:1]) + 0.5 * sum(ready[1:2])
