"""Driving: one decision per box, what may follow the last box, and what interrupts a move."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import TYRE_BOXES
from paddock.games.winds_of_war.data.enums import (
    DOWN,
    NO_LINE,
    PUNCTURE,
    RACING,
    USED_LINE,
    Way,
)
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import (
    EmergencyBraked,
    Events,
    ExitedFast,
    HardBraked,
    Moved,
    RolledOn,
    Slipstreamed,
)
from paddock.games.winds_of_war.moves import (
    BRAKE,
    KEEP,
    STEER,
    Brake,
    Burst,
    Dive,
    Keep,
    Move,
    Steer,
)
from paddock.games.winds_of_war.phases.turn import next_car
from paddock.games.winds_of_war.rules import curves
from paddock.games.winds_of_war.rules.collisions import hit_from_behind
from paddock.games.winds_of_war.rules.damage import heat_up, hurt_brakes, hurt_tyres, with_car
from paddock.games.winds_of_war.rules.dashboard import top_speed
from paddock.games.winds_of_war.rules.road import (
    MAX_DROPPED_POINTS,
    STEPS_BY_LANE,
    can_brake_in_emergency,
    car_on_box,
    cars_in_reach,
    cross_line,
    drop_line,
    droppable_points,
    enter_box,
    is_leaving_line,
    line_after,
    possible_steps,
    slope_of,
    taken_boxes,
)
from paddock.games.winds_of_war.state.pieces import NO_LIMIT, TRACK, Car, Run

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

Q_STEP = Question("step", R("W3.1"), args=("left",))
Q_ROLL = Question("roll-on", R("W3.8.2"))
Q_SLIP = Question("slipstream", R("W3.7"))
Q_LAST_BOXES = Question("closing", R("Q22"))


@cites(R("W3.1.5"), R("Q13"))
class Driving(Asking, frozen=True, tag=True, gc=False):
    """The next box, or emergency braking; downhill, the extra box."""

    run: Run
    downhill: bool

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        run = self.run
        seat = run.seat
        track = TRACK[state.road]
        car = state.cars[seat]
        cars = cars_in_reach(state, track, seat, run.left + 1)
        if not cars and run.left > MAX_DROPPED_POINTS:
            options = STEPS[track.lane[car.box]]
        else:
            drop = 0 if self.downhill else droppable_points(state.sheets[seat], car)
            ways, clean = possible_steps(track, cars, car.box, run, drop, self.downhill)
            brake = drop > 0 and can_brake_in_emergency(track, cars, car.box, run, drop)
            options = step_options(ways if clean or not brake else (), brake)
        if self.downhill:
            return (Ask(seat, Q_ROLL, options),)
        return (Ask(seat, Q_STEP, options, 0, (run.left,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if state.options.plot_seconds:
            mark_secret_shown(events)
        if type(move) is Brake:
            return next_car(brake_in_emergency(state, self.run, events), events, chance)
        assert type(move) is Steer
        state, car, run = step(state, self.run, move.way, events, chance)
        if run is None:
            return next_car(state, events, chance)
        return go_on(state, car, run, self.downhill, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Steer):
            return refuse_last_resort(state, seat, move)
        there = TRACK[state.road].next_box(state.cars[seat].box, move.way)
        if there < 0:
            return Refusal("off-the-road", R("W3.1"))
        if car_on_box(state, there, seat) >= 0:
            return Refusal("occupied", R("W3.11.1"))
        return Refusal("leads-to-collision", R("Q7"))


def refuse_last_resort(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why a driver may not use emergency braking, hard braking or a fast exit."""
    match move:
        case Brake():
            refusal = Refusal("no-emergency", R("W3.9.8"))
        case Dive():
            refusal = Refusal("no-hard-braking", R("W3.9.9"))
        case Burst():
            refusal = Refusal("no-fast-exit", R("W3.9.10"))
        case _:
            return None
    if PUNCTURE in state.cars[seat].broken:
        return Refusal("punctured", R("W3.12.7"))
    return refusal


@functools.cache
def step_options(ways: tuple[Way, ...], brake: bool) -> tuple[Move, ...]:
    """The possible steps, and emergency braking where allowed."""
    options: list[Move] = [STEER[way] for way in ways]
    if brake:
        options.append(BRAKE)
    return tuple(options)


STEPS = tuple(
    step_options(ways, False) for ways in STEPS_BY_LANE
)  # by Lane: with no other car near


