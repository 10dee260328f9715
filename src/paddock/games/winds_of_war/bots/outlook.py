"""The turns a car may still need, with its damage, the move it is in, and where it stands."""

from __future__ import annotations

import functools
import math

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.pace import DROP, RISK, Pace, arrival, pace
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
from paddock.games.winds_of_war.rules.dashboard import acceleration, modifiers, top_speed
from paddock.games.winds_of_war.rules.pits import (
    after_jobs,
    possible,
    stop_time,
)
from paddock.games.winds_of_war.rules.road import droppable, line_after, slope_of
from paddock.games.winds_of_war.rules.roadside import (
    after_jobs_by_road,
    halt_time,
    jobs_by_road,
)
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.state.pieces import (
    NO_LIMIT,
    TRACK,
    Car,
    Run,
    Sheet,
)
from paddock.games.winds_of_war.state.stage import STEP, reading
from paddock.games.winds_of_war.view import View, imagine

LONG = 50.0  # turns of a race
EVEN = 8.0  # turns of a lead that make three quarters of a win while there is much to go
EVEN_AT_LAST = 0.3  # and at the end

# In turns, over a race that has still many to go.
ENGINE = (5.0, 2.6, 1.2, 0.3)  # boxes left on the gauge
COOLER = 0.5  # a turn at the cooling speed
RUINED = 14.0  # an engine that gives out
WORN = (0.0, 0.5, 1.2, 2.2)  # red boxes of the brakes
BALD = (0.0, 0.0, 0.4, 1.0, 2.0)  # sectors of the tyres
DOOMED = 60.0  # and one that is about to
LOST = 300.0  # out of the race
BLANK = tuple(faces.count("blank") / len(faces) for faces in DIE)
NO_LINE = 0.45  # the best line of the next curve is out of reach
BENT = 0.35  # in a curve beside its best line
OUTSIDE, IN_CURVE = 0.3, 0.2  # standing by the road where others may come off it
FETCHED = 0.5  # turns that a spare part taken along may save
A_STAGE = 0.15  # what a stage to come adds to the cost of damage
TASTE = 0.0015  # among equals, the line and the inside; a space more is worth more than a lane


def judged(ends: list[float], seat: Seat, turn: float) -> float:
    """From the turns in which the cars may be expected to finish, how well a seat stands: against
    the best of the others, and a little by its own race. The less is left to be driven, the more
    a lead is worth."""
    mine = ends[seat]
    rest = LONG / (LONG + max(0.0, mine))
    if len(ends) == 1:
        return 0.5 + 0.1 * rest
    best = min([end for s, end in enumerate(ends) if s != seat])
    lead = best - mine
    even = EVEN_AT_LAST + EVEN * min(1.0, max(0.0, min(mine, best) - turn) / LONG)
    return 0.5 + 0.4 * lead / (even + abs(lead)) + 0.1 * rest


def finish(view: View, seat: Seat) -> float:
    """The turn in which a car may be expected to cross the last line."""
    car, stage = view.cars[seat], view.stage
    if car.status == HOME and stage is None:
        return car.splits[-1] + 0.1 * view.home.index(seat)
    if stage is not None and car.status is HOME:
        late = stage.penalties[seat] + stage.noted[seat]
        turns = car.splits[-1] + late / STEP + since_start(view, seat) + worth_of(view, car)
        return turns + later(view, seat)
    moved = car.status == RETIRED or seat not in view.order[view.at :]
    turns = view.turn - (not moved) + turns_to_go(view, seat)
    if stage is None:
        return turns
    if car.status is WAITING:
        turns += max(0, stage.starts[seat] - reading(stage, view.turn)) / STEP
    return turns + stage.noted[seat] / STEP + since_start(view, seat) + later(view, seat)


def unharmed(view: View, seat: Seat, end: float) -> float:
    """When a rival who is out would have come in: against the clock nobody gains by what ends his
    race, and who thought so would run into him."""
    car = view.cars[seat]
    if car.status is not RETIRED:
        return end
    sound = replace(car, engine=0, heat=0, body=0, broken=(), speed=0)
    turns = resting(view.road, view.laps, view.sheets[seat], sound, stages_to_come(view))
    return view.turn + turns + since_start(view, seat) + to_come_of(view, seat)


