"""Spoken summary of a bout."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.games.circus_maximus.modes.arena.standings import standings
from paddock.games.circus_maximus.modes.arena.view import View


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """The seat's place, and its gladiator's wounds."""
    parts = list(place_remarks(standings(view), seat))
    if view.fighters:
        parts.append(("wounds", {"wounds_in_all": sum(view.fighters[seat].wounds)}))
    return (tuple(parts),)
