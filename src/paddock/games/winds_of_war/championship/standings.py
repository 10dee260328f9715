"""Who is ahead of whom: in the race while one is run, else in the season."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war.championship.phases import Over, Racing
from paddock.games.winds_of_war.championship.rules import places, table
from paddock.games.winds_of_war.championship.view import View, imagine
from paddock.games.winds_of_war.standings import standings as race_standings


def standings(seen: View) -> tuple[Standing, ...]:
    """The cars on the road, or the teams by their points."""
    return race_standings(seen.now) if isinstance(seen.phase, Racing) else season_standings(seen)


def season_standings(seen: View) -> tuple[Standing, ...]:
    """The teams by points, wins, better places and money; the gap is in points."""
    state = imagine(seen)
    order, place = table(state), places(state)
    status = Status.HOME if isinstance(seen.phase, Over) else Status.RACING
    best = seen.points[order[0]]
    return tuple(
        Standing(
            seat,
            place[seat],
            seat,
            status,
            gap=best - seen.points[seat],
            note="season",
            score="season",
            args=(("points", seen.points[seat]), ("lire", seen.now.teams[seat].purse)),
        )
        for seat in order
    )
