"""Repairs: which are possible, how long they take, the car after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import RED_BOXES, SECTOR_BOXES, TYRE_BOXES
from paddock.games.winds_of_war.data.enums import (
    LAMP,
    NO_LINE,
    PITS,
    PLUG,
    PUNCTURE,
    Failure,
    Gauge,
    Job,
    Part,
    TuningCard,
)
from paddock.games.winds_of_war.events import Events, Pitted, Repaired
from paddock.games.winds_of_war.moves import Fix
from paddock.games.winds_of_war.rules.damage import (
    BODY_TURNS,
    ENGINE_TURNS,
    hurt_brakes,
    hurt_tyres,
    with_card_used,
)
from paddock.games.winds_of_war.rules.dice import TREADS
from paddock.games.winds_of_war.rules.road import MAX_DROPPED_POINTS, droppable_points
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Sheet, Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

MECHANIC = TuningCard.RIDING_MECHANIC


@cites(R("W3.12.6"), R("Q46"))
def with_new_tyre(car: Car) -> Car:
    """A new tyre: the token returns to the end of the previous sector, and a puncture is
    repaired."""
    worn = (car.tyres + SECTOR_BOXES - 1) // SECTOR_BOXES
    return without_failure(replace(car, tyres=max(0, SECTOR_BOXES * (worn - 1))), PUNCTURE)


def without_failure(car: Car, failure: Failure) -> Car:
    """Return a failure card."""
    return replace(car, broken=tuple([f for f in car.broken if f is not failure]))


class Repair(Struct, frozen=True):
    """A repair: its turns, clause, spare part, condition, and the car after it."""

    turns: int
    clause: str
    part: Part | None
    needed: Callable[[Sheet, Car], bool]
    done: Callable[[Car], Car]


REPAIRS = (  # by Job
    Repair(
        ENGINE_TURNS,
        R("W3.12.2"),
        None,
        lambda sheet, car: car.engine > 0,
        lambda car: replace(car, engine=car.engine - 1),
    ),
    Repair(
        3,
        R("W3.12.3"),
        None,
        lambda sheet, car: car.heat > 0,
        lambda car: replace(car, heat=0),
    ),
    Repair(
        1,
        R("W3.12.3"),
        Part.WATER,
        lambda sheet, car: car.heat > 0,
        lambda car: replace(car, heat=0),
    ),
    Repair(
        4,
        R("W3.12.4"),
        Part.DRUMS,
        lambda sheet, car: car.brakes > 0,
        lambda car: replace(car, brakes=0),
    ),
    Repair(
        BODY_TURNS,
        R("W3.12.5"),
        None,
        lambda sheet, car: car.body > 0,
        lambda car: replace(car, body=car.body - 1),
    ),
    Repair(
        1,
        R("W3.12.6"),
        Part.TYRE,
        lambda sheet, car: car.tyres > 0 or PUNCTURE in car.broken,
        with_new_tyre,
    ),
    Repair(
        1,
        R("W3.12.8"),
        Part.PLUGS,
        lambda sheet, car: PLUG in car.broken,
        lambda car: without_failure(car, PLUG),
    ),
    Repair(
        1,
        R("W3.12.9"),
        Part.LAMPS,
        lambda sheet, car: LAMP in car.broken,
        lambda car: without_failure(car, LAMP),
    ),
    Repair(
        1,
        R("Q67"),
        None,
        lambda sheet, car: TREADS in sheet.tuned and TREADS not in car.used,
        lambda car: with_card_used(car, TREADS),
    ),
)


@cites(R("W3.12.1"))
def is_possible(sheet: Sheet, team: Team, car: Car, job: Job) -> bool:
    """Whether a repair is needed and its part available."""
    repair = REPAIRS[job]
    if repair.part is not None and not team.spares[repair.part]:
        return False
    return repair.needed(sheet, car)


def without_part(team: Team, job: Job) -> Team:
    """The team without the part for a repair."""
    part = REPAIRS[job].part
    if part is None:
        return team
    return replace(team, spares=replace_at(team.spares, part, team.spares[part] - 1))


def after_jobs(state: State, seat: Seat, jobs: tuple[Job, ...]) -> tuple[Car, Team]:
    """The car and its team after these repairs."""
    car, team = state.cars[seat], state.teams[seat]
    for job in jobs:
        car, team = REPAIRS[job].done(car), without_part(team, job)
    return car, team


def possible_jobs(state: State, seat: Seat, jobs: tuple[Job, ...]) -> list[Job]:
    """The repairs that may be chosen next, from the last one on."""
    car, team = after_jobs(state, seat, jobs)
    sheet = state.sheets[seat]
    first = jobs[-1] if jobs else Job.ENGINE
    return [job for job in Job if job >= first and is_possible(sheet, team, car, job)]


@cites(R("Q115"))
def is_hampered(sheet: Sheet, car: Car) -> bool:
    """Whether a car has a failure, a gauge in the red, or tyres beyond the first sector."""
    levels = (car.engine, car.heat, car.brakes, car.body, car.tyres)
    last = (sheet.engine, sheet.heat, sheet.brakes, sheet.body, TYRE_BOXES)
    return bool(car.broken) or any(
        level > most - red for level, most, red in zip(levels, last, RED_BOXES, strict=True)
    )


@cites(R("Q115"))
def points_to_drop(sheet: Sheet, car: Car) -> int:
    """The points of emergency braking that a stop costs: none for a car that is hampered or not
    faster than its brakes can stop."""
    over = car.speed - sheet.braking
    if over <= 0 or is_hampered(sheet, car):
        return 0
    return min(over, MAX_DROPPED_POINTS)


@cites(R("Q115"))
def can_stop(sheet: Sheet, car: Car) -> bool:
    """Whether a car has the boxes that braking for a stop takes."""
    if car.speed <= sheet.braking:
        return True
    return points_to_drop(sheet, car) <= droppable_points(sheet, car)


@cites(R("Q115"), R("W3.9.8"))
def brake_for_stop(state: State, seat: Seat, events: Events) -> State:
    """What stopping costs: a brake damage, for two points a tyre damage too."""
    points = points_to_drop(state.sheets[seat], state.cars[seat])
    if points:
        state = hurt_brakes(state, seat, 1, events)
    return hurt_tyres(state, seat, 1, events) if points > 1 else state


@cites(R("Q45"))
def can_pit(state: State, seat: Seat) -> bool:
    """Whether a car is in the hexagon of the pits with something to repair."""
    car = state.cars[seat]
    if not TRACK[state.road].pits[car.box]:
        return False
    sheet, team = state.sheets[seat], state.teams[seat]
    if not can_stop(sheet, car):
        return False
    return any(is_possible(sheet, team, car, job) for job in Job)


def urgent_jobs(sheet: Sheet, team: Team, car: Car) -> list[Job]:
    """The repairs that a careful driver makes at once, with the parts aboard: red heat, a puncture,
    failed plugs."""
    hot = car.heat > sheet.heat - RED_BOXES[Gauge.HEAT]
    wanted = [Job.WATER] * hot + [Job.TYRE] * (PUNCTURE in car.broken)
    wanted += [Job.PLUG] * (PLUG in car.broken)
    return [job for job in wanted if is_possible(sheet, team, car, job)]


def usual_repair(options: Sequence[object], urgent: Sequence[Job]) -> int:
    """The index of the repair that is preselected: the first urgent one, else to be done with it,
    else the quickest."""
    jobs = [move.job if isinstance(move, Fix) else None for move in options]
    for index, job in enumerate(jobs):
        if job in urgent:
            return index
    quick = [(REPAIRS[job].turns, index) for index, job in enumerate(jobs) if job is not None]
    return min(quick)[1] if quick and len(quick) == len(jobs) else 0


@cites(R("Q67"))
def total_time(sheet: Sheet, car: Car, jobs: tuple[Job, ...]) -> tuple[int, bool]:
    """The sum of the turns of some repairs, and whether the riding mechanic helped."""
    times = [REPAIRS[job].turns for job in jobs]
    helped = MECHANIC in sheet.tuned and MECHANIC not in car.used and max(times, default=0) > 1
    return sum(times) - helped, helped


@cites(R("Q43"))
def stop_time(sheet: Sheet, car: Car, jobs: tuple[Job, ...]) -> tuple[int, bool]:
    """Half the sum of the turns, rounded up, and whether the riding mechanic helped."""
    time, helped = total_time(sheet, car, jobs)
    return (time + 1) // 2, helped


@cites(R("W4.2.8"))
def enter_pits(state: State, seat: Seat, jobs: tuple[Job, ...], events: Events) -> State:
    """The car leaves the road, is repaired, and returns after some turns."""
    turns, helped = stop_time(state.sheets[seat], state.cars[seat], jobs)
    events.append(Pitted(seat, turns))
    state = do_repairs(state, seat, jobs, MECHANIC if helped else None, False, events)
    car = state.cars[seat]
    car = replace(car, status=PITS, speed=0, line=NO_LINE, until=state.turn + turns)
    return replace(state, cars=replace_at(state.cars, seat, car))


@cites(R("W1.6"))
def do_repairs(
    state: State,
    seat: Seat,
    jobs: tuple[Job, ...],
    helper: TuningCard | None,
    free: bool,
    events: Events,
) -> State:
    """Do some repairs; parts and failure cards go back to their decks. Where parts are free the
    team keeps its own."""
    before, owned = state.cars[seat], state.teams[seat]
    car, team = before, owned
    for job in jobs:
        car, team = REPAIRS[job].done(car), team if free else without_part(team, job)
        events.append(repair_event(seat, job, car, team))
    if helper is not None:
        car = with_card_used(car, helper)
    return replace(
        state,
        cars=replace_at(state.cars, seat, car),
        teams=replace_at(state.teams, seat, team),
        failures=tuple(
            n + (kind in before.broken and kind not in car.broken)
            for kind, n in zip(Failure, state.failures, strict=True)
        ),
        stock=tuple(
            n + had - has
            for n, had, has in zip(state.stock, owned.spares, team.spares, strict=True)
        ),
    )


def repair_event(seat: Seat, job: Job, car: Car, team: Team) -> Repaired:
    """The event for a repair, with car and team after it."""
    return Repaired(
        seat=seat,
        job=job,
        engine=car.engine,
        heat=car.heat,
        brakes=car.brakes,
        body=car.body,
        tyres=car.tyres,
        broken=car.broken,
        spares=team.spares,
        clause=REPAIRS[job].clause,
    )
