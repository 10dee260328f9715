"""What many figures say in the mean, and how sure one may be of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

Z_95 = 1.959964
"""So many standard errors hold 95 % of what chance does."""


class Mean(Struct, frozen=True):
    """A mean and half of its 95 % interval."""

    value: float
    margin: float


def mean(values: Sequence[float]) -> Mean:
    """The mean, with the margin that a normal law gives; a single value has none to give."""
    count = len(values)
    if not count:
        return Mean(0.0, 0.0)
    middle = math.fsum(values) / count
    if count == 1:
        return Mean(middle, 0.0)
    spread = math.fsum((value - middle) ** 2 for value in values) / (count - 1)
    return Mean(middle, Z_95 * math.sqrt(spread / count))


def wilson_interval(hits: float, tries: int) -> tuple[float, float]:
    """Wilson's interval of a share: sound also near 0 and 1, where many bots live."""
    if not tries:
        return (0.0, 1.0)
    part, square = hits / tries, Z_95 * Z_95
    middle = (part + square / (2 * tries)) / (1 + square / tries)
    inner = part * (1 - part) / tries + square / (4 * tries * tries)
    margin = Z_95 * math.sqrt(inner) / (1 + square / tries)
    return (max(0.0, middle - margin), min(1.0, middle + margin))
