"""The standings of the season, shown between races."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war.modes.championship.phases import Over
from paddock.games.winds_of_war.modes.championship.rules import places, table
from paddock.games.winds_of_war.modes.championship.view import View, imagine


def season_standings(view: View) -> tuple[Standing, ...]:
    """The teams by points, wins, better places and money; the gap is in points."""
    state = imagine(view)
    order, place = table(state), places(state)
    status = Status.HOME if isinstance(view.phase, Over) else Status.RACING
    best = view.points[order[0]]
    return tuple(
        Standing(
            seat,
            place[seat],
            seat,
            status,
            gap=best - view.points[seat],
            note="season",
            score="season",
            args=(("points", view.points[seat]), ("lire", view.now.teams[seat].purse)),
        )
        for seat in order
    )
