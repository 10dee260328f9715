"""What a seat knows: everything but what others have written and not yet shown."""

from __future__ import annotations

from operator import attrgetter

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.phases import Phase, Prepare, Speeds
from paddock.games.circus_maximus.phases.prepare import affordable, complete
from paddock.games.circus_maximus.phases.turn import HIDDEN
from paddock.games.circus_maximus.rules.speed import maximum, may_whip
from paddock.games.circus_maximus.state import Race, State

UNSEEN = (HIDDEN,)
"""Somebody else's points, all allotted."""


class View(Race, frozen=True, gc=False, kw_only=True):
    """The open race, and the phase without what others have sealed in it."""

    phase: Phase


OPEN = attrgetter(*Race.__struct_fields__)
"""What everybody sees, in the order of its fields."""


@cites(R("E2.2.5"))
def view(state: State, seat: Seat | None) -> View:
    """What everybody may read on the log sheets and see on the track; seals stay closed."""
    return View(*OPEN(state), phase=phase_seen(state, seat))


def phase_seen(state: State, seat: Seat | None) -> Phase:
    """A phase with a mark where another's sealed answer lies.

    Whether a seat has answered is told when all its chariots are done, and not before.
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
                    complete(state.options, got)
                    for i, got in enumerate(phase.sealed)
                    if owners[i] == s
                )
            }
            return Prepare(
                tuple(
                    got if owners[i] == seat else (UNSEEN if owners[i] in done else ())
                    for i, got in enumerate(phase.sealed)
                )
            )
        case _:
            return phase


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """Something legal where others have sealed something."""
    state = State(*OPEN(view), phase=view.phase)
    match view.phase:
        case Speeds(sealed=sealed) if HIDDEN in sealed:
            filled = tuple(
                any_speed(state, i, chance) if w == HIDDEN else w for i, w in enumerate(sealed)
            )
            return replace(state, phase=Speeds(filled))
        case Prepare(sealed=points) if UNSEEN in points:
            given = tuple(any_points(state, chance) if p == UNSEEN else p for p in points)
            return replace(state, phase=Prepare(given))
        case _:
            return state


def any_speed(state: State, i: int, chance: Chance) -> int:
    c = state.chariots[i]
    speed = chance.pick(range(maximum(state, c) + 1), "imagined speed")
    whip = state.options.written_whip and may_whip(state, c)
    return 2 * speed + (chance.pick((0, 1), "imagined whip") if whip else 0)


def any_points(state: State, chance: Chance) -> tuple[int, ...]:
    if not state.options.detailed:
        way = mv.ALLOTMENTS[chance.pick(mv.ALLOTMENTS, "imagined points")]
        return way.driver, way.car, way.speed, way.endurance
    got: tuple[int, ...] = ()
    while not complete(state.options, got):
        levels = range(affordable(state.options, got))
        got = (*got, chance.pick(levels, "imagined points"))
    return got
