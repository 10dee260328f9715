"""Harm and what follows from it: hurt horses, broken wheels, wounds, flips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Kind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data, phases
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.events import Told
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases.flow import mend, pop, push
from paddock.games.circus_maximus.rules import charts, harm
from paddock.games.circus_maximus.rules.dice import DIE, dice, die
from paddock.games.circus_maximus.rules.speed import maximum, tire
from paddock.games.circus_maximus.state import (
    CARCASS,
    DEAD,
    DRAGGED,
    EMPTY,
    GONE,
    IN_CAR,
    NOWHERE,
    ON_FOOT,
    RACING,
    RUNAWAY,
    SAFE,
    WRECK,
    Chariot,
    Flight,
    put,
)

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import State

Q_BEAR = Question("bear", R("E2.10.10.1.1"), Kind.REACTION, ("chariot",))
JOSTLE = 3
MANY = 60
"""After so many throws without a horse the first one left is hurt."""


def drop(state: State, square: int, what: int) -> State:
    """Something lies on the track from now on; two wrecks on a square are one."""
    if square == NOWHERE or (square, what) in state.litter:
        return state
    return replace(state, litter=tuple(sorted((*state.litter, (square, what)))))


# ---------------------------------------------------------------- horses


@cites(R("B9.51"), R("B9.52"), R("GO8"), R("X37"), R("E2.10.7.1"), R("E2.12.2"))
def hurt_horse(state: State, i: int, horse: int, points: int, told: Told, chance: Chance) -> State:
    """Points on one horse, and its critical hit where that is played."""
    c = state.chariots[i]
    if horse < 0 or points <= 0 or c.horses[horse] <= 0:
        return state
    c, taken, died = harm.hurt_horse(c, horse, points)
    told.append(ev.HorseHurt(i, horse, taken))
    if state.options.critical_horses and not state.epic and not died:
        more = data.CRITICAL_HORSE[dice(chance, 2, "critical horse")]
        if more:
            c, taken, died = harm.hurt_horse(c, horse, more)
            told.append(ev.HorseHurt(i, horse, taken))
    if not died:
        return mend(state, i, c, told)
    told.append(ev.HorseDied(i, horse))
    return bury(state, i, c, told)


@cites(R("B9.52"), R("X33"), R("Q6"), R("E2.12.2.1"))
def bury(state: State, i: int, c: Chariot, told: Told) -> State:
    """A horse has died: endurance goes with it; without a living horse the chariot is out."""
    toll = harm.death_toll(c)
    if toll:
        c = tire(c, toll)
    if any(c.horses):
        return mend(state, i, replace(c, mf=0), told)
    if c.condition == RUNAWAY:
        return put(state, i, replace(c, mf=0))
    told.append(ev.HorsesGone(i))
    state = drop(drop(state, c.car, WRECK), c.team, CARCASS)
    gone = replace(c, condition=GONE, mf=0, team=NOWHERE, car=NOWHERE)
    if state.options.book == "basic":
        gone = replace(gone, man=SAFE if c.man == IN_CAR else c.man, freed=state.turn)
    elif c.man in (IN_CAR, DRAGGED):
        gone = replace(gone, man=ON_FOOT, foot=c.car, freed=state.turn)
    return put(state, i, gone)


@cites(R("B9.61"), R("GQ9.6"), R("E2.10.10.1.1"))
def spread(state: State, i: int, points: int, told: Told, chance: Chance) -> State:
    """Points from directly ahead: shared by all living horses, the rest by die or by the owner."""
    c = state.chariots[i]
    alive = [h for h in range(4) if c.horses[h] > 0]
    if not alive or points <= 0:
        return state
    each, rest = divmod(points, len(alive))
    unlucky = [] if state.epic else by_die(chance, alive, rest)
    for horse in alive:
        share = each + (1 if horse in unlucky else 0)
        if share:
            state = hurt_horse(state, i, horse, share, told, chance)
    if state.epic and rest:
        return push(state, Bearing(i, rest, 0, state.phase))
    return state


@cites(R("GQ9.6"))
def by_die(chance: Chance, alive: list[int], number: int) -> list[int]:
    """So many different horses, each the first whose number is thrown."""
    chosen: list[int] = []
    for _ in range(MANY):
        if len(chosen) == number:
            break
        horse = chance.pick(DIE, "horse")
        if horse in alive and horse not in chosen:
            chosen.append(horse)
    left = [horse for horse in alive if horse not in chosen]
    return chosen + left[: number - len(chosen)]


@cites(R("E2.10.10.1.1"))
class Bearing(Struct, frozen=True, tag=True, gc=False):
    """In Epic the owner says which horses take the points that cannot be shared."""

    chariot: int
    points: int
    hurt: int  # those who have taken theirs, a bit each
    then: phases.Phase

    def able(self, state: State) -> list[int]:
        c = state.chariots[self.chariot]
        return [h for h in range(4) if c.horses[h] > 0 and not self.hurt >> h & 1]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = tuple(mv.BEARS[h] for h in self.able(state))
        seat = state.chariots[self.chariot].owner
        return (Ask(seat, Q_BEAR, options, 0, (self.chariot,)),)

    def play(self, state: State, seat: Seat, move: Move, told: Told, chance: Chance) -> State:
        if not isinstance(move, mv.Bear):
            raise RulesBug(move)
        hurt = self.hurt | 1 << move.horse
        state = push(state, Bearing(self.chariot, self.points - 1, hurt, self.then))
        return hurt_horse(state, self.chariot, move.horse, 1, told, chance)

    def resume(self, state: State, told: Told, chance: Chance) -> State | None:
        return None if self.points and self.able(state) else pop(state)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return Refusal("not-offered", Q_BEAR.clause)


# ---------------------------------------------------------------- wheels


@cites(R("B9.55"), R("B9.56"), R("X20"), R("E2.10.8.2"), R("E2.12.3"))
def hurt_wheel(state: State, i: int, wheel: int, points: int, told: Told, chance: Chance) -> State:
    """Points on one wheel; two or more at once are a check."""
    c = state.chariots[i]
    if points <= 0 or c.condition not in (RACING, EMPTY):
        return state
    state = put(state, i, harm.break_wheel(c, wheel, points))
    told.append(ev.WheelHurt(i, wheel, points))
    if harm.wheel_gone(state.chariots[i]):
        told.append(ev.WheelLost(i, wheel))
        return flip(state, i, told)
    return check_wheels(state, i, told, chance) if points >= 2 else state


@cites(R("B7.4"), R("X20"), R("GO3"), R("E2.12.3.3"))
def check_wheels(state: State, i: int, told: Told, chance: Chance) -> State:
    """Two dice for every damaged wheel: above is safe, equal one point more, below it is lost."""
    for wheel in (0, 1):
        c = state.chariots[i]
        damage = c.wheels[wheel]
        if not damage or c.condition not in (RACING, EMPTY):
            continue
        roll = dice(chance, 2, "wheel") - (1 if harm.uneven(state, c) else 0)
        if roll < damage:
            told.append(ev.WheelLost(i, wheel))
            state = flip(state, i, told)
        else:
            told.append(ev.WheelHeld(i, wheel, roll))
        if roll == damage:
            state = put(state, i, harm.break_wheel(c, wheel, 1))
            told.append(ev.WheelHurt(i, wheel, 1))
            if harm.wheel_gone(state.chariots[i]):
                told.append(ev.WheelLost(i, wheel))
                state = flip(state, i, told)
    return state


# ---------------------------------------------------------------- drivers


@cites(R("B7.35"), R("X14"), R("X44"), R("E2.9.4"), R("E2.9.4.5"))
def jostle(state: State, i: int, told: Told) -> State:
    """CDM falls by three; MFs of the whip and above the new maximum are lost."""
    c = state.chariots[i]
    if c.condition != RACING:
        return state
    c = replace(c, cdm=c.cdm - JOSTLE, jostled=True)
    told.append(ev.Jostled(i, c.cdm))
    if not c.mf:
        return mend(state, i, c, told)
    return trim(state, i, c, min(c.total - c.ran, maximum(state, c)), told)


@cites(R("X14"), R("E2.9.4.5"))
def trim(state: State, i: int, c: Chariot, allowed: int, told: Told) -> State:
    """Fewer MFs for the rest of this phase, but not fewer than were spent."""
    spent = c.total - c.mf
    left = max(0, allowed - spent)
    if left < c.mf:
        told.append(ev.Lapsed(i, c.mf - left))
        c = replace(c, total=spent + left, mf=left, ran=0)
    return put(state, i, replace(c, written=min(c.written, maximum(state, c))))


@cites(R("B9.43W"), R("X45"), R("E2.12.1"))
def wound(state: State, i: int, hits: int, told: Told) -> State:
    """Hits on the driver. All of them kill; in the car that is a flip."""
    c = state.chariots[i]
    if c.man in (SAFE, DEAD) or hits <= 0:
        return state
    told.append(ev.Wounded(i, hits))
    c = harm.wound(c, hits)
    if c.hits:
        return mend(state, i, c, told)
    return die_of_it(put(state, i, c), i, told)


@cites(R("B9.43W"), R("GO5"), R("GO6"), R("E2.12.1"))
def die_of_it(state: State, i: int, told: Told, flips: bool = True) -> State:
    """The driver is dead: his chariot flips, or, by a blade of The General's, runs on whole."""
    c = state.chariots[i]
    driving = c.man == IN_CAR
    told.append(ev.Died(i))
    state = put(state, i, replace(c, man=DEAD, hits=0, foot=NOWHERE))
    if not driving:
        return state
    if flips or state.options.book == "basic":
        return flip(state, i, told)
    return put(state, i, replace(state.chariots[i], condition=EMPTY))


