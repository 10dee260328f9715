"""Expected turns to the finish, from damage, the move in progress and the position."""

from __future__ import annotations

import functools
import math

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.pace import (
    EMERGENCY_BRAKING_COST,
    TEST_COST,
    Pace,
    arrival_cost,
    pace,
)
from paddock.games.winds_of_war.data import DIE, YEARS
from paddock.games.winds_of_war.data.enums import (
    DOWN,
    HOME,
    LAMP,
    PLUG,
    PUNCTURE,
    RETIRED,
    WAITING,
    Colour,
    Ending,
    Job,
    Lane,
    Line,
    Part,
    Slope,
    Way,
)
from paddock.games.winds_of_war.data.track import FAR, Track
from paddock.games.winds_of_war.moves import Burst, Dive
from paddock.games.winds_of_war.phases import Driving, Halting, LastBoxes, Pitting, Slipstream
from paddock.games.winds_of_war.rules.dashboard import (
    COOLING_SPEED,
    acceleration,
    top_speed,
    wear_modifier,
)
from paddock.games.winds_of_war.rules.pits import (
    after_jobs,
    is_possible,
    stop_time,
)
from paddock.games.winds_of_war.rules.road import droppable_points, line_after, slope_of
from paddock.games.winds_of_war.rules.roadside import (
    after_jobs_by_road,
    halt_time,
    possible_jobs_by_road,
)
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.state.pieces import (
    NO_LIMIT,
    TRACK,
    Car,
    Run,
    Sheet,
)
from paddock.games.winds_of_war.state.stage import TURN_MINUTES, reading
from paddock.games.winds_of_war.view import View, imagine

LONG_RACE_TURNS = 50.0  # turns of a race
EARLY_LEAD_TURNS = 8.0  # turns of lead that make three quarters of a win early in the race
LATE_LEAD_TURNS = 0.3  # the same at its end

# In turns, over a race with many turns to go.
ENGINE_COST = (5.0, 2.6, 1.2, 0.3)  # boxes left on the gauge
COOLING_TURN_COST = 0.5  # a turn at the cooling speed
UNCOOLED_TURNS = 8  # turns that count for an engine that driving does not cool
ENGINE_FAILURE_COST = 14.0  # an engine that fails
BRAKE_WEAR_COST = (0.0, 0.5, 1.2, 2.2)  # red boxes of the brakes
TYRE_WEAR_COST = (0.0, 0.0, 0.4, 1.0, 2.0)  # sectors of the tyres
DOOMED_ENGINE_COST = 60.0  # an engine about to fail
RETIRED_TURNS = 300.0  # out of the race
BLANK_CHANCE = tuple(faces.count("blank") / len(faces) for faces in DIE)
MISSED_LINE_COST = 0.45  # the best line of the next curve is out of reach
OFF_LINE_COST = 0.35  # in a curve and off its best line
STANDING_OUTSIDE_COST, STANDING_IN_CURVE_COST = (
    0.3,
    0.2,
)  # standing by the road where others may leave it
FETCHED_PART_TURNS = 0.5  # turns saved by a spare part taken along
DAMAGE_WEIGHT_PER_STAGE = 0.15  # what each stage to come adds to the cost of damage
LANE_TIE_BREAK = (
    0.0015  # tie-break: the line and the inside; a space more is worth more than a lane
)


def evaluate_finishes(ends: list[float], seat: Seat, turn: float) -> float:
    """Evaluation for a seat from the expected finishes: against the best of the others, and a
    little by its own race. The shorter the rest of the race, the more a lead is worth."""
    mine = ends[seat]
    rest = LONG_RACE_TURNS / (LONG_RACE_TURNS + max(0.0, mine))
    if len(ends) == 1:
        return 0.5 + 0.1 * rest
    best = min([end for s, end in enumerate(ends) if s != seat])
    lead = best - mine
    even = LATE_LEAD_TURNS + EARLY_LEAD_TURNS * min(
        1.0, max(0.0, min(mine, best) - turn) / LONG_RACE_TURNS
    )
    return 0.5 + 0.4 * lead / (even + abs(lead)) + 0.1 * rest


