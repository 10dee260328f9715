"""Forecast of an option: its costs and gains as numbers, from the view alone.

For cards or tiles that are chosen together: `times` the copies of this one, `least` and `together`
the fewest and the most to be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.great_race import data as d
from paddock.games.great_race import moves as mv
from paddock.games.great_race.phases import Discarding, Hunting, Swindling
from paddock.games.great_race.phases.drive import Driving, fare
from paddock.games.great_race.rules.ground import (
    EMPTY_SPACE_FUEL,
    fuel_cost,
    joined_spaces,
    open_spaces,
    progress,
)
from paddock.games.great_race.view import CrewSeen, View

DANGEROUS_RISK = 0.4  # chance of an unpayable tile that asks for confirmation
RASH_RISK = 0.1  # with more, a step is not proposed


NO_EFFECT_REMARKS = {
    mv.Mend: "mends-nothing",
    mv.Repair: "mends-nothing",
    mv.Explore: "lays-nothing",
    mv.Clear: "clears-nothing",
    mv.Halt: "drives-nothing",
}
"""Remarks on actions without effect."""


def foresee(view: View, seat: Seat, move: mv.Move) -> Mapping[str, float]:
    """The costs and gains of an option; for unknown ground, the averages of the bag."""
    return {**price(view, seat, move), **together(view, seat, move)}


def price(view: View, seat: Seat, move: mv.Move) -> Mapping[str, float]:
    """The costs and gains of an option."""
    crew = view.crews[seat]
    match move:
        case mv.Go(space):
            numbers = step(view, crew, space)
            back = progress(view.options, space) < progress(view.options, crew.space)
            rash = back or numbers.get("short", 0) > RASH_RISK
            return numbers | ({"rash": 1} if rash else {})
        case mv.Halt() if isinstance(view.phase, Driving) and view.phase.first:
            return {"nothing": 1}
        case mv.Sail(space, transports):
            (ticket,) = [r.price for r in d.ROUTES[crew.space] if r.to == space]
            return {"fuel": d.CITY_FUEL, "money": -fare(ticket, transports), "rash": 1}
        case mv.Play() if isinstance(view.phase, Driving):
            return {"rash": 1}
        case mv.Lay(tile, space):
            return {"fuel": fuel_cost(space, tile), "points": d.POINTS[tile]}
        case mv.Pick(space) if (tile := view.board[space % d.SPACES]) != d.EMPTY:
            return {"fuel": fuel_cost(space, tile), "points": d.POINTS[tile]}
        case mv.Buy(fuel):
            return {"money": -fuel * d.FUEL_PRICE[crew.space]}
        case mv.Drive():
            return {"steps": crew.engine}
        case mv.Finance():
            return {"money": d.FINANCING[crew.financing]}
        case mv.Pass():
            return {"unused": crew.scouts + crew.mechanics + crew.financing}
        case mv.Plan():
            return {"money": d.FINANCING[move.financing], "steps": crew.engine}
        case mv.Mend():
            useless = {} if move.engine or move.chassis else {"nothing": 1.0}
            return {"money": -move.sets * d.PARTS_PRICE[crew.space], **useless}
        case mv.Fit():
            return {"money": -d.PARTS_PRICE[crew.space]}
        case mv.Repair() if not can_mend(view, crew):
            return {"nothing": 1}
        case mv.Explore() if not (view.bag and open_spaces(crew.space, view.board)):
            return {"nothing": 1}
        case mv.Clear() if not can_remove(view, crew):
            return {"nothing": 1}
        case _:
            return {}


def together(view: View, seat: Seat, move: mv.Move) -> dict[str, float]:
    """Limits for choosing surplus cards, or the two tiles of hunter or swindler."""
    match move, view.phase:
        case mv.Discard(card) | mv.Play(card), Discarding():
            surplus = len(view.hand) - view.crews[seat].chassis
            return {"times": view.hand.count(card), "least": surplus, "together": surplus}
        case mv.Pick(), Hunting(first=None) | Swindling(first=None):
            return {"times": 1, "least": 2, "together": 2}
    return {}


def remarks(view: View, move: mv.Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """Remarks on the numbers: fuel, wear, money, cards, risks."""
    if isinstance(move, mv.Take | mv.Play | mv.Discard):
        yield "effect", {"effect": move.card}
    if numbers.get("nothing"):
        yield NO_EFFECT_REMARKS[type(move)], {}
    if isinstance(move, mv.Mend):
        used = {"parts": move.parts, "toolboxes": move.toolboxes, "sets": move.sets}
        yield from ((name, {"n": count}) for name, count in used.items() if count)
    values = {name: {"n": value} for name, value in numbers.items()}
    if "unknown" in numbers:
        yield "unknown", numbers
        for risk in ("danger", "stop", "short"):
            if numbers[risk]:
                yield f"{risk}-chance", values[risk]
        return
    for name in ("steps", "fuel", "points", "cards", "unused"):
        if numbers.get(name) and not isinstance(move, mv.Plan):
            yield name, values[name]
    for sign in ("danger", "stop"):
        if numbers.get(sign):
            yield sign, {}
    if money := numbers.get("money"):
        yield ("gain" if money > 0 else "price"), {"n": abs(money)}


def danger(move: mv.Move, numbers: Mapping[str, float]) -> Remark | None:
    """A warning if unknown ground is likely too expensive."""
    short = numbers.get("short", 0)
    return ("danger-short", {"n": short}) if short >= DANGEROUS_RISK else None


def step(view: View, crew: CrewSeen, space: d.Space) -> dict[str, float]:
    """The numbers of one step. `short` is the chance that the tile cannot be paid without help."""
    if d.CITY[space]:
        return {"fuel": d.CITY_FUEL, "cards": d.CITY_CARDS[space]}
    tile = view.board[space % d.SPACES]
    if tile != d.EMPTY:
        return {
            "fuel": fuel_cost(space, tile),
            "points": d.POINTS[tile],
            "danger": float(d.DANGER[tile]),
            "stop": float(d.STOP[tile]),
        }
    bag = view.bag
    if not bag:
        return {"fuel": EMPTY_SPACE_FUEL + d.BLACK_FUEL[space]}

    def share(holds: Callable[[d.Tile], bool]) -> float:
        return round(sum(map(holds, bag)) / len(bag), 3)

    return {
        "unknown": 1,
        "fuel": round(sum(fuel_cost(space, t) for t in bag) / len(bag), 1),
        "points": round(sum(d.POINTS[t] for t in bag) / len(bag), 1),
        "danger": share(lambda t: d.DANGER[t]),
        "stop": share(lambda t: d.STOP[t]),
        "short": share(lambda t: not can_pay(crew, space, t)),
    }


def can_pay(crew: CrewSeen, space: d.Space, tile: d.Tile) -> bool:
    """Whether a tile could be paid for with nothing but the gauges."""
    points = d.POINTS[tile] + (d.DANGER_POINTS if d.DANGER[tile] else 0)
    return crew.fuel >= fuel_cost(space, tile) and crew.engine + crew.chassis >= points


def can_mend(view: View, crew: CrewSeen) -> bool:
    """Whether there is something to mend, and something to mend it with."""
    whole = crew.engine == d.MOST_ENGINE and crew.chassis == d.MOST_CHASSIS
    means = d.PARTS in view.hand or d.TOOLBOX in view.hand
    return not whole and (means or crew.money >= d.PARTS_PRICE[crew.space])


def can_remove(view: View, crew: CrewSeen) -> bool:
    """Whether a tile without a vehicle is joined to this one."""
    taken = {other.space for other in view.crews}
    return any(
        view.board[space % d.SPACES] != d.EMPTY and space not in taken
        for space in joined_spaces(crew.space, view.board)
    )
