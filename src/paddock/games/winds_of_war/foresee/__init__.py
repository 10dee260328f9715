"""Forecast of an option: numbers for the board, computed from the view of its driver.

The rules do not use them. The names of the numbers:

- of a test of a curve: `over` points too fast, `row` of the skill card with its `confidence`
  index, the dice by their colour (`green`, `yellow`, …), and the chances: `hold` it,
  `slide` outward, go `straight` on, come `off` the road. `free`: the best line takes the point.
- of a plan: `boxes` of movement; `curve0` to `curve2`, the curves to come (by their number on the
  circuit), each with its `turning0` speed and the `steps0` to enter it, 0 for the one the car is
  in; where the plan reaches it too fast, the numbers of its test (`over0`, `hold0`, …), `free0` if
  the best line can still be had and saves it, `brake0` the points that emergency braking may still
  drop before it.
  `risk` is the chance that one of these tests fails. `extra…` and `start…` are the tests of
  the extra point (`extraGood`, `extraHot`, `extraFail`: then a point slower) and of a great start
  (`startGood`, `startSlip`, `startStall`); `heat` and `cool` what the engine does; `boil` the
  chance that it fails its test next turn, and the `harm` then; `downhill` a box more.
- of a step: `to`, the box; `line` if it is of the best line; its cost: `tyres`, `brakes`, `hot`.
- of a repair: the `turns` of the stop so far, `from` and `to` of its gauge.
- of a purchase: `price`, and what is `left`.
- of a challenge: the chances of a warning on `mine` and `theirs`.

Chances are those of the car in its current condition.
"""

from __future__ import annotations

from functools import lru_cache

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war import moves as mv
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DIE, DRIVERS, MODELS, RED_BOXES, SKILLS, SPARES, TUNINGS
from paddock.games.winds_of_war.data.enums import (
    DOWN,
    NO_LINE,
    PUNCTURE,
    USED_LINE,
    Colour,
    Gauge,
    Job,
    Letter,
    Way,
)
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import Event
from paddock.games.winds_of_war.foresee.remarks import danger as danger
from paddock.games.winds_of_war.foresee.remarks import remarks as remarks
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases import (
    Answering,
    Challenging,
    Driving,
    FreeBoxes,
    GridChallenge,
    GridRerolling,
    Halting,
    Pitting,
    Planning,
    Rerolling,
    Slipstream,
)
from paddock.games.winds_of_war.phases.planning import ALCOHOL, RADIATOR
from paddock.games.winds_of_war.phases.stage import LANE_OF
from paddock.games.winds_of_war.rules.curves import (
    ACCIDENT_POINTS,
    MAX_SLIDE_POINTS,
    curves_ahead,
    lanes_carried,
    lanes_outside,
)
from paddock.games.winds_of_war.rules.dashboard import COOLING_SPEED, top_speed
from paddock.games.winds_of_war.rules.dice import driving_dice, reliability_dice
from paddock.games.winds_of_war.rules.pits import (
    after_jobs,
    points_to_drop,
    possible_jobs,
    stop_time,
)
from paddock.games.winds_of_war.rules.road import drop_line, droppable_points, is_leaving_line
from paddock.games.winds_of_war.rules.roadside import after_jobs_by_road, halt_time
from paddock.games.winds_of_war.rules.starts import reachable_start_box
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.state.pieces import TRACK, Run, allowance
from paddock.games.winds_of_war.view import View, imagine

Numbers = dict[str, float]
WARNING_CHANCE = tuple(faces.count("warning") / len(faces) for faces in DIE)  # by Colour
GAUGE_OF_JOB = ("engine", "heat", "heat", "brakes", "body", "tyres")  # by Job


