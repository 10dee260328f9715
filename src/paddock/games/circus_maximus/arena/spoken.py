"""A bout as sentences."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, placed
from paddock.games.circus_maximus.arena.standings import standings
from paddock.games.circus_maximus.arena.view import View


def spoken(seen: View, seat: Seat) -> tuple[Sentence, ...]:
    """The place, and how hurt one is."""
    parts = list(placed(standings(seen), seat))
    if seen.fighters:
        parts.append(("wounds", {"wounds_in_all": sum(seen.fighters[seat].wounds)}))
    return (tuple(parts),)
