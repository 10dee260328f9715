"""A championship at one moment: the race that is run or was run last, and what was won so far."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from paddock.core.studio import MAX_TRACKS_PER_SEASON, TrackText
from paddock.games.winds_of_war.data import CALABRIA, Circuit
from paddock.games.winds_of_war.data.own import own_track_of_kind
from paddock.games.winds_of_war.market.state import HasMarket, ModeHooks
from paddock.games.winds_of_war.modes.championship import phases
from paddock.games.winds_of_war.state import State as RaceState

MOST_LAPS = 6

Road: TypeAlias = Literal[Circuit, "calabria"]  # a circuit, or the Tour of Calabria


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What players agree on before the season."""

    circuits: Annotated[tuple[Road, ...], Meta(max_length=12)] = (
        "salerno",
        "modena",
        "livorno",
        "monza-1938",
    )
    laps: Annotated[int, Meta(ge=0, le=MOST_LAPS)] = 0
    laps_by_race: str = ""  # with commas, in the order of the circuits; 0 or nothing is as above
    style: Literal["arcade", "simulation"] = "arcade"
    group: Literal[1, 2, 3, 4, 5] = 3
    year: Literal[1934, 1935, 1936, 1937, 1938, 1940] = 1936
    garage: Literal["dealt", "auction"] = "auction"
    weather: Literal["roll", "dry", "wet"] = "roll"
    qualifying: Literal["icons", "die"] = "icons"
    layout: Literal["two", "three"] = "two"
    retire: bool = True
    plot_seconds: Annotated[int, Meta(ge=0, le=600)] = 0
    own_tracks: Annotated[tuple[TrackText, ...], Meta(max_length=MAX_TRACKS_PER_SEASON)] = ()

    def __post_init__(self) -> None:
        for text in self.own_tracks:
            own_track_of_kind(text, opened=False)
        given, races = self.laps_given(), len(self.calendar)
        if not races:
            raise ValueError("a season has at least one race")
        if len(given) > races:
            raise ValueError(f"{len(given)} numbers of laps for {races} circuits")
        if any(not 0 <= laps <= MOST_LAPS for laps in given):
            raise ValueError(f"a race has 0 to {MOST_LAPS} laps, not {self.laps_by_race}")

    @property
    def calendar(self) -> tuple[str, ...]:
        """The circuits by id, then those of players, each by its text."""
        return (*self.circuits, *self.own_tracks)

    def is_tour(self, race: int) -> bool:
        """Whether a race, counted from 0, is the Tour of Calabria."""
        return self.calendar[race] == CALABRIA

    def laps_given(self) -> tuple[int, ...]:
        """The laps that are named race by race."""
        parts = [part.strip() for part in self.laps_by_race.split(",")]
        if parts == [""]:
            return ()
        if not all(part.isdecimal() for part in parts):
            raise ValueError(f"laps by race are numbers with commas, not {self.laps_by_race!r}")
        return tuple(int(part) for part in parts)

    def laps_of(self, race: int) -> int:
        """The laps of a race, counted from 0; 0 is as many as is usual on the circuit."""
        given = self.laps_given()
        return (given[race] if race < len(given) else 0) or self.laps


class State(HasMarket, frozen=True, gc=False):
    options: Options
    results: tuple[tuple[int, ...], ...]  # the places of each race run, by seat
    points: tuple[int, ...]
    won: tuple[int, ...]  # prize money so far
    now: RaceState
    phase: phases.Phase

    @property
    def hooks(self) -> ModeHooks:
        return phases.HOOKS
