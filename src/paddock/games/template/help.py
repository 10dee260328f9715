"""What explains an option: `help` in words.toml, a line for each kind of move."""

from paddock.games.template.moves import Move


def detail(move: Move) -> str:
    """Every kind of move has one line."""
    return ""
