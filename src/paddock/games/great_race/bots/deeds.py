"""Hunter, swindler, saboteur: what comes of them if nobody cancels it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.game import Ask, replace_at
from paddock.core.seats import Seat
from paddock.games.great_race.bots.prices import TILE_COST
from paddock.games.great_race.bots.ways import hops
from paddock.games.great_race.data import EMPTY, SPACES, Space, Tile
from paddock.games.great_race.moves import Move, Pick, Sabotage
from paddock.games.great_race.phases import Cancelling, Hunting, Swindling
from paddock.games.great_race.phases.danger import NONE, Answer, Deed, Hunt, Swindle
from paddock.games.great_race.view import View

Evaluate = Callable[[View, Seat], float]
NEAR = 12
"""Tiles that are looked at."""
PASSED = 99
"""Steps ahead of everybody: behind the last one."""


def if_let(view: View, phase: Cancelling, seat: Seat) -> View:
    """A race in which a danger card lies on the table, as it goes on: everybody lets it happen, if
    this seat does."""
    on = replace(view, phase=phase.then)
    if phase.sealed[seat] in (Answer.BY_ESCORT, Answer.BY_RANGER):
        return on
    return done(on, phase.deed)


def done(view: View, deed: Deed) -> View:
    """A race in which it has happened."""
    board = view.board
    match deed:
        case Hunt(first, second):
            board = laid(board, first, EMPTY)
            return replace(view, board=board if second == NONE else laid(board, second, EMPTY))
        case Swindle(first, second):
            one, other = board[first % SPACES], board[second % SPACES]
            return replace(view, board=laid(laid(board, first, other), second, one))
        case Sabotage(whom, engine, chassis):
            crew = view.crews[whom]
            crew = replace(crew, engine=crew.engine - engine, chassis=crew.chassis - chassis)
            return replace(view, crews=replace_at(view.crews, whom, crew))


def laid(board: tuple[Tile, ...], space: Space, tile: Tile) -> tuple[Tile, ...]:
    return replace_at(board, space % SPACES, tile)


class Deeds:
    """What each tile comes to that hunter or swindler may pick. Tiles far from everybody's way are
    thought to change nothing, and a first one is tried alone, or with the easiest and the hardest:
    whoever plays races to the finish asks thousands of times."""

    def __init__(self, evaluate: Evaluate) -> None:
        self.evaluate = evaluate

    def appraise(self, view: View, ask: Ask[Move], _: Chance) -> list[float] | None:
        phase = view.phase
        if not isinstance(phase, Hunting | Swindling):
            return None
        spaces = [move.space for move in ask.options if isinstance(move, Pick)]
        on, first = replace(view, phase=phase.then), phase.first
        near = nearest(view, spaces)
        worths: dict[Space, float] = {}
        for space in near:
            if isinstance(phase, Hunting):
                deeds: list[Deed] = [Hunt(space, NONE if first is None else first)]
            else:
                deeds = [
                    Swindle(space, o) for o in (ends(view, near) if first is None else [first])
                ]
            worths[space] = max([self.evaluate(done(on, deed), ask.seat) for deed in deeds])
        nothing = self.evaluate(on, ask.seat)
        return [worths.get(space, nothing) for space in spaces]


def nearest(view: View, spaces: list[Space]) -> list[Space]:
    """The spaces that lie shortly before somebody, on the way to the goal."""
    far = hops(view.goal)
    crews = [far[crew.space % SPACES] for crew in view.crews]

    def ahead(space: Space) -> int:
        here = far[space % SPACES]
        return min([crew - here for crew in crews if crew >= here], default=PASSED)

    return sorted(spaces, key=lambda space: (ahead(space), space))[:NEAR]


def ends(view: View, spaces: list[Space]) -> list[Space]:
    """Where the easiest tile lies, and the hardest."""
    by_cost = sorted(spaces, key=lambda space: TILE_COST[view.board[space % SPACES]])
    return [by_cost[0], by_cost[-1]]
