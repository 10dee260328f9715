"""Gala rules: pairs by lot, the odds of a bout, the pot, and training."""

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

MAX_GLADIATORS = 20
POT_PER_GLADIATOR = 1000
"""The sum each gladiator of a gala adds to the prize."""
DRILL_POINTS = (25, 35, 35, 50, 50)
"""Experience points, by rating."""
ABSENT = Fighter("", Kind.LIGHT, 0, 0, 0, 1, 1)
"""Placeholder in the ring for a seat without a gladiator there."""


class Rating(enum.IntEnum):
    """The ratings a gladiator can train."""

    TRAINING = 0
    AGILITY = 1
    STRENGTH = 2
    CONSTITUTION = 3
    WOUNDS = 4  # in every area


class Gala(Struct, frozen=True, gc=False):
    """Bouts in order, and their results; gladiators by their number in the entries."""

    bouts: tuple[tuple[int, int], ...] = ()
    bout: int = 0  # index of the current bout
    won: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    killed: tuple[int, ...] = ()
    executed: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return self.bout == len(self.bouts)


class Then(enum.IntEnum):
    """What follows once all gladiators have their types."""

    LOT = 0
    VOTE = 1
    DEBTS = 2


class Novice(Struct, frozen=True, gc=False):
    """A gladiator without a type, and his owner."""

    seat: Seat
    recruit: Recruit


@cites(R("X73"), R("Q28"))
def pair_entries(lot: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """Pairs in the order of the lots, each with the next one of another owner; the rest wait."""
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
    """Odds by gladiator: all bets on the bout divided by those on him, rounded down."""
    on = [sum(row[i] for row in bets) for i in range(lines)]
    odds = [0] * lines
    for pair in bouts:
        total = sum(on[i] for i in pair)
        for i in pair:
            odds[i] = total // on[i] if on[i] else 0
    return tuple(odds)


@cites(R("E1.9.2"), R("X73"), R("Q29"))
def survivor_share(gala: Gala, lines: int) -> int:
    """Each survivor's share of the pot, without the part of the executed; 0 if no gladiator was
    killed."""
    if not gala.killed:
        return 0
    alive = lines - len(gala.killed) - len(gala.executed)
    return POT_PER_GLADIATOR * (lines - len(gala.executed)) // alive if alive else 0


@cites(R("E1.10.2.3"))
def drill(man: Fighter, rating: Rating) -> Fighter:
    """Raises a rating by one, for points."""
    points = man.points - DRILL_POINTS[rating]
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
