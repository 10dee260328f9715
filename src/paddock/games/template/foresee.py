"""What an option leads to, as numbers beside it: by the view alone."""

from collections.abc import Mapping

from paddock.core.seats import Seat
from paddock.games.template.data import DIE, LIMIT
from paddock.games.template.moves import Choose, Move
from paddock.games.template.view import View


def foresee(seen: View, seat: Seat, move: Move) -> Mapping[str, float]:
    """For a gear: the fewest and the most spaces its die gives, and the chance of a skid."""
    if not isinstance(move, Choose):
        return {}
    at, die = seen.cars[seat].at, DIE[move.gear]
    skids = sum(min(LIMIT[at + 1 : at + spaces + 1]) < move.gear for spaces in die)
    return {"least": min(die), "most": max(die), "skid": skids / len(die)}