def foresee(view: View, seat: Seat, move: Move) -> Numbers:
    """The numbers of an option for the board; empty if there are none."""
    state = imagine(view)
    match view.phase:
        case Planning() if isinstance(move, (mv.Plan, mv.Launch)):
            return forecast_plan(state, view.letters, seat, move)
        case Planning() if isinstance(move, mv.GiveUp):
            return {"rash": 1}  # never preselected
        case Planning() if isinstance(move, (mv.Pit, mv.Halt)):
            dropped = points_to_drop(state.sheets[seat], state.cars[seat])
            return {"brakes": 1, "tyres": float(dropped > 1)} if dropped else {}
        case Driving(run=run):
            return forecast_step(state, run, run.left, move)
        case Slipstream():
            return forecast_slipstream(state, view.phase, move)
        case Pitting(jobs=jobs):
            return forecast_repair(state, seat, jobs, move)
        case Halting():
            return forecast_halt(state, view.phase, move)
        case FreeBoxes() if isinstance(move, mv.Steer):
            return {"to": reachable_start_box(state, seat, LANE_OF[move.way])}
        case GridChallenge() if isinstance(move, mv.Challenge):
            front = state.grid[state.grid.index(seat) - 1]
            return {"mine": warning_chance(state, seat), "theirs": warning_chance(state, front)}
        case Challenging() | Answering() | GridRerolling() | Rerolling():
            rolls = isinstance(move, (mv.Challenge, mv.Accept, mv.Reroll))
            return {"mine": warning_chance(state, seat)} if rolls else {}
        case _:
            if isinstance(move, (mv.Dive, mv.Burst)):
                return forecast_last_boxes(state, seat, move)
            return forecast_purchase(state, seat, move)


# ------------------------------------------------------------------ dice


@lru_cache(512)
def odds(dice: tuple[Colour, ...]) -> tuple[float, float, float]:
    """The chances of no warning, one, and more."""
    chances = [1.0, 0.0, 0.0]
    for colour in dice:
        p = WARNING_CHANCE[colour]
        none, one, more = chances
        chances = [none * (1 - p), one * (1 - p) + none * p, more + one * p]
    return chances[0], chances[1], chances[2]


def warning_chance(state: State, seat: Seat) -> float:
    return WARNING_CHANCE[state.sheets[seat].challenge]


@cites(R("W1.6.2"))
def confidence(state: State, seat: Seat, row: int) -> float:
    """The confidence index of a driver's skill card in a row; 0 beyond the last row."""
    index = SKILLS[DRIVERS[state.teams[seat].driver].grade].confidence
    return index[row] / 100 if row < len(index) else 0.0


def forecast_curve_test(state: State, seat: Seat, over: int, slides_off: bool = False) -> Numbers:
    """The chances of a driving test at a number of points too fast."""
    row, dice = driving_dice(state, seat, over)
    none, one, more = odds(dice) if dice else (0.0, 0.0, 1.0)
    slide, lost = (one, more) if over <= MAX_SLIDE_POINTS else (0.0, one + more)
    off = lost if over >= ACCIDENT_POINTS else 0.0
    straight = lost - off
    if slides_off:
        slide, off = 0.0, off + slide
    return {
        "over": over,
        "row": row,
        "confidence": confidence(state, seat, row),
        "hold": none,
        "slide": slide,
        "straight": straight,
        "off": off,
        **{colour.name.lower(): dice.count(colour) for colour in set(dice)},
    }


def is_carried_off(track: Track, box: int, over: int, lined: bool, left: int) -> bool:
    """Whether understeering from here leaves the road: more lanes outward than there are."""
    outside = lanes_outside(track, box)
    lanes = lanes_carried(1 if over == 1 else 2, outside, lined)
    return lanes > outside and left > outside


# ------------------------------------------------------------------ plans


