"""The standings of the season, shown between races."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war.modes.championship.phases import Over, Racing
from paddock.games.winds_of_war.modes.championship.rules import places, table, tour_options
from paddock.games.winds_of_war.modes.championship.view import View, imagine
from paddock.games.winds_of_war.modes.mille_miglia.phases import Racing as OnTheRoad
from paddock.games.winds_of_war.modes.mille_miglia.standings import standings as road_standings
from paddock.games.winds_of_war.modes.mille_miglia.view import View as RoadView
from paddock.games.winds_of_war.standings import standings as race_standings


def standings(view: View) -> tuple[Standing, ...]:
    """The race while one is run, in the Tour by time; else the season."""
    if not isinstance(view.phase, Racing):
        return season_standings(view)
    if view.now.stage is None:
        return race_standings(view.now)
    return road_standings(RoadView(tour_options(view.options), (), (), view.now, OnTheRoad()))


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
