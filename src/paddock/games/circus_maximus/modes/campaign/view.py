"""View of the campaign: everything except the secret answers and sheets of others."""

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
    imagine_answers,
    is_race_running,
    money_table,
    players_after_sheets,
    visible_fields,
    visible_phase,
)
from paddock.games.circus_maximus.view import View as RaceView


class View(Campaign, frozen=True, gc=False, kw_only=True):
    """The public campaign, with sheets and money as the viewer may know them."""

    now: RaceView | None
    ring: ArenaView | None = None
    phase: phases.Phase
    table: tuple[Line, ...] = ()  # by money


OPEN = tuple(name for name in Campaign.__struct_fields__ if name != "now")


def view(state: State, seat: Seat | None) -> View:
    """The view of a seat; secret answers stay hidden, also in the race and in the ring."""
    now = None if state.now is None else race.view(state.now, seat)
    ring = None if state.ring is None else arena.view(state.ring, seat)
    known = {name: getattr(state, name) for name in OPEN}
    view = View(**known, now=now, ring=ring, phase=visible_phase(state, seat))
    view = replace(view, **visible_fields(state, seat))
    out = [player.life is not Life.OWNER for player in view.players]
    return replace(view, table=money_table(view, out, is_race_running(state.phase)))


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A possible state: the others have written nothing that is not known, and gave some legal
    answer."""
    now = None if view.now is None else race.imagine(view.now, seat, chance)
    ring = None if view.ring is None else arena.imagine(view.ring, seat, chance)
    known = {name: getattr(view, name) for name in OPEN}
    state = State(**known, now=now, ring=ring, phase=view.phase)
    return imagine_answers(replace(state, players=players_after_sheets(view, seat)), seat, chance)
