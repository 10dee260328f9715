"""Bots: how well a seat stands, a greedy one and a sampler that know this game."""

from paddock.games.heat.bots.exact import greedy
from paddock.games.heat.bots.judge import evaluate
from paddock.games.heat.bots.sampler import sampler

__all__ = ["evaluate", "greedy", "sampler"]
