"""What a chariot brings in, and how well an owner stands."""

from __future__ import annotations

from paddock.core.game import Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus.bots.worth import evaluate as race_evaluate
from paddock.games.circus_maximus.campaign.moves import Move
from paddock.games.circus_maximus.campaign.phases import Over
from paddock.games.circus_maximus.campaign.rules.owners import Life
from paddock.games.circus_maximus.campaign.view import View
from paddock.games.circus_maximus.season.bots.wagers import bets
from paddock.games.circus_maximus.season.bots.worth import SAFE, strength
from paddock.games.circus_maximus.stable.rules.stable import Log

RACE_SHARE = 0.85
"""What the race counts for in how one stands while it is run; the rest is money."""
POOR_CHARIOT = 17
"""What brings nothing in, in points of strength."""


def price(log: Log) -> int:
    """What a chariot is worth to somebody who needs one: a few prizes of its own."""
    return int(max(0.0, min(6000.0, 350 * (strength(log) - POOR_CHARIOT))))


def evaluate(seen: View, seat: Seat) -> float:
    """From 0 to 1: one's money against the richest rival's, and the race while one is run."""
    if seen.players[seat].life != Life.OWNER:
        return 0.0
    wealth = [worth(seen, s) for s in range(seen.seats)]
    rival = max([w for s, w in enumerate(wealth) if s != seat], default=1.0)
    mine, rival = max(1.0, wealth[seat]), max(1.0, rival)
    standing = mine / (mine + rival)
    if isinstance(seen.phase, Over) or seen.now is None or not any(seen.odds):
        return standing
    return (1 - RACE_SHARE) * standing + RACE_SHARE * race_evaluate(seen.now, seat)


def wagers(seen: View, ask: Ask[Move]) -> list[float]:
    """How one stands after each bet on the race."""
    fortunes = [fortune(seen, s) for s in range(seen.seats)]
    return bets(seen, ask, fortunes, seen.options.rounds - seen.week)  # type: ignore[arg-type]


def worth(seen: View, seat: Seat) -> float:
    """A fortune, and what is bet at its worth."""
    total = fortune(seen, seat)
    if seen.bets and seen.now is not None:
        total += 0.9 * sum(seen.bets[seat]) + 0.9 * sum(seen.later[seat])
    return total


def fortune(seen: View, seat: Seat) -> float:
    """Money, what is lent and owed, and the best of the stable."""
    player = seen.players[seat]
    total = float(player.cash)
    for loan in seen.loans:
        if loan.debtor == seat:
            total -= loan.repayment
        elif loan.lender == seat:
            total += SAFE * min(loan.repayment, seen.players[loan.debtor].cash)
    if isinstance(seen.phase, Over):
        return total
    best = sorted([price(log) for log in player.stable], reverse=True)[:3]
    return total + sum(best)
