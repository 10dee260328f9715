"""Search bot: tree search over imagined states.

At the root sequential halving: each round tries all remaining options in the same states with the
same draws, and drops the worse half. Below the root the tree is open to chance: a branch is a move
of a seat, whatever was drawn before, and each seat maximizes its own result. Beyond the tree all
seats follow the rollout policy up to a cutoff, where the game rates the state.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeAlias

from paddock.bots.bot import place_share, sensible_ask
from paddock.bots.greedy import Greedy
from paddock.bots.imagined_state import ImaginedState, is_sealed
from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Ask, M, Outcome, S, V
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat

ROOT_OPTIONS = 5
"""Options tried at the root: the best by the greedy bot."""
PLAYOUT_DECISIONS = 8
"""Length of a playout where the game has no cutoff."""
MAX_PLAYOUT_DECISIONS = 80
"""Limit of a playout in any case."""
MAX_OPTIONS_AT_A_GLANCE = 12
"""Options a seat compares in a playout if the game has no rollout policy."""
VISITS_BEFORE_BRANCHING = 8
"""A branch gets children after this many visits."""
MAX_CHILDREN = 4
"""Limit of children of a branch."""
EXPLORATION = 0.15
"""Weight of exploring branches with few visits."""
PRIOR_SAMPLES = 4.0
"""The first rating counts like this many samples."""

Budget: TypeAlias = Callable[[int, int], Iterator[int]]
"""The states of one round of halving, given the remaining options and the number of rounds."""


class Branch(Generic[M]):
    """A move that was tried, and its results for the seat that made it."""

    __slots__ = ("children", "move", "prior", "taken", "total")

    def __init__(self, move: M, prior: float) -> None:
        self.move, self.prior = move, prior
        self.taken, self.total = 0, 0.0
        self.children: dict[tuple[Seat, str], list[Branch[M]]] = {}  # by who is asked what

    @property
    def worth(self) -> float:
        """The mean of the samples and the prior."""
        return (self.total + PRIOR_SAMPLES * self.prior) / (self.taken + PRIOR_SAMPLES)

    @property
    def mean(self) -> float:
        """The mean of the samples, or the prior if there are none."""
        return self.total / self.taken if self.taken else self.prior


class Search(Generic[S, M, V]):
    """Thinks about a decision for a number of samples or seconds."""

    def __init__(self, spec: AnyGameSpec, budget: int | TimeBudget) -> None:
        self.spec, self.bot_hints, self.state_value = spec, spec.bot_hints, spec.state_value
        self.budget: Budget = (
            budget.worlds if isinstance(budget, TimeBudget) else SampleBudget(budget).worlds
        )
        self.greedy: Greedy[V, M] = Greedy(spec)
        self.glance: Greedy[V, M] = Greedy(spec, 1)

    def choose(self, view: V, ask: Ask[M], chance: Chance) -> M:
        ask = sensible_ask(self.spec, view, ask)
        options = ask.candidates
        return options[0] if len(options) == 1 else self.rank_options(view, ask, chance)[0].move

    def rank_options(self, view: V, ask: Ask[M], chance: Chance) -> list[Branch[M]]:
        """The most promising options, best first."""
        first = self.greedy.rank(view, ask, chance, ROOT_OPTIONS)
        return self.rank_branches(view, ask, [Branch(move, worth) for worth, move in first], chance)

    def rank_branches(
        self, view: V, ask: Ask[M], root: list[Branch[M]], chance: Chance
    ) -> list[Branch[M]]:
        """These options, best first."""
        alive, rounds = list(root), count_halvings(len(root))
        while len(alive) > 1:
            for _ in self.budget(len(alive), rounds):
                world: ImaginedState[S, M, V] = ImaginedState(
                    self.spec, view, ask, chance, self.rollout_move
                )
                thoughts = RepeatableChance(chance)
                for branch in alive:
                    thoughts.rewind()
                    self.sample(world, branch, thoughts)
            alive.sort(key=lambda branch: -branch.worth)
            dropped = alive[(len(alive) + 1) // 2 :]
            del alive[len(alive) - len(dropped) :]
            root = alive + dropped + root[len(alive) + len(dropped) :]
        return root

    def sample_leads(
        self,
        view: V,
        ask: Ask[M],
        one: Branch[M],
        other: Branch[M],
        chance: Chance,
        worlds: int,
    ) -> list[float]:
        """How much better an option is than another, state by state."""
        found = []
        for _ in range(worlds):
            world: ImaginedState[S, M, V] = ImaginedState(
                self.spec, view, ask, chance, self.rollout_move
            )
            thoughts, before = RepeatableChance(chance), one.total - other.total
            for branch in (one, other):
                thoughts.rewind()
                self.sample(world, branch, thoughts)
            found.append(one.total - other.total - before)
        return found

    def sample(
        self, world: ImaginedState[S, M, V], branch: Branch[M], thoughts: RepeatableChance
    ) -> None:
        """One playout: a move, down the tree, then the rollout policy up to a cutoff."""
        game, pause, luck = self.spec.game, self.bot_hints.cutoff, world.luck
        state = begun = world.after(branch.move)
        path = [(branch, world.seat)]
        inside = True
        for step in range(MAX_PLAYOUT_DECISIONS):
            if step and (pause(begun, state) if pause else step >= PLAYOUT_DECISIONS):
                break
            asks = game.asks(state)
            if not asks:
                break
            ask = asks[0]
            twig = self.next_branch(state, path[-1][0], ask, thoughts) if inside else None
            if twig is not None:
                path.append((twig, ask.seat))
                move = twig.move
            else:
                inside = inside and len(ask.options) == 1
                move = self.rollout_move(state, ask, thoughts)
            state = game.play(state, ask.seat, move, luck).state
        self.add_result(path, state)

    def play_out(self, world: ImaginedState[S, M, V], move: M, thoughts: RepeatableChance) -> S:
        """The state after a move and a playout to the cutoff."""
        game, pause, luck = self.spec.game, self.bot_hints.cutoff, world.luck
        state = begun = world.after(move)
        for step in range(MAX_PLAYOUT_DECISIONS):
            if step and (pause(begun, state) if pause else step >= PLAYOUT_DECISIONS):
                break
            asks = game.asks(state)
            if not asks:
                break
            move = self.rollout_move(state, asks[0], thoughts)
            state = game.play(state, asks[0].seat, move, luck).state
        return state

    def add_result(self, path: list[tuple[Branch[M], Seat]], state: S) -> None:
        """Add the result to every branch on the path, for the seat that made its move."""
        outcome = self.spec.game.outcome(state)
        found: dict[Seat, float] = {}
        for branch, seat in path:
            if seat not in found:
                found[seat] = self.seat_value(state, seat, outcome)
            branch.taken += 1
            branch.total += found[seat]

    def seat_value(self, state: S, seat: Seat, outcome: Outcome | None) -> float:
        """The value for a seat at the cutoff, or its final place."""
        if outcome is not None:
            return place_share(outcome, seat)
        return self.state_value(state, seat)

    def next_branch(
        self, state: S, branch: Branch[M], ask: Ask[M], thoughts: RepeatableChance
    ) -> Branch[M] | None:
        """The child branch to follow, by value and exploration. Sealed answers use the rollout
        policy, because their seats do not see what they would answer to."""
        if len(ask.options) == 1 or is_sealed(ask):
            return None
        key = (ask.seat, ask.question.prompt)
        twigs = branch.children.get(key)
        if twigs is None:
            if branch.taken < VISITS_BEFORE_BRANCHING:
                return None
            view = self.spec.game.view(state, ask.seat)
            best = self.glance.rank(view, ask, thoughts, MAX_CHILDREN)
            level = branch.total / branch.taken - best[0][0] if branch.taken else 0.0
            twigs = branch.children[key] = [Branch(move, level + worth) for worth, move in best]
        there = [twig for twig in twigs if twig.move in ask.options]
        if not there:
            return None
        often = EXPLORATION * math.sqrt(sum([twig.taken for twig in there]) + 1)
        return max(there, key=lambda twig: twig.worth + often / (1 + twig.taken))

    def rollout_move(self, state: S, ask: Ask[M], thoughts: Chance) -> M:
        """A quick move of a seat."""
        options = ask.options
        if len(options) == 1:
            return options[0]
        if self.bot_hints.rollout_policy is not None:
            move: M = self.bot_hints.rollout_policy(state, ask, thoughts)
            return move
        game, evaluate, seat = self.spec.game, self.spec.evaluate, ask.seat
        best: list[M] = []
        most = -math.inf
        for move in sample_options(ask, thoughts):
            after = game.play(state, seat, move, thoughts).state
            worth = evaluate(game.view(after, seat), seat)
            if worth > most:
                best, most = [move], worth
            elif worth == most:
                best.append(move)
        return best[thoughts.pick(range(len(best)), "bot")] if len(best) > 1 else best[0]


AnySearch: TypeAlias = Search[Any, Any, Any]


def sample_options(ask: Ask[M], thoughts: Chance) -> Iterator[M]:
    """All options if they are few, else a random sample."""
    options = ask.options
    if len(options) <= MAX_OPTIONS_AT_A_GLANCE:
        yield from options
        return
    for _ in range(MAX_OPTIONS_AT_A_GLANCE):
        yield options[thoughts.pick(range(len(options)), "bot")]


class SampleBudget:
    """A budget by number of samples: reproducible."""

    def __init__(self, samples: int) -> None:
        self.samples = samples

    def worlds(self, alive: int, rounds: int) -> Iterator[int]:
        yield from range(max(1, self.samples // (rounds * alive)))


class TimeBudget:
    """A budget in seconds: each round of halving gets the same share."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def worlds(self, alive: int, rounds: int) -> Iterator[int]:
        until = time.monotonic() + self.seconds / rounds
        yield 0
        while time.monotonic() < until:
            yield 0


def count_halvings(options: int) -> int:
    """How often a number of options can be halved before one is left."""
    return max(1, (options - 1).bit_length())
