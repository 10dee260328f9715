"""Danger cards (hunter, swindler, saboteur): their effect if they are not cancelled."""

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
MAX_JUDGED_TILES = 12
"""Tiles that are judged; more would cost too much time."""
BEHIND_ALL_STEPS = 99
"""Distance of a space that all crews have passed."""


def if_allowed(view: View, phase: Cancelling, seat: Seat) -> View:
    """The view after a danger card, if all others allow it and this seat answers as sealed."""
    on = replace(view, phase=phase.then)
    if phase.sealed[seat] in (Answer.BY_ESCORT, Answer.BY_RANGER):
        return on
    return after_deed(on, phase.deed)


def after_deed(view: View, deed: Deed) -> View:
    """The view after the effect of a danger card."""
    board = view.board
    match deed:
        case Hunt(first, second):
            board = with_tile(board, first, EMPTY)
            return replace(view, board=board if second == NONE else with_tile(board, second, EMPTY))
        case Swindle(first, second):
            one, other = board[first % SPACES], board[second % SPACES]
            return replace(view, board=with_tile(with_tile(board, first, other), second, one))
        case Sabotage(whom, engine, chassis):
            crew = view.crews[whom]
            crew = replace(crew, engine=crew.engine - engine, chassis=crew.chassis - chassis)
            return replace(view, crews=replace_at(view.crews, whom, crew))


def with_tile(board: tuple[Tile, ...], space: Space, tile: Tile) -> tuple[Tile, ...]:
    return replace_at(board, space % SPACES, tile)


class DeedJudge:
    """Option values for the tiles that hunter or swindler may pick.

    To save time, tiles far from all crews count as no change, and a first tile is tried alone or
    with the easiest and the hardest second tile.
    """

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
                    Swindle(space, o)
                    for o in (easiest_and_hardest(view, near) if first is None else [first])
                ]
            worths[space] = max([self.evaluate(after_deed(on, deed), ask.seat) for deed in deeds])
        nothing = self.evaluate(on, ask.seat)
        return [worths.get(space, nothing) for space in spaces]


def nearest(view: View, spaces: list[Space]) -> list[Space]:
    """The spaces shortly ahead of a crew on the way to the goal."""
    far = hops(view.goal)
    crews = [far[crew.space % SPACES] for crew in view.crews]

    def ahead(space: Space) -> int:
        here = far[space % SPACES]
        return min([crew - here for crew in crews if crew >= here], default=BEHIND_ALL_STEPS)

    return sorted(spaces, key=lambda space: (ahead(space), space))[:MAX_JUDGED_TILES]


def easiest_and_hardest(view: View, spaces: list[Space]) -> list[Space]:
    """The spaces with the easiest and the hardest tile."""
    by_cost = sorted(spaces, key=lambda space: TILE_COST[view.board[space % SPACES]])
    return [by_cost[0], by_cost[-1]]
