"""Hunter, swindler, saboteur: what comes of them if nobody cancels it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.game import Ask, put
from paddock.core.seats import Seat
from paddock.games.great_race.data import EMPTY, SPACES, Space, Tile
from paddock.games.great_race.moves import Move, Pick, Sabotage
from paddock.games.great_race.phases import Cancelling, Hunting, Swindling
from paddock.games.great_race.phases.danger import NONE, Answer, Deed, Hunt, Swindle
from paddock.games.great_race.view import View

Evaluate = Callable[[View, Seat], float]


def if_let(seen: View, phase: Cancelling, seat: Seat) -> View:
    """A race in which a danger card lies on the table, as it goes on: everybody lets it happen, if
    this seat does."""
    on = replace(seen, phase=phase.then)
    if phase.sealed[seat] in (Answer.BY_ESCORT, Answer.BY_RANGER):
        return on
    return done(on, phase.deed)


def done(seen: View, deed: Deed) -> View:
    """A race in which it has happened."""
    board = seen.board
    match deed:
        case Hunt(first, second):
            board = laid(board, first, EMPTY)
            return replace(seen, board=board if second == NONE else laid(board, second, EMPTY))
        case Swindle(first, second):
            one, other = board[first % SPACES], board[second % SPACES]
            return replace(seen, board=laid(laid(board, first, other), second, one))
        case Sabotage(whom, engine, chassis):
            crew = seen.crews[whom]
            crew = replace(crew, engine=crew.engine - engine, chassis=crew.chassis - chassis)
            return replace(seen, crews=put(seen.crews, whom, crew))


def laid(board: tuple[Tile, ...], space: Space, tile: Tile) -> tuple[Tile, ...]:
    return put(board, space % SPACES, tile)


class Deeds:
    """What each tile that hunter or swindler may pick comes to, with the best other one."""

    def __init__(self, evaluate: Evaluate) -> None:
        self.evaluate = evaluate

    def appraise(self, seen: View, ask: Ask[Move], _: Chance) -> list[float] | None:
        phase = seen.phase
        if not isinstance(phase, Hunting | Swindling):
            return None
        spaces = [move.space for move in ask.options if isinstance(move, Pick)]
        on = replace(seen, phase=phase.then)
        kind = Hunt if isinstance(phase, Hunting) else Swindle

        def worth(first: Space, second: Space) -> float:
            return self.evaluate(done(on, kind(first, second)), ask.seat)

        if phase.first is not None:
            return [worth(phase.first, space) for space in spaces]
        if len(spaces) == 1:
            return [worth(spaces[0], NONE)]
        best = dict.fromkeys(spaces, float("-inf"))
        for k, first in enumerate(spaces):
            for second in spaces[k + 1 :]:
                both = worth(first, second)
                best[first], best[second] = max(best[first], both), max(best[second], both)
        return [best[space] for space in spaces]
