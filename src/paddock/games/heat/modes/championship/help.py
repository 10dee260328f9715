"""What explains an option: `help` in words.toml, a line for each kind of move."""

from paddock.games.heat import help as race
from paddock.games.heat.modes.championship.moves import Keep, Move, Swap


def detail(move: Move) -> str:
    """As in the race; what a season adds has one line a kind."""
    return "" if isinstance(move, Swap | Keep) else race.detail(move)
