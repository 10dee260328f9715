"""How to get somewhere: the shortest run of one's own moves after which a fact reads so."""

from __future__ import annotations

from collections import deque
from typing import Any

from paddock.core.chance import Chance, Refusing, WouldDraw
from paddock.core.game import Amount, Ask, ask_of
from paddock.core.house import AnyHouse
from paddock.core.notation import Facts
from paddock.core.seats import Names

MOST = 3_000
"""So many positions are looked at before a way is given up."""


def way_to(
    house: AnyHouse, seen: Any, ask: Ask[Any], names: Names, goal: str, luck: Chance
) -> list[Any]:
    """The moves to a place (`3f12`), by the view alone; empty if no run of moves without dice
    leads there."""
    game, seat = house.game, ask.seat
    state = game.imagine(seen, seat, luck)
    start = house.notation.facts(state, names)
    queue: deque[tuple[Any, list[Any]]] = deque([(state, [])])
    known = {repr(start)}
    while queue and len(known) < MOST:
        at, moves = queue.popleft()
        now = ask_of(game.asks(at), seat)
        if now is None or now.question != ask.question or isinstance(now.options, Amount):
            continue
        for move in now.options:
            try:
                after = game.play(at, seat, move, Refusing()).state
            except WouldDraw:
                continue
            facts = house.notation.facts(after, names)
            if reached(start, facts, goal):
                return [*moves, move]
            if (key := repr(facts)) not in known:
                known.add(key)
                queue.append((after, [*moves, move]))
    return []


def reached(before: Facts, after: Facts, goal: str) -> bool:
    """Whether somebody came to the goal who was not there."""
    return any(
        value == goal and before.get(subject, {}).get(key) != goal
        for subject, known in after.items()
        for key, value in known.items()
    )
