"""What explains an option: `help` in words.toml, a line for each kind of move."""

from paddock.games.winds_of_war import help as race
from paddock.games.winds_of_war.market import moves as mv

OWN = mv.Sell | mv.Propose | mv.Want | mv.Give | mv.Pay | mv.Claim | mv.Agree | mv.Decline


def detail(move: mv.Move) -> str:
    """As in the race; what the market adds has one line a kind."""
    return "" if isinstance(move, OWN) else race.detail(move)
