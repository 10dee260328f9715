"""The road: free boxes, possible steps, and the effect of entering a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import TYRE_BOXES
from paddock.games.winds_of_war.data.enums import (
    DOWN,
    HOME,
    NO_LINE,
    ON_LINE,
    PLAIN,
    PUNCTURE,
    RACING,
    UP,
    USED_LINE,
    Ending,
    Line,
    Slope,
    TuningCard,
    Way,
)
from paddock.games.winds_of_war.data.track import BOX_UNITS, Track
from paddock.games.winds_of_war.events import (
    Arrived,
    Events,
    Finished,
    LapDone,
    LapTimed,
    LeftLine,
    Moved,
)
from paddock.games.winds_of_war.rules.damage import hurt_tyres, with_car
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Run, Sheet, clock
from paddock.games.winds_of_war.state.stage import TURN_MINUTES, RoadStage, reading

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State


STEPS_BY_LANE = (  # by Lane: the steps with no other car near
    (Way.AHEAD, Way.RIGHT),
    (Way.AHEAD, Way.LEFT, Way.RIGHT),
    (Way.AHEAD, Way.LEFT),
)
MAX_BOX_UNITS = 2 * BOX_UNITS + 5  # no box is longer: a box of a curve is at most two of a straight
CARDS_RENEWED_BY_LAP = (
    TuningCard.ALCOHOL_FUEL_BLEND,
    TuningCard.REINFORCED_SPRINGS,
    TuningCard.RIDING_MECHANIC,
)


def taken_boxes(state: State, seat: Seat) -> set[int]:
    """The boxes where other cars stand."""
    return {car.box for s, car in enumerate(state.cars) if s != seat and car.status is RACING}


def car_on_box(state: State, box: int, seat: Seat) -> Seat:
    """The other car on a box; -1: none."""
    for car in state.cars:
        if car.box == box and car.status is RACING:
            break
    else:
        return -1
    for s, car in enumerate(state.cars):
        if car.box == box and s != seat and car.status is RACING:
            return s
    return -1


NO_BOXES: frozenset[int] = frozenset()


def cars_in_reach(state: State, track: Track, seat: Seat, boxes: int) -> frozenset[int]:
    """The boxes of cars near enough to block a move of some boxes; cars level with this one are
    not."""
    cars, end, length = state.cars, track.end, track.length
    here = end[cars[seat].box]
    far = MAX_BOX_UNITS * boxes + BOX_UNITS
    found: list[int] | None = None
    for car in cars:  # a loop is faster than a comprehension; every step calls it
        box = car.box
        if 0 < (end[box] - here) % length <= far and car.status is RACING:
            if found is None:
                found = [box]
            else:
                found.append(box)
    return NO_BOXES if found is None else frozenset(found)


MAX_DROPPED_POINTS = 2  # points that emergency braking can drop


@cites(R("W3.9.8"), R("W3.12.7"))
def droppable_points(sheet: Sheet, car: Car) -> int:
    """Points that emergency braking can drop: one needs a free box of brakes, two also of tyres."""
    if PUNCTURE in car.broken or car.brakes >= sheet.brakes:
        return 0
    return MAX_DROPPED_POINTS if car.tyres < TYRE_BOXES else 1


NO_COLLISION_BOXES = 99  # boxes: more than any move has


@cites(R("Q72"))
def boxes_to_collision(
    track: Track,
    cars: frozenset[int],
    box: int,
    left: int,
    drop: int,
    trail: tuple[Slope, ...],
    points: int,
) -> int:
    """Boxes that can be driven before a collision. CLEAN if there is none to the end of the move,
    including the forced box downhill, or if emergency braking avoids it in time."""
    if not left:
        for _, there in track.ways[box]:  # the slope matters only where all of them are taken
            if there not in cars:
                return NO_COLLISION_BOXES
        return 0 if slope_of(trail) is DOWN else NO_COLLISION_BOXES
    best, blocked = 0, False
    for _, there in track.ways[box]:
        if there in cars:
            blocked = True
            continue
        on = trail if len(trail) >= points else (*trail, track.slope[there])
        found = boxes_to_collision(track, cars, there, left - 1, drop, on, points)
        if found == NO_COLLISION_BOXES:
            return NO_COLLISION_BOXES
        if found >= best:
            best = found + 1
    if left <= drop and (blocked or not track.to_line[box]):
        return NO_COLLISION_BOXES
    return best


@cites(R("Q7"))
def possible_steps(
    track: Track, cars: frozenset[int], box: int, run: Run, drop: int, downhill: bool
) -> tuple[tuple[Way, ...], bool]:
    """The steps for the next box: those without a collision, else the longest; and whether they are
    without."""
    if not cars:
        return STEPS_BY_LANE[track.lane[box]], True
    trail, points = ((), 0) if downhill else (run.trail, run.points)
    left = run.left
    best = 0
    found: list[Way] = []
    for way, there in track.ways[box]:
        if there in cars:
            continue
        if cars.isdisjoint(track.onward[there][:left]):  # straight on, with any slope
            far = NO_COLLISION_BOXES
        else:
            on = trail if len(trail) >= points else (*trail, track.slope[there])
            far = boxes_to_collision(track, cars, there, left - 1, drop, on, points)
        if far > best or not found:
            best, found = far, [way]
        elif far == best:
            found.append(way)
    return tuple(found), best == NO_COLLISION_BOXES


@cites(R("Q25"), R("Q90"))
def can_brake_in_emergency(
    track: Track, cars: frozenset[int], box: int, run: Run, drop: int
) -> bool:
    """Whether emergency braking is allowed: at the braking line once the car has moved, or with a
    car in front."""
    if not 0 < run.left <= drop:
        return False
    if run.moved and not track.to_line[box]:
        return True
    return bool(cars) and any(there in cars for _, there in track.ways[box])


@cites(R("W3.9.3"))
def line_after(track: Track, car: Car, box: int) -> Line:
    """How a car stands to the best line after a step onto this box."""
    if car.line and track.next_line[car.box] == box:
        return car.line if track.next_line[box] >= 0 else ON_LINE
    return NO_LINE if track.on_line[box] else ON_LINE


def is_leaving_line(track: Track, car: Car, box: int) -> bool:
    """Whether a step leaves a best line before its last box."""
    there = track.next_line[car.box]
    return car.line is not NO_LINE and there >= 0 and there != box


@cites(R("Q26"))
def drop_line(state: State, seat: Seat, events: Events) -> State:
    """A car is carried off its best line; if the line was used this costs a tyre damage."""
    if state.cars[seat].line is USED_LINE:
        events.append(LeftLine(seat))
        state = hurt_tyres(state, seat, 1, events)
    car = state.cars[seat]
    return with_car(state, seat, replace(car, line=NO_LINE)) if car.line else state


# ------------------------------------------------------------------ coming onto a box


def enter_box(
    state: State, seat: Seat, box: int, line: Line, events: Events, run: Run | None = None
) -> State:
    """Put a car onto a box ahead of it, perhaps over the line; `run` is its own move, if any."""
    track = TRACK[state.road]
    car = state.cars[seat]
    if track.end[box] <= track.end[car.box]:
        return cross_line(state, seat, box, line, events, run)
    events.append(Moved(seat, box, car.lap))
    return replace(state, cars=replace_at(state.cars, seat, replace(car, box=box, line=line)))


@cites(R("W4.2.2"), R("W4.2.6"), R("Q69"))
def cross_line(
    state: State, seat: Seat, box: int, line: Line, events: Events, run: Run | None = None
) -> State:
    """Cross the line: a new lap; at the last one the car finishes and leaves the road."""
    car = state.cars[seat]
    if state.stage is not None and car.lap >= state.laps:
        return arrive(state, seat, box, run, events)
    lap, splits = car.lap + 1, (*car.splits, state.turn)
    events.append(Moved(seat, box, lap))
    if lap > 1:
        before = car.splits[-1] if lap > 2 and car.splits else 0
        if state.stage is None:
            events.append(LapDone(seat, lap - 1, *clock(state.turn - before)))
        else:
            events.append(lap_event(state.stage, seat, lap - 1, before, state.turn))
    used = tuple([card for card in car.used if card not in CARDS_RENEWED_BY_LAP])
    car = replace(car, box=box, line=line, lap=lap, splits=splits, used=used)
    if lap <= state.laps:
        return with_car(state, seat, car)
    home = (*state.home, seat)
    events.append(Finished(seat, len(home), home))
    car = replace(car, status=HOME, line=NO_LINE)
    return replace(state, cars=replace_at(state.cars, seat, car), home=home)


CHECK_POINT_SPEED = 2  # 40 km/h at a check point


@cites(R("W4.4.11"))
def lap_event(stage: RoadStage, seat: Seat, lap: int, before: int, turn: int) -> LapTimed:
    """The time of a lap: the first one from the car's own start, others from the last crossing."""
    since = reading(stage, before) if lap > 1 else stage.starts[seat]
    return LapTimed(seat, lap, reading(stage, turn) - since)


