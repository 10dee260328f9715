"""Law 10: cards, chips, money and cars are conserved by the game's own count."""

from __future__ import annotations

from paddock.core import series
from paddock.verify.laws.walk import Walk


def nothing_is_lost(walk: Walk) -> None:
    """The count is the same all along a race; a series is counted race by race."""
    if walk.census is None:
        return
    with walk.law(10, "count"):
        count = walk.census(walk.state)
    state = walk.state
    race = state.race if isinstance(state, series.State) else 0
    before = walk.counted.setdefault(race, count)
    if count != before:
        walk.broken(10, f"there were {before!r:.400} and are {count!r:.400}")
