"""Open roads: starting, stopping by the roadside, reading pace notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import RACING, Job, Lane, Part, Way
from paddock.games.winds_of_war.events import Events, Waited
from paddock.games.winds_of_war.moves import (
    DONE,
    FETCH,
    FIX,
    STEER,
    Fetch,
    Fix,
    Move,
    Steer,
)
from paddock.games.winds_of_war.phases.turn import heat_then_plan, next_car
from paddock.games.winds_of_war.rules.pits import urgent_jobs, usual_repair
from paddock.games.winds_of_war.rules.roadside import (
    MAX_FETCHED_PARTS,
    after_jobs_by_road,
    has_assistance,
    parts_to_fetch,
    possible_jobs_by_road,
    pull_over,
)
from paddock.games.winds_of_war.rules.starts import (
    is_start_blocked,
    put_on_road,
    reachable_start_box,
)
from paddock.games.winds_of_war.state.pieces import TRACK

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

Q_FREE = Question("free-boxes", R("W4.4.5"), args=("points",))
Q_HALT = Question("halt", R("W4.4.9"))
LANE_OF = {Way.LEFT: Lane.LEFT, Way.AHEAD: Lane.MIDDLE, Way.RIGHT: Lane.RIGHT}


@cites(R("W4.4.3"), R("W4.4.5"), R("W4.4.7"), R("Q81"))
def leave_line(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """Start a car: free boxes first, if it has any. If every lane is taken it waits a turn."""
    stage = state.stage
    assert stage is not None
    if stage.points[seat]:
        if any(reachable_start_box(state, seat, lane) >= 0 for lane in Lane):
            return replace(state, phase=FreeBoxes(seat))
    elif not is_start_blocked(state, seat):
        if state.cars[seat].status is not RACING:
            door = TRACK[state.road].door
            moving = R("W4.4.5") if state.cars[seat].speed else R("W4.4.7")
            clause = R("W4.4.3") if stage.number == 1 else moving
            state = put_on_road(state, seat, door, clause, events)
        return heat_then_plan(state, seat, events, chance)
    events.append(Waited(seat))
    return next_car(state, events, chance)


class FreeBoxes(Asking, frozen=True, tag=True, gc=False):
    """A car that crossed the last finish with points left chooses a lane and uses them now."""

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        assert state.stage is not None
        options = [
            STEER[way] for way in STEER if reachable_start_box(state, self.seat, LANE_OF[way]) >= 0
        ]
        points = state.stage.points[self.seat]
        return (Ask(self.seat, Q_FREE, tuple(options), 0, (points,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        assert isinstance(move, Steer)
        box = reachable_start_box(state, seat, LANE_OF[move.way])
        state = put_on_road(state, seat, box, R("W4.4.5"), events)
        return heat_then_plan(state, seat, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("occupied", R("Q87")) if isinstance(move, Steer) else None


class Halting(Asking, frozen=True, tag=True, gc=False):
    """By the roadside: choose repairs, then parts from mechanics, in a fixed order."""

    seat: Seat
    edge: Lane
    jobs: tuple[Job, ...]
    parts: tuple[Part, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: list[Move] = [DONE] if self.jobs or self.parts else []
        if not self.parts:
            options += [FIX[job] for job in possible_jobs_by_road(state, self.seat, self.jobs)]
        options += [FETCH[part] for part in parts_to_fetch(state, self.seat, self.parts)]
        car, team = after_jobs_by_road(state, self.seat, self.jobs)
        urgent = urgent_jobs(state.sheets[self.seat], team, car)
        return (Ask(self.seat, Q_HALT, tuple(options), usual_repair(options, urgent)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Fix):
            return replace(state, phase=replace(self, jobs=(*self.jobs, move.job)))
        if isinstance(move, Fetch):
            return replace(state, phase=replace(self, parts=(*self.parts, move.part)))
        state = pull_over(state, seat, self.edge, self.jobs, self.parts, events)
        return next_car(state, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Fetch):
            if not has_assistance(state, seat):
                return Refusal("no-mechanics", R("Q101"))
            full = len(self.parts) >= MAX_FETCHED_PARTS
            return Refusal("two-parts" if full else "no-part", R("W4.4.9"))
        if isinstance(move, Fix):
            return Refusal("nothing-to-repair", R("W4.4.9"))
        return None
