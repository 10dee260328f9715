"""Imagined states: random states that match a view, on which bots try options with equal draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol

from paddock.bots.bot import place_share
from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Ask, AskKind, M, S, V
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat


class RewindableChance(Chance, Protocol):
    """Draws that can be rewound, so that every option gets the same ones."""

    @property
    def untouched(self) -> bool: ...

    def rewind(self) -> None: ...


class ImaginedState(Generic[S, M, V]):
    """A random state that matches what a seat sees.

    In a sealed window the others' answers are filled in first, by `habit` or at random. Sealed
    answers commute, so the order does not matter, and this is done once for all options.
    """

    __slots__ = ("certain", "habit", "imagined", "luck", "sealed", "seat", "spec", "start")

    def __init__(
        self,
        spec: AnyGameSpec,
        view: V,
        ask: Ask[M],
        chance: Chance,
        habit: Callable[[S, Ask[M], Chance], M] | None = None,
    ) -> None:
        self.spec, self.seat, self.habit = spec, ask.seat, habit
        self.imagined: S = spec.game.imagine(view, ask.seat, chance)
        self.sealed = is_sealed(ask)
        self.certain = False  # whether the last move tried leads to the same view in every world
        self.change_luck(chance)

    def change_luck(self, chance: Chance) -> None:
        """The same state with other draws, and other sealed answers."""
        self.luck: RewindableChance = RepeatableChance(chance)
        self.start = self.imagined
        if self.sealed:
            self.start = self.seal_others(chance)

    def after(self, move: M) -> S:
        """The state after a move of the seat, with the rest of its sealed answer filled in."""
        game, luck = self.spec.game, self.luck
        luck.rewind()
        step = game.play(self.start, self.seat, move, luck)
        while self.sealed and not step.opened:
            asks = game.asks(step.state)
            if len(asks) != 1 or asks[0].seat != self.seat or not is_sealed(asks[0]):
                break  # everybody's answer was in: the window is open
            answer = self.answer(step.state, asks[0], luck)
            step = game.play(step.state, self.seat, answer, luck)
        self.certain = luck.untouched and not self.sealed and not step.opened
        state: S = step.state
        return state

    def seal_others(self, chance: Chance) -> S:
        """Let every other seat answer in the sealed window."""
        game, state = self.spec.game, self.imagined
        while True:
            for ask in game.asks(state):
                if ask.seat != self.seat and is_sealed(ask):
                    answer = self.answer(state, ask, chance)
                    state = game.play(state, ask.seat, answer, chance).state
                    break
            else:
                return state

    def answer(self, state: S, ask: Ask[M], chance: Chance) -> M:
        return pick_option(ask, chance) if self.habit is None else self.habit(state, ask, chance)

    def worth(self, state: S) -> float:
        return seat_value(self.spec, state, self.seat)


def seat_value(spec: AnyGameSpec, state: S, seat: Seat) -> float:
    """The value of a state for a seat: by the outcome if there is one, else as the game rates
    it."""
    game = spec.game
    outcome = game.outcome(state)
    if outcome is not None:
        return place_share(outcome, seat)
    return spec.value_by_view(state, seat)


def is_sealed(ask: Ask[M]) -> bool:
    return ask.question.kind is AskKind.SEALED


def pick_option(ask: Ask[M], chance: Chance) -> M:
    """A random option of an ask."""
    options = ask.options
    return options[chance.pick(range(len(options)), "bot")]
