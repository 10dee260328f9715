"""Which Upgrade to take: by what each was worth in many laps."""

from __future__ import annotations

from paddock.games.heat.data import FIRST_UPGRADE, SYMBOLS, CardNo

ROUNDS = (
    -33, -46, -4, 15, -39, 32, 27, 27, 27, 38, 2,
    -6, -10, 19, 27, 23, 0, 32, -8, 17, -18, 9,
    4, -12, -10, -10, 17, -37, 34, 23, 7, 11, 0,
    -6, 11, 4, -23, -52, -8, -37, -68, 17, -14, -10,
    -18, 42, 2, 0, 15, 7, -10, -10, -58, 13, 13,
    27, 17, -46, -4, 17, -33, 13, 13, -14, 21, 23,
)  # fmt: skip
"""By Upgrade: hundredths of a round that greedy needs more, or fewer, than with the average one;
alone, with three of it, a lap on each base board (`python -m tests.games.heat.upgrades`)."""
PULLED = 4
"""Who drives alone is not pulled along: what each space of a slipstream is worth beside."""


def slower_by(card: CardNo) -> float:
    """Hundredths of a round that an Upgrade costs: the fewer the better."""
    symbols = SYMBOLS[card]
    return ROUNDS[card - FIRST_UPGRADE] - PULLED * (symbols.slip + symbols.draft)
