"""Tables and geometry for drawing maps, tiles, cards and gauges in the browser."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.great_race import data as d


class Gauges(Struct, frozen=True):
    """The most each can show."""

    fuel: int
    engine: int
    chassis: int


class LandDrawn(Struct, frozen=True):
    id: str
    first: d.Space
    north: d.Space
    south: d.Space


class SpaceDrawn(Struct, frozen=True):
    id: str
    row: int
    kind: d.Kind
    cards: int
    black: int  # fuel that a tile costs more
    lat: float
    lon: float
    next: tuple[d.Space, ...]


class RouteDrawn(Struct, frozen=True):
    ends: tuple[d.Space, d.Space]
    price: int
    air: bool


class TileDrawn(Struct, frozen=True):
    id: str
    fuel: int
    points: int
    danger: bool
    stop: bool


class CardDrawn(Struct, frozen=True):
    id: str
    when: d.Timing
    sign: bool


class Board(Struct, frozen=True):
    gauges: Gauges
    assistants: int
    financing: tuple[int, ...]  # francs, by how many are there
    rows: int
    spaces_a_land: int
    empty: d.Tile  # where no tile lies
    lands: tuple[LandDrawn, ...]
    spaces: tuple[SpaceDrawn, ...]
    routes: tuple[RouteDrawn, ...]
    tiles: tuple[TileDrawn, ...]
    cards: tuple[CardDrawn, ...]
    vehicles: tuple[str, ...]  # ids, as everything that has a name


def board() -> Board:
    """Everything printed, by the numbers that views and moves use."""
    return Board(
        gauges=Gauges(d.MOST_FUEL, d.MOST_ENGINE, d.MOST_CHASSIS),
        assistants=d.ASSISTANTS,
        financing=d.FINANCING,
        rows=d.ROWS,
        spaces_a_land=d.SPACES,
        empty=d.EMPTY,
        lands=tuple(map(land, d.LANDS.values())),
        spaces=tuple(map(space, range(len(d.SPACE_ID)))),
        routes=routes(),
        tiles=tuple(map(tile, range(len(d.TILE_ID)))),
        cards=tuple(map(card, d.Card)),
        vehicles=tuple(vehicle.name.lower() for vehicle in d.Vehicle),
    )


def land(land: d.Land) -> LandDrawn:
    return LandDrawn(land.id, land.first, land.north, land.south)


def space(space: d.Space) -> SpaceDrawn:
    return SpaceDrawn(
        d.SPACE_ID[space],
        d.ROW[space],
        d.KIND[space],
        d.CITY_CARDS[space],
        d.BLACK_FUEL[space],
        *d.PLACE[space],
        d.NEXT[space],
    )


def routes() -> tuple[RouteDrawn, ...]:
    """Each once, from its lower end."""
    return tuple(
        RouteDrawn((space, route.to), route.price, route.air)
        for space, from_here in enumerate(d.ROUTES)
        for route in from_here
        if space < route.to
    )


def tile(tile: d.Tile) -> TileDrawn:
    costs = (d.FUEL[tile], d.POINTS[tile], d.DANGER[tile], d.STOP[tile])
    return TileDrawn(d.TILE_ID[tile], *costs)


def card(card: d.Card) -> CardDrawn:
    return CardDrawn(d.CARD_ID[card], d.WHEN[card], d.SIGN[card])
