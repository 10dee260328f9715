"""What nobody at the circus may know of the others, dealt anew. Written from the rulebook:
preparation points until all are done (B3.6) and speeds until all are written (B5.1, X2). Everything
else is open."""

from __future__ import annotations

import random

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.circus_maximus.data import COSTS, DETAILED_POINTS
from paddock.games.circus_maximus.moves import ALLOTMENTS
from paddock.games.circus_maximus.phases import Prepare, Speeds
from paddock.games.circus_maximus.phases.prepare import affordable
from paddock.games.circus_maximus.rules.speed import maximum, may_whip
from paddock.games.circus_maximus.state import State


def redeal(state: State, eye: Seat | None, generator: random.Random) -> State:
    """The same race to this eye: other points, other speeds under the others' seals."""
    match state.phase:
        case Speeds(sealed=sealed):
            return replace(state, phase=Speeds(other_speeds(state, sealed, eye, generator)))
        case Prepare(sealed=points):
            return replace(state, phase=Prepare(other_points(state, points, eye, generator)))
        case _:
            return state


def other_speeds(
    state: State, sealed: tuple[int, ...], eye: Seat | None, generator: random.Random
) -> tuple[int, ...]:
    """Who has written all his speeds has written others; who has not, perhaps more or fewer."""
    out = list(sealed)
    for seat in range(state.seats):
        if seat == eye:
            continue
        own = [i for i, c in enumerate(state.chariots) if c.owner == seat and sealed[i] != -3]
        if not own:
            continue
        done = all(sealed[i] >= 0 for i in own)
        many = len(own) if done else generator.randrange(len(own))
        for n, i in enumerate(own):
            out[i] = any_speed(state, i, generator) if n < many else -1
    return tuple(out)


def any_speed(state: State, i: int, generator: random.Random) -> int:
    c = state.chariots[i]
    whip = state.options.written_whip and may_whip(state, c) and generator.random() < 0.5
    return 2 * generator.randint(0, maximum(state, c)) + whip


def other_points(
    state: State,
    points: tuple[tuple[int, ...], ...],
    eye: Seat | None,
    generator: random.Random,
) -> tuple[tuple[int, ...], ...]:
    out = list(points)
    size = len(COSTS) if state.options.detailed else 4
    for seat in range(state.seats):
        if seat == eye:
            continue
        own = [i for i, c in enumerate(state.chariots) if c.owner == seat]
        done = all(len(points[i]) == size for i in own)
        many = len(own) if done else generator.randrange(len(own))
        for n, i in enumerate(own):
            out[i] = any_points(state, generator) if n < many else ()
    return tuple(out)


def any_points(state: State, generator: random.Random) -> tuple[int, ...]:
    if not state.options.detailed:
        way = generator.choice(ALLOTMENTS)
        return way.driver, way.car, way.speed, way.endurance
    got: tuple[int, ...] = ()
    while len(got) < len(COSTS):
        got = (*got, generator.randrange(affordable(state.options, got)))
    spent = sum(COSTS[item][level] for item, level in enumerate(got))
    assert spent <= DETAILED_POINTS
    return got