def expected_finish(view: View, seat: Seat) -> float:
    """The turn in which a car is expected to cross the last line."""
    car, stage = view.cars[seat], view.stage
    if car.status == HOME and stage is None:
        return car.splits[-1] + 0.1 * view.home.index(seat)
    if stage is not None and car.status is HOME:
        late = stage.penalties[seat] + stage.noted[seat]
        turns = (
            car.splits[-1]
            + late / TURN_MINUTES
            + since_start(view, seat)
            + finish_speed_value(view, car)
        )
        return turns + later_stage_turns(view, seat)
    moved = car.status == RETIRED or seat not in view.order[view.at :]
    turns = view.turn - (not moved) + turns_to_go(view, seat)
    if stage is None:
        return turns
    if car.status is WAITING:
        turns += max(0, stage.starts[seat] - reading(stage, view.turn)) / TURN_MINUTES
    return (
        turns
        + stage.noted[seat] / TURN_MINUTES
        + since_start(view, seat)
        + later_stage_turns(view, seat)
    )


def finish_if_running(view: View, seat: Seat, end: float) -> float:
    """The finish of a retired rival as if it had gone on. Against the clock a crash of a rival is
    no gain, so a bot must not run into others to end their race."""
    car = view.cars[seat]
    if car.status is not RETIRED:
        return end
    sound = replace(car, engine=0, heat=0, body=0, broken=(), speed=0)
    turns = turns_at_rest(view.road, view.laps, view.sheets[seat], sound, stages_to_come(view))
    return view.turn + turns + since_start(view, seat) + sound_later_stage_turns(view, seat)


def since_start(view: View, seat: Seat) -> float:
    """Turns of a car before this stage: only its own time counts."""
    stage = view.stage
    return 0.0 if stage is None else (stage.begins - stage.first[seat]) / TURN_MINUTES


def later_stage_turns(view: View, seat: Seat) -> float:
    """Turns of the stages to come. A car without a spare part for its failure is slow until the
    next mechanics."""
    car = view.cars[seat]
    if car.status is RETIRED:
        return 0.0
    return sound_later_stage_turns(view, seat) + limping_cost(view, seat, car)


def sound_later_stage_turns(view: View, seat: Seat) -> float:
    """The same for a sound car, and for one that is out."""
    sheet = view.sheets[seat]
    return stage_turns(
        roads_to_come(view), sheet.top, sheet.acceleration, sheet.braking, sheet.turns
    )


def roads_to_come(view: View) -> tuple[str, ...]:
    """The stages after this one."""
    if not stages_to_come(view):
        return ()
    assert view.stage is not None
    return YEARS[view.options.year].stages[view.stage.number :]


def limping_cost(view: View, seat: Seat, car: Car) -> float:
    """The cost of a puncture or failed plug in the stages until the next mechanics."""
    spares = view.teams[seat].spares
    left = [f for f, part in PART_FOR.items() if f in car.broken and not spares[part]]
    roads = roads_to_come(view) if left else ()
    if not roads:
        return 0.0
    served = [k for k, road in enumerate(roads, 1) if TRACK[road].assistance]
    roads = roads[: served[0]] if served else roads
    sheet = view.sheets[seat]
    hurt = replace(car, engine=0, broken=tuple(left))
    limit, _ = top_speed(sheet, hurt)
    points, brake, turns = acceleration(sheet, hurt), sheet.braking, sheet.turns
    sound = stage_turns(roads, sheet.top, sheet.acceleration, brake, turns)
    return stage_turns(roads, limit, points, brake, turns) - sound


PART_FOR = {PUNCTURE: Part.TYRE, PLUG: Part.PLUGS}


@functools.lru_cache(maxsize=1024)
def stage_turns(
    roads: tuple[str, ...], top: int, gain: int, brake: int, turns: tuple[int, ...]
) -> float:
    """The turns of some stages for a sound car, each from a standstill."""
    return sum([pace(road, 1, top, top, gain, brake, turns).to_go(0, 0) for road in roads])


def finish_speed_value(view: View, car: Car) -> float:
    """The value of a finisher's speed for the next stage."""
    track = TRACK[view.road]
    return arrival_cost(track, car.speed) if track.ending is Ending.ARRIVO else 0.0


def stages_to_come(view: View) -> int:
    return 0 if view.stage is None else view.stage.stages - view.stage.number


