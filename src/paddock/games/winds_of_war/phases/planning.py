"""Planning a turn: a speed, or a stop at the pits."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.game import Ask, Question, Step
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.track import UP
from paddock.games.winds_of_war.events import (
    Cooled,
    Event,
    Launched,
    Planned,
    Stalled,
    Told,
)
from paddock.games.winds_of_war.moves import (
    DONE,
    FIX,
    LAUNCH,
    LAUNCH_PUSH,
    PIT,
    PLAN,
    PUSH,
    Fix,
    Launch,
    Move,
    Pit,
    Plan,
)
from paddock.games.winds_of_war.phases.driving import go_on
from paddock.games.winds_of_war.phases.turn import next_car
from paddock.games.winds_of_war.rules import curves
from paddock.games.winds_of_war.rules.gauges import (
    ALCOHOL_FUEL,
    COOLING,
    EXTRA,
    RADIATOR,
    START,
    acceleration,
    change,
    driving,
    heat,
    hurt_engine,
    hurt_tyres,
    reliability,
    top_speed,
)
from paddock.games.winds_of_war.rules.pits import into_pits, jobs_open, may_pit
from paddock.games.winds_of_war.state.pieces import (
    ALCOHOL,
    NO_LINE,
    PUNCTURE,
    RACING,
    SPARED,
    TRACK,
    Run,
    allowance,
)

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

PLAN_Q = Question("plan", R("W2.1"))
FIX_Q = Question("fix", R("W4.2.8"))


@cites(
    R("W3.4"),
    R("W3.4.3"),
    R("W3.5"),
    R("W3.6.1"),
    R("W3.6.2"),
    R("W3.8.1"),
    R("Q19"),
    R("Q20"),
    R("Q21"),
)
@functools.lru_cache(maxsize=100_000)
def plans(
    speed: int,
    limit: int,
    points: int,
    braking: int,
    mostly: tuple[int, ...],
    safe: int,
    pits: bool,
) -> tuple[tuple[Move, ...], int]:
    """The speeds that may be planned, and the one a cautious driver would take."""
    uphill = max(1, points >> 1)
    speeds = list(range(max(0, speed - braking), min(speed, limit) + 1)) or [limit]
    pushed = []
    for s in range(speed + 1, min(limit, speed + points + 1) + 1):
        allowed = uphill if mostly[allowance(s)] == UP else points
        if s - speed <= allowed:
            speeds.append(s)
        elif s - speed == allowed + 1:
            pushed.append(s)
    options: list[Move] = [PLAN[s] for s in speeds]
    default = max([i for i, s in enumerate(speeds) if s <= safe], default=0)
    options += [PUSH[s] for s in pushed]
    if not speed:
        options += [LAUNCH[s] for s in speeds if s]
        options += [LAUNCH_PUSH[s] for s in pushed]
    if pits:
        options.append(PIT)
    return tuple(options), default


@cites(R("W2.1"), R("W3.1.5"), R("Q13"))
class Planning(Struct, frozen=True, tag=True, gc=False):
    """Keep the speed, change it, or leave for the pits."""

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.seat
        car, sheet = state.cars[seat], state.sheets[seat]
        track = TRACK[state.options.circuit]
        limit, _ = top_speed(sheet, car)
        options, default = plans(
            car.speed,
            limit,
            acceleration(sheet, car),
            sheet.braking,
            track.mostly[car.box],
            sheet.turns[track.curves[track.coming[car.box]].letter],
            may_pit(state, seat),
        )
        return (Ask(seat, PLAN_Q, options, default),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if isinstance(move, Pit):
            return Step(replace(state, phase=Pitting(seat, ())))
        assert isinstance(move, (Plan, Launch))
        told: Told = []
        box = 0
        if isinstance(move, Launch):
            state, box = launch(state, seat, told, chance)
            if box < 0:
                return next_car(state, told, chance)
        state, speed, hot = push(state, seat, move.speed, move.extra, told, chance)
        if state.cars[seat].stand != RACING:
            return next_car(state, told, chance)
        state = set_token(state, seat, speed, told)
        if hot:
            state = heat(state, seat, 1, told)
        return set_off(state, seat, speed, box, told, chance)


@cites(R("W3.6.2"), R("W3.6.3"), R("Q20"), R("Q30"))
def launch(state: State, seat: Seat, told: Told, chance: Chance) -> tuple[State, int]:
    """A great start: a box more, or none, or (-1) a stall."""
    warnings = driving(state, seat, START, 0, R("W3.6.2"), told, chance)
    if not warnings:
        told.append(Launched(seat))
        return state, 1
    if warnings == 1:
        return hurt_tyres(state, seat, 1, told), 0
    told.append(Stalled(seat))
    return heat(state, seat, 1, told), -1


@cites(R("W3.4.3"), R("W3.6.3"), R("Q19"), R("Q67"))
def push(
    state: State, seat: Seat, speed: int, extra: bool, told: Told, chance: Chance
) -> tuple[State, int, bool]:
    """The speed that comes of a plan, and whether it heats the engine: the extra point needs its
    test, or alcohol once a lap."""
    if not extra:
        return state, speed, False
    car = state.cars[seat]
    if state.sheets[seat].tuned & ALCOHOL_FUEL and not car.used & ALCOHOL:
        return change(state, seat, replace(car, used=car.used | ALCOHOL)), speed, False
    warnings = reliability(state, seat, EXTRA, R("W3.4.3"), told, chance)
    if warnings < 2:
        return state, speed, warnings == 1
    state = hurt_engine(state, seat, 1, told)
    limit, _ = top_speed(state.sheets[seat], state.cars[seat])
    return state, min(speed - 1, limit), False


@cites(R("W2.1"), R("W3.3.1"), R("W3.3.2"), R("W3.12.7"), R("Q16"), R("Q75"))
def set_token(state: State, seat: Seat, speed: int, told: Told) -> State:
    """The token is set: a red box heats the engine, exactly 100 cools it."""
    told.append(Planned(seat, speed))
    state = change(state, seat, replace(state.cars[seat], speed=speed))
    car, sheet = state.cars[seat], state.sheets[seat]
    _, red = top_speed(sheet, car)
    if speed >= red:
        return red_heat(state, seat, told)
    if speed == COOLING and car.heat and not car.broken & PUNCTURE:
        told.append(Cooled(seat, car.heat - 1))
        return change(state, seat, replace(car, heat=car.heat - 1))
    return state


@cites(R("Q2"), R("Q6"))
def set_off(
    state: State, seat: Seat, speed: int, box: int, told: Told, chance: Chance
) -> Step[State, Event]:
    """The curve the car stands in is tested; then it moves."""
    if not speed:
        return next_car(state, told, chance)
    points = allowance(speed)
    run = Run(seat, speed, points + box, points)
    track = TRACK[state.options.circuit]
    car = state.cars[seat]
    curve = track.curve[car.box]
    if curve >= 0 and track.to_exit[car.box]:
        state, on = curves.test(state, run, curve, car.line != NO_LINE, told, chance)
        if on is None:
            return next_car(state, told, chance)
        run = on
    return go_on(state, run, False, told, chance)


@cites(R("W3.3.1"), R("Q67"))
def red_heat(state: State, seat: Seat, told: Told) -> State:
    """A red plan heats the engine; with a large radiator only every second one."""
    car = state.cars[seat]
    if state.sheets[seat].tuned & RADIATOR:
        state = change(state, seat, replace(car, used=car.used ^ SPARED))
        if car.used & SPARED:
            return state
    return heat(state, seat, 1, told)


@cites(R("W4.2.8"), R("Q43"))
class Pitting(Struct, frozen=True, tag=True, gc=False):
    """In the pits: what is to be repaired, named one by one in a fixed order."""

    seat: Seat
    jobs: tuple[int, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: list[Move] = [DONE] if self.jobs else []
        options += [FIX[job] for job in jobs_open(state, self.seat, self.jobs)]
        return (Ask(self.seat, FIX_Q, tuple(options)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if isinstance(move, Fix):
            return Step(replace(state, phase=Pitting(seat, (*self.jobs, move.job))))
        told: Told = []
        return next_car(into_pits(state, seat, self.jobs, told), told, chance)
