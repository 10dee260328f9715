"""Advice: the best options of a decision with the place to be expected after each, by what the seat
that asks can see."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from paddock.bots.search import AnySearch, Search
from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.house import AnyHouse
from paddock.core.seats import Language

SAMPLES = 60
MOST = 3
"""Options that are named."""
CLOSE = 0.25
"""Of a place: an option that costs more than this is not named beside the best."""


class Advice(Struct, frozen=True):
    """An option, and what may be expected of it."""

    move: Any
    place: float  # among all competitors


def advise(
    house: AnyHouse, seen: Any, ask: Ask[Any], chance: Chance, samples: int = SAMPLES
) -> tuple[Advice, ...]:
    """The best options, best first: one that dropped out of the search, after fewer samples, is not
    called better than the one that stayed."""
    field = len(house.standings(seen)) or 2
    if len(ask.candidates) == 1:
        return (Advice(ask.options[0], place(house.evaluate(seen, ask.seat), field)),)
    search: AnySearch = Search(house, samples)
    branches = search.weighed(seen, ask, chance)[:MOST]
    best = place(branches[0].seen, field)
    places = [max(best, place(branch.seen, field)) for branch in branches]
    return tuple(
        [
            Advice(branch.move, expected)
            for branch, expected in zip(branches, places, strict=True)
            if expected <= best + CLOSE
        ]
    )


def place(standing: float, field: int) -> float:
    """How well a seat stands, as a place in a field."""
    return 1 + (1 - min(1.0, max(0.0, standing))) * (field - 1)


def why(house: AnyHouse, seen: Any, ask: Ask[Any], move: Any, language: Language) -> str:
    """Why one would choose it: what the house foresees of it, then what it is good for."""
    words = house.words
    reason = words.explain(house.topic(ask, move), language, why=True)
    remark = house.beside(seen, ask.seat, move, language).remark
    parts = [part.rstrip(".") for part in (remark, reason) if part]
    return ". ".join(parts) + "." if parts else ""
