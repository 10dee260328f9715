"""The standings of the Mille Miglia: cars against the clock."""

from __future__ import annotations

from fractions import Fraction

from paddock.core.progress import Progress, Stage
from paddock.core.seats import Seat
from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war.data import kebab
from paddock.games.winds_of_war.data.enums import HOME, RACING, RETIRED
from paddock.games.winds_of_war.modes.mille_miglia.phases import Over
from paddock.games.winds_of_war.modes.mille_miglia.state import State
from paddock.games.winds_of_war.modes.mille_miglia.view import View
from paddock.games.winds_of_war.rules.timing import distance_and_minutes
from paddock.games.winds_of_war.standings import in_garage
from paddock.games.winds_of_war.state.stage import reading


def standings(view: View) -> tuple[Standing, ...]:
    """By mean speed since the own start, in the end as they are placed; retired cars last, by the
    distance they covered (Q104). The gap is in minutes: how much later a car is than the first
    would be where it is."""
    now, stage = view.now, view.now.stage
    assert stage is not None
    if not now.cars:
        return tuple(in_garage(now, seat, 1) for seat in range(len(now.teams)))
    come = [
        distance_and_minutes(now.road, stage, s, car, now.turn) for s, car in enumerate(now.cars)
    ]
    means = [Fraction(*each) for each in come]
    out = [car.status is RETIRED for car in now.cars]
    place = list(view.phase.places) if isinstance(view.phase, Over) else []
    order = sorted(
        range(len(now.cars)),
        key=lambda s: (out[s], place[s] if place else 0, -(come[s][0] if out[s] else means[s]), s),
    )
    if not place:
        place = [0 if out[s] else 1 + order.index(s) for s in range(len(now.cars))]
    best = means[order[0]]
    return tuple(standing_of(view, s, place[s], behind(*come[s], best)) for s in order)


def behind(far: int, minutes: int, best: Fraction) -> int:
    """Minutes behind the pace of the first."""
    return max(0, minutes - round(far / best)) if best else 0


def standing_of(view: View, seat: Seat, place: int, gap: int) -> Standing:
    """A car: its speed, its stage, its time so far."""
    now, stage = view.now, view.now.stage
    assert stage is not None
    car = now.cars[seat]
    over = isinstance(view.phase, Over)
    status = Status.OUT if car.status is RETIRED else Status.HOME if over else Status.RACING
    note = f"road-{kebab(car.status)}"
    if car.status is RACING:
        note = "road-stopped" if car.until > now.turn else "road-behind" if gap else note
    end = stage.times[seat] if car.status is HOME else reading(stage, now.turn)
    minutes = max(0, end + stage.noted[seat] - stage.first[seat])
    args = (
        ("speed", car.speed),
        ("stage", stage.number),
        ("gap", gap),
        ("reading", stage.starts[seat]),
        ("duration", minutes),
    )
    score = "road-retired" if car.status is RETIRED else "road-time"
    return Standing(
        seat,
        place,
        car=seat,
        status=status,
        lap=0,
        gap=float(gap),
        note=note,
        score=score,
        args=args,
    )


def count_stages(state: State) -> Progress:
    """The stage that is being driven."""
    stage = state.now.stage
    return Progress() if stage is None else Progress(Stage("stage", stage.number, stage.stages))
