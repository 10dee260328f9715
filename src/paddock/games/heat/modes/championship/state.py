"""The state of a championship: the standing, the garage, and the race in progress."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.core.studio import MAX_TRACKS_PER_SEASON, TrackText
from paddock.games.heat.data import CardNo
from paddock.games.heat.data.own import own_track
from paddock.games.heat.modes.championship import phases
from paddock.games.heat.state import BoxId


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a championship; weather and road are always part of it."""

    season: Literal["1961", "1962", "1963", "1964", "1965", "1966", "custom", "goat"] = "1961"
    upgrades: Literal["basic", "advanced", "both"] = "both"
    boxes: tuple[BoxId, ...] = ()
    legends: Annotated[int, Meta(ge=0, le=7)] = 0
    pro: Annotated[int, Meta(ge=0, le=6)] = 0
    chevrons: bool = True
    tournament: bool = False
    races: Annotated[int, Meta(ge=0, le=12)] = 0  # 0: all of the season
    own_tracks: Annotated[tuple[TrackText, ...], Meta(max_length=MAX_TRACKS_PER_SEASON)] = ()

    def __post_init__(self) -> None:
        for text in self.own_tracks:
            own_track(text)


class Leg(Struct, frozen=True, gc=False):
    """One race of the season: where, and with which Event; 0 is not drawn yet."""

    track: str  # by its id; of a player, its text
    event: int
    season: int  # 0 in a custom one


class State(Struct, frozen=True, gc=False):
    """A championship in progress."""

    options: Options
    seats: int
    legs: tuple[Leg, ...]
    race: int  # counted from 0
    results: tuple[tuple[int, ...], ...]  # the points of each race by car
    places: tuple[int, ...]  # in the race before, by car; 0 is out, () before the first
    upgrades: tuple[tuple[CardNo, ...], ...]  # by seat
    kept: tuple[tuple[CardNo, ...], ...]  # Sponsorships not used, by seat
    secret: tuple[tuple[CardNo, ...], ...]  # those of them whose kind only the owner knows
    deck: tuple[CardNo, ...]  # Upgrades, a bag
    sponsors: tuple[CardNo, ...]  # a bag
    grid: tuple[int, ...]  # the cars from pole to the last
    phase: phases.Phase

    @property
    def cars(self) -> int:
        return len(self.grid)
