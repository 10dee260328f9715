"""Rams: on horses, on cars, from directly behind, and on dragged drivers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import OPPOSITE, RACING
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import drive
from paddock.games.circus_maximus.phases.harm import hurt_horse, hurt_wheel, injure, wound
from paddock.games.circus_maximus.phases.underway import Blow, skill
from paddock.games.circus_maximus.rules import charts, damage
from paddock.games.circus_maximus.rules.dice import DIE, dice

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

Q_BEAR = Question("bear", R("E2.10.10.1.1"), AskKind.REACTION, ("chariot",))
MAX_HORSE_ROLLS = 60
"""After this many rolls without a horse the first one left is hurt."""


@cites(R("GQ12.4"))
def ram_team(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """The nearest horse is hurt."""
    return injure(state, blow.whom, blow.side, blow.edge, events, chance)


def ram_car(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """First which car is damaged, then the damage, on the wheels that face each other."""
    d = state.chariots[blow.whom]
    roll = dice(chance, 3, "cars") + skill(state, blow) - damage.defence_modifier(state, d)
    hit = charts.cars_hit(roll)
    return damage_cars(state, blow, hit, events, chance)


def damage_cars(state: State, blow: Blow, hit: int, events: Events, chance: Chance) -> State:
    d = state.chariots[blow.whom]
    if hit == charts.NOBODY or (blow.wreck and hit == charts.ATTACKER):
        events.append(ev.NoDamage(blow.by, blow.whom))
        return state
    theirs = damage.edge(state, d, blow.side)
    if hit in (charts.DEFENDER, charts.BOTH):
        points = charts.wheel_damage(dice(chance, 2, "damage") + blow.edge)
        state = hurt_wheel(state, blow.whom, blow.side, points, events, chance)
    if hit in (charts.ATTACKER, charts.BOTH) and not blow.wreck:
        points = charts.wheel_damage(dice(chance, 2, "damage") + theirs)
        state = hurt_wheel(state, blow.by, OPPOSITE[blow.side], points, events, chance)
    return state


@cites(R("B16.5"), R("GQ16.5"), R("E2.10.9"))
def trample(state: State, blow: Blow, events: Events, chance: Chance) -> State:
    """A team over a dragged driver: wheel points are hits, doubled in 1980; no harm to the
    attacker."""
    cdm = state.chariots[blow.by].cdm if state.chariots[blow.by].condition == RACING else 0
    hit = charts.cars_hit(dice(chance, 3, "cars") + cdm)
    hits = 0
    if hit in (charts.DEFENDER, charts.BOTH):
        hits = charts.wheel_damage(dice(chance, 2, "damage")) * (1 if state.epic else 2)
    events.append(ev.Trampled(blow.by, blow.whom, hits))
    return wound(state, blow.whom, hits, events)


# ---------------------------------------------------------------- from directly behind


@cites(R("E2.10.10.1.1"))
def spread_points(state: State, i: int, points: int, events: Events, chance: Chance) -> State:
    """Points from directly ahead: shared by all living horses, the rest by die or by the owner."""
    c = state.chariots[i]
    alive = [h for h in range(4) if c.horses[h] > 0]
    if not alive or points <= 0:
        return state
    each, rest = divmod(points, len(alive))
    unlucky = [] if state.epic else roll_horses(chance, alive, rest)
    for horse in alive:
        share = each + (1 if horse in unlucky else 0)
        if share:
            state = hurt_horse(state, i, horse, share, events, chance)
    if state.epic and rest:
        return choose_horses(state, i, rest, 0)
    return state


@cites(R("GQ9.6"))
def roll_horses(chance: Chance, alive: list[int], number: int) -> list[int]:
    """This many different horses, each the first whose number is rolled."""
    chosen: list[int] = []
    for _ in range(MAX_HORSE_ROLLS):
        if len(chosen) == number:
            break
        horse = chance.pick(DIE, "horse")
        if horse in alive and horse not in chosen:
            chosen.append(horse)
    left = [horse for horse in alive if horse not in chosen]
    return chosen + left[: number - len(chosen)]


def choose_horses(state: State, i: int, points: int, hurt: int) -> State:
    """Asks the owner for each point left, while there is a horse to take it."""
    if points and unhurt_horses(state.chariots[i], hurt):
        return replace(state, phase=ChooseHorse(i, points, hurt, state.phase))
    return state


def unhurt_horses(c: Chariot, hurt: int) -> list[int]:
    """Living horses that have not taken a point yet."""
    return [h for h in range(4) if c.horses[h] > 0 and not hurt >> h & 1]


class ChooseHorse(Asking, frozen=True, tag=True, gc=False):
    """Epic: the owner chooses the horses for points that cannot be shared."""

    chariot: int
    points: int
    hurt: int  # horses that have taken a point, one bit each
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        options = tuple(mv.BEARS[h] for h in unhurt_horses(c, self.hurt))
        return (Ask(c.owner, Q_BEAR, options, 0, (self.chariot,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Bear):
            raise RulesBug(move)
        drive.shown_at_once(state, events)
        state = replace(state, phase=self.then)
        state = hurt_horse(state, self.chariot, move.horse, 1, events, chance)
        return choose_horses(state, self.chariot, self.points - 1, self.hurt | 1 << move.horse)
