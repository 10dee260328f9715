"""Numbers beside an option of the championship: in a race its own, at the market prices."""

from __future__ import annotations

from paddock.core.seats import Seat
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


def foresee(seen: View, seat: Seat, move: Move) -> in_race.Numbers:
    """`gain` is what a car fetches; a car that cannot be paid is given."""
    team = seen.now.teams[seat]
    match move:
        case Sell():
            gain = half_price(team)
            return {"gain": gain, "left": team.purse + gain}
        case race.Take(model=model) if MODELS[model].price > team.purse:
            return {"price": 0, "left": team.purse}
        case Propose() | Want() | Give() | Pay() | Claim() | Agree() | Decline():
            return {}
    if isinstance(seen.phase, Racing):
        return in_race.foresee(seen.now, seat, move)
    return in_race.bought(imagine(seen.now), seat, move)
