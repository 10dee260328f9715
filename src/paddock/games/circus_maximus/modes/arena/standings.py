"""Standings of a gala."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.circus_maximus.modes.arena.phases import Over, places
from paddock.games.circus_maximus.modes.arena.rules import Plight
from paddock.games.circus_maximus.modes.arena.view import View

NOTES = {Plight.DEAD: "fallen", Plight.EXECUTED: "fallen", Plight.SPARED: "spared"}


def standings(view: View) -> tuple[Standing, ...]:
    """Victors first, then standing fighters, the spared, the dead."""
    if not view.fighters:
        return tuple([Standing(s, 1, s, Status.RACING, note="unarmed") for s in range(view.seats)])
    found, placed = [], places(view)
    over = isinstance(view.phase, Over)
    for seat in sorted(range(view.seats), key=lambda s: (placed[s] or 99, s)):
        man = view.fighters[seat]
        status = Status.OUT if not man.alive else Status.HOME if over else Status.RACING
        note = NOTES.get(man.fate, "standing-man")
        args = (("wounds_in_all", sum(man.wounds)), ("points", man.points))
        found.append(
            Standing(seat, placed[seat], car=seat, status=status, note=note, score=note, args=args)
        )
    return tuple(found)
