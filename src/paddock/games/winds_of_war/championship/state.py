"""A championship at one moment: the race that is run or was run last, and what was won so far."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.games.winds_of_war.championship import phases
from paddock.games.winds_of_war.data import Circuit
from paddock.games.winds_of_war.state import State as RaceState


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What players agree on before the season."""

    circuits: Annotated[tuple[Circuit, ...], Meta(min_length=1, max_length=11)] = (
        "salerno",
        "modena",
        "livorno",
        "monza-1938",
    )
    laps: Annotated[int, Meta(ge=0, le=6)] = 0
    style: Literal["arcade", "simulation"] = "arcade"
    group: Literal[1, 2, 3, 4, 5] = 3
    year: Literal[1934, 1935, 1936, 1937, 1938, 1940] = 1936
    garage: Literal["dealt", "auction"] = "auction"
    weather: Literal["roll", "dry", "wet"] = "roll"
    qualifying: Literal["icons", "die"] = "icons"
    layout: Literal["two", "three"] = "two"
    retire: bool = True
    plot_seconds: Annotated[int, Meta(ge=0, le=600)] = 0


class State(Struct, frozen=True, gc=False):
    options: Options
    results: tuple[tuple[int, ...], ...]  # the places of each race run, by seat
    points: tuple[int, ...]
    won: tuple[int, ...]  # prize money so far
    now: RaceState
    phase: phases.Phase
