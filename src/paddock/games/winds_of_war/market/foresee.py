"""Numbers for options at the market: what a sale brings, what a purchase leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.winds_of_war import foresee as in_race
from paddock.games.winds_of_war import moves as race
from paddock.games.winds_of_war.data import MODELS
from paddock.games.winds_of_war.market.moves import OWN_MOVES, Move, Sell
from paddock.games.winds_of_war.market.rules import half_price
from paddock.games.winds_of_war.view import View, imagine


def foresee(view: View, seat: Seat, move: Move) -> in_race.Numbers:
    """`gain` is what a car fetches; a car that cannot be paid is given."""
    team = view.teams[seat]
    match move:
        case Sell():
            gain = half_price(team)
            return {"gain": gain, "left": team.purse + gain}
        case race.Take(model=model) if MODELS[model].price > team.purse:
            return {"price": 0, "left": team.purse}
        case _ if of_a_race(move):
            return in_race.forecast_purchase(imagine(view), seat, move)
    return {}


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """As in any race, and what a sale brings in."""
    if isinstance(move, Sell):
        yield "gain", {"n": numbers["gain"]}
        yield "left", {"n": numbers["left"]}
    elif of_a_race(move):
        yield from in_race.remarks(view, move, numbers)


def of_a_race(move: Move) -> TypeGuard[race.Move]:
    """Whether a race has this move too."""
    return not isinstance(move, OWN_MOVES)
