"""Forecasts of options in the campaign: those of the race or bout, and prices in the shop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard, get_args

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as race
from paddock.games.circus_maximus.foresee import Numbers
from paddock.games.circus_maximus.foresee import danger as race_danger
from paddock.games.circus_maximus.foresee import foresee as race_foresee
from paddock.games.circus_maximus.foresee import remarks as race_remarks
from paddock.games.circus_maximus.modes.arena import moves as arena
from paddock.games.circus_maximus.modes.arena.foresee import danger as arena_danger
from paddock.games.circus_maximus.modes.arena.foresee import foresee as arena_foresee
from paddock.games.circus_maximus.modes.arena.foresee import remarks as arena_remarks
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import (
    Auctioning,
    BettingAgain,
    Pricing,
    Racing,
)
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.foresee import REMARKED_KEYS, forecast_mean_speed
from paddock.games.circus_maximus.ownership import moves as shared

OWN_MOVES: tuple[type, ...] = (*get_args(shared.Own), *get_args(mv.Own))
ARENA_MOVES: tuple[type, ...] = get_args(arena.Move)


def foresee(view: View, seat: Seat, move: Move) -> Numbers:
    """Forecast numbers: `price` and `remains` of a purchase, `mean` speed of a horse, `odds` of a
    bet, injuries `missing` on a chariot, `unused` money of a seat that has no chariot."""
    if is_arena_move(move):
        return arena_foresee(view.ring, seat, move) if view.ring is not None else {}
    if is_race_move(move):
        running = isinstance(view.phase, Racing) and view.now is not None
        return race_foresee(view.now, seat, move) if running and view.now else {}
    match move:
        case mv.Pass() if isinstance(view.phase, Auctioning) and is_last_chance(view, seat):
            return {"unused": 1}
        case mv.TakeCar(weight=weight):
            return bill(view, seat, data.EPIC_CARS[weight])
        case mv.TakeDriver(dm=dm):
            return bill(view, seat, data.DRIVER_PRICES[dm])
        case mv.TakeHorse(amount=amount):
            return bill(view, seat, amount) | {"mean": forecast_mean_speed(amount)}
        case shared.Sum(amount=amount) if isinstance(view.phase, Pricing):
            return bill(view, seat, amount) | {"mean": forecast_mean_speed(amount)}
        case shared.Enter(slot=slot):
            missing = view.players[seat].stable[slot].missing
            return {"missing": missing} if missing else {}
        case shared.Wager(chariot=chariot) if isinstance(view.phase, BettingAgain):
            return {"odds": view.odds[chariot]}
        case _:
            return {}


def is_last_chance(view: View, seat: Seat) -> bool:
    """Whether a chariot is auctioned and a seat that passes has none at all."""
    lot = view.phase
    of_chariots = isinstance(lot, Auctioning) and not (lot.privilege or lot.recruit)
    return of_chariots and not view.players[seat].stable


def bill(view: View, seat: Seat, price: int) -> Numbers:
    return {"price": price, "remains": view.players[seat].cash - price}


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The remarks of the race, or the numbers as remarks."""
    if is_arena_move(move):
        if view.ring is not None:
            yield from arena_remarks(view.ring, move, numbers)
        return
    if is_race_move(move):
        if view.now is not None:
            yield from race_remarks(view.now, move, numbers)
        return
    if "unused" in numbers:
        yield "no-chariot", {}
    for name in REMARKED_KEYS:
        if name in numbers:
            yield name, {"n": numbers[name]}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """The warning of the race or of the arena."""
    if is_arena_move(move):
        return arena_danger(move, numbers)
    return race_danger(move, numbers) if is_race_move(move) else None


def is_race_move(move: Move) -> TypeGuard[race.Move]:
    """Whether the move belongs to the race, and not to the arena or the campaign."""
    return not isinstance(move, OWN_MOVES) and not isinstance(move, ARENA_MOVES)


def is_arena_move(move: Move) -> TypeGuard[arena.Move]:
    return isinstance(move, ARENA_MOVES)
