"""Which Upgrade to take: by what each was worth in many laps."""

from __future__ import annotations

from paddock.games.heat.data import FIRST_UPGRADE, SYMBOLS, CardNo

ROUNDS = (
    -34, -44, 1, 9, -37, 34, 25, 33, 26, 37, 2,
    0, -4, 21, 27, 20, 5, 33, -10, 14, -28, 7,
    2, -11, -12, -11, 6, -34, 34, 24, 8, 16, -4,
    -7, 16, 1, -23, -47, -5, -45, -74, 16, -16, -11,
    -18, 35, 8, 5, 19, 8, -10, -11, -57, 12, 14,
    32, 14, -49, -11, 15, -31, 16, 20, -17, 21, 22,
)  # fmt: skip
"""By Upgrade: hundredths of a round that greedy needs more, or fewer, than with the average one;
alone, with three of it, a lap on each base board (`python -m tools.games.heat_upgrades`)."""
PULLED = 4
"""Who drives alone is not pulled along: what each space of a slipstream is worth beside."""


def slower_by(card: CardNo) -> float:
    """Hundredths of a round that an Upgrade costs: the fewer the better."""
    symbols = SYMBOLS[card]
    return ROUNDS[card - FIRST_UPGRADE] - PULLED * (symbols.slip + symbols.draft)
