"""Hold, brake back or evade: what each costs, in turns."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.bots.blows import fallen, likely
from paddock.games.circus_maximus.bots.pace import HARM
from paddock.games.circus_maximus.bots.plan import danger
from paddock.games.circus_maximus.bots.worth import planned
from paddock.games.circus_maximus.data.kinds import INSIDE, OPPOSITE, StrainResult
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases.moving import come_to_stand
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules.defence import can_back, can_evade
from paddock.games.circus_maximus.rules.space import COST, change_to, closed
from paddock.games.circus_maximus.rules.speed import BACK_COST, current_speed, safe_speed, tire
from paddock.games.circus_maximus.view import View


def defend(view: View, blow: Blow) -> Move:
    """Contest if what it may save is worth more than getting away costs."""
    loss, out, _ = fallen(view, blow)
    held = loss + out * HARM[StrainResult.FLIP]
    ways = [cost_of(view, blow, move) for move in ways_out(view, blow)]
    lands = likely(view, blow)
    return mv.CONTEST if lands * held + (1 - lands) * min(ways) < held else mv.HOLD


def ways_out(view: View, blow: Blow) -> list[Move]:
    """What the target of a blow could do if he wins the contest."""
    ways: list[Move] = []
    if can_evade(view, blow.whom, blow.side):
        ways.append(mv.EVADE)
    if can_back(view, view.chariots[blow.whom]):
        ways.append(mv.BACK)
    return ways


def avoid(view: View, blow: Blow, options: tuple[Move, ...]) -> Move:
    """The way out that costs least."""
    return min(options, key=lambda move: cost_of(view, blow, move))


def cost_of(view: View, blow: Blow, move: Move) -> float:
    """The turns a way out of an attack costs: the place lost, the endurance, the corner."""
    i = blow.whom
    c = view.chariots[i]
    before = planned(view, i, c)
    track = view.track
    if isinstance(move, mv.Back):
        segments = c.segments - track.crossed(c.car, c.team)
        back = replace(tire(c, BACK_COST), team=c.car, segments=segments)
        return planned(view, i, replace(back, car=track.back(c.car, segments))) - before
    away = OPPOSITE[blow.side]
    target = change_to(view, c, away, closed(view, i))
    car, segments = come_to_stand(view, c, target)
    if segments > c.segments == view.last_segment:
        return -1.0  # over the line
    cost = 0.0
    if track.in_corner[target] and (away == INSIDE or not track.in_corner[c.team]):
        cost = danger(view, c, current_speed(view, c) - safe_speed(view, target))
    aside = replace(c, team=target, car=car, segments=segments, used=c.used + COST[away])
    return cost + planned(view, i, aside) - before
