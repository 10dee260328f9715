"""The value of each Upgrade, measured in many laps."""

from __future__ import annotations

from paddock.games.heat.data import FIRST_UPGRADE, SYMBOLS, CardNo

UPGRADE_COSTS = (
    -34, -44, 1, 9, -37, 34, 25, 33, 26, 37, 2,
    0, -4, 21, 27, 20, 5, 33, -10, 14, -28, 7,
    2, -11, -12, -11, 6, -34, 34, 24, 8, 16, -4,
    -7, 16, 1, -23, -47, -5, -45, -74, 16, -16, -11,
    -18, 35, 8, 5, 19, 8, -10, -11, -57, 12, 14,
    32, 14, -49, -11, 15, -31, 16, 20, -17, 21, 22,
)  # fmt: skip
"""By Upgrade: hundredths of a round that greedy needs more than with an average Upgrade.

Measured alone, with three copies, one lap on each base board
(`python -m tools.games.heat_upgrades`).
"""
SLIP_SPACE_VALUE = 4
"""Value of each slipstream space, in hundredths of a round: a car alone cannot measure it."""


def slower_by(card: CardNo) -> float:
    """Hundredths of a round that an Upgrade costs; lower is better."""
    symbols = SYMBOLS[card]
    return UPGRADE_COSTS[card - FIRST_UPGRADE] - SLIP_SPACE_VALUE * (symbols.slip + symbols.draft)
