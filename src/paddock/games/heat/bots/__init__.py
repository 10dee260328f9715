"""Bots: how well a seat stands, and a sampler that knows this game."""

from paddock.games.heat.bots.judge import evaluate
from paddock.games.heat.bots.sampler import sampler

__all__ = ["evaluate", "sampler"]