@cites(R("W3.9.8"))
def brake_in_emergency(state: State, run: Run, events: Events) -> State:
    """Emergency braking: the points left are dropped, brakes and tyres take damage, the speed
    stays."""
    events.append(EmergencyBraked(run.seat, run.left))
    state = hurt_brakes(state, run.seat, 1, events)
    if run.left == 2:
        state = hurt_tyres(state, run.seat, 1, events)
    return curves.set_final_speed(state, run, events)


@cites(R("W1.2"), R("W3.1"))
def step(
    state: State, run: Run, way: Way, events: Events, chance: Chance
) -> tuple[State, Car, Run | None]:
    """Move one box. Entering a curve or leaving a line may need a test first. During a move the car
    is not yet in the state: `go_on` puts it there."""
    seat = run.seat
    track = TRACK[state.road]
    car = state.cars[seat]
    box = car.box
    there = track.next_box(box, way)
    into = track.curve[there]
    on: Run | None = run
    if car.line is USED_LINE and is_leaving_line(track, car, there):
        state = drop_line(state, seat, events)
        if into >= 0:
            state, on = curves.try_curve(state, run, into, False, events, chance)
    elif into >= 0 and track.curve[box] < 0:
        lined = car.line is not NO_LINE and track.next_line[box] == there
        state, on = curves.try_curve(state, run, into, lined, events, chance)
    car = state.cars[seat]
    if on is None:
        return state, car, None
    line = line_after(track, car, there)
    if track.end[there] > track.end[box]:
        events.append(Moved(seat, there, car.lap))
        car = replace(car, box=there, line=line)
    else:
        state = cross_line(state, seat, there, line, events, on)
        car = state.cars[seat]
        if car.status is not RACING:
            return state, car, None
    trail = on.trail
    if len(trail) < on.points:
        trail = (*trail, track.slope[there])
    return state, car, replace(on, left=on.left - 1, trail=trail, moved=True)


def go_on(
    state: State, car: Car, run: Run, downhill: bool, events: Events, chance: Chance
) -> State:
    """Put the car into the state, then continue the move or end it: no boxes left, or the road is
    blocked."""
    seat = run.seat
    cars = list(state.cars)
    cars[seat] = car
    if run.left:
        track = TRACK[state.road]
        whom = car_on_box(state, track.ahead[car.box], seat)
        if whom < 0 or not is_blocked(state, track, car, run, downhill):
            return replace(state, cars=tuple(cars), phase=Driving(run, downhill))
        state = replace(state, cars=tuple(cars))
        state = hit_from_behind(state, seat, whom, run.limit, events, chance)
        return next_car(state, events, chance)
    state = replace(state, cars=tuple(cars))
    if downhill:
        return slipstream(speed_up_downhill(state, run, events), run, events, chance)
    return after_points(state, run, events, chance)


def is_blocked(state: State, track: Track, car: Car, run: Run, downhill: bool) -> bool:
    """Whether other cars stand on every box ahead, and emergency braking cannot help."""
    seat = run.seat
    if any(car_on_box(state, there, seat) < 0 for _, there in track.ways[car.box]):
        return False
    return downhill or run.left > droppable_points(state.sheets[seat], car)


@cites(R("W3.8.2"))
def after_points(state: State, run: Run, events: Events, chance: Chance) -> State:
    """The points are used: a downhill carries the car one box farther."""
    state = curves.set_final_speed(state, run, events)
    if DOWN in run.trail and slope_of(run.trail) is DOWN:
        return go_on(state, state.cars[run.seat], replace(run, left=1), True, events, chance)
    return slipstream(state, run, events, chance)


@cites(R("Q23"))
def speed_up_downhill(state: State, run: Run, events: Events) -> State:
    """Downhill: the final speed is a point higher; on the red box the engine heats up."""
    seat = run.seat
    if run.limit < NO_LIMIT:  # a curve was tested: the turning speed stays the final one
        return curves.set_final_speed(state, run, events)
    car = state.cars[seat]
    limit, red = top_speed(state.sheets[seat], car)
    speed = min(limit, car.speed + 1)
    events.append(RolledOn(seat, speed))
    state = with_car(state, seat, replace(car, speed=speed))
    return heat_up(state, seat, 1, events) if speed >= red else state


# ------------------------------------------------------------------ slipstream


