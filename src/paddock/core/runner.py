"""A race that is only played on: no record, no way back, no checks. For playouts and learning."""

from __future__ import annotations

from typing import Any, Generic

from paddock.core.chance import Chance
from paddock.core.game import Ask, Game, M, Outcome, S
from paddock.core.seats import Seat


class Runner(Generic[S, M]):
    """A state with its asks. Only moves of the open asks may be played: nothing checks them."""

    __slots__ = ("asks", "chance", "game", "state")

    def __init__(self, game: Game[S, M, Any, Any, Any], state: S, chance: Chance) -> None:
        self.game, self.chance = game, chance
        self.state: S = state
        self.asks: tuple[Ask[M], ...] = game.asks(state)

    def play(self, seat: Seat, move: M) -> None:
        """Play a move of one of the open asks."""
        game = self.game
        state = self.state = game.play(self.state, seat, move, self.chance).state
        self.asks = game.asks(state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)
