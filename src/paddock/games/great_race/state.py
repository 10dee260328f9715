"""The state of a race: immutable values for options, crews and board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.core.seats import Seat
from paddock.games.great_race import phases
from paddock.games.great_race.data import Card, Continent, Space, Tile, Vehicle


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a race is run."""

    continent: Continent = "africa"
    direction: Literal["south", "north"] = "south"
    rounds: Annotated[int, Meta(ge=1, le=60)] = 30
    parts_a_repair: Annotated[int, Meta(ge=1, le=5)] = 1
    vehicles: Literal["chosen", "dealt"] = "chosen"


class Crew(Struct, frozen=True, gc=False):
    """A vehicle, what its crew owns, and the assistants on its board."""

    vehicle: Vehicle | None  # None: not chosen yet
    space: Space
    fuel: int
    engine: int
    chassis: int
    money: int
    hand: tuple[Card, ...] = ()  # sorted
    known: tuple[Card, ...] = ()  # those of the hand that all have seen, sorted
    scouts: int = 0
    mechanics: int = 0
    escorts: int = 0
    financing: int = 0
    passed: bool = False


class State(Struct, frozen=True, gc=False):
    """A race at one moment."""

    options: Options
    round: int
    order: tuple[Seat, ...]
    pile: tuple[Seat, ...]  # progress markers: within one row, from the bottom up
    crews: tuple[Crew, ...]
    board: tuple[Tile, ...]  # by space % SPACES
    bag: tuple[Tile, ...]  # sorted
    deck: tuple[Card, ...]  # sorted: its order is unknown
    discards: tuple[Card, ...]
    market: tuple[Card, ...]  # face up, sorted
    arrivals: tuple[Seat, ...]
    held: tuple[tuple[Card, ...], ...]  # the hands when the discards were last shuffled
    phase: phases.Phase
