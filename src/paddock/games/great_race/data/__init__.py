"""Maps, tiles, cards and figures: read from the data files, checked, and exported as tables.

Spaces and tiles are numbered over both continents (Africa first), so that a number means one thing:
`ROW[space]`, `FUEL[tile]`. A board is a row of 60 tiles, indexed by `space % SPACES`.
"""

from __future__ import annotations

import enum
from importlib import resources
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from paddock.core.citations import cites
from paddock.games.great_race.card import R

Space: TypeAlias = int
Tile: TypeAlias = int
T = TypeVar("T")
Continent: TypeAlias = Literal["africa", "south-america"]

CONTINENTS: Final[tuple[Continent, ...]] = ("africa", "south-america")
SPACES: Final = 60  # of one continent
ROWS: Final = 15
EMPTY: Final[Tile] = -1


class Card(enum.IntEnum):
    """The kinds of resource cards, in the order of their file."""

    HUNTER = 0
    RANGER = 1
    CARTOGRAPHER = 2
    SUPPLIER = 3
    TRANSPORT = 4
    MECHANIC = 5
    PILOT = 6
    SABOTEUR = 7
    SWINDLER = 8
    FINANCIER = 9
    TOOLBOX = 10
    GUIDE = 11
    REFUELLING = 12
    PARTS = 13
    JERRYCAN = 14


class Vehicle(enum.IntEnum):
    """The four half-tracks, by where their crews come from."""

    FRENCH = 0
    BRITISH = 1
    BELGIAN = 2
    ITALIAN = 3


class Job(enum.StrEnum):
    """The jobs of an assistant."""

    SCOUTS = "scouts"
    MECHANICS = "mechanics"
    ESCORTS = "escorts"
    FINANCING = "financing"


class Kind(enum.StrEnum):
    """The kind of a space."""

    PURPLE = "purple"  # an end of the race
    CITY = "city"
    TILE = "tile"
    BLACK = "black"  # of the risk zone


class Timing(enum.StrEnum):
    """When a card may be played."""

    BEFORE = "before"  # the assistant of a sequence
    DRIVE = "drive"
    REPAIR = "repair"
    ANY = "any"


class BadData(ValueError):
    """A data file contradicts itself."""


class Route(Struct, frozen=True):
    """A passage by sea or air from one city to another."""

    to: Space
    price: int
    air: bool


class Corridor(Struct, frozen=True):
    """One of the paths across a continent, for statistics."""

    id: str
    spaces: frozenset[Space]


class Land(Struct, frozen=True):
    """One continent: its two ends, its bag and its corridors."""

    id: Continent
    first: Space  # the number of its first space
    north: Space
    south: Space
    bag: tuple[Tile, ...]
    corridors: tuple[Corridor, ...]

    @property
    def spaces(self) -> range:
        return range(self.first, self.first + SPACES)


# ------------------------------------------------------------------ the files, strictly
class SpaceRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    row: int
    kind: Kind
    lat: float
    lon: float
    next: tuple[str, ...]
    cards: int = 0


class RouteRow(Struct, frozen=True, forbid_unknown_fields=True):
    between: tuple[str, str]
    kind: Literal["sea", "air"]
    price: int


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    id: Continent
    reconstructed: bool
    source: str
    spaces: tuple[SpaceRow, ...]
    routes: tuple[RouteRow, ...]
    corridors: dict[str, tuple[str, ...]]


class TileRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    fuel: int
    points: int
    copies: int
    danger: bool = False
    stop: bool = False


class BagTable(Struct, frozen=True, forbid_unknown_fields=True):
    total: int
    tiles: tuple[TileRow, ...]


