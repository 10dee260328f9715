"""Help texts of options: `help` in words.toml has a line for each kind of move."""

from __future__ import annotations

from paddock.games.circus_maximus.help import detail as race_detail
from paddock.games.circus_maximus.modes.arena.help import detail as arena_detail
from paddock.games.circus_maximus.modes.campaign.foresee import is_arena_move, is_race_move
from paddock.games.circus_maximus.modes.campaign.moves import Move


def detail(move: Move) -> str:
    """The key of the help text, as in the race and the arena; the campaign's own moves have one
    line each."""
    if is_arena_move(move):
        return arena_detail(move)
    return race_detail(move) if is_race_move(move) else ""
