"""Standings of owners: on the track while a race is run, otherwise by money."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.core.standings import Standing, Status
from paddock.games.circus_maximus.ownership.view import Line

WATCHER_CHARIOT = 100
"""Placeholder chariot number of a seat that is not in this race."""


def with_watchers(running: Sequence[Standing], seats: int) -> tuple[Standing, ...]:
    """The chariots of the race, and the watching seats."""
    there = {one.seat for one in running}
    watching = [
        Standing(seat, 0, WATCHER_CHARIOT + seat, Status.OUT, note="watching", score="watching")
        for seat in range(seats)
        if seat not in there
    ]
    return (*running, *watching)


def by_money(table: Sequence[Line], notes: Sequence[str], over: bool) -> tuple[Standing, ...]:
    """The richest first; the gap is in sesterces. `notes` has a note for each seat."""
    best = max([line.cash for line in table if line.place], default=0)
    found = []
    for line in table:
        out, note = not line.place, notes[line.seat]
        status = Status.OUT if out else Status.HOME if over else Status.RACING
        gap = 0 if out else best - line.cash
        args = (("amount", line.cash),)
        row = Standing(
            line.seat,
            line.place,
            car=line.seat,
            status=status,
            gap=gap,
            note=note,
            score=note,
            args=args,
        )
        found.append(row)
    return tuple(found)
