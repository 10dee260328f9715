"""What the browser's board is told beside the views: the printed things, and numbers for an option.

Nothing here decides anything. `tables` is written out once, at build time; `foresee` is a function
of what a seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from paddock.core.seats import Seat
from paddock.games.great_race import data as d
from paddock.games.great_race.moves import (
    Buy,
    Drive,
    Finance,
    Go,
    Lay,
    Mend,
    Move,
    Plan,
    Sail,
)
from paddock.games.great_race.phases.drive import fare
from paddock.games.great_race.rules.ground import PLAIN, fuel_cost
from paddock.games.great_race.view import CrewSeen, View


def tables() -> dict[str, object]:
    """Maps, tiles, cards and gauges as the board draws them."""
    return {
        "gauges": {"fuel": d.MOST_FUEL, "engine": d.MOST_ENGINE, "chassis": d.MOST_CHASSIS},
        "assistants": d.ASSISTANTS,
        "financing": d.FINANCING,
        "rows": d.ROWS,
        "lands": [
            {
                "id": land.id,
                "title": [land.title, land.title_it],
                "first": land.first,
                "north": land.north,
                "south": land.south,
            }
            for land in d.LANDS.values()
        ],
        "spaces": [
            {
                "name": [d.SPACE_NAME[s], d.SPACE_NAME_IT[s]],
                "row": d.ROW[s],
                "kind": d.KIND[s],
                "cards": d.CITY_CARDS[s],
                "black": d.BLACK_FUEL[s],
                "lat": d.PLACE[s][0],
                "lon": d.PLACE[s][1],
                "next": d.NEXT[s],
            }
            for s in range(len(d.SPACE_ID))
        ],
        "routes": [
            {"from": s, "to": route.to, "price": route.price, "air": route.air}
            for s in range(len(d.SPACE_ID))
            for route in d.ROUTES[s]
            if s < route.to
        ],
        "tiles": [
            {
                "id": d.TILE_ID[t],
                "name": [d.TILE_NAME[t], d.TILE_NAME_IT[t]],
                "fuel": d.FUEL[t],
                "points": d.POINTS[t],
                "danger": d.DANGER[t],
                "stop": d.STOP[t],
            }
            for t in range(len(d.TILE_ID))
        ],
        "cards": [
            {
                "id": d.CARD_ID[c],
                "name": [d.CARD_NAME[c], d.CARD_NAME_IT[c]],
                "when": d.WHEN[c],
                "sign": d.SIGN[c],
            }
            for c in range(len(d.CARD_ID))
        ],
    }


def foresee(seen: View, seat: Seat, move: Move) -> Mapping[str, float]:
    """What an option costs or gives; for unknown ground, what the bag makes likely."""
    crew = seen.crews[seat]
    match move:
        case Go(space):
            return step(seen, crew, space)
        case Lay(tile, space):
            return {"fuel": fuel_cost(space, tile), "points": d.POINTS[tile]}
        case Sail(space, transports):
            (price,) = [r.price for r in d.ROUTES[crew.space] if r.to == space]
            return {"fuel": d.CITY_FUEL, "money": -fare(price, transports)}
        case Buy(fuel):
            return {"money": -fuel * d.FUEL_PRICE[crew.space]}
        case Drive():
            return {"steps": crew.engine}
        case Finance():
            return {"money": d.FINANCING[crew.financing]}
        case Plan():
            return {"money": d.FINANCING[move.financing], "steps": crew.engine}
        case Mend():
            return {"money": -move.sets * d.PARTS_PRICE[crew.space]}
        case _:
            return {}


def step(seen: View, crew: CrewSeen, space: d.Space) -> dict[str, float]:
    """One space further. `short`: how likely it is that the tile cannot be paid without help."""
    if d.CITY[space]:
        return {"fuel": d.CITY_FUEL, "cards": d.CITY_CARDS[space]}
    tile = seen.board[space % d.SPACES]
    if tile != d.EMPTY:
        return {
            "fuel": fuel_cost(space, tile),
            "points": d.POINTS[tile],
            "danger": float(d.DANGER[tile]),
            "stop": float(d.STOP[tile]),
        }
    bag = seen.bag
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
    points = d.POINTS[tile] + (d.DANGER_POINTS if d.DANGER[tile] else 0)
    return crew.fuel >= fuel_cost(space, tile) and crew.engine + crew.chassis >= points
