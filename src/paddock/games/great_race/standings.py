"""Standings: the arrived crews by prestige, the others by progress."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.standings import Standing, Status
from paddock.games.great_race.data import ROWS
from paddock.games.great_race.phases import Over
from paddock.games.great_race.rules.ground import progress
from paddock.games.great_race.view import View

THE_CONTINENT: Seat = -1


def standings(view: View) -> tuple[Standing, ...]:
    """The arrived by prestige, then by row and pile; an uncrossed continent is first."""
    over = isinstance(view.phase, Over)
    arrived = sorted(view.arrivals, key=lambda seat: -view.prestige[seat])
    rows = {seat: progress(view.options, view.crews[seat].space) for seat in view.pile}
    behind = sorted(
        [seat for seat in view.pile if seat not in view.arrivals], key=lambda seat: -rows[seat]
    )
    best = ROWS if arrived else rows[behind[0]]
    found = [
        Standing(
            seat,
            place,
            seat,
            Status.HOME,
            note="arrived",
            score="prestige",
            args=(("prestige", view.prestige[seat]),),
        )
        for place, seat in enumerate(arrived, 1)
    ]
    if over and not arrived:
        car = len(view.crews)
        found.append(Standing(THE_CONTINENT, 1, car, Status.HOME, note="uncrossed"))
    found += [
        Standing(
            seat,
            place,
            seat,
            Status.OUT if over else Status.RACING,
            gap=best - rows[seat],
            note="row",
            score="place",
            args=(("row", rows[seat]), ("space", view.crews[seat].space)),
        )
        for place, seat in enumerate(behind, len(found) + 1)
    ]
    return tuple(found)
