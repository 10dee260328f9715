"""What explains an option: `help` in words.toml, a line for each kind of move."""

from __future__ import annotations

from paddock.games.circus_maximus.help import detail as race_detail
from paddock.games.circus_maximus.modes.arena.help import detail as arena_detail
from paddock.games.circus_maximus.modes.campaign.foresee import of_a_race, of_the_arena
from paddock.games.circus_maximus.modes.campaign.moves import Move


def detail(move: Move) -> str:
    """As in the race and in the arena; what the campaign adds has one line a kind."""
    if of_the_arena(move):
        return arena_detail(move)
    return race_detail(move) if of_a_race(move) else ""
