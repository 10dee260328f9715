"""A house: a game with all its rooms, as one value that every caller takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeAlias

from msgspec import Struct
from rich.text import Text

from paddock.core.citing import Rulebook
from paddock.core.game import Card, E, Game, M, O, S, V
from paddock.core.notation import Notation
from paddock.core.seats import Language, Names, Seat
from paddock.core.standings import Standing
from paddock.core.words import Words


def one_book(options: object) -> Mapping[str, str]:
    """Every clause is told under the id by which the code cites it."""
    return {}


class House(Struct, Generic[S, M, E, V, O], frozen=True):
    """What is known of a game beside its rules."""

    game: Game[S, M, E, V, O]
    options: type[O]
    state: Any  # the types by which values are read back from JSON and MessagePack
    move: Any
    event: Any
    view: Any
    rulebook: Rulebook
    words: Words
    notation: Notation[S, M, O]
    evaluate: Callable[[V, Seat], float]  # how well a seat stands: 0 is lost, 1 is won
    draw: Callable[[V, Seat | None, Names, Language], Text]
    standings: Callable[[V], tuple[Standing, ...]]
    """Who is ahead of whom, by how much, in which lap, out or home; the best first."""
    foresee: Callable[[V, Seat, M], Mapping[str, float]] | None = None
    """Numbers to be seen beside an option before it is chosen (a cost, a risk), by the view."""
    board: Callable[[], object] | None = None  # tables and geometry for the browser's board
    bots: Mapping[str, Callable[[str], Any]] = {}  # bots that only this game has: `name:argument`
    levels: tuple[str, ...] = ()
    """Those of them that a table offers beside the usual ones, each with words `bot.NAME`."""
    clauses: Callable[[O], Mapping[str, str]] = one_book
    """Of a game with several books: what the book in play calls the clauses that code cites."""

    @property
    def card(self) -> Card:
        return self.game.card

    def clause(self, cited: str, options: O) -> str:
        """A clause that code cites, as it is told to people in a race with these options."""
        return self.clauses(options).get(cited, cited)


AnyHouse: TypeAlias = House[Any, Any, Any, Any, Any]
