"""Rules of the Mille Miglia from stage to stage: times, damage, starts, the winner."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import CALABRIA, DECKS, ONE_EVENING, RING_1940, YEARS
from paddock.games.winds_of_war.data.enums import ASIDE, HOME, RETIRED, Ending, Format
from paddock.games.winds_of_war.modes.mille_miglia.events import (
    Events,
    MinutesServed,
    RestartSet,
    Tie,
)
from paddock.games.winds_of_war.rules.damage import (
    BODY_TURNS,
    ENGINE_TURNS,
    hurt_brakes,
    hurt_engine,
    hurt_tyres,
)
from paddock.games.winds_of_war.rules.road import CARDS_RENEWED_BY_LAP
from paddock.games.winds_of_war.rules.starts import as_waiting
from paddock.games.winds_of_war.rules.timing import distance_and_minutes, total_damage
from paddock.games.winds_of_war.state import Options as RaceOptions
from paddock.games.winds_of_war.state import RoadStage, Team, before_start
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state.pieces import TRACK, Car
from paddock.games.winds_of_war.state.stage import HOUR_MINUTES, READ, TURN_MINUTES, UNREAD

if TYPE_CHECKING:
    from paddock.games.winds_of_war.modes.mille_miglia.state import Options


@cites(R("Q106"), R("W4.2.1"))
def own_format(road: str) -> Format:
    """A player's road is one stage, or a Tour if it has pits."""
    return Format.CALABRIA if TRACK[road].section else Format.ONE_STAGE


@cites(R("W4.2.3"), R("W4.4.11"), R("W4.5.1"), R("W4.5.3"), R("Q55"))
def format_of(options: Options) -> Format:
    """How it is raced: the Mille Miglia of 1940 was three laps of a ring and nothing else."""
    if options.own:
        return own_format(options.own)
    format = Format(options.format)
    return Format.RING if options.year == 1940 and format is not Format.CALABRIA else format


def roads(options: Options) -> tuple[str, ...]:
    """The stages of the year, or the one road of another race."""
    if options.own:
        return (options.own,)
    one = ONE_ROAD.get(format_of(options))
    return YEARS[options.year].stages if one is None else (one,)


ONE_ROAD = {
    Format.ONE_STAGE: ONE_EVENING,
    Format.RING: RING_1940,
    Format.CALABRIA: CALABRIA,
}


def race_options(options: Options) -> RaceOptions:
    """What a stage needs of the options; its road stands in its state."""
    return RaceOptions(
        style=options.style,
        group=options.group,
        year=options.year,
        garage=options.garage,
        weather=options.weather,
        retire=options.retire,
        plot_seconds=options.plot_seconds,
    )


def before_first(
    options: Options, teams: tuple[Team, ...], stock: tuple[int, ...], shelf: tuple[int, ...]
) -> RaceState:
    """The first stage before anybody has a car; who starts when is known when all have one."""
    format = format_of(options)
    road = roads(options)[0]
    hour = hour_of(options)
    none = (0,) * len(teams)
    stage = RoadStage(
        format=format,
        number=1,
        stages=len(roads(options)),
        begins=hour,
        starts=none,
        first=none,
        points=none,
        done=0,
        hour=hour // HOUR_MINUTES,
        noted=none,
        times=none,
        penalties=none,
        left=none,
        marker=first_marker(road),
        notes=(UNREAD,) * len(teams),
    )
    state = before_start(race_options(options), teams, stock, shelf)
    return replace(state, road=road, laps=TRACK[road].laps, deck=DECKS[format], stage=stage)


HOURS = {"day": 10 * HOUR_MINUTES, "dusk": 19 * HOUR_MINUTES, "night": 23 * HOUR_MINUTES}


@cites(R("W4.5.2"), R("Q107"))
def hour_of(options: Options) -> int:
    """The reading of the first start: that of the yearbook, or of one stage as was agreed."""
    format = format_of(options)
    if format is Format.CALABRIA:
        return 0
    if format is Format.ONE_STAGE and options.hour in HOURS:
        return HOURS[options.hour]
    return YEARS[options.year].hour


@cites(R("W4.5.4"))
def first_marker(road: str) -> int:
    """The curve where mechanics wait first; -1: nowhere."""
    return next(iter(TRACK[road].assistance), -1)


# ------------------------------------------------------------------ when all are in


@cites(R("W6.112"), R("Q97"))
def serve_minutes(now: RaceState, events: Events) -> RaceState:
    """Minutes of navigation are added to the times written down; a retired car's are lost."""
    stage = now.stage
    assert stage is not None
    times = list(stage.times)
    for seat, minutes in enumerate(stage.noted):
        if minutes and now.cars[seat].status is HOME:
            times[seat] += minutes
            events.append(MinutesServed(seat, minutes, times[seat]))
    return replace(now, stage=replace(stage, times=tuple(times), noted=(0,) * len(times)))


