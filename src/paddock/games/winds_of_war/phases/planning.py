"""Planning a turn: a speed, or a stop at the pits or by the roadside."""

from __future__ import annotations

import functools
from bisect import bisect_right
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war import phases
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import (
    HOME,
    NO_LINE,
    PUNCTURE,
    RACING,
    UP,
    Job,
    Letter,
    TuningCard,
)
from paddock.games.winds_of_war.events import (
    Cooled,
    Events,
    GaveUp,
    Launched,
    NotesRead,
    Planned,
    Stalled,
)
from paddock.games.winds_of_war.moves import (
    DONE,
    FIX,
    GIVE_UP,
    HALT,
    LAUNCH,
    LAUNCH_PUSH,
    PIT,
    PLAN,
    PUSH,
    READ,
    Fix,
    GiveUp,
    Halt,
    Launch,
    Move,
    Pit,
    Plan,
    Read,
)
from paddock.games.winds_of_war.phases.driving import go_on
from paddock.games.winds_of_war.phases.turn import RED_HEAT, next_car
from paddock.games.winds_of_war.rules import curves
from paddock.games.winds_of_war.rules.damage import (
    heat_up,
    hurt_engine,
    hurt_tyres,
    with_car,
    with_card_used,
    with_heat,
)
from paddock.games.winds_of_war.rules.dashboard import COOLING_SPEED, acceleration, top_speed
from paddock.games.winds_of_war.rules.dice import (
    EXTRA_POINT,
    GREAT_START,
    roll_driving_test,
    roll_reliability_test,
)
from paddock.games.winds_of_war.rules.night import guessed_letters, next_dark_curve
from paddock.games.winds_of_war.rules.pits import (
    REPAIRS,
    after_jobs,
    brake_for_stop,
    can_pit,
    can_stop,
    enter_pits,
    possible_jobs,
    urgent_jobs,
    usual_repair,
)
from paddock.games.winds_of_war.rules.roadside import can_halt
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Run, Sheet, allowance
from paddock.games.winds_of_war.state.stage import UNREAD, RoadStage, reading

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

ALCOHOL, RADIATOR = TuningCard.ALCOHOL_FUEL_BLEND, TuningCard.LARGE_RADIATOR
PACE_NOTES = TuningCard.PACE_NOTES
Q_PLAN = Question("plan", R("W2.1"))
Q_FIX = Question("fix", R("W4.2.8"))


@cites(R("W3.4"), R("W3.5"), R("W3.6.1"), R("W3.8.1"), R("Q21"))
@functools.lru_cache(maxsize=100_000)
def legal_plans(
    speed: int,
    limit: int,
    points: int,
    braking: int,
    climbs: int,
    pits: bool,
) -> tuple[tuple[Move, ...], tuple[int, ...]]:
    """The legal plans; first the speeds without an extra point or a great start."""
    uphill = max(1, points >> 1)
    speeds = list(range(max(0, speed - braking), min(speed, limit) + 1)) or [limit]
    pushed = []
    for s in range(speed + 1, min(limit, speed + points + 1) + 1):
        allowed = uphill if climbs >> allowance(s) & 1 else points
        if s - speed <= allowed:
            speeds.append(s)
        elif s - speed == allowed + 1:
            pushed.append(s)
    options: list[Move] = [PLAN[s] for s in speeds]
    options += [PUSH[s] for s in pushed]
    if not speed:
        options += [LAUNCH[s] for s in speeds if s]
        options += [LAUNCH_PUSH[s] for s in pushed]
    if pits:
        options.append(PIT)
    return tuple(options), tuple(speeds)


