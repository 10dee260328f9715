"""Repairs: what can be done, how long it takes, what it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citing import cites
from paddock.core.game import put
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DRUMS, LAMPS, PLUGS, TYRE, WATER
from paddock.games.winds_of_war.events import Events, Pitted, Repaired
from paddock.games.winds_of_war.moves import (
    BODY_JOB,
    BRAKES_JOB,
    COOL_JOB,
    ENGINE_JOB,
    LAMP_JOB,
    PLUG_JOB,
    TYRE_JOB,
    WATER_JOB,
)
from paddock.games.winds_of_war.rules.gauges import RIDER, TREADS
from paddock.games.winds_of_war.state.pieces import (
    FITTED,
    LAMP,
    MECHANIC,
    NO_LINE,
    PITS,
    PLUG,
    PUNCTURE,
    TRACK,
    Car,
    Sheet,
    Team,
)

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

TURNS = (3, 3, 1, 4, 1, 1, 1, 1, 1)
NEEDS = (-1, -1, WATER, DRUMS, -1, TYRE, PLUGS, LAMPS, -1)
CLAUSES = (
    R("W3.12.2"),
    R("W3.12.3"),
    R("W3.12.3"),
    R("W3.12.4"),
    R("W3.12.5"),
    R("W3.12.6"),
    R("W3.12.8"),
    R("W3.12.9"),
    R("Q67"),
)


@cites(R("W3.12.1"), R("W4.2.8"))
def possible(sheet: Sheet, team: Team, car: Car, job: int) -> bool:
    """Whether something is there to be done, and the part for it."""
    part = NEEDS[job]
    if part >= 0 and not team.spares[part]:
        return False
    match job:
        case 0:
            return car.engine > 0
        case 1 | 2:
            return car.heat > 0
        case 3:
            return car.brakes > 0
        case 4:
            return car.body > 0
        case 5:
            return car.tyres > 0 or bool(car.broken & PUNCTURE)
        case 6:
            return bool(car.broken & PLUG)
        case 7:
            return bool(car.broken & LAMP)
        case _:
            return bool(sheet.tuned & TREADS) and not car.used & FITTED


@cites(
    R("W3.12.2"),
    R("W3.12.3"),
    R("W3.12.4"),
    R("W3.12.5"),
    R("W3.12.6"),
    R("W3.12.7"),
    R("W3.12.8"),
    R("W3.12.9"),
    R("Q46"),
)
def mended(car: Car, job: int) -> Car:
    """The car after one repair."""
    if job == ENGINE_JOB:
        return replace(car, engine=car.engine - 1)
    if job in (COOL_JOB, WATER_JOB):
        return replace(car, heat=0)
    if job == BRAKES_JOB:
        return replace(car, brakes=0)
    if job == BODY_JOB:
        return replace(car, body=car.body - 1)
    if job == TYRE_JOB:
        sector = (car.tyres + 3) >> 2
        return replace(car, tyres=max(0, 4 * (sector - 1)), broken=car.broken & ~PUNCTURE)
    if job == PLUG_JOB:
        return replace(car, broken=car.broken & ~PLUG)
    if job == LAMP_JOB:
        return replace(car, broken=car.broken & ~LAMP)
    return replace(car, used=car.used | FITTED)


def used_up(team: Team, job: int) -> Team:
    part = NEEDS[job]
    if part < 0:
        return team
    return replace(team, spares=put(team.spares, part, team.spares[part] - 1))


def after_jobs(state: State, seat: Seat, jobs: tuple[int, ...]) -> tuple[Car, Team]:
    """The car and what its team has left after these repairs."""
    car, team = state.cars[seat], state.teams[seat]
    for job in jobs:
        car, team = mended(car, job), used_up(team, job)
    return car, team


@cites(R("Q43"), R("W3.12.1"))
def jobs_open(state: State, seat: Seat, jobs: tuple[int, ...]) -> list[int]:
    """What may be named next, from the last one named on."""
    car, team = after_jobs(state, seat, jobs)
    sheet = state.sheets[seat]
    first = jobs[-1] if jobs else 0
    return [job for job in range(first, len(TURNS)) if possible(sheet, team, car, job)]


@cites(R("W4.2.8"), R("Q45"))
def may_pit(state: State, seat: Seat) -> bool:
    """In the hexagon of the pits, with something to be done."""
    car = state.cars[seat]
    if not TRACK[state.options.circuit].pits[car.box]:
        return False
    sheet, team = state.sheets[seat], state.teams[seat]
    return any(possible(sheet, team, car, job) for job in range(len(TURNS)))


@cites(R("Q43"), R("Q67"), R("W4.2.8"))
def stop_time(sheet: Sheet, car: Car, jobs: tuple[int, ...]) -> tuple[int, bool]:
    """Half the sum of the times, rounded up; and whether the mechanic has helped."""
    times = [TURNS[job] for job in jobs]
    helped = bool(sheet.tuned & RIDER) and not car.used & MECHANIC and max(times) > 1
    return (sum(times) - helped + 1) // 2, helped


@cites(R("W4.2.8"), R("Q43"), R("Q45"), R("W1.6"))
def into_pits(state: State, seat: Seat, jobs: tuple[int, ...], events: Events) -> State:
    """The car leaves the road, is repaired, and comes back after so many turns."""
    turns, helped = stop_time(state.sheets[seat], state.cars[seat], jobs)
    events.append(Pitted(seat, turns))
    before = state.cars[seat]
    car, team = after_jobs(state, seat, jobs)
    for job in jobs:
        events.append(Repaired(seat, job, CLAUSES[job]))
    mended_kinds = before.broken & ~car.broken
    failures = tuple(n + bool(mended_kinds & 1 << kind) for kind, n in enumerate(state.failures))
    stock = tuple(
        n + state.teams[seat].spares[part] - team.spares[part] for part, n in enumerate(state.stock)
    )
    used = car.used | MECHANIC if helped else car.used
    car = replace(car, stand=PITS, speed=0, line=NO_LINE, until=state.turn + turns, used=used)
    return replace(
        state,
        cars=put(state.cars, seat, car),
        teams=put(state.teams, seat, team),
        failures=failures,
        stock=stock,
    )
