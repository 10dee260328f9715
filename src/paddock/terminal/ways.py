"""Path search: the shortest run of own moves to a place on the board."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from paddock.core.chance import Chance, ChanceNeeded, NoChance
from paddock.core.errors import Refusal
from paddock.core.game import Amount, Ask, ask_of, next_move
from paddock.core.game_spec import AnyGameSpec
from paddock.core.notation import Facts
from paddock.core.seats import Names

MAX_POSITIONS = 3_000
"""The number of positions searched before giving up."""


def find_path(
    spec: AnyGameSpec, view: Any, ask: Ask[Any], names: Names, goal: str, luck: Chance
) -> list[Any]:
    """The moves to a place (`3f12`), by the view alone; empty if no run of moves without dice leads
    there."""
    game, seat = spec.game, ask.seat
    state = game.imagine(view, seat, luck)
    start = spec.notation.facts(state, names)
    queue: deque[tuple[Any, list[Any]]] = deque([(state, [])])
    known = {repr(start)}
    while queue and len(known) < MAX_POSITIONS:
        at, moves = queue.popleft()
        now = ask_of(game.asks(at), seat)
        if now is None or now.question != ask.question or isinstance(now.options, Amount):
            continue
        for move in now.options:
            try:
                after = game.play(at, seat, move, NoChance()).state
            except ChanceNeeded:
                continue
            facts = spec.notation.facts(after, names)
            if is_reached(start, facts, goal):
                return [*moves, move]
            if (key := repr(facts)) not in known:
                known.add(key)
                queue.append((after, [*moves, move]))
    return []


def arrange_moves(
    spec: AnyGameSpec, view: Any, ask: Ask[Any], named: Sequence[Any], luck: Chance
) -> tuple[list[Any], Refusal | None]:
    """Several moves in the order in which they can be played, or why one of them cannot. Tried in
    an imagined state, up to the first use of chance."""
    game, seat = spec.game, ask.seat
    state, rest = game.imagine(view, seat, luck), list(named)
    moves: list[Any] = []
    while rest:
        now = ask_of(game.asks(state), seat)
        if now is None or now.question != ask.question:
            break  # the question is answered
        move = next_move(now, rest)
        rest.remove(move)
        if move not in now.options:
            return [], game.why_not(state, seat, move)
        moves.append(move)
        try:
            state = game.play(state, seat, move, NoChance()).state
        except ChanceNeeded:
            break
    return moves, None


def is_reached(before: Facts, after: Facts, goal: str) -> bool:
    """Whether a player reached the goal who was not there before."""
    return any(
        value == goal and before.get(subject, {}).get(key) != goal
        for subject, known in after.items()
        for key, value in known.items()
    )
