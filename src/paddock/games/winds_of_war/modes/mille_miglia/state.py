"""A Mille Miglia at one moment: the stage that is run, and the time chart of those before."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from paddock.core.studio import TrackText
from paddock.games.winds_of_war.data.own import own_track_of_kind
from paddock.games.winds_of_war.modes.mille_miglia import phases
from paddock.games.winds_of_war.state import State as RaceState

Year: TypeAlias = Literal[1934, 1935, 1936, 1937, 1938, 1940]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What players agree on before the start."""

    format: Literal["one-stage", "stages", "calabria"] = "one-stage"
    year: Year = 1936  # 1940: the ring, in three laps
    hour: Literal["yearbook", "day", "dusk", "night"] = "yearbook"  # of one stage: its start
    style: Literal["arcade", "simulation"] = "simulation"
    group: Literal[1, 2, 3, 4, 5] = 3
    garage: Literal["dealt", "auction"] = "dealt"
    weather: Literal["roll", "dry", "wet"] = "roll"
    retire: bool = True
    plot_seconds: Annotated[int, Meta(ge=0, le=600)] = 0
    own: TrackText = ""  # the text of a player's road, raced in one stage

    def __post_init__(self) -> None:
        if self.own:
            own_track_of_kind(self.own, opened=True)


class State(Struct, frozen=True, gc=False):
    options: Options
    chart: tuple[tuple[int, ...], ...]  # by stage and seat: the reading written down; 0: retired
    weather: tuple[bool, ...]  # by stage: whether it ended wet
    now: RaceState
    phase: phases.Phase