def turns_to_go(view: View, seat: Seat) -> float:
    """Turns to the finish, from the car's next turn or from the one it has used."""
    car = view.cars[seat]
    if car.status == RETIRED:
        return RETIRED_TURNS - position_of(TRACK[view.road], car)
    phase = view.phase
    if isinstance(phase, Pitting) and phase.seat == seat:
        return turns_from_pits(view, seat, phase.jobs)
    if isinstance(phase, Halting) and phase.seat == seat:
        return turns_from_halt(view, seat, phase)
    sheet = view.sheets[seat]
    if isinstance(phase, Driving | Slipstream) and phase.run.seat == seat:
        turns, to_come = turns_in_move(view, sheet, car, phase), stages_to_come(view)
        turns += doomed_engine_cost(TRACK[view.road], sheet, car, to_come)
        return 1 + turns + wear_cost(sheet, car) * damage_weight(turns, to_come)
    if isinstance(phase, LastBoxes) and phase.seat == seat:
        return 1 + turns_with_last_boxes(view, sheet, car, phase)
    turns = turns_at_rest(view.road, view.laps, sheet, car, stages_to_come(view))
    if car.until > view.turn:
        turns += max(0, car.until - view.turn - has_moved(view, seat))
    return turns


def turns_with_last_boxes(view: View, sheet: Sheet, car: Car, phase: LastBoxes) -> float:
    """Turns to go after a move that has used its turn: as it stands, or after hard braking or a
    fast exit."""
    track = TRACK[view.road]
    ends = [car, *[car_after_last_boxes(track, car, move) for move in phase.options]]
    return min(
        [turns_at_rest(view.road, view.laps, sheet, end, stages_to_come(view)) for end in ends]
    )


def car_after_last_boxes(track: Track, car: Car, move: Dive | Burst) -> Car:
    """A car after hard braking or a fast exit, with its cost."""
    boxes = len(move.ways)
    for way in move.ways:
        there = track.next_box(car.box, way)
        line, lap = (
            line_after(track, car, there),
            car.lap + (track.end[there] <= track.end[car.box]),
        )
        car = replace(car, box=there, line=line, lap=lap)
    tyres = car.tyres + (boxes == 2)
    if isinstance(move, Dive):
        return replace(car, brakes=car.brakes + 1, tyres=tyres)
    return replace(car, heat=car.heat + boxes, tyres=tyres)


@functools.lru_cache(maxsize=1 << 16)
def turns_at_rest(circuit: str, laps: int, sheet: Sheet, car: Car, to_come: int = 0) -> float:
    """Turns to go of a car that is not moving now, with the cost of its damage in this stage and
    those to come."""
    track = TRACK[circuit]
    turns = pace_of(circuit, laps, sheet, car).to_go(position_of(track, car), car.speed)
    turns += lane_cost(track, car)
    return (
        turns
        + wear_cost(sheet, car) * damage_weight(turns, to_come)
        + doomed_engine_cost(track, sheet, car, to_come)
    )


def doomed_engine_cost(track: Track, sheet: Sheet, car: Car, to_come: int) -> float:
    """The cost of going on with an engine that the damage of the stage will end."""
    return DOOMED_ENGINE_COST if to_come and car.engine + track.damage[0] > sheet.engine else 0.0


def damage_weight(turns: float, to_come: int) -> float:
    """The share of the cost of damage that is still felt."""
    return min(1.0, turns / 8) + DAMAGE_WEIGHT_PER_STAGE * to_come


def pace_of(circuit: str, laps: int, sheet: Sheet, car: Car) -> Pace:
    limit, red = top_speed(sheet, car)
    points = acceleration(sheet, car)
    return pace(circuit, laps, limit, red, points, sheet.braking, sheet.turns)


def position_of(track: Track, car: Car) -> float:
    """The position of a car in spaces of the middle lane, with laps; on a best line by its
    boxes."""
    box = car.box
    lap = 0 if track.open else car.lap * track.spaces - 1
    if car.line and track.on_line[box] > 0:
        start = track.curves[track.coming[track.behind[box]]].start
        return lap + start / 60 + track.on_line[box]
    return lap + track.end[box] / 60


def has_moved(view: View, seat: Seat) -> bool:
    """Whether a car has had its turn."""
    return seat not in view.order[view.at :]


