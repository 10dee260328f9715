"""Value of a chariot, and position value of an owner."""

from __future__ import annotations

from paddock.core.game import Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus.bots.worth import evaluate as race_evaluate
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import Over
from paddock.games.circus_maximus.modes.campaign.rules.owners import Life
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.bots.wagers import bet_values
from paddock.games.circus_maximus.modes.season.bots.worth import LOAN_SHARE, strength
from paddock.games.circus_maximus.ownership.rules.stable import Log

RACE_SHARE = 0.85
"""Weight of the race in the position value while one is run; the rest is money."""
WORTHLESS_STRENGTH = 17
"""The strength of a chariot that earns nothing."""


def price(log: Log) -> int:
    """The value of a chariot to an owner who needs one: a few prizes."""
    return int(max(0.0, min(6000.0, 350 * (strength(log) - WORTHLESS_STRENGTH))))


def evaluate(view: View, seat: Seat) -> float:
    """Position value from 0 to 1: the seat's money against the richest rival's, and the race while
    one is run."""
    if view.players[seat].life != Life.OWNER:
        return 0.0
    wealth = [worth(view, s) for s in range(view.seats)]
    rival = max([w for s, w in enumerate(wealth) if s != seat], default=1.0)
    mine, rival = max(1.0, wealth[seat]), max(1.0, rival)
    standing = mine / (mine + rival)
    if isinstance(view.phase, Over) or view.now is None or not any(view.odds):
        return standing
    return (1 - RACE_SHARE) * standing + RACE_SHARE * race_evaluate(view.now, seat)


def wagers(view: View, ask: Ask[Move]) -> list[float]:
    """The value of each bet on the race."""
    fortunes = [fortune(view, s) for s in range(view.seats)]
    return bet_values(view, ask, fortunes, view.options.rounds - view.week)  # type: ignore[arg-type]


def worth(view: View, seat: Seat) -> float:
    """The seat's fortune plus the expected value of its bets."""
    total = fortune(view, seat)
    if view.bets and view.now is not None:
        total += 0.9 * sum(view.bets[seat]) + 0.9 * sum(view.later[seat])
    return total


def fortune(view: View, seat: Seat) -> float:
    """Money, loans given and owed, and the best of the stable."""
    player = view.players[seat]
    total = float(player.cash)
    for loan in view.loans:
        if loan.debtor == seat:
            total -= loan.repayment
        elif loan.lender == seat:
            total += LOAN_SHARE * min(loan.repayment, view.players[loan.debtor].cash)
    if isinstance(view.phase, Over):
        return total
    best = sorted([price(log) for log in player.stable], reverse=True)[:3]
    return total + sum(best)
