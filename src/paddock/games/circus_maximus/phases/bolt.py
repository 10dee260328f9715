"""Runaway teams: straight ahead at full speed, without a driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus import phases
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import DRAGGED, EMPTY, INSIDE, OUTSIDE, RUNAWAY
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import announce, drive, moving
from paddock.games.circus_maximus.phases.harm import flip
from paddock.games.circus_maximus.rules import attacks
from paddock.games.circus_maximus.rules.finish import controlling_seat
from paddock.games.circus_maximus.rules.log import is_standing, man_square, put_chariot
from paddock.games.circus_maximus.rules.space import (
    CHANGE_COST,
    SLIP_COST,
    Squares,
    change_to,
    slip_to,
    survey,
)
from paddock.games.circus_maximus.rules.speed import NO_LANE, team_speed
from paddock.games.circus_maximus.rules.track import WALL

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

Q_BOLT = Question("bolt", R("B15.2"), args=("chariot", "mf"))


@cites(R("B15.1"), R("B15.22"), R("E2.13.2"), R("E2.13.2.1.2"))
def let_loose(state: State, i: int, then: phases.Phase, events: Events) -> State:
    """Starts a runaway's phase: team speed plus all MFs added by lashes."""
    c = state.chariots[i]
    total = 0 if is_standing(state, c) else team_speed(state, c) + c.added
    mf = max(0, total - c.used)
    c = replace(
        c,
        total=total,
        mf=mf,
        whip_mf=0,
        prepaid=c.used,
        used=0,
        loss=0,
        loss_now=c.loss,
        added=0,
        offered=0,
        moved=True,
        safe_paid=NO_LANE,
        towed=0,
    )
    events.append(ev.SetOff(i, total, mf))
    phase: phases.Phase = Bolt(i, (), then)
    if c.condition == EMPTY or state.litter:
        phase = announce.StartOfMove(i, 0, phase)
    return replace(put_chariot(state, i, c), phase=phase)


def is_in_path(state: State, c: Chariot, things: Squares) -> bool:
    """Whether one of these squares is ahead within the MFs left."""
    return not things.isdisjoint(state.track.next_squares(c.team, c.mf))


def run_free(state: State, i: int, events: Events, chance: Chance) -> State:
    """Moves straight ahead while nothing is in the way, one segment at a time."""
    phase = state.phase
    track = state.track
    while state.phase is phase:
        c = state.chariots[i]
        if c.mf <= 0 or c.condition > RUNAWAY:
            return state
        segment = track.segment[c.team]
        last = track.length(track.lane[c.team], segment) - segment % 2
        far = min(c.mf, last - track.number[c.team])
        if far:
            target = c.team + far
            car = c.car if c.car < 0 else target - 1
            events.append(ev.Stepped(i, target, car, c.segments, c.mf - far))
            ran = replace(c, team=target, car=car, mf=c.mf - far, towed=c.towed + far)
            state = replace(put_chariot(state, i, ran), went_forward=True)
        else:
            state = moving.advance(state, i, track.ahead[c.team], 1, events, chance)
    return state


@cites(R("E2.13.2.1"))
class Bolt(Struct, frozen=True, tag=True, gc=False):
    """A team without a driver. A seat is asked only where it has more than one option."""

    chariot: int
    attacked_from: tuple[int, ...]
    then: phases.Phase

    @cites(R("B15.21"), R("B15.23"), R("X43"), R("E2.13.2.1.1"), R("E2.13.2.1.3"))
    def ways(self, state: State) -> tuple[Move, ...]:
        """Straight ahead; aside only for an obstacle in its path of this phase."""
        i = self.chariot
        c = state.chariots[i]
        blocks, full, dragged, _ = survey(state, i)
        blocked = state.track.ahead[c.team] in blocks
        out: list[Move] = [] if blocked else [mv.FORWARD]
        if not c.jumps and is_in_path(state, c, self.bothers(state, full)):
            for side in (OUTSIDE, INSIDE):
                if blocked:
                    room = slip_to(state, c, side, full) != WALL
                    if room and c.mf >= SLIP_COST:
                        out.append(mv.SLIP[side])
                elif c.mf >= CHANGE_COST[side] and change_to(state, c, side, full) != WALL:
                    out.append(mv.CHANGE[side])
        if not out:
            out.append(mv.CRASH)
        if dragged:
            out.extend(attacks.trample_attacks(state, i, self.attacked_from))
        return tuple(out)

    def bothers(self, state: State, full: Squares) -> Squares:
        """What it changes lanes for: other chariots and wrecks, in Epic also men."""
        return full | survey(state, self.chariot)[3] if state.epic else full

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        c = state.chariots[self.chariot]
        seat = controlling_seat(state, self.chariot)
        return (Ask(seat, Q_BOLT, self.ways(state), 0, (self.chariot, c.mf)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        drive.shown_at_once(state, events)
        i = self.chariot
        c = state.chariots[i]
        match move:
            case mv.Forward():
                return moving.advance(state, i, state.track.ahead[c.team], 1, events, chance)
            case mv.Change(side=side):
                target, cost = state.track.change[side][c.team], CHANGE_COST[side]
                return moving.advance(state, i, target, cost, events, chance, side)
            case mv.Slip(side=side):
                return drive.slip(state, i, side, events, chance)
            case mv.Crash():
                return drive.crash(state, i, events, chance)
            case mv.Attack():
                state = put_chariot(state, i, replace(c, mf=c.mf - 1))
                state = replace(
                    state, phase=replace(self, attacked_from=(*self.attacked_from, c.team))
                )
                return drive.assault(state, i, move, events)
            case _:
                raise RulesBug(move)

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        i = self.chariot
        c = state.chariots[i]
        if c.condition not in (EMPTY, RUNAWAY):
            return replace(state, phase=self.then)
        if c.mf <= 0 or c.dead:
            state = put_chariot(replace(state, phase=self.then), i, replace(c, mf=0, jumps=()))
            if c.jumps and c.condition == EMPTY:
                return flip(state, i, events)
            if c.jumps:
                events.append(ev.StoppedOn(i))
            return state
        if not c.jumps and self.clear(state):
            return run_free(state, i, events, chance)
        ways = self.ways(state)
        if len(ways) > 1:
            return None
        return self.play(state, c.owner, ways[0], events, chance)

    def clear(self, state: State) -> bool:
        """Whether nothing at all is in its path of this phase."""
        c = state.chariots[self.chariot]
        _, full, dragged, men = survey(state, self.chariot)
        stops = full | men | {c.foot}
        if dragged:
            lying = [
                man_square(state, d) for d in state.chariots if d.driver == DRAGGED and d is not c
            ]
            stops = stops.union(lying)
        return not is_in_path(state, c, stops)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, mv.Brake):
            return Refusal("runaway-brake", R("B15.23"))
        if isinstance(move, mv.Attack):
            return Refusal("runaway-attack", R("B15.23"))
        return Refusal("runaway-straight", R("B15.21"))
