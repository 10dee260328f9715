"""Help topic of a move, repair or part: the keys of `help` in words.toml."""

from paddock.games.winds_of_war.data import kebab
from paddock.games.winds_of_war.moves import Fix, Move, Stock


def detail(move: Move) -> str:
    """The repair or purchase that a move names."""
    match move:
        case Fix(job):
            return kebab(job)
        case Stock(part):
            return kebab(part)
        case _:
            return ""
