"""Means and confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

Z_95 = 1.959964
"""Standard errors of a two-sided 95 % interval."""


class Mean(Struct, frozen=True):
    """A mean and half of its 95 % interval."""

    value: float
    margin: float


def mean(values: Sequence[float]) -> Mean:
    """The mean, with the margin of a normal distribution; a single value has none."""
    count = len(values)
    if not count:
        return Mean(0.0, 0.0)
    middle = math.fsum(values) / count
    if count == 1:
        return Mean(middle, 0.0)
    spread = math.fsum((value - middle) ** 2 for value in values) / (count - 1)
    return Mean(middle, Z_95 * math.sqrt(spread / count))


def wilson_interval(hits: float, tries: int) -> tuple[float, float]:
    """Wilson interval of a share: valid also near 0 and 1, where many bots are."""
    if not tries:
        return (0.0, 1.0)
    part, square = hits / tries, Z_95 * Z_95
    middle = (part + square / (2 * tries)) / (1 + square / tries)
    inner = part * (1 - part) / tries + square / (4 * tries * tries)
    margin = Z_95 * math.sqrt(inner) / (1 + square / tries)
    return (max(0.0, middle - margin), min(1.0, middle + margin))
