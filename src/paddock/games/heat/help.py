"""Help texts of options: the key in `help` of words.toml, by kind of move, gear and pile."""

from paddock.games.heat.moves import Cook, Move, Plan, Shift, Tune


def detail(move: Move) -> str:
    """The part of the key after the kind of move: gear, pile or direction."""
    match move:
        case Plan(gear) | Shift(gear):
            return str(gear)
        case Cook(pile):
            return pile
        case Tune(n):
            return {1: "more", 0: "none", -1: "less"}[n]
        case _:
            return ""