def cautious_speed(
    road: str,
    car: Car,
    sheet: Sheet,
    speeds: tuple[int, ...],
    red: int,
    letters: tuple[Letter, ...] | None = None,
) -> int:
    """The fastest of some speeds that needs no test, now or when the car brakes from then on, and
    heats no engine; else the slowest."""
    track, box, turns = TRACK[road], car.box, sheet.turns
    safe = (
        curves.safe_speed(road, box, turns, sheet.braking)
        if letters is None
        else curves.safe_speed_by_letters(letters, road, box, turns, sheet.braking)
    )
    most = safe if safe < red else red - 1
    curve = track.curve[box]
    if curve >= 0 and track.to_exit[box]:
        most = min(most, turns[track.curves[curve].letter] + (car.line is not NO_LINE))
    return max(0, bisect_right(speeds, most) - 1)


def urgent_stop(state: State, seat: Seat, options: tuple[Move, ...]) -> int:
    """The index of a stop for repairs that cannot wait and whose parts are aboard; -1: none."""
    car, sheet = state.cars[seat], state.sheets[seat]
    if not car.broken and car.heat <= sheet.heat - RED_HEAT:
        return -1
    if not urgent_jobs(sheet, state.teams[seat], car):
        return -1
    stops = [index for index, move in enumerate(options) if isinstance(move, Pit | Halt)]
    return stops[0] if stops else -1


