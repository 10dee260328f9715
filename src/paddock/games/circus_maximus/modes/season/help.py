"""What explains an option: `help` in words.toml, a line for each kind of move."""

from __future__ import annotations

from paddock.games.circus_maximus.help import detail as race_detail
from paddock.games.circus_maximus.modes.season.foresee import of_a_race
from paddock.games.circus_maximus.ownership.moves import Move


def detail(move: Move) -> str:
    """As in the race; what the season adds has one line a kind."""
    return race_detail(move) if of_a_race(move) else ""
