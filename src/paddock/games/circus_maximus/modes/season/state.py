"""State of a season: players with their books and stables, the week's race, and its bets."""

from __future__ import annotations

from typing import Annotated, Literal, Self, cast

from msgspec import Meta, Struct

from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.season import phases
from paddock.games.circus_maximus.ownership.state import ModeHooks, Stables
from paddock.games.circus_maximus.state import State as RaceState

MAX_FACTIONS = 8


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the season. Its races use the advanced rules."""

    races: Annotated[int, Meta(ge=1, le=10)] = 10
    betters: Annotated[int, Meta(ge=0, le=8)] = 0
    track: Literal["model-a", "model-b", "model-c"] = "model-a"
    two_laps: bool = False
    turns: Annotated[int, Meta(ge=0, le=200)] = 0
    weather: bool = False


class Season(Stables, frozen=True, gc=False, kw_only=True):
    """The public part of the state, apart from sheets and the money spent on them."""

    options: Options
    enslaved: tuple[Seat, ...] = ()  # bankrupt players whose names wait in the driver market


class State(Season, frozen=True, gc=False, kw_only=True):
    """The whole state. Secret answers are in the phase."""

    now: RaceState | None = None
    phase: phases.Phase

    @property
    def hooks(self) -> ModeHooks[Self]:
        return cast("ModeHooks[Self]", phases.HOOKS)
