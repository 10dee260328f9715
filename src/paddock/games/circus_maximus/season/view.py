"""What a player knows of the season: everything but what others have written in secret."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.seats import Seat
from paddock.games.circus_maximus import view as race
from paddock.games.circus_maximus.season import phases
from paddock.games.circus_maximus.season.state import Season, State
from paddock.games.circus_maximus.stable.view import (
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
    seen = View(
        **{name: getattr(state, name) for name in OPEN}, now=now, phase=phase_seen(state, seat)
    )
    seen = replace(seen, **seen_by(state, seat))
    out = [player.bankrupt for player in seen.players]
    return replace(seen, table=table(seen, out, on_the_track(state.phase)))


def imagine(seen: View, seat: Seat, chance: Chance) -> State:
    """A world in which the others have written nothing that is not known, and have answered
    something legal."""
    now = None if seen.now is None else race.imagine(seen.now, seat, chance)
    state = State(**{name: getattr(seen, name) for name in OPEN}, now=now, phase=seen.phase)
    return imagined(replace(state, players=paid(seen, seat)), seat, chance)
