"""Help texts of options: the key in `help` of words.toml, by kind of move."""

from paddock.games.street_illegal.moves import Move


def detail(move: Move) -> str:
    """Every kind of move has one line."""
    return ""