@cites(R("W3.7"), R("Q24"))
def slipstream(state: State, run: Run, events: Events, chance: Chance) -> State:
    """Slipstream right behind a car that is not faster, both on a straight: one box more, if one is
    free."""
    seat = run.seat
    track = TRACK[state.road]
    car = state.cars[seat]
    front = track.ahead[car.box]
    if track.curve[car.box] < 0 and track.curve[front] < 0:
        whom = car_on_box(state, front, seat)
        if whom >= 0 and 0 < state.cars[whom].speed <= car.speed:
            others = taken_boxes(state, seat)
            ways = tuple([way for way, there in track.ways[car.box] if there not in others])
            if ways:
                return replace(state, phase=Slipstream(run, whom, ways))
    return offer_last_boxes(state, run, events, chance)


class Slipstream(Asking, frozen=True, tag=True, gc=False):
    """Leave the slipstream of the car in front for one box more, or stay."""

    run: Run
    whom: Seat
    ways: tuple[Way, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: tuple[Move, ...] = (KEEP, *[STEER[way] for way in self.ways])
        return (Ask(self.run.seat, Q_SLIP, options),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        run = self.run
        if isinstance(move, Keep):
            return offer_last_boxes(state, run, events, chance)
        assert isinstance(move, Steer)
        events.append(Slipstreamed(seat, self.whom))
        state, car, on = step(state, replace(run, left=1), move.way, events, chance)
        if on is None:
            return next_car(state, events, chance)
        state = curves.set_final_speed(with_car(state, seat, car), on, events)
        return offer_last_boxes(state, on, events, chance)


# ------------------------------------------------------------------ hard braking, fast exit


@cites(R("W3.9.9"), R("W3.9.10"))
def last_box_options(state: State, seat: Seat) -> tuple[Dive | Burst, ...]:
    """Hard braking to the braking line or fast exit to the exit line, one or two boxes."""
    track = TRACK[state.road]
    car, sheet = state.cars[seat], state.sheets[seat]
    if PUNCTURE in car.broken:
        return ()
    away = track.to_line[car.box]
    if away in (1, 2):
        if car.brakes >= sheet.brakes or (away == 2 and car.tyres >= TYRE_BOXES):
            return ()
        paths = paths_to(state, track, seat, away, track.to_line)
        return tuple([Dive(path) for path in paths])
    away = track.to_exit[car.box]
    if away in (1, 2):
        if car.heat + away > sheet.heat or (away == 2 and car.tyres >= TYRE_BOXES):
            return ()
        paths = paths_to(state, track, seat, away, track.to_exit)
        return tuple([Burst(path) for path in paths])
    return ()


@cites(R("Q73"))
def paths_to(
    state: State, track: Track, seat: Seat, steps: int, distance: tuple[int, ...]
) -> list[tuple[Way, ...]]:
    """Paths through free boxes to the line in a number of steps; a best line in use is kept."""
    others = taken_boxes(state, seat)
    car = state.cars[seat]
    keep = car.line is USED_LINE
    paths: list[tuple[tuple[Way, ...], int]] = [((), car.box)]
    for _ in range(steps):
        paths = [
            ((*path, way), there)
            for path, box in paths
            for way, there in track.ways[box]
            if there not in others and (not keep or track.next_line[box] == there)
        ]
    return [path for path, box in paths if not distance[box]]


@cites(R("Q22"))
def offer_last_boxes(state: State, run: Run, events: Events, chance: Chance) -> State:
    """Offer hard braking or a fast exit at the end of a move; without one the next car is due."""
    options = last_box_options(state, run.seat)
    if options:
        return replace(state, phase=LastBoxes(run.seat, options))
    return next_car(state, events, chance)


class LastBoxes(Asking, frozen=True, tag=True, gc=False):
    """Hard braking to the line, a fast exit out of the curve, or stay."""

    seat: Seat
    options: tuple[Dive | Burst, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_LAST_BOXES, (KEEP, *self.options)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Dive):
            events.append(HardBraked(seat, len(move.ways)))
            state = hurt_brakes(state, seat, 1, events)
        elif isinstance(move, Burst):
            events.append(ExitedFast(seat, len(move.ways)))
            state = heat_up(state, seat, len(move.ways), events)
        if isinstance(move, (Dive, Burst)):
            if len(move.ways) == 2:
                state = hurt_tyres(state, seat, 1, events)
            track = TRACK[state.road]
            for way in move.ways:
                car = state.cars[seat]
                if car.status is not RACING:  # it crossed the last line on the way
                    break
                there = track.next_box(car.box, way)
                state = enter_box(state, seat, there, line_after(track, car, there), events)
        return next_car(state, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return refuse_last_resort(state, seat, move)
