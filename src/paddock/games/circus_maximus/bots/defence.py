"""Bot defence: hold, brake back or evade, by the cost of each in turns."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.bots.blows import hit_chance, landed_blow_costs
from paddock.games.circus_maximus.bots.pace import RESULT_TURNS
from paddock.games.circus_maximus.bots.plan import strain_price
from paddock.games.circus_maximus.bots.worth import planned_turns_left
from paddock.games.circus_maximus.data.kinds import INSIDE, OPPOSITE, StrainResult
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases.moving import come_to_stand
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules.defence import can_back, can_evade
from paddock.games.circus_maximus.rules.space import CHANGE_COST, change_to, closed_squares
from paddock.games.circus_maximus.rules.speed import BACK_COST, current_speed, safe_speed, tire
from paddock.games.circus_maximus.view import View


def defend(view: View, blow: Blow) -> Move:
    """Contests the attack if that may save more than the escape costs."""
    loss, out, _ = landed_blow_costs(view, blow)
    held = loss + out * RESULT_TURNS[StrainResult.FLIP]
    ways = [escape_cost(view, blow, move) for move in escapes(view, blow)]
    lands = hit_chance(view, blow)
    return mv.CONTEST if lands * held + (1 - lands) * min(ways) < held else mv.HOLD


def escapes(view: View, blow: Blow) -> list[Move]:
    """The moves open to the target if it wins the contest."""
    ways: list[Move] = []
    if can_evade(view, blow.whom, blow.side):
        ways.append(mv.EVADE)
    if can_back(view, view.chariots[blow.whom]):
        ways.append(mv.BACK)
    return ways


def choose_escape(view: View, blow: Blow, options: tuple[Move, ...]) -> Move:
    """The cheapest escape."""
    return min(options, key=lambda move: escape_cost(view, blow, move))


def escape_cost(view: View, blow: Blow, move: Move) -> float:
    """The cost of an escape in turns: lost position, endurance, the corner."""
    i = blow.whom
    c = view.chariots[i]
    before = planned_turns_left(view, i, c)
    track = view.track
    if isinstance(move, mv.Back):
        segments = c.segments - track.segments_crossed(c.car, c.team)
        back = replace(tire(c, BACK_COST), team=c.car, segments=segments)
        return planned_turns_left(view, i, replace(back, car=track.back(c.car, segments))) - before
    away = OPPOSITE[blow.side]
    target = change_to(view, c, away, closed_squares(view, i))
    car, segments = come_to_stand(view, c, target)
    if segments > c.segments == view.last_segment:
        return -1.0  # over the line
    cost = 0.0
    if track.in_corner[target] and (away == INSIDE or not track.in_corner[c.team]):
        cost = strain_price(view, c, current_speed(view, c) - safe_speed(view, target))
    aside = replace(c, team=target, car=car, segments=segments, used=c.used + CHANGE_COST[away])
    return cost + planned_turns_left(view, i, aside) - before
