"""What a driver of Winds of War may not know: nothing. Dashboards, purses, cards and bids lie open,
and the events that may still come are those that have not been drawn (W1.6)."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.seats import Seat


def redeal(state: Any, eye: Seat | None, generator: random.Random) -> Any:
    """The same race: there is nothing to deal anew."""
    return state
