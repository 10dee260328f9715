"""Numbers beside an option of the championship: in a race its own, at the market prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.winds_of_war import foresee as in_race
from paddock.games.winds_of_war import moves as race
from paddock.games.winds_of_war.championship.moves import (
    Agree,
    Claim,
    Decline,
    Give,
    Move,
    Pay,
    Propose,
    Sell,
    Want,
)
from paddock.games.winds_of_war.championship.phases import Racing
from paddock.games.winds_of_war.championship.rules import half_price
from paddock.games.winds_of_war.championship.view import View
from paddock.games.winds_of_war.data import MODELS
from paddock.games.winds_of_war.view import imagine

MARKET = Propose | Want | Give | Pay | Claim | Agree | Decline
"""What is said at the market only, and costs nothing yet."""


def foresee(seen: View, seat: Seat, move: Move) -> in_race.Numbers:
    """`gain` is what a car fetches; a car that cannot be paid is given."""
    team = seen.now.teams[seat]
    match move:
        case Sell():
            gain = half_price(team)
            return {"gain": gain, "left": team.purse + gain}
        case race.Take(model=model) if MODELS[model].price > team.purse:
            return {"price": 0, "left": team.purse}
        case _ if isinstance(move, MARKET):
            return {}
    if isinstance(seen.phase, Racing):
        return in_race.foresee(seen.now, seat, move)
    return in_race.bought(imagine(seen.now), seat, move)


def remarks(seen: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """As in any race, and what a sale brings in."""
    if isinstance(move, Sell):
        yield "gain", {"n": numbers["gain"]}
        yield "left", {"n": numbers["left"]}
    elif of_a_race(move):
        yield from in_race.remarks(seen.now, move, numbers)


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """As in any race."""
    return in_race.danger(move, numbers) if of_a_race(move) else None


def of_a_race(move: Move) -> TypeGuard[race.Move]:
    """Not one of the market alone."""
    return not isinstance(move, MARKET | Sell)
