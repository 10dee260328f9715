"""Advice: the best options of a decision with the place to be expected after each, by what the seat
that asks can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from paddock.bots.scale import USUAL, expected, mean, scale_of
from paddock.bots.search import AnySearch, Branch, Search
from paddock.bots.world import World
from paddock.core.chance import Chance, Tape
from paddock.core.game import Ask
from paddock.core.house import AnyHouse
from paddock.core.seats import Language

SAMPLES = 60
MOST = 3
"""Options that are named."""
CLOSE = 0.25
"""Of a place: an option that costs more than this is not named beside the best."""
EVEN = 0.05
"""Of a place: so near to the best, what suggests itself comes first."""
WORLDS = 24
"""In which an option is followed to see what comes of it."""
MIDWAY = 0.5
"""How much of a race is over is not known while it goes on: it is read as halfway."""


class Advice(Struct, frozen=True):
    """An option, and what may be expected of it."""

    move: Any
    place: float  # among all competitors


def advise(
    house: AnyHouse, seen: Any, ask: Ask[Any], chance: Chance, samples: int = SAMPLES
) -> tuple[Advice, ...]:
    """The best options, best first: what comes of the best, and by how much less the others are
    worth to the search, as far as one is to be believed."""
    branches = [Branch(ask.options[0], 0.0)]
    if len(ask.candidates) > 1:
        search: AnySearch = Search(house, samples)
        branches = search.weighed(seen, ask, chance)[:MOST]
    first, placed = branches[0], on_the_way(house, seen)
    best = mean(followed(house, seen, ask, [first.move], chance, placed)[0])
    field, scale = house.field(seen), scale_of(house)
    share = (USUAL if scale is None else scale.trust).share
    named = []
    for branch in branches:
        cost = share * max(0.0, first.worth - branch.worth) * (field - 1)
        if cost <= CLOSE:
            named.append((cost, branch.move))
    usual = ask.default_move
    named.sort(key=lambda one: (one[1] != usual or one[0] > EVEN, one[0]))
    return tuple([Advice(move, min(best + cost, float(field))) for cost, move in named])


def followed(
    house: AnyHouse,
    seen: Any,
    ask: Ask[Any],
    moves: Sequence[Any],
    chance: Chance,
    placed: Callable[[Any], Sequence[float]],
) -> list[list[float]]:
    """The places of a seat after each of some moves, in the same imagined worlds; `placed` says
    what every seat may expect of a position."""
    search: AnySearch = Search(house, 1)
    found: list[list[float]] = [[] for _ in moves]
    for _ in range(WORLDS):
        world: World[Any, Any, Any] = World(house, seen, ask, chance, search.habit)
        thoughts = Tape(chance)
        for its, move in zip(found, moves, strict=True):
            thoughts.rewind()
            its.append(placed(search.played(world, move, thoughts))[ask.seat])
    return found


def on_the_way(house: AnyHouse, seen: Any) -> Callable[[Any], Sequence[float]]:
    """What every seat may expect of a position of a race that goes on."""
    field, scale = house.field(seen), scale_of(house)
    seats = 1 + max([one.seat for one in house.standings(seen)])
    line = None if scale is None else scale.at(MIDWAY)

    def placed(state: Any) -> Sequence[float]:
        return [place(share, field) for share in expected(house, state, seats, field, line)]

    return placed


def place(standing: float, field: int) -> float:
    """How well a seat stands, as a place in a field."""
    return 1 + (1 - min(1.0, max(0.0, standing))) * (field - 1)


def why(
    house: AnyHouse,
    seen: Any,
    ask: Ask[Any],
    move: Any,
    language: Language,
    named: Sequence[Any] = (),
) -> str:
    """Why one would choose it: what the house foresees of it, then what it is good for; where all
    that are named are good for the same, that is said of the first."""
    words, topic = house.words, house.topic(ask, move)
    remark = house.beside(seen, ask.seat, move, language).remark
    alike = bool(named) and all(house.topic(ask, other) == topic for other in named)
    said = alike and move != named[0]
    reason = "" if said else words.explain(topic, language, why=True)
    parts = [part.rstrip(".") for part in (remark, reason) if part]
    return ". ".join(parts) + "." if parts else ""
