"""Standings of a race: the cars by place."""

from __future__ import annotations

from paddock.core.progress import Progress
from paddock.core.standings import Standing, Status
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.driving import all_places, seat_of
from paddock.games.heat.state import Car, CarNo, State
from paddock.games.heat.view import Rival, View


def standings(view: View) -> tuple[Standing, ...]:
    """Home cars first, then the others by distance and Race Line; cars out of the race last."""
    course, places = COURSES[view.course], all_places(view.cars)
    order = sorted(range(len(places)), key=lambda car: (not places[car], places[car], car))
    lead = max((car.pos for car in view.cars if not car.place), default=0)
    return tuple(car_standing(view, course, car, places[car], lead) for car in order)


def car_standing(view: View, course: Course, number: CarNo, place: int, lead: int) -> Standing:
    """The standing of one car: its lap, and the spaces behind the first car on the road."""
    car = view.cars[number]
    seat = seat_of(view.seats, number)
    if car.place:
        status = Status.HOME if car.place > 0 else Status.OUT
        return Standing(seat, place, number, status, course.laps, note=status, score=status)
    lap, gap = lap_of(car, course), lead - car.pos
    note = "grid" if lead < 0 else "behind" if gap else "lap"
    if seat >= 0:
        note += "-driven"
    args = (
        ("gear", car.gear),
        ("engine", car.engine),
        ("lap", lap),
        ("laps", course.laps),
        ("gap", gap),
    )
    return Standing(
        seat=seat,
        place=place,
        car=number,
        status=Status.RACING,
        lap=lap,
        gap=gap,
        note=note,
        score="unfinished",
        args=args,
    )


def lap_of(car: Car | Rival, course: Course) -> int:
    """The lap of a car; on the grid the first."""
    return min(max(car.pos // course.track.spaces + 1, 1), course.laps)


def progress(state: State) -> Progress:
    """The lap of the first car."""
    course = COURSES[state.course]
    racing = [car for car in state.cars if car.place >= 0]
    home = not racing or any(car.place for car in racing)
    lap = course.laps if home else max(lap_of(car, course) for car in racing)
    return Progress(lap=lap, laps=course.laps)
