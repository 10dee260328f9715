"""Galas: pairs by lot, the odds of a bout, the pot, and what a gladiator learns."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.gladiators import Kind
from paddock.games.circus_maximus.modes.arena.rules import Fighter, Recruit
from paddock.games.circus_maximus.ownership.rules.stable import Entry

MOST_GLADIATORS = 20
POT = 1000
"""What each gladiator of a gala adds to the prize."""
COST = (25, 35, 35, 50, 50)
"""In points of experience, by rating."""
ABSENT = Fighter("", Kind.LIGHT, 0, 0, 0, 1, 1)
"""In the ring, for a seat that has nobody in it."""


class Rating(enum.IntEnum):
    """What a gladiator can learn."""

    TRAINING = 0
    AGILITY = 1
    STRENGTH = 2
    CONSTITUTION = 3
    WOUNDS = 4  # in every area


class Gala(Struct, frozen=True, gc=False):
    """Bouts one after the other, and how they went: gladiators by their number in the entries."""

    bouts: tuple[tuple[int, int], ...] = ()
    bout: int = 0  # which of them is fought
    won: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    killed: tuple[int, ...] = ()
    executed: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return self.bout == len(self.bouts)


class Then(enum.IntEnum):
    """What goes on once all have their types."""

    LOT = 0
    VOTE = 1
    DEBTS = 2


class Novice(Struct, frozen=True, gc=False):
    """Somebody who has no type yet, and whose he is."""

    seat: Seat
    recruit: Recruit


@cites(R("X73"), R("Q28"))
def paired(lot: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """In the order of the lots, each with the next of another owner; who finds none waits."""
    left, found = list(lot), []
    while left:
        one = left.pop(0)
        other = next((rival for rival in left if rival.seat != one.seat), None)
        if other is not None:
            left.remove(other)
            found.append((one, other))
    return found


@cites(R("Q27"))
def bout_odds(
    bets: Sequence[Sequence[int]], bouts: Sequence[tuple[int, int]], lines: int
) -> tuple[int, ...]:
    """By gladiator: all bets on the two of his bout by those on him, rounded down."""
    on = [sum(row[i] for row in bets) for i in range(lines)]
    odds = [0] * lines
    for pair in bouts:
        total = sum(on[i] for i in pair)
        for i in pair:
            odds[i] = total // on[i] if on[i] else 0
    return tuple(odds)


@cites(R("E1.9.2"), R("X73"), R("Q29"))
def share(gala: Gala, lines: int) -> int:
    """Of each survivor: the pot without what the executed leave, if anybody was killed."""
    if not gala.killed:
        return 0
    alive = lines - len(gala.killed) - len(gala.executed)
    return POT * (lines - len(gala.executed)) // alive if alive else 0


@cites(R("E1.10.2.3"))
def drilled(man: Fighter, rating: Rating) -> Fighter:
    """A rating goes up by one, for points."""
    points = man.points - COST[rating]
    match rating:
        case Rating.TRAINING:
            return replace(man, points=points, training=man.training + 1)
        case Rating.AGILITY:
            return replace(man, points=points, agility=man.agility + 1)
        case Rating.STRENGTH:
            return replace(man, points=points, strength=man.strength + 1)
        case Rating.CONSTITUTION:
            return replace(man, points=points, constitution=man.constitution + 1)
        case Rating.WOUNDS:
            return replace(man, points=points, most_wounds=man.most_wounds + 1)