@cites(R("B9.43"), R("E2.10.4.3"))
def slow(state: State, i: int, told: Told, chance: Chance) -> State:
    """A die off the greatest speed of the next phase."""
    loss = die(chance, "loss")
    told.append(ev.Slowed(i, loss))
    c = state.chariots[i]
    return mend(state, i, replace(c, loss=c.loss + loss), told)


# ---------------------------------------------------------------- flips


@cites(R("B7.1"), R("B12.1"), R("B15.1"), R("B16.1"), R("GQ12.1"), R("X45"), R("E2.13"))
@cites(R("E2.13.1"), R("E2.13.2"), R("E2.13.3"))
def flip(state: State, i: int, told: Told) -> State:
    """The car is lost: removed in the basic game, else it flies while the team runs on."""
    c = state.chariots[i]
    if c.condition not in (RACING, EMPTY):
        return state
    told.append(ev.Flipped(i))
    if state.options.book == "basic":
        fate = SAFE if c.man in (IN_CAR, DRAGGED) else c.man
        return put(state, i, replace(c, condition=GONE, man=fate, mf=0, team=NOWHERE, car=NOWHERE))
    edge = max(harm.edge(state, c, side) for side in (0, 1))
    fate = DRAGGED if c.man == IN_CAR else c.man
    run = replace(c, condition=RUNAWAY, car=NOWHERE, man=fate, flipped=1, towed=0)
    state = put(state, i, run)
    return replace(state, flying=(*state.flying, Flight(i, c.car, edge)))


@cites(R("B13.1"), R("B16.7"), R("GQ13.1"), R("X44"), R("E2.13.3.4"))
def pull_out(state: State, i: int, told: Told) -> State:
    """The driver is pulled from his car, which runs on whole."""
    c = state.chariots[i]
    if c.condition != RACING or c.man != IN_CAR:
        return state
    told.append(ev.Pulled(i))
    if state.options.book == "basic":
        return flip(state, i, told)
    return put(state, i, replace(c, condition=EMPTY, man=DRAGGED, flipped=1, towed=0))


def injure(state: State, i: int, side: int, edge: int, told: Told, chance: Chance) -> State:
    """A ram on the horses: two dice with the car's edge, on the nearest horse."""
    points = charts.horse_injury(dice(chance, 2, "injury") + edge)
    return hurt_horse(state, i, harm.nearest_horse(state.chariots[i], side), points, told, chance)
