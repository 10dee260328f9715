"""Forecasts of options in the season: those of the race, and prices on the market."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard, get_args

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as race
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.foresee import Numbers
from paddock.games.circus_maximus.foresee import danger as race_danger
from paddock.games.circus_maximus.foresee import foresee as race_foresee
from paddock.games.circus_maximus.foresee import remarks as race_remarks
from paddock.games.circus_maximus.modes.season.phases import BettingAgain, Buying, Racing
from paddock.games.circus_maximus.modes.season.phases.stables import order_of
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import Move

REMARKED_KEYS = ("price", "remains", "mean", "odds", "missing")
OWN_MOVES: tuple[type, ...] = get_args(mv.Own)


def foresee(view: View, seat: Seat, move: Move) -> Numbers:
    """Forecast numbers: `price` and `remains` of a purchase, `mean` speed of a horse, `odds` of a
    bet, injuries `missing` on a chariot."""
    if is_race_move(move):
        running = isinstance(view.phase, Racing) and view.now is not None
        return race_foresee(view.now, seat, move) if running and view.now else {}
    match move:
        case mv.BuyCar():
            return bill(view, seat, data.CAR_PRICE)
        case mv.BuyDriver(dm=dm):
            return bill(view, seat, data.DRIVER_PRICES[dm])
        case mv.BuyHorse(amount=amount):
            return bill(view, seat, amount) | {"mean": forecast_mean_speed(amount)}
        case mv.Enter(slot=slot):
            missing = view.players[seat].stable[slot].missing
            return {"missing": missing} if missing else {}
        case mv.Wager(chariot=chariot) if isinstance(view.phase, BettingAgain):
            return {"odds": view.odds[chariot]}
        case _:
            return {}


def bill(view: View, seat: Seat, price: int) -> Numbers:
    phase = view.phase
    said = phase.said[seat] if isinstance(phase, Buying) else ()
    return {"price": price, "remains": order_of(view.players[seat].cash, said).money - price}


@cites(R("B21.41"))
def forecast_mean_speed(price: int) -> float:
    """Forecast, not a rule: the mean speed of a horse at this price, over all rolls of two dice."""
    column = data.HORSE_PRICES.index(price)
    weights = {roll: 6 - abs(7 - roll) for roll in data.DICE_2}
    total = sum(data.NEW_HORSE[roll][column] * many for roll, many in weights.items())
    return round(total / sum(weights.values()), 1)


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The remarks of the race, or the numbers as remarks."""
    if is_race_move(move):
        if view.now is not None:
            yield from race_remarks(view.now, move, numbers)
        return
    for name in REMARKED_KEYS:
        if name in numbers:
            yield name, {"n": numbers[name]}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """The warning of the race."""
    return race_danger(move, numbers) if is_race_move(move) else None


def is_race_move(move: Move) -> TypeGuard[race.Move]:
    """Whether the move belongs to the race, and not to the season."""
    return not isinstance(move, OWN_MOVES)
