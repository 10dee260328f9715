"""What a player knows of the campaign: everything but what others have written in secret."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.seats import Seat
from paddock.games.circus_maximus import view as race
from paddock.games.circus_maximus.modes.arena import view as arena
from paddock.games.circus_maximus.modes.arena.view import View as ArenaView
from paddock.games.circus_maximus.modes.campaign import phases
from paddock.games.circus_maximus.modes.campaign.rules.owners import Life
from paddock.games.circus_maximus.modes.campaign.state import Campaign, State
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


class View(Campaign, frozen=True, gc=False, kw_only=True):
    """The open campaign, with sheets and money as this eye may know them."""

    now: RaceView | None
    ring: ArenaView | None = None
    phase: phases.Phase
    table: tuple[Line, ...] = ()  # by money


OPEN = tuple(name for name in Campaign.__struct_fields__ if name != "now")


def view(state: State, seat: Seat | None) -> View:
    """Seals stay closed, in the race and in the ring as well."""
    now = None if state.now is None else race.view(state.now, seat)
    ring = None if state.ring is None else arena.view(state.ring, seat)
    known = {name: getattr(state, name) for name in OPEN}
    view = View(**known, now=now, ring=ring, phase=phase_seen(state, seat))
    view = replace(view, **seen_by(state, seat))
    out = [player.life is not Life.OWNER for player in view.players]
    return replace(view, table=table(view, out, on_the_track(state.phase)))


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A world in which the others have written nothing that is not known, and have answered
    something legal."""
    now = None if view.now is None else race.imagine(view.now, seat, chance)
    ring = None if view.ring is None else arena.imagine(view.ring, seat, chance)
    known = {name: getattr(view, name) for name in OPEN}
    state = State(**known, now=now, ring=ring, phase=view.phase)
    return imagined(replace(state, players=paid(view, seat)), seat, chance)
