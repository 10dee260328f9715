"""What an option leads to, as numbers: from the view alone."""

from collections.abc import Iterator, Mapping

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.template.data import DIE, LIMIT
from paddock.games.template.moves import Choose, Move
from paddock.games.template.view import View

MIN_SKID_DANGER = 0.5  # so likely a skid is worth a second thought


def foresee(view: View, seat: Seat, move: Move) -> Mapping[str, float]:
    """For a gear: the fewest and the most spaces its die gives, and the chance of a skid."""
    if not isinstance(move, Choose):
        return {}
    at, die = view.cars[seat].at, DIE[move.gear]
    skids = sum(min(LIMIT[at + 1 : at + spaces + 1]) < move.gear for spaces in die)
    return {"least": min(die), "most": max(die), "skid": skids / len(die)}


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The same in words."""
    if numbers:
        yield "spaces", numbers
    if numbers.get("skid"):
        yield "skid", {"chance": numbers["skid"]}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """A gear that is likely too high."""
    skid = numbers.get("skid", 0)
    return ("danger", {"chance": skid}) if skid >= MIN_SKID_DANGER else None
