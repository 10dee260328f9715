"""What an option costs or gives, as numbers beside it: by the view alone.

Of what is chosen together, cards or tiles: `times` how often there is this one, `least` how many
must be chosen, and `together` how many may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.great_race import data as d
from paddock.games.great_race import moves as mv
from paddock.games.great_race.phases import Discarding, Hunting, Swindling
from paddock.games.great_race.phases.drive import fare
from paddock.games.great_race.rules.ground import PLAIN, fuel_cost, joined, open_spaces
from paddock.games.great_race.view import CrewSeen, View

RECKLESS = 0.4  # so likely a tile that cannot be paid is worth a second thought


NOTHING = {
    mv.Mend: "mends-nothing",
    mv.Repair: "mends-nothing",
    mv.Explore: "lays-nothing",
    mv.Clear: "clears-nothing",
}
"""What is said of work that comes to nothing."""


def foresee(view: View, seat: Seat, move: mv.Move) -> Mapping[str, float]:
    """What an option costs or gives; for unknown ground, what the bag makes likely."""
    return {**price(view, seat, move), **together(view, seat, move)}


def price(view: View, seat: Seat, move: mv.Move) -> Mapping[str, float]:
    """What it costs or gives."""
    crew = view.crews[seat]
    match move:
        case mv.Go(space):
            return step(view, crew, space)
        case mv.Lay(tile, space):
            return {"fuel": fuel_cost(space, tile), "points": d.POINTS[tile]}
        case mv.Pick(space) if (tile := view.board[space % d.SPACES]) != d.EMPTY:
            return {"fuel": fuel_cost(space, tile), "points": d.POINTS[tile]}
        case mv.Sail(space, transports):
            (ticket,) = [r.price for r in d.ROUTES[crew.space] if r.to == space]
            return {"fuel": d.CITY_FUEL, "money": -fare(ticket, transports)}
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
        case mv.Repair() if not mendable(view, crew):
            return {"nothing": 1}
        case mv.Explore() if not (view.bag and open_spaces(crew.space, view.board)):
            return {"nothing": 1}
        case mv.Clear() if not removable(view, crew):
            return {"nothing": 1}
        case _:
            return {}


def together(view: View, seat: Seat, move: mv.Move) -> dict[str, float]:
    """Of surplus cards, and of the two tiles that hunter or swindler take."""
    match move, view.phase:
        case mv.Discard(card) | mv.Play(card), Discarding():
            surplus = len(view.hand) - view.crews[seat].chassis
            return {"times": view.hand.count(card), "least": surplus, "together": surplus}
        case mv.Pick(), Hunting(first=None) | Swindling(first=None):
            return {"times": 1, "least": 2, "together": 2}
    return {}


def remarks(view: View, move: mv.Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The same in words: fuel, wear, money, cards, risks."""
    if isinstance(move, mv.Take | mv.Play | mv.Discard):
        yield "effect", {"effect": move.card}
    if numbers.get("nothing"):
        yield NOTHING[type(move)], {}
    if isinstance(move, mv.Mend):
        used = {"parts": move.parts, "toolboxes": move.toolboxes, "sets": move.sets}
        yield from ((name, {"n": count}) for name, count in used.items() if count)
    told = {name: {"n": value} for name, value in numbers.items()}
    if "unknown" in numbers:
        yield "unknown", numbers
        for risk in ("danger", "stop", "short"):
            if numbers[risk]:
                yield f"{risk}-chance", told[risk]
        return
    for name in ("steps", "fuel", "points", "cards", "unused"):
        if numbers.get(name) and not isinstance(move, mv.Plan):
            yield name, told[name]
    for sign in ("danger", "stop"):
        if numbers.get(sign):
            yield sign, {}
    if money := numbers.get("money"):
        yield ("gain" if money > 0 else "price"), {"n": abs(money)}


def danger(move: mv.Move, numbers: Mapping[str, float]) -> Remark | None:
    """Unknown ground that may well be too dear."""
    short = numbers.get("short", 0)
    return ("danger-short", {"n": short}) if short >= RECKLESS else None


def step(view: View, crew: CrewSeen, space: d.Space) -> dict[str, float]:
    """One space further. `short`: how likely it is that the tile cannot be paid without help."""
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
        return {"fuel": PLAIN + d.BLACK_FUEL[space]}

    def share(holds: Callable[[d.Tile], bool]) -> float:
        return round(sum(map(holds, bag)) / len(bag), 3)

    return {
        "unknown": 1,
        "fuel": round(sum(fuel_cost(space, t) for t in bag) / len(bag), 1),
        "points": round(sum(d.POINTS[t] for t in bag) / len(bag), 1),
        "danger": share(lambda t: d.DANGER[t]),
        "stop": share(lambda t: d.STOP[t]),
        "short": share(lambda t: not payable(crew, space, t)),
    }


def payable(crew: CrewSeen, space: d.Space, tile: d.Tile) -> bool:
    """Whether a tile could be paid for with nothing but the gauges."""
    points = d.POINTS[tile] + (d.DANGER_POINTS if d.DANGER[tile] else 0)
    return crew.fuel >= fuel_cost(space, tile) and crew.engine + crew.chassis >= points


def mendable(view: View, crew: CrewSeen) -> bool:
    """Whether there is something to mend, and something to mend it with."""
    whole = crew.engine == d.MOST_ENGINE and crew.chassis == d.MOST_CHASSIS
    means = d.PARTS in view.hand or d.TOOLBOX in view.hand
    return not whole and (means or crew.money >= d.PARTS_PRICE[crew.space])


def removable(view: View, crew: CrewSeen) -> bool:
    """Whether a tile without a vehicle is joined to this one."""
    taken = {other.space for other in view.crews}
    return any(
        view.board[space % d.SPACES] != d.EMPTY and space not in taken
        for space in joined(crew.space, view.board)
    )
