"""End of a movement phase: wrecks land, dragged drivers are hurt or cut themselves free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import Pending
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    DRAGGED,
    HOME,
    INSIDE,
    ON_FOOT,
    OUTSIDE,
    RAM,
    RUNAWAY,
    WRECK,
    Part,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.phases import combat, corner
from paddock.games.circus_maximus.phases.harm import drop_litter, kill_driver, wound
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules import charts
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.log import Flight, is_standing, man_square, put_chariot
from paddock.games.circus_maximus.rules.space import facing, men_on
from paddock.games.circus_maximus.rules.track import NOWHERE, WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State


@cites(R("GQ12.1"), R("E2.13.1"))
class EndOfMove(Pending, frozen=True, tag=True, gc=False):
    """The mover has finished: cars land, dragged drivers are hurt, marks are removed."""

    chariot: int
    then: phases.Phase

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        if state.flying:
            first, *rest = state.flying
            return land(replace(state, flying=tuple(rest)), first, events, chance)
        for i, c in enumerate(state.chariots):
            dragged = c.driver == DRAGGED
            if c.just_flipped or (dragged and (i == self.chariot or has_halted(state, c))):
                if dragged:
                    state = drag(state, i, events, chance)
                state = put_chariot(
                    state, i, replace(state.chariots[i], just_flipped=False, towed=0)
                )
        row = list(state.chariots)
        mover = row[self.chariot]
        straight_on = mover.straight_on
        if straight_on:
            straight_on -= not mover.straight_later
            events.append(ev.StraightOn(self.chariot, straight_on))
        row[self.chariot] = replace(
            mover,
            last_total=mover.total,
            mf=0,
            whip_mf=0,
            prepaid=0,
            loss_now=0,
            towed=0,
            straight_on=straight_on,
            straight_later=False,
        )
        return replace(state, chariots=tuple(row), mover=-1, phase=self.then)


def has_halted(state: State, c: Chariot) -> bool:
    """Epic: whether a team on the track drags its driver no further."""
    return state.epic and c.condition <= RUNAWAY and is_standing(state, c)


@cites(R("B12.3"), R("X38"), R("E2.13.1.3"))
def land(state: State, flight: Flight, events: Events, chance: Chance) -> State:
    """A car comes down: lanes first, stopped by the wall, then forward."""
    lanes, forward = charts.flight(state.epic, dice(chance, 2, "wreck location"))
    track = state.track
    square = flight.square
    side = OUTSIDE if lanes > 0 else INSIDE
    for _ in range(abs(lanes)):
        beside = track.slip[side][square]
        if beside == WALL:
            break
        square = beside
    for _ in range(forward):
        square = track.ahead[square]
    under = corner.part_at(state, square, flight.chariot)  # without its own team
    state = drop_litter(state, square, WRECK)
    events.append(ev.Landed(flight.chariot, square, state.litter, state.flying))
    return land_on(state, flight, square, under, events, chance)


@cites(R("B12.4"), R("X39"), R("Q4"), R("E2.13.1.4"))
def land_on(
    state: State,
    flight: Flight,
    square: int,
    under: tuple[int, Part] | None,
    events: Events,
    chance: Chance,
) -> State:
    """Hits everything there: men die, dragged drivers are hurt, a team or a car is rammed."""
    for fallen in men_on(state, square):
        state = kill_driver(state, fallen, events)
    for i, c in enumerate(state.chariots):
        if c.condition <= RUNAWAY and c.driver == DRAGGED and man_square(state, c) == square:
            points = charts.wheel_damage(dice(chance, 2, "damage") + flight.edge)
            state = wound(state, i, points, events)
    if under is None:
        return state
    whom, part = under
    events.append(ev.LandedOn(flight.chariot, whom, part))
    blow = Blow(
        by=flight.chariot,
        weapon=RAM,
        whom=whom,
        part=part,
        side=facing(state, square, flight.square),
        edge=flight.edge,
        wreck=True,
    )
    return combat.defend(state, blow, events, chance)


@cites(R("B16.2"), R("B16.3"), R("E2.13.3.1"), R("E2.13.3.1.1"), R("E2.13.3.2"))
def drag(state: State, i: int, events: Events, chance: Chance) -> State:
    """A dragged driver tries to cut himself free where allowed, and is otherwise hurt if the team
    has moved."""
    c = state.chariots[i]
    if c.condition != HOME:
        if state.epic and is_standing(state, c):
            return set_free(state, i, 0, events)
        if (c.just_flipped or state.epic) and c.knives:
            roll = dice(chance, 2, "cut free") - (c.cdm if state.epic else c.dm)
            if roll <= c.hits:
                return set_free(state, i, max(0, roll), events)
            events.append(ev.StillDragged(i))
    if not c.towed:
        return state
    third = state.mud
    roll = die(chance, "dragged")
    hits = (roll + 2) // 3 if third else (roll + 1) // 2
    events.append(ev.DraggedHurt(i, hits))
    return wound(state, i, hits, events)


@cites(R("X45"))
def set_free(state: State, i: int, roll: int, events: Events) -> State:
    """He stays behind on the team's path, this many squares past the flip."""
    c = state.chariots[i]
    square = man_square(state, c)
    for _ in range(max(0, c.towed - roll)):
        before = state.track.behind[square]
        if before == NOWHERE:
            break
        square = before
    events.append(ev.CutHimselfFree(i, square))
    return put_chariot(state, i, replace(c, driver=ON_FOOT, foot=square, freed=state.turn))
