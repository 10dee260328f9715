"""What explains an option: `help` in words.toml, a line for each kind of move, gear and pile."""

from paddock.games.heat.moves import Cook, Move, Plan, Shift, Tune


def detail(move: Move) -> str:
    """Gears cool and cost differently, piles and mechanics too."""
    match move:
        case Plan(gear) | Shift(gear):
            return str(gear)
        case Cook(pile):
            return pile
        case Tune(n):
            return {1: "more", 0: "none", -1: "less"}[n]
        case _:
            return ""
