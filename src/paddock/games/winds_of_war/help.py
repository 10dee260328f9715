"""What explains an option: `help` in words.toml, a line for each kind of move, repair and part."""

from paddock.games.winds_of_war.data import kebab
from paddock.games.winds_of_war.moves import Fix, Move, Stock


def detail(move: Move) -> str:
    """What is repaired, or bought."""
    match move:
        case Fix(job):
            return kebab(job)
        case Stock(part):
            return kebab(part)
        case _:
            return ""
