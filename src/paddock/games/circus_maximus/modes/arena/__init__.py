"""Arena mode: gladiators of the Epic book, with combat rules of our own."""

from paddock.games.circus_maximus.modes.arena.spec import ARENA

__all__ = ["ARENA"]
