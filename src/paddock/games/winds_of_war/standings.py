"""Standings: on the road, on the grid, or in the garage."""

from __future__ import annotations

from paddock.core.progress import Progress
from paddock.core.seats import Seat
from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war.data import kebab
from paddock.games.winds_of_war.data.enums import HOME, RACING, RETIRED
from paddock.games.winds_of_war.data.track import BOX_UNITS
from paddock.games.winds_of_war.rules.order import places
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.state.pieces import TRACK, Car, clock, progress
from paddock.games.winds_of_war.view import View


def standings(view: View) -> tuple[Standing, ...]:
    """Finishers, then running cars, then retired ones; before the start the grid, or all level."""
    if not view.cars:
        before = view.grid or range(len(view.teams))
        return tuple(
            in_garage(view, seat, place if view.grid else 1) for place, seat in enumerate(before, 1)
        )
    track = TRACK[view.road]
    place = places(view.road, view.cars, view.home)
    come = [progress(track, car) for car in view.cars]
    order = sorted(range(len(place)), key=lambda s: (not place[s], place[s], -come[s], s))
    return tuple(on_road(view, s, place[s], come[order[0]] - come[s]) for s in order)


def in_garage(view: View, seat: Seat, place: int) -> Standing:
    """A team before the start, and its car."""
    model = view.teams[seat].model
    if model < 0:
        return Standing(seat, place, seat, note="no-car")
    return Standing(seat, place, seat, note="car", args=(("model", model),))


def on_road(view: View, seat: Seat, place: int, behind: int) -> Standing:
    """A car in the race: speed, lap, and the boxes behind the leader while all run."""
    car, laps = view.cars[seat], view.laps
    status = {HOME: Status.HOME, RETIRED: Status.OUT}.get(car.status, Status.RACING)
    gap = 0.0 if car.status is HOME else max(0, behind) / BOX_UNITS
    note = kebab(car.status)
    if car.status is RACING:
        far = round(gap) and not view.home
        note = "grid" if not car.lap else "behind" if far else "racing"
    minutes, seconds = clock(car.splits[-1]) if car.splits else (0, 0)
    args = (
        ("speed", car.speed),
        ("lap", lap_of(car, laps)),
        ("laps", laps),
        ("gap", round(gap)),
        ("minutes", minutes),
        ("seconds", seconds),
    )
    score = {HOME: "time", RETIRED: "retired"}.get(car.status, "unfinished")
    return Standing(
        seat=seat,
        place=place,
        car=seat,
        status=status,
        lap=lap_of(car, laps),
        gap=gap,
        note=note,
        score=score,
        args=args,
    )


def lap_of(car: Car, laps: int) -> int:
    """The current lap of a car, from 1 to the last; the first begins before the line."""
    return min(max(1, car.lap), laps)


def count_laps(state: State) -> Progress:
    """The lap of the first car; none before the cars are on the grid."""
    laps = state.laps
    racing = [car for car in state.cars if car.status is not RETIRED]
    if not state.cars:
        return Progress()
    home = not racing or bool(state.home)
    return Progress(lap=laps if home else max(lap_of(car, laps) for car in racing), laps=laps)
