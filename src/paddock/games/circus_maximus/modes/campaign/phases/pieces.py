"""Goods of an owner apart from whole chariots, and their transfer: parts of chariots, the store,
gladiators with their gear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.modes.campaign.phases.shop import with_cars
from paddock.games.circus_maximus.modes.campaign.rules.galas import MAX_GLADIATORS
from paddock.games.circus_maximus.modes.campaign.rules.owners import Owner
from paddock.games.circus_maximus.ownership.moves import MAX_STABLE
from paddock.games.circus_maximus.ownership.rules.stable import (
    PARTS,
    Goods,
    Piece,
    man_of,
    part_of,
    parts,
    without_driver,
)

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

MAX_SHOWN_PER_KIND = 6
"""At most this many of a kind are offered at a time, the oldest first."""
MAX_CARS = 9


@cites(R("E1.6.4"), R("Q33"))
def stock(player: Owner) -> list[tuple[Piece, int]]:
    """Horses, drivers and cars in store, gladiators, and the parts of chariots."""
    many = (len(player.horses), len(player.men), 0, len(player.gladiators))
    stored = [Piece.HORSE, Piece.DRIVER, Piece.GLADIATOR]
    found = [(piece, at) for piece in stored for at in range(min(MAX_SHOWN_PER_KIND, many[piece]))]
    found += [(Piece.CAR, int(weight)) for weight in Weight if player.cars[weight]]
    for slot, log in enumerate(player.stable):
        found += [(piece, slot) for piece in parts(log) if can_dismantle(player, slot, piece)]
    return found


def can_dismantle(player: Owner, slot: int, piece: Piece) -> bool:
    """Whether the store has room for the parts that a sold team leaves."""
    log = player.stable[slot]
    if piece is not Piece.TEAM_OF:
        return True
    return len(player.men) < MAX_STABLE and player.cars[log.weight] < MAX_CARS


def has_room(buyer: Owner, goods: Goods) -> bool:
    if goods.team is not None:
        return len(buyer.stable) < MAX_STABLE
    if goods.weight is not None:
        return buyer.cars[goods.weight] < MAX_CARS
    if goods.horse is not None:
        return len(buyer.horses) < MAX_STABLE
    return len(buyer.men if goods.man is not None else buyer.gladiators) < MAX_GLADIATORS


def goods(state: State, seat: Seat, piece: Piece, at: int) -> Goods:
    """The goods themselves."""
    player = state.players[seat]
    match piece:
        case Piece.HORSE:
            return Goods(horse=player.horses[at])
        case Piece.DRIVER:
            return Goods(man=player.men[at])
        case Piece.CAR:
            return Goods(weight=Weight(at))
        case Piece.GLADIATOR:
            return Goods(fighter=player.gladiators[at])
        case _:
            return part_of(player.stable[at], piece)


@cites(R("E1.6.4"))
def with_goods(taker: Owner, goods: Goods) -> Owner:
    """Adds goods to the store or the gladiators; a team is a chariot without driver and car."""
    if goods.team is not None:
        return replace(taker, stable=(*taker.stable, goods.team))
    if goods.horse is not None:
        return replace(taker, horses=(*taker.horses, goods.horse))
    if goods.man is not None:
        return replace(taker, men=(*taker.men, goods.man))
    if goods.weight is not None:
        return replace(taker, cars=with_cars(taker.cars, goods.weight, 1))
    assert goods.fighter is not None
    return replace(taker, gladiators=(*taker.gladiators, goods.fighter))


def without(player: Owner, piece: Piece, at: int) -> Owner:
    if piece in PARTS:
        return dismantle(player, piece, at)
    match piece:
        case Piece.HORSE:
            return replace(player, horses=(*player.horses[:at], *player.horses[at + 1 :]))
        case Piece.DRIVER:
            return replace(player, men=(*player.men[:at], *player.men[at + 1 :]))
        case Piece.CAR:
            return replace(player, cars=with_cars(player.cars, Weight(at), -1))
        case _:
            men = player.gladiators
            return replace(player, gladiators=(*men[:at], *men[at + 1 :]))


@cites(R("E1.6.4"), R("E1.8.1"))
def dismantle(player: Owner, piece: Piece, slot: int) -> Owner:
    """Removes a part from a chariot; if the team goes, driver and car go into the store."""
    stable, log = player.stable, player.stable[slot]
    if piece is Piece.DRIVER_OF:
        return replace(player, stable=(*stable[:slot], without_driver(log), *stable[slot + 1 :]))
    if piece is Piece.CAR_OF:
        bare = replace(log, car=False)
        return replace(player, stable=(*stable[:slot], bare, *stable[slot + 1 :]))
    men = (*player.men, man_of(log)) if log.hits else player.men
    cars = with_cars(player.cars, log.weight, 1) if log.car else player.cars
    return replace(player, stable=(*stable[:slot], *stable[slot + 1 :]), men=men, cars=cars)
