"""View of the season: everything except the secret answers and sheets of others."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.seats import Seat
from paddock.games.circus_maximus import view as race
from paddock.games.circus_maximus.modes.season import phases
from paddock.games.circus_maximus.modes.season.state import Season, State
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


class View(Season, frozen=True, gc=False, kw_only=True):
    """The public season, with sheets and money as the viewer may know them."""

    now: RaceView | None
    phase: phases.Phase
    table: tuple[Line, ...] = ()  # by money


OPEN = tuple(name for name in Season.__struct_fields__ if name != "now")


def view(state: State, seat: Seat | None) -> View:
    """The view of a seat; secret answers stay hidden, also in the race."""
    now = None if state.now is None else race.view(state.now, seat)
    view = View(
        **{name: getattr(state, name) for name in OPEN}, now=now, phase=visible_phase(state, seat)
    )
    view = replace(view, **visible_fields(state, seat))
    out = [player.bankrupt for player in view.players]
    return replace(view, table=money_table(view, out, is_race_running(state.phase)))


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A possible state: the others have written nothing that is not known, and gave some legal
    answer."""
    now = None if view.now is None else race.imagine(view.now, seat, chance)
    state = State(**{name: getattr(view, name) for name in OPEN}, now=now, phase=view.phase)
    return imagine_answers(replace(state, players=players_after_sheets(view, seat)), seat, chance)