def forecast_plan(
    state: State, letters: tuple[Letter | None, ...], seat: Seat, move: mv.Plan | mv.Launch
) -> Numbers:
    """A planned speed: its effect on the next curves, engine and start."""
    car, sheet = state.cars[seat], state.sheets[seat]
    track = TRACK[state.road]
    speed, points = move.speed, allowance(move.speed)
    out: Numbers = {"boxes": points}
    boxes = points + isinstance(move, mv.Launch)
    if speed and track.mostly[car.box][points] == DOWN:
        out["downhill"] = 1
        boxes += 1
    good = 1.0
    for k, (curve, steps, to_line) in enumerate(curves_ahead(state.road, car.box)):
        letter = letters[curve]
        out |= {f"curve{k}": curve, f"steps{k}": steps}
        if letter is None:  # a curve in the dark has no numbers
            continue
        turning = sheet.turns[letter]
        out[f"turning{k}"] = turning
        over = speed - turning
        if over <= 0 or not speed or steps > boxes:
            continue
        lined = not steps and car.line != NO_LINE
        if lined and over == 1:
            out[f"free{k}"] = 1
            continue
        slides_off = not steps and is_carried_off(track, car.box, over, lined, points)
        test = forecast_curve_test(state, seat, over, slides_off)
        out |= {f"{name}{k}": value for name, value in test.items()}
        if over == 1 and steps and to_line < points and (to_line or car.line != NO_LINE):
            out[f"free{k}"] = 1
        stop = points - steps + 1
        if steps > 1 and 0 < stop <= droppable_points(sheet, car):
            out[f"brake{k}"] = stop
        good *= test["hold"]
    if good < 1:
        out["risk"] = 1 - good
    return out | forecast_engine(state, seat, move)


def forecast_engine(state: State, seat: Seat, move: mv.Plan | mv.Launch) -> Numbers:
    """Heat, extra point, great start, and the overheating test of the next turn."""
    car, sheet = state.cars[seat], state.sheets[seat]
    out: Numbers = {}
    if isinstance(move, mv.Launch):
        _, dice = driving_dice(state, seat, 0)
        go, slip, stall = odds(dice) if dice else (0.0, 0.0, 1.0)
        out |= {"startGood": go, "startSlip": slip, "startStall": stall}
    if move.extra and not (ALCOHOL in sheet.tuned and ALCOHOL not in car.used):
        good, hot, fail = odds(reliability_dice(state, seat))
        out |= {"extraGood": good, "extraHot": hot, "extraFail": fail}
    heat = car.heat
    _, red = top_speed(sheet, car)
    if move.speed >= red:
        if not (RADIATOR in sheet.tuned and RADIATOR in car.used):
            out["heat"] = 1
            heat = min(sheet.heat, heat + 1)
    elif move.speed == COOLING_SPEED and heat and PUNCTURE not in car.broken:
        out["cool"] = 1
        heat -= 1
    harm = heat - sheet.heat + RED_BOXES[Gauge.HEAT]
    if harm > 0:
        out |= {"boil": 1 - odds(reliability_dice(state, seat))[0], "harm": harm}
    return out


# ------------------------------------------------------------------ steps


def forecast_step(state: State, run: Run, left: int, move: Move) -> Numbers:
    """A step of one box: the test it needs, if any, and its cost."""
    seat = run.seat
    track = TRACK[state.road]
    car = state.cars[seat]
    if isinstance(move, mv.Brake):
        return {"brakes": 1, "tyres": float(run.left == 2), "drops": run.left}
    if not isinstance(move, mv.Steer):
        return {}
    there = track.next_box(car.box, move.way)
    out: Numbers = {"to": there, "left": left - 1}
    keeps = car.line != NO_LINE and track.next_line[car.box] == there
    if keeps or track.on_line[there] == 0:
        out["line"] = 1
    into = track.curve[there]
    lined = keeps
    if car.line == USED_LINE and is_leaving_line(track, car, there):
        out["tyres"] = 1
        unheard: list[Event] = []
        state, lined = drop_line(state, seat, unheard), False
    elif track.curve[car.box] >= 0:
        return out
    if into < 0 or run.tested == into:
        return out
    over = run.speed - state.sheets[seat].turns[track.curves[into].letter]
    if over <= 0:
        return out
    if lined and over == 1:
        return out | {"free": 1}
    return out | forecast_curve_test(
        state, seat, over, is_carried_off(track, car.box, over, lined, left)
    )


