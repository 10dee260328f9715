"""Dice rolls, labelled by their purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paddock.core.chance import Chance

DIE = (1, 2, 3, 4, 5, 6)


def die(chance: Chance, label: str) -> int:
    return chance.pick(DIE, label) + 1


def dice(chance: Chance, number: int, label: str) -> int:
    """The sum of several dice."""
    return sum([chance.pick(DIE, label) for _ in range(number)]) + number
