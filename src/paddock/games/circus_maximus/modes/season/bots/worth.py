"""What a chariot is worth, how likely one wins, and how well a player stands."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TypeAlias

from paddock.core.seats import Seat
from paddock.games.circus_maximus.bots.worth import FAR, waiting
from paddock.games.circus_maximus.bots.worth import evaluate as race_evaluate
from paddock.games.circus_maximus.modes.season.phases import Over
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership.rules.betting import (
    FIRST_FOUR,
    Claim,
    SideBet,
    dues,
    payoffs,
)
from paddock.games.circus_maximus.ownership.rules.stable import Log

KEEN = 0.55
"""How much a turn ahead says about who will win."""
BREAKDOWN = 0.02
"""What is left of everybody's chance, whatever the clock says."""
RACE_SHARE = 0.85
"""What the race counts for in how one stands while it is run; the rest is money."""
ENTERED, IN_USE = 2, 3
"""So many chariots are in use at once, and count as if there were so many races more."""
PAYS_BACK = 5
"""Races after which a chariot has brought in what it is worth."""
SAFE = 0.9
"""What a sesterce counts for that was lent to somebody who has it."""
SHARP, SWINGS = 0.03, 0.2
"""How far fortunes are apart before it is clear who is richer, as a logarithm: at the end, and by
the root of the races to come."""
POOREST = 10.0
USUAL_STAKE = 0.1
"""Of the money that everybody has, on average."""

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""By seat and chariot."""
Pots: TypeAlias = tuple[tuple[float, ...], ...]
"""By winner and seat."""


def strength(log: Log) -> float:
    """How good a chariot is, in points of speed; without a part it cannot start."""
    if not log.whole:
        return 0.0
    speed = sum(log.boxes) + 0.8 * log.dm
    return speed + 0.09 * log.endurance + 0.15 * log.hits + 0.4 * log.weight


def value(log: Log) -> int:
    """What a chariot may cost: its parts as the bank sells them, less what is missing."""
    horses = sum([500 * max(1, boxes - 1) for boxes in log.boxes if boxes])
    driver = (1500 + 1200 * log.dm) * (log.hits > 0)
    return int(horses + driver + 500 * log.car) // 4


def chances(view: View) -> list[float]:
    """How likely each chariot of the race wins, as far as one can see."""
    now = view.now
    assert now is not None
    times = [waiting(now, c) for c in now.chariots]
    best = min(times)
    weights = [
        0.0 if time >= FAR else math.exp(-KEEN * (time - best)) + BREAKDOWN for time in times
    ]
    total = sum(weights) or 1.0
    return [weight / total for weight in weights]


def evaluate(view: View, seat: Seat) -> float:
    """From 0 to 1: how one's fortune will stand to the others', and the race while one is run."""
    if view.players[seat].bankrupt:
        return 0.0
    wealth = [worth(view, s) for s in range(view.seats)]
    if isinstance(view.phase, Over) or view.now is None or not to_come(view):
        return standing(wealth, seat, left_of(view))
    after = left_of(view) - 1
    table = pots(view.bets, view.later, view.odds) if view.odds else usual_pots(view)
    money = hoped(chances(view), table, wealth, seat, after)
    if not view.odds:
        return money
    return (1 - RACE_SHARE) * money + RACE_SHARE * race_evaluate(view.now, seat)


def to_come(view: View) -> bool:
    """Whether this week's race is not run to its end yet."""
    return len(view.results) == view.race


def left_of(view: View) -> int:
    """Races that are still to be run, this week's among them."""
    return view.options.races - len(view.results)


def worth(view: View, seat: Seat) -> float:
    """Money, what is lent and owed, and while races are to come the stable."""
    player = view.players[seat]
    total = float(player.cash)
    for loan in view.loans:
        if loan.debtor == seat:
            total -= loan.repayment
        elif loan.lender == seat:
            total += SAFE * min(loan.repayment, view.players[loan.debtor].cash)
    for bet in view.side_bets:
        if seat in (bet.by, bet.whom):
            share = likelihood(view, bet)
            total += (bet.stake + bet.against) * (share if seat == bet.by else 1 - share)
    left = left_of(view)
    values = sorted([value(log) for log in player.stable], reverse=True)
    return total + sum([v * use(left, nth) for nth, v in enumerate(values)])


def use(left: int, nth: int) -> float:
    """What is left of a chariot's value with so many races to come: the best are in use at once."""
    return min(1.0, (left + (IN_USE if nth < ENTERED else 0)) / PAYS_BACK) if left else 0.0


def likelihood(view: View, bet: SideBet) -> float:
    """How likely a bet between two is won by who proposed it."""
    likely = chances(view)
    one, other = likely[bet.chariot], likely[bet.other]
    match bet.claim:
        case Claim.AHEAD:
            return one / (one + other) if one + other else 0.5
        case Claim.PLACED:
            return min(0.95, FIRST_FOUR * one)
        case _:
            return one


# ---------------------------------------------------------------- bets


def standing(wealth: Sequence[float], seat: Seat, left: int) -> float:
    """How one will stand after so many races more: half by the rivals one leaves behind, half by
    the chance to be the richest."""
    spread = SHARP + SWINGS * math.sqrt(left)
    mine = math.log(max(POOREST, wealth[seat]))
    before = [
        1 / (1 + math.exp(min(30.0, (math.log(max(POOREST, other)) - mine) / spread)))
        for s, other in enumerate(wealth)
        if s != seat
    ]
    return 0.5 * (sum(before) / len(before) + math.prod(before)) if before else 1.0


def hoped(
    likely: Sequence[float], table: Pots, wealth: Sequence[float], seat: Seat, left: int
) -> float:
    """How one will stand in the mean over the winners of a race that is to be run."""
    return sum(
        [
            chance * standing([w + paid for w, paid in zip(wealth, pot, strict=True)], seat, left)
            for chance, pot in zip(likely, table, strict=True)
            if chance
        ]
    )


@functools.lru_cache(maxsize=64)
def pots(bets: Rows, later: Rows, odds: tuple[int, ...]) -> Pots:
    """By winner: what each is paid out of the money bet."""
    rows = [tuple(map(sum, zip(*both, strict=True))) for both in zip(bets, later, strict=True)]
    pool = sum(map(sum, rows))
    return tuple([payoffs(dues(rows, odds, i), pool) for i in range(len(odds))])


def usual_pots(view: View) -> Pots:
    """Before the bets: as if everybody in the race put as much on his own."""
    stake = USUAL_STAKE * sum([player.cash for player in view.players]) / view.seats
    owners = {entry.seat for entry in view.entries}
    return tuple(
        [
            tuple(
                [
                    stake * (len(owners) * (s == entry.seat) - 1) * (s in owners)
                    for s in range(view.seats)
                ]
            )
            for entry in view.entries
        ]
    )
