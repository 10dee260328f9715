"""Help texts of options: `help` in words.toml has a line for each kind of move."""

from __future__ import annotations

from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.modes.arena.moves import Choose, Foot, Move


def detail(move: Move) -> str:
    """The key of the help text; types and steps have one each."""
    match move:
        case Choose(kind=kind):
            return name_of(kind)
        case Foot(step=step):
            return name_of(step)
        case _:
            return ""
