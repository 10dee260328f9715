"""What explains an option: `help` in words.toml, a line for each kind of move."""

from paddock.games.great_race.moves import Mend, Move


def detail(move: Move) -> str:
    """A repair that takes nothing is another matter than one that does."""
    if isinstance(move, Mend):
        return "" if move.engine or move.chassis else "nothing"
    return ""