def since_start(view: View, seat: Seat) -> float:
    """Turns that a car has been under way before this stage: only its own time counts."""
    stage = view.stage
    return 0.0 if stage is None else (stage.begins - stage.first[seat]) / STEP


def later(view: View, seat: Seat) -> float:
    """The turns that the stages to come will take; those to the next mechanics as a car limps that
    has no part of its own for what is broken."""
    car = view.cars[seat]
    if car.status is RETIRED:
        return 0.0
    return to_come_of(view, seat) + limping(view, seat, car)


def to_come_of(view: View, seat: Seat) -> float:
    """The same for a sound car, also for one that is out."""
    sheet = view.sheets[seat]
    return way_to_go(roads_to_come(view), sheet.top, sheet.acceleration, sheet.braking, sheet.turns)


def roads_to_come(view: View) -> tuple[str, ...]:
    """The stages after this one."""
    if not stages_to_come(view):
        return ()
    assert view.stage is not None
    return YEARS[view.options.year].stages[view.stage.number :]


def limping(view: View, seat: Seat, car: Car) -> float:
    """What a puncture or a failed plug costs in the stages up to that with the next mechanics."""
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
    sound = way_to_go(roads, sheet.top, sheet.acceleration, brake, turns)
    return way_to_go(roads, limit, points, brake, turns) - sound


PART_FOR = {PUNCTURE: Part.TYRE, PLUG: Part.PLUGS}


@functools.lru_cache(maxsize=1024)
def way_to_go(
    roads: tuple[str, ...], top: int, gain: int, brake: int, turns: tuple[int, ...]
) -> float:
    """The turns of some stages for a sound car, each from a standstill."""
    return sum([pace(road, 1, top, top, gain, brake, turns).to_go(0, 0) for road in roads])


def worth_of(view: View, car: Car) -> float:
    """What the speed of a car that is in is worth in the next stage."""
    track = TRACK[view.road]
    return arrival(track, car.speed) if track.ending is Ending.ARRIVO else 0.0


def stages_to_come(view: View) -> int:
    return 0 if view.stage is None else view.stage.stages - view.stage.number


def turns_to_go(view: View, seat: Seat) -> float:
    """Turns to the finish, from this car's turn on, or from the one it has had."""
    car = view.cars[seat]
    if car.status == RETIRED:
        return LOST - place(TRACK[view.road], car)
    phase = view.phase
    if isinstance(phase, Pitting) and phase.seat == seat:
        return repaired(view, seat, phase.jobs)
    if isinstance(phase, Halting) and phase.seat == seat:
        return halted(view, seat, phase)
    sheet = view.sheets[seat]
    if isinstance(phase, Driving | Slipstream) and phase.run.seat == seat:
        turns, to_come = on_the_way(view, sheet, car, phase), stages_to_come(view)
        turns += doomed(TRACK[view.road], sheet, car, to_come)
        return 1 + turns + wear(sheet, car) * weight(turns, to_come)
    if isinstance(phase, LastBoxes) and phase.seat == seat:
        return 1 + with_last_boxes(view, sheet, car, phase)
    turns = resting(view.road, view.laps, sheet, car, stages_to_come(view))
    if car.until > view.turn:
        turns += max(0, car.until - view.turn - has_moved(view, seat))
    return turns


def with_last_boxes(view: View, sheet: Sheet, car: Car, phase: LastBoxes) -> float:
    """Turns to go after a move that has used its turn: as it stands, or with the last boxes."""
    track = TRACK[view.road]
    ends = [car, *[covered(track, car, move) for move in phase.options]]
    return min([resting(view.road, view.laps, sheet, end, stages_to_come(view)) for end in ends])


def covered(track: Track, car: Car, move: Dive | Burst) -> Car:
    """A car after hard braking or a fast exit, with what it costs."""
    boxes = len(move.ways)
    for way in move.ways:
        there = track.beside(car.box, way)
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
def resting(circuit: str, laps: int, sheet: Sheet, car: Car, to_come: int = 0) -> float:
    """Turns to go of a car that is not moving just now, with what its damage costs in them and in
    the stages to come."""
    track = TRACK[circuit]
    turns = tempo(circuit, laps, sheet, car).to_go(place(track, car), car.speed)
    turns += lane_cost(track, car)
    return turns + wear(sheet, car) * weight(turns, to_come) + doomed(track, sheet, car, to_come)


