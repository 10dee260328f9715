"""View of a seat: everything except the secret answers of others."""

from __future__ import annotations

from operator import attrgetter

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.phases import Phase, Prepare, Speeds
from paddock.games.circus_maximus.phases.prepare import affordable_levels, is_complete
from paddock.games.circus_maximus.phases.turn import HIDDEN
from paddock.games.circus_maximus.rules.speed import can_whip, maximum
from paddock.games.circus_maximus.state import Race, State

HIDDEN_POINTS = (HIDDEN,)
"""Stands for another seat's complete allotment."""


class View(Race, frozen=True, gc=False, kw_only=True):
    """The public race, and the phase without the secret answers of others."""

    phase: Phase


OPEN = attrgetter(*Race.__struct_fields__)
"""The public fields, in order."""


@cites(R("E2.2.5"))
def view(state: State, seat: Seat | None) -> View:
    """The view of a seat: log sheets and track; secret answers stay hidden."""
    return View(*OPEN(state), phase=visible_phase(state, seat))


def visible_phase(state: State, seat: Seat | None) -> Phase:
    """The phase with placeholders for others' secret answers.

    A seat counts as finished only when all its chariots are done.
    """
    phase = state.phase
    owners = [c.owner for c in state.chariots]
    match phase:
        case Speeds():
            open_seats = {owners[i] for i, w in enumerate(phase.sealed) if w == -1}
            return Speeds(
                tuple(
                    w if w < 0 or owners[i] == seat else (-1 if owners[i] in open_seats else HIDDEN)
                    for i, w in enumerate(phase.sealed)
                )
            )
        case Prepare():
            done = {
                s
                for s in range(state.seats)
                if all(
                    is_complete(state.options, got)
                    for i, got in enumerate(phase.sealed)
                    if owners[i] == s
                )
            }
            return Prepare(
                tuple(
                    got if owners[i] == seat else (HIDDEN_POINTS if owners[i] in done else ())
                    for i, got in enumerate(phase.sealed)
                )
            )
        case _:
            return phase


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A possible state: some legal answer in place of each hidden one."""
    state = State(*OPEN(view), phase=view.phase)
    match view.phase:
        case Speeds(sealed=sealed) if HIDDEN in sealed:
            filled = tuple(
                any_speed(state, i, chance) if w == HIDDEN else w for i, w in enumerate(sealed)
            )
            return replace(state, phase=Speeds(filled))
        case Prepare(sealed=points) if HIDDEN_POINTS in points:
            given = tuple(any_points(state, chance) if p == HIDDEN_POINTS else p for p in points)
            return replace(state, phase=Prepare(given))
        case _:
            return state


def any_speed(state: State, i: int, chance: Chance) -> int:
    c = state.chariots[i]
    speed = chance.pick(range(maximum(state, c) + 1), "imagined speed")
    whip = state.options.written_whip and can_whip(state, c)
    return 2 * speed + (chance.pick((0, 1), "imagined whip") if whip else 0)


def any_points(state: State, chance: Chance) -> tuple[int, ...]:
    if not state.options.detailed:
        way = mv.ALLOTMENTS[chance.pick(mv.ALLOTMENTS, "imagined points")]
        return way.driver, way.car, way.speed, way.endurance
    got: tuple[int, ...] = ()
    while not is_complete(state.options, got):
        levels = range(affordable_levels(state.options, got))
        got = (*got, chance.pick(levels, "imagined points"))
    return got