@cites(R("W4.4.4"), R("W4.4.6"), R("Q52"), R("Q54"), R("Q86"))
def arrive(state: State, seat: Seat, box: int, run: Run | None, events: Events) -> State:
    """Cross the end of an open road or of the last lap: record time, speed and points left. A check
    point adds four minutes for every point above 40."""
    stage, car = state.stage, state.cars[seat]
    assert stage is not None
    speed, left, penalty, clause = car.speed, 0, 0, R("W4.4.4")
    ending = TRACK[state.road].ending
    if ending is Ending.RING:
        before = car.splits[-1] if car.splits else 0
        events.append(lap_event(stage, seat, car.lap, before, state.turn))
        clause = R("W4.4.11")
    elif ending is Ending.CONTROLLO:
        speed = car.speed if run is None else run.speed
        penalty, clause = TURN_MINUTES * max(0, speed - CHECK_POINT_SPEED), R("W4.4.6")
    elif run is not None:
        speed, left = min(run.speed, run.limit), run.left - 1
    time = reading(stage, state.turn) + penalty
    home = (*state.home, seat)
    events.append(Moved(seat, box, car.lap + 1))
    events.append(Arrived(seat, time, speed, left, penalty, home, clause))
    stage = replace(
        stage,
        times=replace_at(stage.times, seat, time),
        penalties=replace_at(stage.penalties, seat, penalty),
        left=replace_at(stage.left, seat, left),
    )
    car = replace(
        car,
        box=box,
        lap=car.lap + 1,
        speed=speed,
        status=HOME,
        line=NO_LINE,
        splits=(*car.splits, state.turn),
    )
    return replace(state, cars=replace_at(state.cars, seat, car), home=home, stage=stage)