def doomed(track: Track, sheet: Sheet, car: Car, to_come: int) -> float:
    """What it costs to go on with an engine that the damage of the stage will end."""
    return DOOMED if to_come and car.engine + track.damage[0] > sheet.engine else 0.0


def weight(turns: float, to_come: int) -> float:
    """How much of the cost of damage is still felt."""
    return min(1.0, turns / 8) + A_STAGE * to_come


def tempo(circuit: str, laps: int, sheet: Sheet, car: Car) -> Pace:
    limit, red = top_speed(sheet, car)
    points = acceleration(sheet, car)
    return pace(circuit, laps, limit, red, points, sheet.braking, sheet.turns)


def place(track: Track, car: Car) -> float:
    """Where a car is, in spaces of the middle lane, laps included; on a best line by its boxes."""
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
    """What it costs to be beside the best line: in a curve, or too near to the next one."""
    box = car.box
    if track.curve[box] >= 0:
        if car.line:
            return 0.0
        return BENT if track.to_exit[box] else TASTE
    if track.coming[box] < 0:
        return 0.0
    away, lanes = track.to_line[box], 2 - track.inside[box]
    if lanes > away:
        return NO_LINE
    return TASTE * lanes


def lined(track: Track, car: Car) -> bool:
    """Whether the best line of the curve ahead can still be taken."""
    box = car.box
    away = track.to_line[box]
    if away == FAR:
        return car.line > 0
    return 2 - track.inside[box] <= away


def on_the_way(view: View, sheet: Sheet, car: Car, phase: Driving | Slipstream) -> float:
    """A move goes on: where it will end, and what the curves on the way will cost."""
    track = TRACK[view.road]
    run = phase.run
    at = place(track, car)
    left = run.left if isinstance(phase, Driving) else 0
    rolling = isinstance(phase, Driving) and phase.downhill
    steep = not rolling and left and slope_of(run.trail + trail(track, car, left)) == DOWN
    cost, moved, final = ahead(track, sheet, car, run, left, bool(steep))
    if (rolling or moved > left) and final == run.speed and run.limit == NO_LIMIT:
        final = min(sheet.top, final + 1)
    cost += lane_cost(track, car)
    return cost + tempo(view.road, view.laps, sheet, car).to_go(at + moved, final)


def trail(track: Track, car: Car, left: int) -> tuple[Slope, ...]:
    box, found = car.box, []
    for _ in range(left):
        box = track.ahead[box]
        found.append(track.slope[box])
    return tuple(found)


def ahead(
    track: Track, sheet: Sheet, car: Car, run: Run, left: int, steep: bool
) -> tuple[float, int, int]:
    """The curves that would be entered with the boxes left, and downhill one box farther: what
    they cost, boxes moved, speed after."""
    cost, box, curve, final = 0.0, car.box, track.curve, min(run.speed, run.limit)
    for k in range(left + steep):
        there = track.ahead[box]
        if curve[there] >= 0 and curve[box] < 0:
            turning = sheet.turns[track.curves[curve[there]].letter]
            over = run.speed - turning
            known = track.to_line[car.box] == k  # the line of a farther curve can still be taken
            if over > 1 or (over == 1 and known and not lined(track, car)):
                rest = left - k
                if 0 < rest <= droppable(sheet, car) and (k or run.moved):
                    return cost + DROP[rest], k, final
                cost += danger(over, modifiers(sheet, car))
                final = min(final, turning)
        box = there
    return cost, left + steep, final


def danger(over: int, worn: int) -> float:
    """The turns a test may cost; worn brakes and tyres make it worse, beyond +3 it fails."""
    cost = RISK[min(over, 4)] + 0.4 * worn
    return cost + 2.0 if over + worn > 3 and over < 3 else cost