def lane_cost(track: Track, car: Car) -> float:
    """The cost of being off the best line: in a curve, or too near to the next one."""
    box = car.box
    if track.curve[box] >= 0:
        if car.line:
            return 0.0
        return OFF_LINE_COST if track.to_exit[box] else LANE_TIE_BREAK
    if track.coming[box] < 0:
        return 0.0
    away, lanes = track.to_line[box], 2 - track.inside[box]
    if lanes > away:
        return MISSED_LINE_COST
    return LANE_TIE_BREAK * lanes


def can_take_line(track: Track, car: Car) -> bool:
    """Whether the best line of the curve ahead can still be taken."""
    box = car.box
    away = track.to_line[box]
    if away == FAR:
        return car.line > 0
    return 2 - track.inside[box] <= away


def turns_in_move(view: View, sheet: Sheet, car: Car, phase: Driving | Slipstream) -> float:
    """Turns to go during a move: where it will end, and the cost of the curves on the way."""
    track = TRACK[view.road]
    run = phase.run
    at = position_of(track, car)
    left = run.left if isinstance(phase, Driving) else 0
    rolling = isinstance(phase, Driving) and phase.downhill
    steep = not rolling and left and slope_of(run.trail + slopes_on_path(track, car, left)) == DOWN
    cost, moved, final = curves_on_path(track, sheet, car, run, left, bool(steep))
    if (rolling or moved > left) and final == run.speed and run.limit == NO_LIMIT:
        final = min(sheet.top, final + 1)
    cost += lane_cost(track, car)
    return cost + pace_of(view.road, view.laps, sheet, car).to_go(at + moved, final)


def slopes_on_path(track: Track, car: Car, left: int) -> tuple[Slope, ...]:
    box, found = car.box, []
    for _ in range(left):
        box = track.ahead[box]
        found.append(track.slope[box])
    return tuple(found)


def curves_on_path(
    track: Track, sheet: Sheet, car: Car, run: Run, left: int, steep: bool
) -> tuple[float, int, int]:
    """The curves entered with the boxes left, downhill one box more: their cost, boxes moved, final
    speed."""
    cost, box, curve, final = 0.0, car.box, track.curve, min(run.speed, run.limit)
    for k in range(left + steep):
        there = track.ahead[box]
        if curve[there] >= 0 and curve[box] < 0:
            turning = sheet.turns[track.curves[curve[there]].letter]
            over = run.speed - turning
            known = track.to_line[car.box] == k  # the line of a farther curve can still be taken
            if over > 1 or (over == 1 and known and not can_take_line(track, car)):
                rest = left - k
                if 0 < rest <= droppable_points(sheet, car) and (k or run.moved):
                    return cost + EMERGENCY_BRAKING_COST[rest], k, final
                cost += test_cost(over, wear_modifier(sheet, car))
                final = min(final, turning)
        box = there
    return cost, left + steep, final


def test_cost(over: int, worn: int) -> float:
    """The expected cost of a test in turns. Worn brakes and tyres raise it; beyond +3 it fails."""
    cost = TEST_COST[min(over, 4)] + 0.4 * worn
    return cost + 2.0 if over + worn > 3 and over < 3 else cost


@functools.cache
def engine_cost(left: int, hot: int, wait: int, dice: tuple[Colour, ...]) -> float:
    """The expected cost of an engine that is cooled by driving, by boxes left, red boxes of the
    thermometer and turns before it cools: each turn begins with its test."""
    if not hot:
        return ENGINE_COST[min(3, left)]
    fine = math.prod(BLANK_CHANCE[colour] for colour in (*dice, Colour.BLACK))
    cost, next_hot, next_wait = (0.0, hot, wait - 1) if wait else (COOLING_TURN_COST, hot - 1, 0)
    sound = engine_cost(left, next_hot, next_wait, dice)
    warned = (
        ENGINE_FAILURE_COST if hot > left else engine_cost(left - hot, next_hot, next_wait, dice)
    )
    return cost + fine * sound + (1 - fine) * warned


