"""Odds, payoffs and bets between two players: functions of sums alone."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from msgspec import Struct

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R


@cites(R("B26.2"), R("X61"), R("E2.5.2.1"))
def odds(bets: Sequence[Sequence[int]], chariots: int) -> tuple[int, ...]:
    """By chariot: all bets by those on it, rounded down; 0 where nobody has bet."""
    on = [sum(row[i] for row in bets) for i in range(chariots)]
    total = sum(on)
    return tuple([total // each if each else 0 for each in on])


@cites(R("B26.4"))
def dues(bets: Sequence[Sequence[int]], odds: Sequence[int], winner: int) -> tuple[int, ...]:
    """What each should receive: odds times bet on the winner, the stake in it."""
    return tuple([odds[winner] * row[winner] for row in bets])


@cites(R("B26.41"), R("X61"))
def payoffs(due: Sequence[int], pool: int) -> tuple[int, ...]:
    """What each receives from the money bet: a shortfall is taken from the smallest sum upwards,
    and equals share it."""
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
    """What is said of a chariot in a bet between two."""

    WINS = 0
    AHEAD = 1  # of another
    PLACED = 2  # among the first four
    GLADIATOR = 3  # who fights for somebody wins


FIRST_FOUR = 4


class SideBet(Struct, frozen=True, tag=True, gc=False):
    """Two players hold stakes on a claim: `by` says it is so."""

    by: Seat
    whom: Seat
    claim: Claim
    chariot: int
    other: int
    stake: int
    against: int


@cites(R("B26.1"), R("Q18"))
def settled(bet: SideBet, places: Sequence[int]) -> bool | None:
    """Whether the claim came true by the places; None: the bet is void. Of gladiators the places
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