@functools.cache
def engine(left: int, hot: int, dice: tuple[Colour, ...]) -> float:
    """What an engine may cost with so many boxes left and so many red ones of the thermometer, if
    it is cooled turn by turn: each begins with its test."""
    if not hot:
        return ENGINE[min(3, left)]
    fine = math.prod(BLANK[colour] for colour in (*dice, Colour.BLACK))
    warned = RUINED if hot > left else engine(left - hot, hot - 1, dice)
    return COOLER + fine * engine(left, hot - 1, dice) + (1 - fine) * warned


def wear(sheet: Sheet, car: Car) -> float:
    """What the damage of a car may cost over a long way."""
    cost = 0.14 * car.heat + engine(
        max(0, min(9, sheet.engine - car.engine)),
        max(0, min(3, car.heat - sheet.heat + 3)),
        sheet.reliability,
    )
    cost += 0.08 * car.brakes + WORN[max(0, car.brakes - sheet.brakes + 3)]
    cost += 0.11 * car.tyres + BALD[(car.tyres + 3) >> 2]
    cost += 0.12 * car.body + (1.2 if car.body >= sheet.body - 1 else 0.0)
    if PUNCTURE in car.broken:
        cost += 2.0
    if PLUG in car.broken:
        cost += 0.3
    if LAMP in car.broken:
        cost += 0.01
    return cost


# ------------------------------------------------------------------ pits


def repaired(view: View, seat: Seat, jobs: tuple[Job, ...]) -> float:
    """In the pits: with the repairs named, and those that would still pay."""
    best = stopped(view, seat, jobs) if jobs else LOST
    state = imagine(view)
    while True:
        car, team = after_jobs(state, seat, jobs)
        first = jobs[-1] if jobs else Job.ENGINE
        tries = [
            (stopped(view, seat, (*jobs, job)), job)
            for job in Job
            if job >= first and possible(view.sheets[seat], team, car, job)
        ]
        if not tries or min(tries)[0] >= best:
            return best
        best, job = min(tries)
        jobs = (*jobs, job)


def stopped(view: View, seat: Seat, jobs: tuple[Job, ...]) -> float:
    """The turns to go after a stop with these repairs."""
    sheet = view.sheets[seat]
    car, _ = after_jobs(imagine(view), seat, jobs)
    turns, _ = stop_time(sheet, view.cars[seat], jobs)
    car = replace(car, speed=0)
    return turns + resting(view.road, view.laps, sheet, car, stages_to_come(view))


# ------------------------------------------------------------------ by the roadside


def halted(view: View, seat: Seat, phase: Halting) -> float:
    """Stopped by the road: with the repairs named, and those that would still pay."""
    state, jobs = imagine(view), phase.jobs
    best = halt(view, state, seat, jobs, phase.parts) if jobs or phase.parts else LOST
    while not phase.parts:
        tries = [
            (halt(view, state, seat, (*jobs, job), ()), job)
            for job in jobs_by_road(state, seat, jobs)
        ]
        if not tries or min(tries)[0] >= best:
            break
        best, job = min(tries)
        jobs = (*jobs, job)
    return best + in_the_way(view, seat, phase.edge)


def in_the_way(view: View, seat: Seat, edge: Lane) -> float:
    """What it may cost to stand where others are carried when they are too fast, or in a curve."""
    track, box = TRACK[view.road], view.cars[seat].box
    outer = Lane.RIGHT if track.outward[box] is Way.RIGHT else Lane.LEFT
    return OUTSIDE * (edge is outer) + IN_CURVE * (track.curve[box] >= 0)


def halt(
    view: View, state: State, seat: Seat, jobs: tuple[Job, ...], parts: tuple[Part, ...]
) -> float:
    """The turns to go after a stop with these repairs, and parts taken along."""
    car, _ = after_jobs_by_road(state, seat, jobs)
    turns, _ = halt_time(state, seat, jobs, parts)
    car = replace(car, speed=0, line=Line.NO)
    rest = resting(view.road, view.laps, view.sheets[seat], car, stages_to_come(view))
    rest += limping(view, seat, car) - limping(view, seat, view.cars[seat])  # as `later` has it
    return turns + rest - FETCHED * len(parts)
