"""Events of the race: set-up, rounds, Legends and the finish."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import CardNo, Sky, Token


class GridSet(Struct, frozen=True, gc=False, tag=True):
    """The cars are on the grid, from pole position to the last."""

    cars: tuple[int, ...]
    clause: ClassVar[str] = R("H0.1")


class WeatherSet(Struct, frozen=True, gc=False, tag=True):
    """The weather of the race."""

    weather: Sky
    clause: ClassVar[str] = R("W1")


class RoadSet(Struct, frozen=True, gc=False, tag=True):
    """The road tokens by corner."""

    tokens: tuple[Token, ...]
    clause: ClassVar[str] = R("W2")


class MarketOpened(Struct, frozen=True, gc=False, tag=True):
    """Cards lie open to be drafted."""

    cards: tuple[CardNo, ...]
    clause: ClassVar[str] = R("G2")


class Picked(Struct, frozen=True, gc=False, tag=True):
    """A driver took an Upgrade."""

    seat: Seat
    card: CardNo
    clause: ClassVar[str] = R("G2")


class UpgradesDealt(Struct, frozen=True, gc=False, tag=True):
    """A driver was dealt random Upgrades."""

    seat: Seat
    cards: tuple[CardNo, ...]
    clause: ClassVar[str] = R("G1")


class Tuned(Struct, frozen=True, gc=False, tag=True):
    """A driver changed Heat and Stress at the mechanics."""

    seat: Seat
    n: int
    clause: ClassVar[str] = R("C6.22")


class RoundBegan(Struct, frozen=True, gc=False, tag=True):
    """A new round."""

    round: int
    engines: tuple[int, ...]  # the Heat in each, by car
    clause: ClassVar[str] = R("H3.4")


class LegendShown(Struct, frozen=True, gc=False, tag=True):
    """The Legends card of the round."""

    no: int
    legend: int
    clause: ClassVar[str] = R("L1")


class LegendCleared(Struct, frozen=True, gc=False, tag=True):
    """A Legend beyond its line took the corner at limit plus diamond."""

    seat: Seat
    n: int
    clause: ClassVar[str] = R("L2")


class LegendApproached(Struct, frozen=True, gc=False, tag=True):
    """A Legend drove up to a corner."""

    seat: Seat
    n: int
    clause: ClassVar[str] = R("L3")


class GaveUp(Struct, frozen=True, gc=False, tag=True):
    """The last driver on the road gave up."""

    seat: Seat
    place: int
    car: int
    pos: int
    clause: ClassVar[str] = R("H10.1")


class Finished(Struct, frozen=True, gc=False, tag=True):
    """A car crossed the line for the last time."""

    seat: Seat
    place: int
    car: int
    pos: int
    clause: ClassVar[str] = R("H10")
