"""What a player knows of the season: everything but what others have written in secret."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.seats import Seat
from paddock.games.circus_maximus import view as race
from paddock.games.circus_maximus.modes.season import phases
from paddock.games.circus_maximus.modes.season.state import Season, State
from paddock.games.circus_maximus.ownership.view import (
    Line,
    imagined,
    on_the_track,
    paid,
    phase_seen,
    seen_by,
    table,
)
from paddock.games.circus_maximus.view import View as RaceView


class View(Season, frozen=True, gc=False, kw_only=True):
    """The open season, with sheets and money as this eye may know them."""

    now: RaceView | None
    phase: phases.Phase
    table: tuple[Line, ...] = ()  # by money


OPEN = tuple(name for name in Season.__struct_fields__ if name != "now")


def view(state: State, seat: Seat | None) -> View:
    """Seals stay closed, in the race as well."""
    now = None if state.now is None else race.view(state.now, seat)
    view = View(
        **{name: getattr(state, name) for name in OPEN}, now=now, phase=phase_seen(state, seat)
    )
    view = replace(view, **seen_by(state, seat))
    out = [player.bankrupt for player in view.players]
    return replace(view, table=table(view, out, on_the_track(state.phase)))


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A world in which the others have written nothing that is not known, and have answered
    something legal."""
    now = None if view.now is None else race.imagine(view.now, seat, chance)
    state = State(**{name: getattr(view, name) for name in OPEN}, now=now, phase=view.phase)
    return imagined(replace(state, players=paid(view, seat)), seat, chance)
