"""Heat: plans that no driver would make."""

from __future__ import annotations

from paddock.games.heat.foresee import danger, foresee
from paddock.games.heat.moves import Plan
from tools.bots.oddities import Count, PlayedRace, oddity, run_with

GAME = "heat"

run_with(GAME, 4, track="usa", laps=1)


@oddity("the last car makes a dangerous plan although it has a safe one", GAME)
def last_and_dangerous(race: PlayedRace) -> Count:
    found = possible = 0
    for view, ask, move, _ in race.decisions:
        if not isinstance(move, Plan) or not move.gear or ask.seat != view.order[-1]:
            continue
        possible += 1
        if danger(move, foresee(view, ask.seat, move)) is not None:
            others = [m for m in ask.options if isinstance(m, Plan) and m.gear]
            found += any(danger(m, foresee(view, ask.seat, m)) is None for m in others)
    return Count(found, possible)


@oddity("the last car has no plan that is not dangerous", GAME)
def last_without_choice(race: PlayedRace) -> Count:
    found = possible = 0
    for view, ask, _, _ in race.decisions:
        if ask.question.prompt != "plan" or ask.seat != view.order[-1]:
            continue
        plans = [m for m in ask.options if isinstance(m, Plan) and m.gear]
        if plans:
            possible += 1
            found += all(danger(m, foresee(view, ask.seat, m)) is not None for m in plans)
    return Count(found, possible)
