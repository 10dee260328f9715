"""The circuit as a sentence: the place, how far to the next corner, who is near."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.core.words import Remark
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.driving import seat_of
from paddock.games.heat.standings import lap_of, standings
from paddock.games.heat.view import View

NEAR = 6  # spaces within which somebody ahead is told


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """Where a car is, what lies before it, and in which gear."""
    course, car = COURSES[view.course], view.cars[seat]
    parts: list[Remark] = place_remarks(standings(view), seat)
    if car.place:
        return (tuple(parts),)
    if car.pos < 0:
        parts.append(("grid", {}))
    else:
        space = car.pos % course.track.spaces + 1
        parts.append(("space", {"lap": lap_of(car, course), "laps": course.laps, "n": space}))
    parts += corner(course, car.pos)
    parts += around(view, seat, car.pos)
    parts.append(("means", {"gear": car.gear, "engine": car.engine}))
    return (tuple(parts),)


def corner(course: Course, pos: int) -> list[Remark]:
    """How many spaces it may go before the next corner, and how fast that may be taken."""
    for line, limit in zip(course.lines, course.limits, strict=True):
        if line > pos:
            return [("corner", {"n": line - pos - 1, "limit": limit})]
    return [("finish", {"n": course.goal - pos})]


def around(view: View, seat: Seat, pos: int) -> list[Remark]:
    """Who is beside it, and the nearest one ahead."""
    there = [
        (car.pos - pos, number)
        for number, car in enumerate(view.cars)
        if number != seat and not car.place
    ]
    parts: list[Remark] = [
        ("beside", {"seat": seat_of(view.seats, number)}) for gap, number in there if not gap
    ]
    ahead = sorted(one for one in there if 0 < one[0] <= NEAR)
    if ahead:
        gap, number = ahead[0]
        parts.append(("ahead", {"seat": seat_of(view.seats, number), "n": gap}))
    return parts
