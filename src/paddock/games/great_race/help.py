"""Help texts of options: the key in `help` of words.toml, by kind of move."""

from paddock.games.great_race.moves import Mend, Move


def detail(move: Move) -> str:
    """The part of the key after the kind of move: a repair without effect has its own text."""
    if isinstance(move, Mend):
        return "" if move.engine or move.chassis else "nothing"
    return ""