def turns_before_cooling(sheet: Sheet, car: Car) -> int:
    """Turns before the one in which driving cools a car: from a standstill it has to gather speed
    first, with a puncture it does not cool at all."""
    if PUNCTURE in car.broken:
        return UNCOOLED_TURNS
    away = car.speed - COOLING_SPEED
    points = sheet.braking if away > 0 else acceleration(sheet, car)
    return max(0, -(-abs(away) // points) - 1)


def wear_cost(sheet: Sheet, car: Car) -> float:
    """The expected cost of a car's damage over a long distance."""
    hot = max(0, min(3, car.heat - sheet.heat + 3))
    cost = 0.14 * car.heat + engine_cost(
        max(0, min(9, sheet.engine - car.engine)),
        hot,
        turns_before_cooling(sheet, car) if hot else 0,
        sheet.reliability,
    )
    cost += 0.08 * car.brakes + BRAKE_WEAR_COST[max(0, car.brakes - sheet.brakes + 3)]
    cost += 0.11 * car.tyres + TYRE_WEAR_COST[(car.tyres + 3) >> 2]
    cost += 0.12 * car.body + (1.2 if car.body >= sheet.body - 1 else 0.0)
    if PUNCTURE in car.broken:
        cost += 2.0
    if PLUG in car.broken:
        cost += 0.3
    if LAMP in car.broken:
        cost += 0.01
    return cost


# ------------------------------------------------------------------ pits


def turns_from_pits(view: View, seat: Seat, jobs: tuple[Job, ...]) -> float:
    """Turns to go from the pits: with the repairs named, and those that would still pay."""
    best = turns_after_pit_stop(view, seat, jobs) if jobs else RETIRED_TURNS
    state = imagine(view)
    while True:
        car, team = after_jobs(state, seat, jobs)
        first = jobs[-1] if jobs else Job.ENGINE
        tries = [
            (turns_after_pit_stop(view, seat, (*jobs, job)), job)
            for job in Job
            if job >= first and is_possible(view.sheets[seat], team, car, job)
        ]
        if not tries or min(tries)[0] >= best:
            return best
        best, job = min(tries)
        jobs = (*jobs, job)


def turns_after_pit_stop(view: View, seat: Seat, jobs: tuple[Job, ...]) -> float:
    """Turns to go after a pit stop with these repairs."""
    sheet = view.sheets[seat]
    car, _ = after_jobs(imagine(view), seat, jobs)
    turns, _ = stop_time(sheet, view.cars[seat], jobs)
    car = replace(car, speed=0)
    return turns + turns_at_rest(view.road, view.laps, sheet, car, stages_to_come(view))


# ------------------------------------------------------------------ by the roadside


def turns_from_halt(view: View, seat: Seat, phase: Halting) -> float:
    """Turns to go from a stop by the road: with the repairs named, and those that would still
    pay."""
    state, jobs = imagine(view), phase.jobs
    best = (
        turns_after_halt(view, state, seat, jobs, phase.parts)
        if jobs or phase.parts
        else RETIRED_TURNS
    )
    while not phase.parts:
        tries = [
            (turns_after_halt(view, state, seat, (*jobs, job), ()), job)
            for job in possible_jobs_by_road(state, seat, jobs)
        ]
        if not tries or min(tries)[0] >= best:
            break
        best, job = min(tries)
        jobs = (*jobs, job)
    return best + standing_cost(view, seat, phase.edge)


def standing_cost(view: View, seat: Seat, edge: Lane) -> float:
    """The cost of standing in a curve, or where cars that are too fast slide to."""
    track, box = TRACK[view.road], view.cars[seat].box
    outer = Lane.RIGHT if track.outward[box] is Way.RIGHT else Lane.LEFT
    return STANDING_OUTSIDE_COST * (edge is outer) + STANDING_IN_CURVE_COST * (
        track.curve[box] >= 0
    )


def turns_after_halt(
    view: View, state: State, seat: Seat, jobs: tuple[Job, ...], parts: tuple[Part, ...]
) -> float:
    """Turns to go after a stop by the road with these repairs and parts taken along."""
    car, _ = after_jobs_by_road(state, seat, jobs)
    turns, _ = halt_time(state, seat, jobs, parts)
    car = replace(car, speed=0, line=Line.NO)
    rest = turns_at_rest(view.road, view.laps, view.sheets[seat], car, stages_to_come(view))
    rest += limping_cost(view, seat, car) - limping_cost(
        view, seat, view.cars[seat]
    )  # as in `later_stage_turns`
    return turns + rest - FETCHED_PART_TURNS * len(parts)
