"""The order of the cars on the road."""

from paddock.core.standings import Standing, Status
from paddock.games.template.phases import Over
from paddock.games.template.view import View


def standings(view: View) -> tuple[Standing, ...]:
    """Furthest first, then by fuel; level cars share a place."""
    keys = [(-car.at, -car.fuel) for car in view.cars]
    order = sorted(range(len(keys)), key=lambda seat: (keys[seat], seat))
    best = max(car.at for car in view.cars)
    status = Status.HOME if isinstance(view.phase, Over) else Status.RACING
    return tuple(
        Standing(
            seat,
            1 + sum(other < keys[seat] for other in keys),
            seat,
            status,
            gap=best - view.cars[seat].at,
            note="space",
            args=(("at", view.cars[seat].at), ("fuel", view.cars[seat].fuel)),
        )
        for seat in order
    )
