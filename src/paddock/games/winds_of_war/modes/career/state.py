"""A career at one moment: the Mille Miglia that is run or prepared, and what was won so far."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.core.citations import cites
from paddock.core.studio import BadTrack, Fault, TrackText
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import YEARS
from paddock.games.winds_of_war.data.laying import describe_faults
from paddock.games.winds_of_war.data.own import own_track_of_kind
from paddock.games.winds_of_war.market.state import HasMarket, ModeHooks
from paddock.games.winds_of_war.modes.career import phases
from paddock.games.winds_of_war.modes.mille_miglia.state import State as Edition
from paddock.games.winds_of_war.modes.mille_miglia.state import Year
from paddock.games.winds_of_war.state import State as RaceState


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What players agree on before the first edition."""

    first_year: Year = 1936
    editions: Annotated[int, Meta(ge=1, le=6)] = 3
    format: Literal["one-stage", "stages"] = "one-stage"
    style: Literal["arcade", "simulation"] = "simulation"
    group: Literal[1, 2, 3, 4, 5] = 3
    garage: Literal["dealt", "auction"] = "auction"
    weather: Literal["roll", "dry", "wet"] = "roll"
    retire: bool = True
    plot_seconds: Annotated[int, Meta(ge=0, le=600)] = 0
    own: TrackText = ""  # the text of a player's road, on which every edition is raced

    def __post_init__(self) -> None:
        if self.own and own_track_of_kind(self.own, opened=True).section:
            raise BadTrack(describe_faults((Fault("V16"),)))

    @cites(R("W4.6.1"), R("Q103"))
    def years(self) -> tuple[Year, ...]:
        """The years that are raced: they run on as the yearbook has them, and end with it."""
        return tuple([year for year in YEARS if year >= self.first_year][: self.editions])


class State(HasMarket, frozen=True, gc=False):
    options: Options
    results: tuple[tuple[int, ...], ...]  # the places of each edition run, by seat; 0: retired
    won: tuple[int, ...]  # prize money so far
    edition: Edition  # between two, the next one before its start
    phase: phases.Phase

    @property
    def now(self) -> RaceState:
        return self.edition.now

    @property
    def hooks(self) -> ModeHooks:
        return phases.HOOKS
