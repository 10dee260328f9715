"""Forecast of an option: numbers for the board, from the view of its driver.

The rules do not use them. Names of the numbers: `low`, `high` speed; `to`, `far` the spaces where
the car stops at these speeds (`from` is its space now); `shift` the Heat for the gear; `owed`,
`most` the Heat for corners at the lowest and the highest speed; `must` the Heat for cards; `cool`
the cooldown, `unused` the rest of it; `engine` the Heat left in the engine; `spin` the chance of a
spin-out. For cards that are chosen together: `times` the copies of this card, `together` the most
that may be chosen, `value` its speed; `ends` marks the option that ends the choice; `slow` a plan
that is not the fastest one without Heat and luck.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

from paddock.core.seats import Seat
from paddock.games.heat import moves as m
from paddock.games.heat.data import HEAT, SPEED, SYMBOLS, VALUES, CardNo
from paddock.games.heat.foresee.odds import flip_speeds, own_car, risk
from paddock.games.heat.foresee.remarks import danger as danger
from paddock.games.heat.foresee.remarks import remarks as remarks
from paddock.games.heat.phases import (
    Choosing,
    Discarding,
    Planning,
    React,
    Salvaging,
    Slipping,
)
from paddock.games.heat.phases.react import GEAR_COOLS, cooldown
from paddock.games.heat.rules.cards import TOTALS
from paddock.games.heat.rules.course import (
    COURSES,
    FREE_BOOST,
    GRID,
    Course,
    corner_limit,
)
from paddock.games.heat.rules.driving import ADRENALINE, slip_lengths
from paddock.games.heat.rules.plans import shift_price

if TYPE_CHECKING:
    from paddock.games.heat.moves import Move
    from paddock.games.heat.view import Rival, View

Numbers: TypeAlias = dict[str, float]


def foresee(view: View, seat: Seat, move: Move) -> Numbers:
    """The numbers of an option, or an empty dict."""
    phase = view.phase
    match move:
        case m.Plan(gear, cards) if gear:
            numbers = plan_numbers(view, seat, gear, cards)
            return numbers if is_fastest(view, seat, numbers) else numbers | {"slow": 1}
        case m.Shift(gear):
            return {"shift": heat_to_shift(view, seat, gear), "cool": GEAR_COOLS[gear]}
        case m.Add(card) if isinstance(phase, Planning) and phase.begun:
            begun = phase.begun[seat]
            if begun is not None and len(begun.cards) + 1 == begun.gear:
                return plan_numbers(view, seat, begun.gear, (*begun.cards, card))
            return {}
        case m.Choose(values) if isinstance(phase, Choosing):
            pos = view.cars[seat].pos
            speed = phase.speed + sum(values)
            return speed_numbers(view, seat, pos, speed, landing(view, seat, pos, speed))
        case m.Slip(n) if isinstance(phase, Slipping):
            return slip_numbers(view, seat, phase, n) | (
                {} if is_free_slip(view, seat, phase, n) else {"rash": 1}
            )
        case m.GiveUp():
            return {"rash": 1, "place": 1 + sum(car.place > 0 for car in view.cars)}
        case m.Done() if isinstance(phase, Slipping):
            seen: Any = view  # instead of a State: only the cars are used
            drafts = slip_lengths(seen, seat, COURSES[view.course], TOTALS[view.cars[seat].area])
            free = any(is_free_slip(view, seat, phase, n) for n in drafts)
            return slip_numbers(view, seat, phase, 0) | {"slipstream": free}
        case m.Toss(card) if isinstance(phase, Discarding):
            left = COURSES[view.course].effect.most_discards - phase.n
            times = view.mine.hand.count(card)
            return {"times": times, "together": left, "value": SPEED[card]}
        case m.Take(card) if isinstance(phase, Salvaging):
            pile = view.cars[seat].discard + view.mine.hidden
            return {"times": pile.count(card), "together": phase.left}
        case m.Done() if isinstance(phase, Discarding | Salvaging):
            return {"ends": 1}
        case _ if isinstance(phase, React):
            return reaction_numbers(view, seat, phase, move)
    return {}


def slip_numbers(view: View, seat: Seat, phase: Slipping, n: int) -> Numbers:
    """The numbers after n spaces of slipstream."""
    to = landing(view, seat, view.cars[seat].pos, n)
    return speed_numbers(view, seat, phase.start, phase.speed, to)


def is_free_slip(view: View, seat: Seat, phase: Slipping, n: int) -> bool:
    """Whether a slipstream leads on and costs no Heat in a corner."""
    before, after = slip_numbers(view, seat, phase, 0), slip_numbers(view, seat, phase, n)
    return after["to"] > before["to"] and after["owed"] <= before["owed"]


# ---------------------------------------------------------------- corners


def landing(view: View, seat: Seat, start: int, n: int) -> int:
    """The space where a car stops after n spaces, with the other cars where they are (H3.3)."""
    taken = tuple([car.pos for i, car in enumerate(view.cars) if i != seat])
    return stop_behind(taken, start, n)


def stop_behind(taken: tuple[int, ...], start: int, n: int) -> int:
    """The last space within n that is not full."""
    to = start + n
    while to > start and taken.count(to) > 1:
        to -= 1
    return to


def corner_heat(course: Course, start: int, to: int, speed: int, own: int) -> list[int]:
    """The Heat for each corner line that is crossed too fast, in order."""
    line, out = course.next_line[start + GRID], []
    while line < len(course.lines) and course.lines[line] <= to:
        over = speed - corner_limit(course, line, own)
        if over > 0:
            out.append(over + course.overheat[line])
        line += 1
    return out


def speed_numbers(
    view: View, seat: Seat, start: int, speed: int, to: int, engine: int | None = None
) -> Numbers:
    """The numbers of a move with a known speed."""
    car, course = view.cars[seat], COURSES[view.course]
    have = car.engine if engine is None else engine
    owed = sum(corner_heat(course, start, to, speed, TOTALS[car.area].limit))
    return {
        "low": speed,
        "from": car.pos,
        "to": to,
        "owed": owed,
        "engine": max(0, have - owed),
        "spin": float(owed > have),
    }


# ---------------------------------------------------------------- plans


def heat_to_shift(view: View, seat: Seat, gear: int) -> int:
    car: Any = view.cars[seat]  # a Rival instead of a Car: only gear and space are used
    return shift_price(car, gear, COURSES[view.course])


@lru_cache(maxsize=1 << 10)
def open_sums(cards: tuple[CardNo, ...]) -> tuple[int, ...]:
    """All possible sums of cards with several values."""
    sums = {0}
    for card in cards:
        sums = {have + value for have in sums for value in VALUES[card]}
    return tuple(sorted(sums))


def plan_numbers(view: View, seat: Seat, gear: int, cards: tuple[CardNo, ...]) -> Numbers:
    """The numbers of a plan: other cars stay where they are, React only as mandatory (Q45)."""
    course, car = COURSES[view.course], view.cars[seat]
    sums = TOTALS[cards]
    shift = heat_to_shift(view, seat, gear)
    must = sum(SYMBOLS[card].heat for card in sums.heat)
    choices = open_sums(sums.open)
    chances = flip_speeds(own_car(view, seat), sums.plus)
    low, high = sums.speed + min(chances) + choices[0], sums.speed + max(chances) + choices[-1]
    return {
        "low": low,
        "high": high,
        "from": car.pos,
        "to": landing(view, seat, car.pos, low),
        "far": landing(view, seat, car.pos, high),
        "shift": shift,
        "must": must,
        "owed": corner_price(view, seat, course, low, sums.limit),
        "most": corner_price(view, seat, course, high, sums.limit),
        "cool": GEAR_COOLS[gear] + sums.cool + has_adrenaline(view, seat, course),
        "engine": max(0, car.engine - shift - must),
        "spin": round(risk(view, seat, m.Plan(gear, cards)), 6),
    }


def is_fastest(view: View, seat: Seat, numbers: Numbers) -> bool:
    """Whether no other plan without Heat and luck is faster."""
    costs = ("shift", "must", "owed", "spin")
    if any(numbers[cost] for cost in costs) or numbers["low"] != numbers["high"]:
        return False
    car = view.cars[seat]
    taken = tuple([one.pos for i, one in enumerate(view.cars) if i != seat])
    hand = tuple([card for card in view.mine.hand if card < HEAT])
    return numbers["low"] == fastest_speed(view.course, taken, car.pos, car.gear, hand)


@lru_cache(maxsize=1 << 8)
def fastest_speed(
    track: str, taken: tuple[int, ...], pos: int, gear: int, hand: tuple[CardNo, ...]
) -> int:
    """The highest speed of plain cards, one gear up or down at most, that costs no Heat."""
    course = COURSES[track]
    speeds = [0]
    for count in range(max(1, gear - 1), min(4, gear + 1) + 1):
        for cards in combinations(hand, count):
            speed = sum(SPEED[card] for card in cards)
            if not corner_heat(course, pos, stop_behind(taken, pos, speed), speed, 0):
                speeds.append(speed)
    return max(speeds)


def corner_price(view: View, seat: Seat, course: Course, speed: int, own: int) -> int:
    """The Heat for corners after a plan at a speed."""
    pos = view.cars[seat].pos
    return sum(corner_heat(course, pos, landing(view, seat, pos, speed), speed, own))


def has_adrenaline(view: View, seat: Seat, course: Course) -> bool:
    """Whether this seat is among the last cars of the round (H4)."""
    last = len(view.order) - ADRENALINE[len(view.cars)]
    return seat in view.order[last:] and course.effect.adrenaline


# ---------------------------------------------------------------- reactions


def reaction_numbers(view: View, seat: Seat, phase: React, move: Move) -> Numbers:
    course, car = COURSES[view.course], view.cars[seat]
    at, speed = car.pos, phase.speed

    def onward(n: int, faster: int, engine: int) -> Numbers:
        to = landing(view, seat, at, n)
        return speed_numbers(view, seat, phase.start, speed + faster, to, engine)

    def is_free_push() -> bool:
        """Whether the space of adrenaline costs no Heat in a corner."""
        stop, push = onward(0, 0, car.engine), onward(1, 1, car.engine)
        return push.get("owed", 0) <= stop.get("owed", 0)

    def left_to_cool() -> int:
        return min(cooldown(phase, course.flags[at + GRID]), view.mine.hand.count(HEAT))

    match move:
        case m.Boost():
            return boost_numbers(view, seat, phase, course, car) | {"rash": 1}
        case m.Push():
            return onward(1, 1, car.engine) | ({} if is_free_push() else {"rash": 1})
        case m.Accelerate():
            return onward(phase.plus, phase.plus, car.engine)
        case m.Draft(n):
            return onward(n, 0, car.engine)
        case m.Direct(card):
            return onward(SPEED[card], SPEED[card], car.engine - SYMBOLS[card].heat)
        case m.Cool(n):
            return onward(0, 0, car.engine + n) | {"unused": left_to_cool() - n}
        case m.Supercool(n):
            return onward(0, 0, car.engine + n)
        case m.PayHeat(card, _):
            return onward(0, 0, car.engine - SYMBOLS[card].heat)
        case m.Done():
            idle = phase.push and landing(view, seat, at, 1) != at and is_free_push()
            return onward(0, 0, car.engine) | {"unused": left_to_cool(), "adrenaline": idle}
    return {}


def boost_numbers(view: View, seat: Seat, phase: React, course: Course, car: Rival) -> Numbers:
    """The numbers of a boost: one more plus symbol."""
    heat = 0 if course.flags[car.pos + GRID] & FREE_BOOST else 1
    engine = car.engine - heat
    chances = flip_speeds(own_car(view, seat), 1)
    each = {
        gain: speed_numbers(
            view, seat, phase.start, phase.speed + gain, landing(view, seat, car.pos, gain), engine
        )
        for gain in chances
    }
    low, high = each[min(each)], each[max(each)]
    return {
        **low,
        "high": high["low"],
        "far": high["to"],
        "most": high["owed"],
        "heat": heat,
        "spin": round(sum(p * each[gain]["spin"] for gain, p in chances.items()), 6),
    }