def relocate(state: State, seat: Seat, box: int, events: Events, line: Line = NO_LINE) -> State:
    """Move a car to a box near it, ahead or to the side, perhaps over the line of the lap."""
    track = TRACK[state.road]
    car = state.cars[seat]
    here, there, half = track.end[car.box], track.end[box], track.length // 2
    if there < here - half:
        return cross_line(state, seat, box, line, events)
    events.append(Moved(seat, box, car.lap))
    return with_car(state, seat, replace(car, box=box, line=line))


def free_box_behind(state: State, seat: Seat, box: int) -> int:
    """The box if it is free, else the nearest free one behind in that lane; at last the start line,
    where any number of cars may stand."""
    track, others = TRACK[state.road], taken_boxes(state, seat)
    while box in others and box != track.door:
        box = track.behind[box]
    return box


@cites(R("Q39"), R("Q45"))
def put_back(state: State, seat: Seat, box: int) -> Car:
    """Return a car to a box, or to the nearest free one behind in that lane."""
    track = TRACK[state.road]
    car = state.cars[seat]
    others = taken_boxes(state, seat)
    lap, splits = car.lap, car.splits
    while box in others and box != track.door:
        before = track.behind[box]
        if track.end[before] > track.end[box]:
            lap, splits = lap - 1, splits[:-1]
        box = before
    return replace(car, box=box, lap=lap, splits=splits, status=RACING, line=NO_LINE)


@cites(R("W3.8.3"))
def slope_of(trail: tuple[Slope, ...]) -> Slope:
    """The slope of most boxes; among equals the last one entered."""
    if not trail:
        return PLAIN
    most = max(trail.count(PLAIN), trail.count(UP), trail.count(DOWN))
    for slope in reversed(trail):
        if trail.count(slope) == most:
            return slope
    raise AssertionError(trail)
