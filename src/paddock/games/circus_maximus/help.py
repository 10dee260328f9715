"""Help texts of options: `help` in words.toml has a line for each kind of move, side and weapon."""

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.moves import Attack, Begin, Buy, Change, Move


def detail(move: Move) -> str:
    """The key of the help text: inside and outside lanes differ, and so do a lash and a ram."""
    match move:
        case Attack(weapon, part=part):
            return f"{weapon.name}-{part.name}".lower().replace("_", "-")
        case Begin():
            return move.variant
        case Buy(item):
            return data.SHOP[item]
        case Change(side):
            return side.name.lower()
        case _:
            return ""
