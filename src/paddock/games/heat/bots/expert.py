"""The expert: for each promising option, whole races to the finish in the kernel.

The kernel is loaded when the bot is made. Without Numba it plays the same moves, many times slower.
"""

from __future__ import annotations

from collections.abc import Sequence

from paddock.core.chance import Chance
from paddock.core.errors import BadOption
from paddock.core.game import Ask
from paddock.games.heat.bots.exact import appraise
from paddock.games.heat.moves import GIVE_UP, Move
from paddock.games.heat.view import View

ROUNDS = 20_000
"""Rounds of such a race: to the finish."""
WORLDS = 20
"""Imagined races, each of which is played several times."""
REVIEW_WORLDS = 50
"""Imagined races of a comparison in a review, at most."""
ROOT_OPTIONS = 5
"""Options that are tried: the best at a glance."""
PRIOR_PLAYOUTS = 60.0
"""The glance counts like this many races."""


class Expert:
    """Rates options by races in the kernel, and drops the worse half again and again."""

    def __init__(self, playouts: int, rounds: int = ROUNDS, prior: float = PRIOR_PLAYOUTS) -> None:
        from paddock.games.heat.kernel.playouts import Playouts

        self.playouts, self.rounds, self.prior, self.make = playouts, rounds, prior, Playouts

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        options = tuple(ask.options)
        if len(options) == 1:
            return options[0]
        return options[self.rank(view, ask, chance)[0]]

    def rank(self, view: View, ask: Ask[Move], chance: Chance) -> list[int]:
        """The most promising options by their numbers, best first."""
        glance = appraise(view, ask, chance)
        likely = [i for i, move in enumerate(ask.options) if move != GIVE_UP]
        alive = sorted(likely, key=lambda i: (-glance[i], i))[:ROOT_OPTIONS]
        if len(alive) == 1:
            return alive
        total = {i: self.prior * glance[i] for i in alive}
        count = dict.fromkeys(alive, self.prior)
        rounds = max(1, (len(alive) - 1).bit_length())
        dropped: list[int] = []
        try:
            playouts = self.make(view, ask.seat, chance, WORLDS)
        except BadOption:  # an odd position, for which the kernel has no room
            return alive
        while len(alive) > 1:
            races = max(1, self.playouts // (rounds * len(alive)))
            for row in playouts.play(alive, races, self.rounds):
                for i, value in zip(alive, row, strict=True):
                    total[i] += value
                    count[i] += 1
            alive.sort(key=lambda i: -total[i] / count[i])
            half = (len(alive) + 1) // 2
            dropped = alive[half:] + dropped
            del alive[half:]
        return alive + dropped


def play_out_moves(
    view: View, ask: Ask[Move], moves: Sequence[Move], chance: Chance, races: int
) -> list[list[float]]:
    """What moves are worth, by race and move: the same imagined races and draws for all."""
    from paddock.games.heat.kernel.playouts import Playouts

    choices = [tuple(ask.options).index(move) for move in moves]
    return Playouts(view, ask.seat, chance, min(REVIEW_WORLDS, races)).play(choices, races)


def make_expert(argument: str) -> Expert:
    """`expert:N` plays N races for a decision, `expert:N:R` for R rounds each, and `expert:N:R:P`
    counts the glance like P races."""
    playouts, rounds, prior, *_ = [*argument.split(":"), "", "", ""]
    return Expert(int(playouts), int(rounds or ROUNDS), float(prior) if prior else PRIOR_PLAYOUTS)
