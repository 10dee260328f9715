"""Conserved quantities of Winds of War: spare parts, tuning and failure cards, at most one car per
box."""

from __future__ import annotations

from collections.abc import Hashable

from paddock.games.winds_of_war.data.enums import RACING, Failure
from paddock.games.winds_of_war.modes.career.state import State as Career
from paddock.games.winds_of_war.modes.championship.state import State as Season
from paddock.games.winds_of_war.modes.mille_miglia.state import State as Road
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.state.pieces import TRACK


def census(state: State | Season | Road | Career) -> Hashable:
    """Every spare part and card wherever it is; no two cars on a box, no car with two teams."""
    if isinstance(state, Season | Road | Career):
        return census(state.now)
    spares = [
        n + sum(team.spares[part] for team in state.teams) for part, n in enumerate(state.stock)
    ]
    tuning = [
        n + sum(team.tuning.count(card) for team in state.teams)
        for card, n in enumerate(state.shelf)
    ]
    failures = [
        n + sum(kind in car.broken for car in state.cars)
        for kind, n in zip(Failure, state.failures, strict=True)
    ]
    door = TRACK[state.road].door  # the start box may hold several cars
    boxes = [car.box for car in state.cars if car.status == RACING and car.box != door]
    models = [team.model for team in state.teams if team.model >= 0]
    alone = len(boxes) == len(set(boxes)) and len(models) == len(set(models))
    return tuple(spares), tuple(tuning), tuple(failures), alone
