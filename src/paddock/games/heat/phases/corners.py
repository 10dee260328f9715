"""Step 7: corners, their costs and rewards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.heat import events as ev
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.events import Events
from paddock.games.heat.phases import cooker, discard
from paddock.games.heat.rules.cards import TOTALS, gain_sponsor, pay
from paddock.games.heat.rules.course import AWAY, GRID, Course, corner_limit
from paddock.games.heat.rules.driving import free_behind
from paddock.games.heat.rules.prizes import count_only, event_cards, press_cards

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State


@cites(R("H7"), R("Q1"), R("Q2"), R("Q21"), R("W3"))
def corners(
    state: State,
    seat: Seat,
    start: int,
    speed: int,
    slid: int,
    course: Course,
    events: Events,
    chance: Chance,
) -> State:
    """Check the corner lines crossed this turn, in order: pay for excess speed, or spin out."""
    before = car = state.cars[seat]
    supply, spun = state.supply, False
    line, lines = course.next_line[start + GRID], course.lines
    end = len(lines)
    if line < end and lines[line] <= car.pos:
        own = TOTALS[car.area].limit if course.garage else 0
        while line < end and lines[line] <= car.pos:
            limit = corner_limit(course, line, own) if own else course.limits[line]
            if speed > limit:
                heat = speed - limit + course.overheat[line]
                if heat > car.engine:
                    car = spin_out(
                        state,
                        car,
                        seat,
                        line=line,
                        limit=limit,
                        speed=speed,
                        course=course,
                        events=events,
                    )
                    supply, spun = replace(supply, spins=supply.spins + 1), True
                    break
                car = pay(car, heat)
                events.append(ev.CornerPaid(seat, limit, speed, heat, car.engine))
            line += 1
        if car is not before:
            state = replace(state, cars=replace_at(state.cars, seat, car), supply=supply)
    if course.prizes:
        if spun:
            state = count_only(state, seat, start, course)
        else:
            state = rewards(
                state,
                seat,
                start=start,
                speed=speed,
                slid=slid,
                course=course,
                events=events,
                chance=chance,
            )
    if course.effect.cooker and cooker.is_lap_done(start, state.cars[seat].pos, course):
        return cooker.cook(state, seat, course, events, chance)
    return discard.discard(state, seat, course, events, chance)


@cites(R("H7.1"), R("H7.2"), R("Q3"), R("C6.10"))
def spin_out(
    state: State,
    car: Car,
    seat: Seat,
    line: int,
    limit: int,
    speed: int,
    course: Course,
    events: Events,
) -> Car:
    """Spin out: pay all Heat, go back before the line, gain Stress by gear, first gear."""
    n = 1 if car.gear <= 2 else 2
    out = course.effect.eliminated
    events.append(ev.SpunOut(seat, limit, speed, n, car.gear if out else 1, 0))
    if out:
        events.append(ev.Eliminated(seat, AWAY, -1))
        return replace(pay(car, car.engine), pos=AWAY, place=-1)
    to, on_line = free_behind(state.cars, course.lines[line] - 1)
    events.append(ev.Moved(seat, car.pos, to, on_line, seat, car.pos - to))
    return replace(
        car,
        gear=1,
        pos=to,
        line=on_line,
        engine=0,
        hand=tuple(sorted(car.hand + (STRESS,) * n)),
        discard=car.discard + (HEAT,) * car.engine,
        shown=car.shown + (STRESS,) * n,
    )


@cites(R("C5"), R("C6"))
def rewards(
    state: State,
    seat: Seat,
    start: int,
    speed: int,
    slid: int,
    course: Course,
    events: Events,
    chance: Chance,
) -> State:
    """Gain Sponsorships for press corners and for the Event of the race."""
    state, won = event_cards(state, seat, course, start, speed)
    won += press_cards(course, start, state.cars[seat].pos, speed, slid)
    for _ in range(won):
        car, supply = gain_sponsor(state.cars[seat], state.supply, seat, events, chance)
        state = replace(state, cars=replace_at(state.cars, seat, car), supply=supply)
    return state
