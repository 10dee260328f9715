"""Standings of a race: the cars by place."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.standings import Standing, Status
from paddock.games.street_illegal.data import PRO
from paddock.games.street_illegal.phases import Over
from paddock.games.street_illegal.state import Options
from paddock.games.street_illegal.view import View


def standings(view: View) -> tuple[Standing, ...]:
    """All seven cars, the foremost first; before the grid is known the players are level."""
    seats = range(len(view.cars))
    status = Status.HOME if isinstance(view.phase, Over) else Status.RACING
    if not view.order:
        return tuple(standing(view, seat, 1, seat, status) for seat in seats)
    found, pros = [], len(seats)
    for place, seat in enumerate(view.order, 1):
        if seat == PRO:
            found.append(Standing(seat, place, pros, status, gap=place - 1))
            pros += 1
        else:
            found.append(standing(view, seat, place, seat, status))
    return tuple(found)


def chips_are_secret(options: Options) -> bool:
    """Whether only their owner sees chips."""
    return not options.open_chips


def standing(view: View, seat: Seat, place: int, car: int, status: Status) -> Standing:
    """A player's car: its speed, and its chips where they are open."""
    mine = view.cars[seat]
    note = "speed" if mine.chips is None else "means" if mine.up else "grid"
    args = (("speed", mine.speed), ("chips", mine.chips or 0))
    return Standing(seat, place, car, status, gap=place - 1, note=note, args=args)
