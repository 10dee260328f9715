"""Who is ahead of whom on the circuit."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.heat.rules.course import COURSES
from paddock.games.heat.state import CAR
from paddock.games.heat.view import View


def standings(seen: View) -> tuple[Standing, ...]:
    """Those home by their places, then the road: distance, then the Race Line; those out last."""
    cars = range(len(seen.cars))
    ranked = sorted(cars, key=lambda car: rank(seen, car))
    racing = [car.pos for car in seen.cars if not car.place]
    best = max(racing, default=0)
    out = sum(car.place < 0 for car in seen.cars)
    return tuple(
        standing(seen, car, 0 if seen.cars[car].place < 0 else place, best)
        for place, car in enumerate(ranked, 1)
        if place <= len(ranked) - out or seen.cars[car].place < 0
    )


def rank(seen: View, number: CAR) -> tuple[int, int, bool, int]:
    car = seen.cars[number]
    if car.place > 0:
        return (0, car.place, False, number)
    return (2 if car.place < 0 else 1, -car.pos, not car.line, number)


def standing(seen: View, number: CAR, place: int, best: int) -> Standing:
    """One car, with what stands beside its name."""
    car, course = seen.cars[number], COURSES[seen.course]
    seat = number if number < seen.seats else seen.seats - number - 1
    if car.place > 0:
        return Standing(seat, car.place, number, Status.HOME, note="home")
    if car.place < 0:
        return Standing(seat, 0, number, Status.OUT, note="out")
    lap = min(course.laps, max(1, car.pos // course.track.spaces + 1))
    note = "driver" if number < seen.seats else "legend"
    args = (("gear", car.gear), ("engine", car.engine), ("lap", lap), ("laps", course.laps))
    return Standing(seat, place, number, lap=lap, gap=best - car.pos, note=note, args=args)