class TileFile(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    reconstructed: bool
    source: str
    africa: BagTable
    south_america: BagTable


class CardRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    copies: int
    when: Timing
    sign: bool = False
    reconstructed: bool = False


class CardFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    total: int
    cards: tuple[CardRow, ...]


class Gauges(Struct, frozen=True, forbid_unknown_fields=True):
    reconstructed: bool
    fuel: int
    engine: int
    chassis: int


class CrewTable(Struct, frozen=True, forbid_unknown_fields=True):
    assistants: int


class Money(Struct, frozen=True, forbid_unknown_fields=True):
    start: dict[int, tuple[int, ...]]
    bonus: dict[int, tuple[int, ...]]
    financing: tuple[int, ...]
    financier: int


class Prices(Struct, frozen=True, forbid_unknown_fields=True):
    fuel: tuple[int, int]  # in a city, elsewhere
    parts: tuple[int, int]
    transport_card: int


class PointTable(Struct, frozen=True, forbid_unknown_fields=True):
    danger: int
    sabotage: int
    toolbox: int
    refuelling: int
    black: int
    city: int


class PrestigeTable(Struct, frozen=True, forbid_unknown_fields=True):
    arrival: tuple[int, ...]
    francs: int


class FigureFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    gauges: Gauges
    crew: CrewTable
    money: Money
    prices: Prices
    points: PointTable
    prestige: PrestigeTable


def read(name: str, file: type[T]) -> T:
    text = resources.files(__package__).joinpath(name).read_text("utf-8")
    return msgspec.toml.decode(text, type=file)


def require(holds: bool, what: str) -> None:
    if not holds:
        raise BadData(what)


def steps_from(start: Space, next: tuple[tuple[Space, ...], ...]) -> dict[Space, int]:
    """The fewest steps to every space that can be reached."""
    steps, edge = {start: 0}, [start]
    for space in edge:
        for neighbour in next[space]:
            if neighbour not in steps:
                steps[neighbour] = steps[space] + 1
                edge.append(neighbour)
    return steps


# ------------------------------------------------------------------ the maps
_MAPS: Final = tuple(read(f"{id.replace('-', '_')}.toml", MapFile) for id in CONTINENTS)
_ALL: Final = tuple(space for land in _MAPS for space in land.spaces)
SPACE_ID: Final = tuple(space.id for space in _ALL)
SPACE: Final[dict[str, Space]] = {id: number for number, id in enumerate(SPACE_ID)}
ROW: Final = tuple(space.row for space in _ALL)
PLACE: Final = tuple((space.lat, space.lon) for space in _ALL)
KIND: Final = tuple(space.kind for space in _ALL)
CITY: Final = tuple(kind in (Kind.PURPLE, Kind.CITY) for kind in KIND)
BLACK: Final = tuple(kind is Kind.BLACK for kind in KIND)
CITY_CARDS: Final = tuple(space.cards for space in _ALL)
NEXT: Final[tuple[tuple[Space, ...], ...]] = tuple(
    tuple(sorted([SPACE[id] for id in space.next], key=lambda s: (KIND[s] != Kind.PURPLE, s)))
    for space in _ALL
)  # a purple city comes first


def _routes() -> tuple[tuple[Route, ...], ...]:
    found: list[list[Route]] = [[] for _ in _ALL]
    for land in _MAPS:
        for route in land.routes:
            a, b = (SPACE[id] for id in route.between)
            for here, there in ((a, b), (b, a)):
                found[here].append(Route(there, route.price, route.kind == "air"))
    return tuple(tuple(sorted(routes, key=lambda r: r.to)) for routes in found)


ROUTES: Final = _routes()
JOINS: Final[tuple[tuple[Space, ...], ...]] = tuple(
    tuple(sorted({*NEXT[s], *(route.to for route in ROUTES[s])})) for s in range(len(_ALL))
)

# ------------------------------------------------------------------ the tiles
_TILES: Final = read("tiles.toml", TileFile)
_BAGS: Final = {"africa": _TILES.africa, "south-america": _TILES.south_america}
_FACES: Final = tuple(tile for id in CONTINENTS for tile in _BAGS[id].tiles)
TILE_ID: Final = tuple(tile.id for tile in _FACES)
TILE: Final[dict[str, Tile]] = {id: number for number, id in enumerate(TILE_ID)}
FUEL: Final = tuple(tile.fuel for tile in _FACES)
POINTS: Final = tuple(tile.points for tile in _FACES)
DANGER: Final = tuple(tile.danger for tile in _FACES)
STOP: Final = tuple(tile.stop for tile in _FACES)


def _land(number: int, land: MapFile) -> Land:
    first = number * SPACES
    ends = [s for s in range(first, first + SPACES) if KIND[s] is Kind.PURPLE]
    require(len(ends) == 2, f"{land.id}: two purple cities")
    north, south = sorted(ends, key=lambda s: ROW[s])
    corridors = tuple(
        Corridor(id, frozenset(SPACE[s] for s in spaces)) for id, spaces in land.corridors.items()
    )
    bag = tuple(TILE[tile.id] for tile in _BAGS[land.id].tiles for _ in range(tile.copies))
    return Land(land.id, first, north, south, bag, corridors)


LANDS: Final[dict[str, Land]] = {land.id: _land(n, land) for n, land in enumerate(_MAPS)}

# ------------------------------------------------------------------ the cards
_CARDS: Final = read("cards.toml", CardFile)
CARD_ID: Final = tuple(card.id for card in _CARDS.cards)
CARD: Final = {card.name.lower(): card for card in Card}
WHEN: Final = tuple(card.when for card in _CARDS.cards)
SIGN: Final = tuple(card.sign for card in _CARDS.cards)
DECK: Final[tuple[Card, ...]] = tuple(
    CARD[card.id] for card in _CARDS.cards for _ in range(card.copies)
)
(
    HUNTER, RANGER, CARTOGRAPHER, SUPPLIER, TRANSPORT, MECHANIC, PILOT, SABOTEUR, SWINDLER,
    FINANCIER, TOOLBOX, GUIDE, REFUELLING, PARTS, JERRYCAN,
) = Card  # fmt: skip

# ------------------------------------------------------------------ the figures
_FIGURES: Final = read("figures.toml", FigureFile)
MOST_FUEL: Final = _FIGURES.gauges.fuel
MOST_ENGINE: Final = _FIGURES.gauges.engine
MOST_CHASSIS: Final = _FIGURES.gauges.chassis
ASSISTANTS: Final = _FIGURES.crew.assistants
START_MONEY: Final = _FIGURES.money.start
BONUS: Final = _FIGURES.money.bonus
FINANCING: Final = _FIGURES.money.financing
FINANCIER_PAYS: Final = _FIGURES.money.financier
FUEL_PRICE: Final = tuple(_FIGURES.prices.fuel[0 if city else 1] for city in CITY)
PARTS_PRICE: Final = tuple(_FIGURES.prices.parts[0 if city else 1] for city in CITY)
TRANSPORT_SAVES: Final = _FIGURES.prices.transport_card
DANGER_POINTS: Final = _FIGURES.points.danger
SABOTAGE_POINTS: Final = _FIGURES.points.sabotage
TOOLBOX_POINTS: Final = _FIGURES.points.toolbox
REFUELLING_GIVES: Final = _FIGURES.points.refuelling
BLACK_FUEL: Final = tuple(_FIGURES.points.black if black else 0 for black in BLACK)
CITY_FUEL: Final = _FIGURES.points.city
ARRIVAL: Final = _FIGURES.prestige.arrival
FRANCS_A_POINT: Final = _FIGURES.prestige.francs


# ------------------------------------------------------------------ the checker
@cites(R("Q40"))
def check() -> None:
    """Refuse inconsistent data; runs once at import."""
    dearest = max(FUEL) + max(BLACK_FUEL)
    hardest = max(p + d * DANGER_POINTS for p, d in zip(POINTS, DANGER, strict=True))
    require(dearest <= 4 and hardest <= 2, "tiles: 4 fuel and 2 points at most, or crews are stuck")
    require(len(set(SPACE_ID)) == len(_ALL) == SPACES * len(CONTINENTS), "spaces: 60 a continent")
    require(len(set(TILE_ID)) == len(_FACES), "two tiles of one id")
    require(tuple(CARD) == CARD_ID, "cards: out of order")
    require(len(DECK) == _CARDS.total, "cards: 48 of 15 kinds")
    for land in LANDS.values():
        check_land(land)
        require(len(land.bag) == _BAGS[land.id].total, f"{land.id}: a bag of 60 tiles")
        require(land.bag == tuple(sorted(land.bag)), f"{land.id}: tiles out of order")


def check_land(land: Land) -> None:
    """Links go both ways and stay on the continent, rows go by latitude, all is connected."""
    for space in land.spaces:
        id = SPACE_ID[space]
        require(CITY[space] or not CITY_CARDS[space], f"{id}: cards outside a city")
        require(CITY[space] or not ROUTES[space], f"{id}: a route that ends outside a city")
        for neighbour in JOINS[space]:
            require(neighbour in land.spaces, f"{id}: a link across the ocean")
            require(space in JOINS[neighbour] and neighbour != space, f"{id}: a link one way")
        for neighbour in NEXT[space]:
            require(space in NEXT[neighbour], f"{id}: a land link one way")
    require({ROW[s] for s in land.spaces} == set(range(1, ROWS + 1)), f"{land.id}: rows 1 to 15")
    require((ROW[land.north], ROW[land.south]) == (1, ROWS), f"{land.id}: the ends' rows")
    north_to_south = sorted(land.spaces, key=lambda s: -PLACE[s][0])
    rows = [ROW[s] for s in north_to_south]
    require(rows == sorted(rows), f"{land.id}: rows against latitude")
    require(len(steps_from(land.north, JOINS)) == SPACES, f"{land.id}: not connected")
    by_land = steps_from(land.north, NEXT)
    require(land.south in by_land, f"{land.id}: no way by land from end to end")
    require(12 <= by_land[land.south] <= 18, f"{land.id}: 12 to 18 steps from end to end")
    for corridor in land.corridors:
        require(corridor.spaces <= set(land.spaces), f"{land.id}: corridor {corridor.id}")


check()
