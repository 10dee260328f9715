"""A layout as arrays: types, bounds and spaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces

from paddock.core.layout import Layout

MASK_TYPE = np.int8


def number_type(layout: Layout) -> Any:
    """The smallest integer type that holds every number of an observation."""
    limits = np.iinfo(np.int16)
    small = all(limits.min <= b.low and b.high <= limits.max for b in layout.bounds)
    return np.int16 if small else np.int32


def observation_space(layout: Layout, more_actions: int = 0) -> spaces.Dict:
    """An observation and the mask of the actions."""
    kind = number_type(layout)
    low = np.array([bounds.low for bounds in layout.bounds], kind)
    high = np.array([bounds.high for bounds in layout.bounds], kind)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=kind),
            "action_mask": spaces.Box(0, 1, (layout.actions + more_actions,), MASK_TYPE),
        }
    )


def make_mask(size: int, ids: Iterable[int]) -> Any:
    """1 where an action is offered."""
    mask: Any = np.zeros(size, MASK_TYPE)
    mask[list(ids)] = 1
    return mask
