"""Maps, tiles, cards and figures: read from the data files, checked, and handed out as tables.

Spaces and tiles are numbered over both continents (Africa first), so that a number means one thing:
`NAME[space]`, `FUEL[tile]`. A board is a row of 60 tiles, indexed by `space % SPACES`.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

Space: TypeAlias = int
Tile: TypeAlias = int
Card: TypeAlias = int
Continent: TypeAlias = Literal["africa", "south-america"]

CONTINENTS: Final[tuple[Continent, ...]] = ("africa", "south-america")
SPACES: Final = 60  # of one continent
ROWS: Final = 15
EMPTY: Final[Tile] = -1


class BadData(ValueError):
    """A data file contradicts itself."""


class Route(Struct, frozen=True):
    """A passage by sea or air from one city to another."""

    to: Space
    price: int
    air: bool


class Corridor(Struct, frozen=True):
    """One of the ways across a continent, for statistics."""

    id: str
    spaces: frozenset[Space]


class Land(Struct, frozen=True):
    """One continent: its title, its two ends, its bag and the ways across."""

    id: Continent
    title: str
    title_it: str
    first: Space  # the number of its first space
    north: Space
    south: Space
    bag: tuple[Tile, ...]
    corridors: tuple[Corridor, ...]

    @property
    def spaces(self) -> range:
        return range(self.first, self.first + SPACES)


def read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


def must(holds: bool, what: str) -> None:
    if not holds:
        raise BadData(what)


def reached(start: Space, next: tuple[tuple[Space, ...], ...]) -> dict[Space, int]:
    """Every space that can be reached, with the fewest steps to it."""
    steps, edge = {start: 0}, [start]
    for space in edge:
        for beside in next[space]:
            if beside not in steps:
                steps[beside] = steps[space] + 1
                edge.append(beside)
    return steps


# ------------------------------------------------------------------ the maps
_MAPS: Final = tuple(read(f"{id.replace('-', '_')}.toml") for id in CONTINENTS)
_ALL: Final = tuple(space for land in _MAPS for space in land["spaces"])
SPACE_ID: Final[tuple[str, ...]] = tuple(space["id"] for space in _ALL)
SPACE: Final[dict[str, Space]] = {id: number for number, id in enumerate(SPACE_ID)}
SPACE_NAME: Final[tuple[str, ...]] = tuple(space["name"] for space in _ALL)
SPACE_NAME_IT: Final[tuple[str, ...]] = tuple(s.get("name_it", s["name"]) for s in _ALL)
ROW: Final[tuple[int, ...]] = tuple(space["row"] for space in _ALL)
PLACE: Final[tuple[tuple[float, float], ...]] = tuple((s["lat"], s["lon"]) for s in _ALL)
KIND: Final[tuple[str, ...]] = tuple(space["kind"] for space in _ALL)
CITY: Final[tuple[bool, ...]] = tuple(kind in ("purple", "city") for kind in KIND)
BLACK: Final[tuple[bool, ...]] = tuple(kind == "black" for kind in KIND)
CITY_CARDS: Final[tuple[int, ...]] = tuple(space.get("cards", 0) for space in _ALL)
NEXT: Final[tuple[tuple[Space, ...], ...]] = tuple(
    tuple(sorted(SPACE[id] for id in space["next"])) for space in _ALL
)


def _routes() -> tuple[tuple[Route, ...], ...]:
    found: list[list[Route]] = [[] for _ in _ALL]
    for land in _MAPS:
        for route in land["routes"]:
            a, b = (SPACE[id] for id in route["between"])
            must(route["kind"] in ("sea", "air"), f"{route}: neither sea nor air")
            for here, there in ((a, b), (b, a)):
                found[here].append(Route(there, route["price"], route["kind"] == "air"))
    return tuple(tuple(sorted(routes, key=lambda r: r.to)) for routes in found)


ROUTES: Final = _routes()
JOINS: Final[tuple[tuple[Space, ...], ...]] = tuple(
    tuple(sorted({*NEXT[s], *(route.to for route in ROUTES[s])})) for s in range(len(_ALL))
)

# ------------------------------------------------------------------ the tiles
_TILES: Final = read("tiles.toml")
_FACES: Final = tuple(tile for id in CONTINENTS for tile in _TILES[id]["tiles"])
TILE_ID: Final[tuple[str, ...]] = tuple(tile["id"] for tile in _FACES)
TILE: Final[dict[str, Tile]] = {id: number for number, id in enumerate(TILE_ID)}
TILE_NAME: Final[tuple[str, ...]] = tuple(tile["name"] for tile in _FACES)
TILE_NAME_IT: Final[tuple[str, ...]] = tuple(tile["name_it"] for tile in _FACES)
FUEL: Final[tuple[int, ...]] = tuple(tile["fuel"] for tile in _FACES)
POINTS: Final[tuple[int, ...]] = tuple(tile["points"] for tile in _FACES)
DANGER: Final[tuple[bool, ...]] = tuple(tile.get("danger", False) for tile in _FACES)
STOP: Final[tuple[bool, ...]] = tuple(tile.get("stop", False) for tile in _FACES)


def _bag(id: str) -> tuple[Tile, ...]:
    return tuple(TILE[t["id"]] for t in _TILES[id]["tiles"] for _ in range(t["copies"]))


def _land(number: int, land: dict[str, Any]) -> Land:
    first = number * SPACES
    ends = [s for s in range(first, first + SPACES) if KIND[s] == "purple"]
    north, south = sorted(ends, key=lambda s: ROW[s])
    corridors = tuple(
        Corridor(id, frozenset(SPACE[s] for s in spaces))
        for id, spaces in land["corridors"].items()
    )
    bag = _bag(land["id"])
    return Land(land["id"], land["title"], land["title_it"], first, north, south, bag, corridors)


LANDS: Final[dict[str, Land]] = {
    land["id"]: _land(number, land) for number, land in enumerate(_MAPS)
}

# ------------------------------------------------------------------ the cards
_CARDS: Final = read("cards.toml")
_KINDS: Final = tuple(_CARDS["cards"])
CARD_ID: Final[tuple[str, ...]] = tuple(card["id"] for card in _KINDS)
CARD: Final[dict[str, Card]] = {id: number for number, id in enumerate(CARD_ID)}
CARD_NAME: Final[tuple[str, ...]] = tuple(card["name"] for card in _KINDS)
CARD_NAME_IT: Final[tuple[str, ...]] = tuple(card["name_it"] for card in _KINDS)
WHEN: Final[tuple[str, ...]] = tuple(card["when"] for card in _KINDS)
SIGN: Final[tuple[bool, ...]] = tuple(card.get("sign", False) for card in _KINDS)
DECK: Final[tuple[Card, ...]] = tuple(
    number for number, card in enumerate(_KINDS) for _ in range(card["copies"])
)
(
    HUNTER, RANGER, CARTOGRAPHER, SUPPLIER, TRANSPORT, MECHANIC, PILOT, SABOTEUR, SWINDLER,
    FINANCIER, TOOLBOX, GUIDE, REFUELLING, PARTS, JERRYCAN,
) = range(15)  # fmt: skip

# ------------------------------------------------------------------ the figures
_FIGURES: Final = read("figures.toml")
MOST_FUEL: Final[int] = _FIGURES["gauges"]["fuel"]
MOST_ENGINE: Final[int] = _FIGURES["gauges"]["engine"]
MOST_CHASSIS: Final[int] = _FIGURES["gauges"]["chassis"]
ASSISTANTS: Final[int] = _FIGURES["crew"]["assistants"]
VEHICLE: Final[tuple[str, ...]] = tuple(_FIGURES["crew"]["vehicles"])
VEHICLE_IT: Final[tuple[str, ...]] = tuple(_FIGURES["crew"]["vehicles_it"])
START_MONEY: Final = {int(n): tuple(row) for n, row in _FIGURES["money"]["start"].items()}
BONUS: Final = {int(n): tuple(row) for n, row in _FIGURES["money"]["bonus"].items()}
FINANCING: Final[tuple[int, ...]] = tuple(_FIGURES["money"]["financing"])
FINANCIER_PAYS: Final[int] = _FIGURES["money"]["financier"]
FUEL_PRICE: Final[tuple[int, ...]] = tuple(
    _FIGURES["prices"]["fuel"][0 if city else 1] for city in CITY
)
PARTS_PRICE: Final[tuple[int, ...]] = tuple(
    _FIGURES["prices"]["parts"][0 if city else 1] for city in CITY
)
TRANSPORT_SAVES: Final[int] = _FIGURES["prices"]["transport_card"]
DANGER_POINTS: Final[int] = _FIGURES["points"]["danger"]
SABOTAGE_POINTS: Final[int] = _FIGURES["points"]["sabotage"]
TOOLBOX_POINTS: Final[int] = _FIGURES["points"]["toolbox"]
REFUELLING_GIVES: Final[int] = _FIGURES["points"]["refuelling"]
BLACK_FUEL: Final[tuple[int, ...]] = tuple(
    _FIGURES["points"]["black"] if black else 0 for black in BLACK
)
CITY_FUEL: Final[int] = _FIGURES["points"]["city"]
ARRIVAL: Final[tuple[int, ...]] = tuple(_FIGURES["prestige"]["arrival"])
FRANCS_A_POINT: Final[int] = _FIGURES["prestige"]["francs"]


# ------------------------------------------------------------------ the checker
def check() -> None:
    """Refuse data that contradict themselves: run once, when the house is opened."""
    must(len(set(SPACE_ID)) == len(_ALL) == SPACES * len(CONTINENTS), "spaces: 60 a continent")
    must(len(set(TILE_ID)) == len(_FACES), "two tiles of one id")
    must(len(CARD_ID) == 15 and len(DECK) == _CARDS["total"], "cards: 48 of 15 kinds")
    must(CARD["jerrycan"] == JERRYCAN, "cards: out of order")
    must(set(WHEN) <= {"before", "drive", "repair", "any"}, "cards: unknown timing")
    for land in LANDS.values():
        check_land(land)
        must(len(land.bag) == _TILES[land.id]["total"], f"{land.id}: a bag of 60 tiles")
        must(land.bag == tuple(sorted(land.bag)), f"{land.id}: tiles out of order")


def check_land(land: Land) -> None:
    """Links go both ways and stay on the continent, rows go by latitude, all is connected."""
    for space in land.spaces:
        id = SPACE_ID[space]
        must(KIND[space] in ("purple", "city", "tile", "black"), f"{id}: unknown kind")
        must(CITY[space] or not CITY_CARDS[space], f"{id}: cards outside a city")
        must(CITY[space] or not ROUTES[space], f"{id}: a route that ends outside a city")
        for beside in JOINS[space]:
            must(beside in land.spaces, f"{id}: a link across the ocean")
            must(space in JOINS[beside] and beside != space, f"{id}: a link one way")
        for beside in NEXT[space]:
            must(space in NEXT[beside], f"{id}: a land link one way")
    ends = [s for s in land.spaces if KIND[s] == "purple"]
    must(len(ends) == 2, f"{land.id}: two purple cities")
    must({ROW[s] for s in land.spaces} == set(range(1, ROWS + 1)), f"{land.id}: rows 1 to 15")
    must((ROW[land.north], ROW[land.south]) == (1, ROWS), f"{land.id}: the ends' rows")
    north_to_south = sorted(land.spaces, key=lambda s: -PLACE[s][0])
    rows = [ROW[s] for s in north_to_south]
    must(rows == sorted(rows), f"{land.id}: rows against latitude")
    must(len(reached(land.north, JOINS)) == SPACES, f"{land.id}: not connected")
    by_land = reached(land.north, NEXT)
    must(land.south in by_land, f"{land.id}: no way by land from end to end")
    for corridor in land.corridors:
        must(corridor.spaces <= set(land.spaces), f"{land.id}: corridor {corridor.id}")


check()
