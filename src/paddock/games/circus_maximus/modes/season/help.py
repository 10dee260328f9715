"""Help texts of options: `help` in words.toml has a line for each kind of move."""

from __future__ import annotations

from paddock.games.circus_maximus.help import detail as race_detail
from paddock.games.circus_maximus.modes.season.foresee import is_race_move
from paddock.games.circus_maximus.ownership.moves import Move


def detail(move: Move) -> str:
    """The key of the help text, as in the race; the season's own moves have one line each."""
    return race_detail(move) if is_race_move(move) else ""