@cites(R("W3.6.3"), R("Q75"))
class Planning(Asking, frozen=True, tag=True, gc=False):
    """Keep the speed, change it, or leave for the pits."""

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.seat
        car, sheet = state.cars[seat], state.sheets[seat]
        road, box = state.road, car.box
        track = TRACK[road]
        limit, red = top_speed(sheet, car)
        may_stop = track.pits[box] and can_pit(state, seat)
        options, speeds = legal_plans(
            car.speed,
            limit,
            acceleration(sheet, car),
            sheet.braking,
            track.climbs[box],
            may_stop,
        )
        letters = None
        if state.stage is not None:
            if can_halt(state, seat):
                options += HALT
                may_stop = True
            if can_read_notes(state, seat):
                options = (*options, READ)
            letters = guessed_letters(state)
        if is_last_on_road(state, seat) and is_place_certain(state, seat):
            options = (*options, GIVE_UP[len(state.home)])
        default = urgent_stop(state, seat, options) if may_stop else -1
        if default < 0:
            default = cautious_speed(road, car, sheet, speeds, red, letters)
        return (Ask(seat, Q_PLAN, options, default),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if type(move) is Pit:
            state = brake_for_stop(state, seat, events)
            return replace(state, phase=Pitting(seat, ()))
        if type(move) is Halt:
            state = brake_for_stop(state, seat, events)
            return replace(state, phase=phases.Halting(seat, move.edge, (), ()))
        if type(move) is Read:
            return read_notes(state, seat, events)
        if type(move) is GiveUp:
            events.append(GaveUp(seat, move.place))
            state = stop_clock(state, seat)
            return replace(state, phase=phases.Over("line-crossed"), order=(), at=0)
        assert type(move) is Plan or type(move) is Launch
        box = 0
        if type(move) is Launch:
            state, box = launch(state, seat, events, chance)
            if box < 0:
                return next_car(state, events, chance)
        state, speed, hot = push(state, seat, move.speed, move.extra, events, chance)
        if state.cars[seat].status is not RACING:
            return next_car(state, events, chance)
        car = set_speed(state.sheets[seat], state.cars[seat], seat, speed, events)
        if hot:
            car = with_heat(state.sheets[seat], car, seat, 1, events)
        return set_off(state, car, seat, box, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Pit | Halt) and not can_stop(state.sheets[seat], state.cars[seat]):
            return Refusal("no-brakes", R("Q115"))
        if isinstance(move, Pit):
            return Refusal("not-in-pits", R("W4.2.8"))
        if isinstance(move, Halt):
            return Refusal("no-halt", R("W4.4.9"))
        if isinstance(move, Read):
            return Refusal("no-notes", R("Q94"))
        if isinstance(move, GiveUp):
            last = is_last_on_road(state, seat)
            return Refusal("time-counts" if last else "others-race", R("Q109"))
        return refuse_plan(state, seat, move) if isinstance(move, (Plan, Launch)) else None


@cites(R("Q109"))
def is_last_on_road(state: State, seat: Seat) -> bool:
    """Whether all others are home or out of the race, so that a driver may end it."""
    for other, car in enumerate(state.cars):
        if other != seat and car.status < HOME:
            return False
    return len(state.cars) > 1


@cites(R("Q109"))
def is_place_certain(state: State, seat: Seat) -> bool:
    """Whether the last driver's place can no longer change: against the clock only on the last
    stage, and after more time than all others took."""
    stage = state.stage
    return stage is None or (stage.number == stage.stages and is_slowest(state, stage, seat))


def is_slowest(state: State, stage: RoadStage, seat: Seat) -> bool:
    """Whether a car has been on the road longer than every car that is home took."""
    minutes = reading(stage, state.turn) + stage.noted[seat] - stage.first[seat]
    return all(
        minutes > stage.times[other] + stage.noted[other] - stage.first[other]
        for other in state.home
    )


def stop_clock(state: State, seat: Seat) -> State:
    """Against the clock, the time of a driver who ends the race is read at their box."""
    stage = state.stage
    if stage is None:
        return state
    times = replace_at(stage.times, seat, reading(stage, state.turn))
    car = replace(state.cars[seat], status=HOME, line=NO_LINE, lap=state.laps + 1)
    return replace(
        state,
        stage=replace(stage, times=times),
        cars=replace_at(state.cars, seat, car),
        home=(*state.home, seat),
    )


def refuse_plan(state: State, seat: Seat, move: Plan | Launch) -> Refusal:
    """Why a plan is refused: no movement, too fast for the car, too slow for its brakes, or too big
    a change."""
    car, sheet = state.cars[seat], state.sheets[seat]
    limit, _ = top_speed(sheet, car)
    if isinstance(move, Launch) and car.speed:
        return Refusal("not-standing", R("W3.6.2"))
    if move.speed > limit:
        return Refusal("above-top", R("Q18") if limit < sheet.top else R("W3.4"))
    if move.speed < car.speed:
        return Refusal("too-hard-braking", R("W3.5"))
    return refuse_gain(state, seat, move)


def refuse_gain(state: State, seat: Seat, move: Plan | Launch) -> Refusal:
    """Why an acceleration is refused: more than the engine gives, with or without the extra point,
    on the plain or uphill."""
    car, sheet = state.cars[seat], state.sheets[seat]
    if move.extra:
        return Refusal("no-extra", R("W3.4.3"))
    mostly = TRACK[state.road].mostly[car.box]
    gain = move.speed - car.speed
    if mostly[allowance(move.speed)] is UP and gain <= acceleration(sheet, car):
        return Refusal("uphill", R("W3.8.1"))
    return Refusal("too-much-acceleration", R("W3.4"))


@cites(R("Q94"))
def can_read_notes(state: State, seat: Seat) -> bool:
    """Whether a driver has unused pace notes and a dark curve ahead."""
    stage = state.stage
    if stage is None or PACE_NOTES not in state.sheets[seat].tuned:
        return False
    return stage.notes[seat] == UNREAD and next_dark_curve(state, seat) >= 0


@cites(R("Q94"))
def read_notes(state: State, seat: Seat, events: Events) -> State:
    """Read the nearest dark curve from the pace notes; only the holder sees it."""
    stage = state.stage
    assert stage is not None
    events.append(NotesRead(seat))
    mark_secret_shown(events)
    notes = replace_at(stage.notes, seat, next_dark_curve(state, seat))
    return replace(state, stage=replace(stage, notes=notes))


@cites(R("W3.6.2"), R("Q20"))
def launch(state: State, seat: Seat, events: Events, chance: Chance) -> tuple[State, int]:
    """A great start: one box more, none, or (-1) a stall."""
    warnings = roll_driving_test(state, seat, GREAT_START, 0, R("W3.6.2"), events, chance)
    if not warnings:
        events.append(Launched(seat))
        return state, 1
    if warnings == 1:
        return hurt_tyres(state, seat, 1, events), 0
    events.append(Stalled(seat))
    return heat_up(state, seat, 1, events), -1


@cites(R("W3.4.3"))
def push(
    state: State, seat: Seat, speed: int, extra: bool, events: Events, chance: Chance
) -> tuple[State, int, bool]:
    """The final speed of a plan, and whether it heats the engine. The extra point needs its test,
    or alcohol once a lap."""
    if not extra:
        return state, speed, False
    car = state.cars[seat]
    if ALCOHOL in state.sheets[seat].tuned and ALCOHOL not in car.used:
        return with_car(state, seat, with_card_used(car, ALCOHOL)), speed, False
    warnings = roll_reliability_test(state, seat, EXTRA_POINT, R("W3.4.3"), events, chance)
    if warnings < 2:
        return state, speed, warnings == 1
    state = hurt_engine(state, seat, 1, events)
    limit, _ = top_speed(state.sheets[seat], state.cars[seat])
    return state, min(speed - 1, limit), False


@cites(R("W3.3.2"), R("Q16"))
def set_speed(sheet: Sheet, car: Car, seat: Seat, speed: int, events: Events) -> Car:
    """Set the speed: a red box heats the engine, exactly 100 cools it."""
    events.append(Planned(seat, speed))
    car = replace(car, speed=speed)
    _, red = top_speed(sheet, car)
    if speed >= red:
        return heat_by_red_plan(sheet, car, seat, events)
    if speed == COOLING_SPEED and car.heat and PUNCTURE not in car.broken:
        events.append(Cooled(seat, car.heat - 1))
        return replace(car, heat=car.heat - 1)
    return car


def set_off(state: State, car: Car, seat: Seat, box: int, events: Events, chance: Chance) -> State:
    """Test the curve the car is in, then move, perhaps with one box more."""
    speed = car.speed
    if not speed:
        return next_car(with_car(state, seat, car), events, chance)
    points = allowance(speed)
    run = Run(seat, speed, points + box, points)
    track = TRACK[state.road]
    curve = track.curve[car.box]
    if curve >= 0 and track.to_exit[car.box]:
        state = with_car(state, seat, car)
        state, on = curves.try_curve(state, run, curve, car.line is not NO_LINE, events, chance)
        if on is None:
            return next_car(state, events, chance)
        car, run = state.cars[seat], on
    return go_on(state, car, run, False, events, chance)


@cites(R("W3.3.1"))
def heat_by_red_plan(sheet: Sheet, car: Car, seat: Seat, events: Events) -> Car:
    """A red plan heats the engine; with a large radiator only every second one."""
    if RADIATOR in sheet.tuned:
        if RADIATOR in car.used:
            return replace(car, used=tuple([card for card in car.used if card is not RADIATOR]))
        car = with_card_used(car, RADIATOR)
    return with_heat(sheet, car, seat, 1, events)


class Pitting(Asking, frozen=True, tag=True, gc=False):
    """In the pits: choose repairs one by one, in a fixed order."""

    seat: Seat
    jobs: tuple[Job, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: list[Move] = [DONE] if self.jobs else []
        options += [FIX[job] for job in possible_jobs(state, self.seat, self.jobs)]
        car, team = after_jobs(state, self.seat, self.jobs)
        urgent = urgent_jobs(state.sheets[self.seat], team, car)
        return (Ask(self.seat, Q_FIX, tuple(options), usual_repair(options, urgent)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Fix):
            return replace(state, phase=Pitting(seat, (*self.jobs, move.job)))
        return next_car(enter_pits(state, seat, self.jobs, events), events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Fix):
            return None
        _, team = after_jobs(state, seat, self.jobs)
        part = REPAIRS[move.job].part
        if part is not None and not team.spares[part]:
            return Refusal("no-part", R("W3.12.1"))
        return Refusal("nothing-to-repair", R("W4.2.8"))
