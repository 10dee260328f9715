"""View of a gala: everything except the plans of others."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.arena import phases
from paddock.games.circus_maximus.modes.arena.moves import REST
from paddock.games.circus_maximus.modes.arena.phases import Sealed
from paddock.games.circus_maximus.modes.arena.state import Arena, State

HIDDEN = (REST,)
"""Stands for another seat's complete answer."""


class View(Arena, frozen=True, gc=False, kw_only=True):
    """The public gala."""

    phase: phases.Phase


@cites(R("H1"))
def view(state: State, seat: Seat | None) -> View:
    """The view of a seat; plans stay hidden until both are made."""
    phase = state.phase
    if isinstance(phase, Sealed):
        said = [
            mine if s == seat or not mine else () if phase.ask_of(state, s) is not None else HIDDEN
            for s, mine in enumerate(phase.said)
        ]
        phase = replace(phase, said=tuple(said))
    return View(
        state.options,
        state.seats,
        state.fighters,
        state.bouts,
        state.bout,
        state.turn,
        phase=phase,
    )


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A possible state in which the others have made some legal plan."""
    state = State(
        view.options,
        view.seats,
        view.fighters,
        view.bouts,
        view.bout,
        view.turn,
        phase=view.phase,
    )
    window = view.phase
    if not isinstance(window, Sealed):
        return state
    for s in window.asked:
        if s == seat or window.said[s] != HIDDEN:
            continue
        window = window.with_answer(s, ())
        while (ask := window.ask_of(state, s)) is not None:
            move = ask.options[chance.pick(range(len(ask.options)), "imagined answer")]
            window = window.with_answer(s, (*window.said[s], move))
    return replace(state, phase=window)
