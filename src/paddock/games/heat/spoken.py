"""The position of a car as a sentence: place, distance to the next corner, cars nearby."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.core.words import Remark
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.driving import seat_of
from paddock.games.heat.standings import lap_of, standings
from paddock.games.heat.view import View

NEARBY_SPACES = 6  # spaces within which a car ahead is mentioned


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """The place of a car, the road ahead, cars nearby, gear and engine."""
    course, car = COURSES[view.course], view.cars[seat]
    parts: list[Remark] = place_remarks(standings(view), seat)
    if car.place:
        return (tuple(parts),)
    if car.pos < 0:
        parts.append(("grid", {}))
    else:
        space = car.pos % course.track.spaces + 1
        parts.append(("space", {"lap": lap_of(car, course), "laps": course.laps, "n": space}))
    parts += corner_remarks(course, car.pos)
    parts += nearby_remarks(view, seat, car.pos)
    parts.append(("means", {"gear": car.gear, "engine": car.engine}))
    return (tuple(parts),)


def corner_remarks(course: Course, pos: int) -> list[Remark]:
    """The spaces before the next corner, and its limit."""
    for line, limit in zip(course.lines, course.limits, strict=True):
        if line > pos:
            return [("corner", {"n": line - pos - 1, "limit": limit})]
    return [("finish", {"n": course.goal - pos})]


def nearby_remarks(view: View, seat: Seat, pos: int) -> list[Remark]:
    """The cars on the same space, and the nearest one ahead."""
    there = [
        (car.pos - pos, number)
        for number, car in enumerate(view.cars)
        if number != seat and not car.place
    ]
    parts: list[Remark] = [
        ("beside", {"seat": seat_of(view.seats, number)}) for gap, number in there if not gap
    ]
    ahead = sorted((gap, number) for gap, number in there if 0 < gap <= NEARBY_SPACES)
    if ahead:
        gap, number = ahead[0]
        parts.append(("ahead", {"seat": seat_of(view.seats, number), "n": gap}))
    return parts
