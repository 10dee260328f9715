"""Value of a chariot, win chances, and position value of a player."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TypeAlias

from paddock.core.seats import Seat
from paddock.games.circus_maximus.bots.worth import NEVER_TURNS, known_turns_left
from paddock.games.circus_maximus.bots.worth import evaluate as race_evaluate
from paddock.games.circus_maximus.modes.season.phases import Over
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership.rules.betting import (
    FIRST_FOUR,
    Claim,
    SideBet,
    full_payoffs,
    payoffs,
)
from paddock.games.circus_maximus.ownership.rules.stable import Log

TURN_AHEAD_WEIGHT = 0.55
"""How much a turn of lead changes the chance to win."""
MIN_WIN_CHANCE = 0.02
"""The part of the win chance that every chariot keeps."""
RACE_SHARE = 0.85
"""Weight of the race in the position value while one is run; the rest is money."""
ENTERED, IN_USE = 2, 3
"""Chariots entered in a race, and chariots in use; those count as if there were this many more
races."""
PAYBACK_RACES = 5
"""Races after which a chariot has earned its value."""
LOAN_SHARE = 0.9
"""Value of a lent sesterce if the debtor has the money."""
SHARP, SWINGS = 0.03, 0.2
"""Spread of fortunes as a logarithm: at the end, and per square root of the races left."""
MIN_FORTUNE = 10.0
DEFAULT_STAKE_SHARE = 0.1
"""The mean stake, as a share of a seat's money."""

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""By seat and chariot."""
Pots: TypeAlias = tuple[tuple[float, ...], ...]
"""By winner and seat."""


def strength(log: Log) -> float:
    """A chariot's strength in points of speed; with a part missing it cannot start."""
    if not log.whole:
        return 0.0
    speed = sum(log.boxes) + 0.8 * log.dm
    return speed + 0.09 * log.endurance + 0.15 * log.hits + 0.4 * log.weight


def value(log: Log) -> int:
    """The value of a chariot: the bank's prices of its parts, less injuries."""
    horses = sum([500 * max(1, boxes - 1) for boxes in log.boxes if boxes])
    driver = (1500 + 1200 * log.dm) * (log.hits > 0)
    return int(horses + driver + 500 * log.car) // 4


def win_chances(view: View) -> list[float]:
    """The win chance of each chariot of the race, by the open state."""
    now = view.now
    assert now is not None
    times = [known_turns_left(now, c) for c in now.chariots]
    best = min(times)
    weights = [
        0.0
        if time >= NEVER_TURNS
        else math.exp(-TURN_AHEAD_WEIGHT * (time - best)) + MIN_WIN_CHANCE
        for time in times
    ]
    total = sum(weights) or 1.0
    return [weight / total for weight in weights]


def evaluate(view: View, seat: Seat) -> float:
    """Position value from 0 to 1: the seat's expected fortune against the others', and the race
    while one is run."""
    if view.players[seat].bankrupt:
        return 0.0
    wealth = [worth(view, s) for s in range(view.seats)]
    if isinstance(view.phase, Over) or view.now is None or not is_race_ahead(view):
        return expected_standing(wealth, seat, races_left(view))
    after = races_left(view) - 1
    table = pots(view.bets, view.later, view.odds) if view.odds else default_pots(view)
    money = mean_standing(win_chances(view), table, wealth, seat, after)
    if not view.odds:
        return money
    return (1 - RACE_SHARE) * money + RACE_SHARE * race_evaluate(view.now, seat)


def is_race_ahead(view: View) -> bool:
    """Whether this week's race is not finished yet."""
    return len(view.results) == view.race


def races_left(view: View) -> int:
    """Races still to be run, including this week's."""
    return view.options.races - len(view.results)


def worth(view: View, seat: Seat) -> float:
    """Money, loans given and owed, and the stable while there are races left."""
    player = view.players[seat]
    total = float(player.cash)
    for loan in view.loans:
        if loan.debtor == seat:
            total -= loan.repayment
        elif loan.lender == seat:
            total += LOAN_SHARE * min(loan.repayment, view.players[loan.debtor].cash)
    for bet in view.side_bets:
        if seat in (bet.by, bet.whom):
            share = side_bet_chance(view, bet)
            total += (bet.stake + bet.against) * (share if seat == bet.by else 1 - share)
    left = races_left(view)
    values = sorted([value(log) for log in player.stable], reverse=True)
    return total + sum([v * stable_value_share(left, nth) for nth, v in enumerate(values)])


def stable_value_share(left: int, nth: int) -> float:
    """The share of a chariot's value that remains with these races left; the best chariots are in
    use at once."""
    return min(1.0, (left + (IN_USE if nth < ENTERED else 0)) / PAYBACK_RACES) if left else 0.0


def side_bet_chance(view: View, bet: SideBet) -> float:
    """The chance that the proposer of a side bet wins it."""
    likely = win_chances(view)
    one, other = likely[bet.chariot], likely[bet.other]
    match bet.claim:
        case Claim.AHEAD:
            return one / (one + other) if one + other else 0.5
        case Claim.PLACED:
            return min(0.95, FIRST_FOUR * one)
        case _:
            return one


# ---------------------------------------------------------------- bets


def expected_standing(wealth: Sequence[float], seat: Seat, left: int) -> float:
    """The expected standing after the remaining races: half the share of rivals behind, half the
    chance to be the richest."""
    spread = SHARP + SWINGS * math.sqrt(left)
    mine = math.log(max(MIN_FORTUNE, wealth[seat]))
    before = [
        1 / (1 + math.exp(min(30.0, (math.log(max(MIN_FORTUNE, other)) - mine) / spread)))
        for s, other in enumerate(wealth)
        if s != seat
    ]
    return 0.5 * (sum(before) / len(before) + math.prod(before)) if before else 1.0


def mean_standing(
    likely: Sequence[float], table: Pots, wealth: Sequence[float], seat: Seat, left: int
) -> float:
    """The expected standing in the mean over the winners of the coming race."""
    return sum(
        [
            chance
            * expected_standing([w + paid for w, paid in zip(wealth, pot, strict=True)], seat, left)
            for chance, pot in zip(likely, table, strict=True)
            if chance
        ]
    )


@functools.lru_cache(maxsize=64)
def pots(bets: Rows, later: Rows, odds: tuple[int, ...]) -> Pots:
    """By winner: the payoff of each seat from the money bet."""
    rows = [tuple(map(sum, zip(*both, strict=True))) for both in zip(bets, later, strict=True)]
    pool = sum(map(sum, rows))
    return tuple([payoffs(full_payoffs(rows, odds, i), pool) for i in range(len(odds))])


def default_pots(view: View) -> Pots:
    """The payoffs before the bets, as if all seats in the race bet the same share on their own."""
    stake = DEFAULT_STAKE_SHARE * sum([player.cash for player in view.players]) / view.seats
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