def forecast_slipstream(state: State, phase: Slipstream, move: Move) -> Numbers:
    """A box more out of the slipstream, or the free box that is left unused."""

    def step(way: Way) -> Numbers:
        return forecast_step(state, phase.run, 1, mv.STEER[way])

    if isinstance(move, mv.Steer):
        led = step(move.way)
        return led if is_free_step(led) else led | {"rash": 1}
    return {"slipstream": float(any(is_free_step(step(way)) for way in phase.ways))}


def is_free_step(numbers: Numbers) -> bool:
    """Whether a step needs no test and wears nothing."""
    return not any(numbers.get(name) for name in ("over", "tyres", "brakes"))


def forecast_last_boxes(state: State, seat: Seat, move: mv.Dive | mv.Burst) -> Numbers:
    """Hard braking or a fast exit: where it ends and its cost."""
    track = TRACK[state.road]
    box = state.cars[seat].box
    for way in move.ways:
        box = track.next_box(box, way)
    out: Numbers = {"to": box, "tyres": float(len(move.ways) == 2)}
    return out | ({"brakes": 1} if isinstance(move, mv.Dive) else {"hot": len(move.ways)})


# ------------------------------------------------------------------ pits and garage


def forecast_repair(state: State, seat: Seat, jobs: tuple[Job, ...], move: Move) -> Numbers:
    """The turns of the stop with this repair, and its gauge before and after."""
    car, sheet = state.cars[seat], state.sheets[seat]
    if isinstance(move, mv.Done):
        turns = stop_time(sheet, car, jobs)[0]
        free = [
            job
            for job in possible_jobs(state, seat, jobs)
            if stop_time(sheet, car, (*jobs, job))[0] <= turns
        ]
        return {"turns": turns, "unused": len(free)}
    if not isinstance(move, mv.Fix):
        return {}
    out: Numbers = {"turns": stop_time(sheet, car, (*jobs, move.job))[0]}
    if move.job < len(GAUGE_OF_JOB):
        before, _ = after_jobs(state, seat, jobs)
        after, _ = after_jobs(state, seat, (*jobs, move.job))
        name = GAUGE_OF_JOB[move.job]
        out |= {"from": getattr(before, name), "to": getattr(after, name)}
    return out


def forecast_halt(state: State, phase: Halting, move: Move) -> Numbers:
    """The same by the roadside, with parts to take along."""
    seat, jobs, parts = phase.seat, phase.jobs, phase.parts
    if isinstance(move, mv.Fetch):
        return {"turns": halt_time(state, seat, jobs, (*parts, move.part))[0]}
    if not isinstance(move, mv.Fix):
        return {"turns": halt_time(state, seat, jobs, parts)[0]} if jobs or parts else {}
    out: Numbers = {"turns": halt_time(state, seat, (*jobs, move.job), parts)[0]}
    if move.job < len(GAUGE_OF_JOB):
        name = GAUGE_OF_JOB[move.job]
        before, _ = after_jobs_by_road(state, seat, jobs)
        after, _ = after_jobs_by_road(state, seat, (*jobs, move.job))
        out |= {"from": getattr(before, name), "to": getattr(after, name)}
    return out


def forecast_purchase(state: State, seat: Seat, move: Move) -> Numbers:
    """A price, and the money left."""
    match move:
        case mv.Take(model=model):
            price = MODELS[model].price
        case mv.Hire(driver=driver):
            price = DRIVERS[driver].price
        case mv.Tune(card=card):
            price = TUNINGS[card].price
        case mv.Stock(part=part):
            price = SPARES[part].price
        case mv.Bid(lire=price) if state.options.style == "simulation":
            pass
        case _:
            return {}
    return {"price": price, "left": max(0, state.teams[seat].purse - price)}