@cites(R("W4.4.4"), R("W4.4.6"), R("Q88"))
def stage_damage(now: RaceState, events: Events) -> RaceState:
    """Engine, brakes, tyres, of every car that is in."""
    engine, brakes, tyres = TRACK[now.road].damage
    for seat in now.home:
        for points, hurt in ((engine, hurt_engine), (brakes, hurt_brakes), (tyres, hurt_tyres)):
            if points and now.cars[seat].status is HOME:
                now = hurt(now, seat, points, events)
    return now


def running(now: RaceState) -> list[Seat]:
    """The seats that go on: arrived, and not retired since."""
    return [seat for seat in sorted(now.home) if now.cars[seat].status is not RETIRED]


@cites(R("W4.4.5"), R("W4.4.7"), R("Q53"), R("Q89"))
def next_stage(options: Options, now: RaceState, events: Events) -> RaceState:
    """Everybody starts at the time written down: after an arrivo with speed and points left, after
    a check point from 0. What a car gives out of is repaired first."""
    stage = now.stage
    assert stage is not None
    number = stage.number + 1
    road = roads(options)[number - 1]
    track, moving = TRACK[road], TRACK[now.road].ending is Ending.ARRIVO
    starts, points = list(stage.times), list(stage.left)
    cars = now.cars
    for seat in running(now):
        car = cars[seat]
        beyond = repair_turns(now, seat)
        starts[seat] += TURN_MINUTES * beyond
        rolls = moving and not beyond
        points[seat] = points[seat] if rolls else 0
        car = as_new_in_stage(now, seat, car, rolls)
        cars = replace_at(cars, seat, as_waiting(track, car))
        clause = R("Q88") if beyond else R("W4.4.5") if moving else R("W4.4.7")
        events.append(
            RestartSet(seat, starts[seat], car.speed, points[seat], track.door, car.engine, clause)
        )
    covered = tuple(
        distance_and_minutes(now.road, stage, s, car, now.turn)[0] * (car.status is RETIRED)
        for s, car in enumerate(now.cars)
    )
    cars = tuple([replace(c, box=track.door) if c.status is RETIRED else c for c in cars])
    none = (0,) * len(cars)
    stage = replace(
        stage,
        number=number,
        begins=min(starts[seat] for seat in running(now)),
        starts=tuple(starts),
        points=tuple(points),
        done=stage.done + TRACK[now.road].spaces,
        times=none,
        penalties=none,
        left=none,
        marker=first_marker(road),
        notes=tuple([READ if curve >= 0 else curve for curve in stage.notes]),
        covered=covered if any(covered) else (),
    )
    return replace(now, road=road, cars=cars, home=(), order=(), at=0, turn=0, stage=stage)


def repair_turns(now: RaceState, seat: Seat) -> int:
    """Turns that damage beyond the last box takes, if cars do not retire."""
    car, sheet = now.cars[seat], now.sheets[seat]
    if car.status is not ASIDE:
        return 0
    beyond = ENGINE_TURNS * max(0, car.engine - sheet.engine)
    return beyond + BODY_TURNS * max(0, car.body - sheet.body)


def as_new_in_stage(now: RaceState, seat: Seat, car: Car, rolls: bool) -> Car:
    """A car at the start of a stage: cards that work once a stage work again."""
    sheet = now.sheets[seat]
    return replace(
        car,
        speed=car.speed if rolls else 0,
        engine=min(car.engine, sheet.engine),
        body=min(car.body, sheet.body),
        used=tuple([card for card in car.used if card not in CARDS_RENEWED_BY_LAP]),
    )


# ------------------------------------------------------------------ the end


@cites(R("W4.4.8"), R("Q47"))
def tie_break(now: RaceState, seat: Seat, others: Iterable[Seat]) -> Tie:
    """What decided between a car and others that have the same racing time: damage or a die."""
    stage = now.stage
    assert stage is not None
    time = {s: stage.times[s] - stage.first[s] for s in now.home}
    level = [s for s in others if s != seat and s in time and time[s] == time[seat]]
    if not level:
        return ""
    own = total_damage(now, seat)
    return "die" if any(total_damage(now, s) == own for s in level) else "damage"


def ahead_of(places: tuple[int, ...], seat: Seat) -> list[Seat]:
    """The seats that finished before one; none while there are no places."""
    return [s for s, place in enumerate(places) if 0 < place < places[seat]]


@cites(R("W4.4.8"), R("Q47"), R("Q104"))
def final_places(now: RaceState, chance: Chance) -> tuple[int, ...]:
    """By seat: the lowest racing time, then the least damage, then a die; 0: retired."""
    stage = now.stage
    assert stage is not None
    keys = {
        seat: (stage.times[seat] - stage.first[seat], total_damage(now, seat))
        for seat in sorted(now.home)
    }
    places, place = [0] * len(now.cars), 1
    for key in sorted(set(keys.values())):
        tied = [seat for seat, own in keys.items() if own == key]
        while tied:
            first = tied.pop(chance.pick(tied, "winner") if len(tied) > 1 else 0)
            places[first], place = place, place + 1
    return tuple(places)
