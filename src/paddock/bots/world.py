"""Imagined worlds: what a bot tries its options on, with the same luck for each of them."""

from __future__ import annotations

from typing import Generic

from paddock.bots.bot import standing
from paddock.core.chance import Chance, Tape
from paddock.core.game import Ask, Kind, M, S, V
from paddock.core.house import AnyHouse
from paddock.core.seats import Seat


class World(Generic[S, M, V]):
    """A state that fits what a seat sees.

    Where answers are sealed the others' are filled in at random before the seat's own: sealed
    answers commute, so this is as good as after, and is done once for all options.
    """

    __slots__ = ("certain", "house", "imagined", "luck", "sealed", "seat", "start")

    def __init__(self, house: AnyHouse, seen: V, ask: Ask[M], chance: Chance) -> None:
        self.house, self.seat = house, ask.seat
        self.imagined: S = house.game.imagine(seen, ask.seat, chance)
        self.sealed = is_sealed(ask)
        self.certain = False  # whether the last move tried leads to the same view in every world
        self.turn_luck(chance)

    def turn_luck(self, chance: Chance) -> None:
        """The same world with other luck, and other answers under the others' seals."""
        self.luck = Tape(chance)
        self.start = self.imagined
        if self.sealed:
            self.start = others_sealed(self.house, self.imagined, self.seat, chance)

    def after(self, move: M) -> S:
        """The world after a move of the seat, with the rest of its own sealed answer given."""
        game, luck = self.house.game, self.luck
        luck.rewind()
        step = game.play(self.start, self.seat, move, luck)
        while self.sealed and not step.opened:
            asks = game.asks(step.state)
            if len(asks) != 1 or asks[0].seat != self.seat or not is_sealed(asks[0]):
                break  # everybody's answer was in: the window is open
            step = game.play(step.state, self.seat, any_of(asks[0], luck), luck)
        self.certain = luck.untouched and not self.sealed and not step.opened
        state: S = step.state
        return state

    def worth(self, state: S) -> float:
        """How well the seat stands: by the outcome if there is one, else as the house judges."""
        game = self.house.game
        outcome = game.outcome(state)
        if outcome is not None:
            return standing(outcome, self.seat)
        return self.house.evaluate(game.view(state, self.seat), self.seat)


def others_sealed(house: AnyHouse, state: S, seat: Seat, chance: Chance) -> S:
    """Every other seat gives a random answer in the sealed window that this seat keeps open."""
    game = house.game
    while True:
        for ask in game.asks(state):
            if ask.seat != seat and is_sealed(ask):
                state = game.play(state, ask.seat, any_of(ask, chance), chance).state
                break
        else:
            return state


def is_sealed(ask: Ask[M]) -> bool:
    return ask.question.kind is Kind.SEALED


def any_of(ask: Ask[M], chance: Chance) -> M:
    """Any option of an ask."""
    options = ask.options
    return options[chance.pick(range(len(options)), "bot")]
