"""Odds, payoffs and side bets: pure functions of sums."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from msgspec import Struct

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R


@cites(R("B26.2"), R("X61"), R("E2.5.2.1"))
def odds(bets: Sequence[Sequence[int]], chariots: int) -> tuple[int, ...]:
    """Odds by chariot: all bets divided by those on it, rounded down; 0 without a bet."""
    on = [sum(row[i] for row in bets) for i in range(chariots)]
    total = sum(on)
    return tuple([total // each if each else 0 for each in on])


@cites(R("B26.4"))
def full_payoffs(
    bets: Sequence[Sequence[int]], odds: Sequence[int], winner: int
) -> tuple[int, ...]:
    """The full payoff of each seat: odds times the bet on the winner, which is included."""
    return tuple([odds[winner] * row[winner] for row in bets])


@cites(R("B26.41"), R("X61"))
def payoffs(due: Sequence[int], pool: int) -> tuple[int, ...]:
    """The payoff of each seat from the money bet: a shortfall is taken from the smallest sum
    upwards, and equal sums share it."""
    out = list(due)
    short = sum(out) - pool
    for size in sorted({sum for sum in due if sum}):
        if short <= 0:
            break
        equals = [i for i, sum in enumerate(due) if sum == size]
        cut = min(short, size * len(equals))
        each, rest = divmod(cut, len(equals))
        for n, i in enumerate(equals):
            out[i] -= each + (n < rest)
        short -= cut
    return tuple(out)


class Claim(enum.IntEnum):
    """The claim of a side bet about a chariot."""

    WINS = 0
    AHEAD = 1  # ahead of another
    PLACED = 2  # among the first four
    GLADIATOR = 3  # the seat's gladiator wins


FIRST_FOUR = 4


class SideBet(Struct, frozen=True, tag=True, gc=False):
    """A side bet: two stakes on a claim that `by` makes."""

    by: Seat
    whom: Seat
    claim: Claim
    chariot: int
    other: int
    stake: int
    against: int


@cites(R("B26.1"), R("Q18"))
def is_claim_true(bet: SideBet, places: Sequence[int]) -> bool | None:
    """Whether the claim came true by the places; None if the bet is void. For gladiators the places
    are by owner: 1 for a victory, 0 for a defeat, -1 for neither."""
    place, other = places[bet.chariot], places[bet.other]
    match bet.claim:
        case Claim.GLADIATOR:
            return None if place < 0 else place == 1
        case Claim.WINS:
            return place == 1
        case Claim.PLACED:
            return 1 <= place <= FIRST_FOUR
        case Claim.AHEAD:
            if not place and not other:
                return None
            return bool(place) and (not other or place < other)
