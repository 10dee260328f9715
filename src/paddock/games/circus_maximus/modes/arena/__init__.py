"""The arena: gladiators of the Epic book, in fights of our own."""

from paddock.games.circus_maximus.modes.arena.spec import ARENA

__all__ = ["ARENA"]
