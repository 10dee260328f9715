"""What explains an option: the lines of the race."""

from paddock.games.winds_of_war.help import detail

__all__ = ["detail"]
