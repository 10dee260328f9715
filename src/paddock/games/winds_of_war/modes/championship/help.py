"""What explains an option: the lines of the race and of the market."""

from paddock.games.winds_of_war.market.help import detail

__all__ = ["detail"]
