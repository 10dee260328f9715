"""What an owner has beside whole chariots, and how it goes to another: their parts, what is in
store, gladiators with their gear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.modes.campaign.phases.shop import more_cars
from paddock.games.circus_maximus.modes.campaign.rules.galas import MOST_GLADIATORS
from paddock.games.circus_maximus.modes.campaign.rules.owners import Owner
from paddock.games.circus_maximus.ownership.moves import MOST_STABLE
from paddock.games.circus_maximus.ownership.rules.stable import (
    PARTS,
    Goods,
    Piece,
    man_of,
    part_of,
    parts,
    unseated,
)

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

SHOWN = 6
"""So many of a kind are offered at a time: the oldest."""
MOST_CARS = 9


@cites(R("E1.6.4"), R("Q33"))
def stock(player: Owner) -> list[tuple[Piece, int]]:
    """Horses, drivers and cars in store, gladiators, and the parts of chariots."""
    many = (len(player.horses), len(player.men), 0, len(player.gladiators))
    stored = [Piece.HORSE, Piece.DRIVER, Piece.GLADIATOR]
    found = [(piece, at) for piece in stored for at in range(min(SHOWN, many[piece]))]
    found += [(Piece.CAR, int(weight)) for weight in Weight if player.cars[weight]]
    for slot, log in enumerate(player.stable):
        found += [(piece, slot) for piece in parts(log) if parted(player, slot, piece)]
    return found


def parted(player: Owner, slot: int, piece: Piece) -> bool:
    """Whether the store has room for what a team leaves behind."""
    log = player.stable[slot]
    if piece is not Piece.TEAM_OF:
        return True
    return len(player.men) < MOST_STABLE and player.cars[log.weight] < MOST_CARS


def has_room(buyer: Owner, goods: Goods) -> bool:
    if goods.team is not None:
        return len(buyer.stable) < MOST_STABLE
    if goods.weight is not None:
        return buyer.cars[goods.weight] < MOST_CARS
    if goods.horse is not None:
        return len(buyer.horses) < MOST_STABLE
    return len(buyer.men if goods.man is not None else buyer.gladiators) < MOST_GLADIATORS


def goods(state: State, seat: Seat, piece: Piece, at: int) -> Goods:
    """The piece itself."""
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
    """Into the store, to the gladiators; a team is a chariot without driver and car."""
    if goods.team is not None:
        return replace(taker, stable=(*taker.stable, goods.team))
    if goods.horse is not None:
        return replace(taker, horses=(*taker.horses, goods.horse))
    if goods.man is not None:
        return replace(taker, men=(*taker.men, goods.man))
    if goods.weight is not None:
        return replace(taker, cars=more_cars(taker.cars, goods.weight, 1))
    assert goods.fighter is not None
    return replace(taker, gladiators=(*taker.gladiators, goods.fighter))


def without(player: Owner, piece: Piece, at: int) -> Owner:
    if piece in PARTS:
        return dismantled(player, piece, at)
    match piece:
        case Piece.HORSE:
            return replace(player, horses=(*player.horses[:at], *player.horses[at + 1 :]))
        case Piece.DRIVER:
            return replace(player, men=(*player.men[:at], *player.men[at + 1 :]))
        case Piece.CAR:
            return replace(player, cars=more_cars(player.cars, Weight(at), -1))
        case _:
            men = player.gladiators
            return replace(player, gladiators=(*men[:at], *men[at + 1 :]))


@cites(R("E1.6.4"), R("E1.8.1"))
def dismantled(player: Owner, piece: Piece, slot: int) -> Owner:
    """A chariot loses a part; where the team goes, driver and car go into the store."""
    stable, log = player.stable, player.stable[slot]
    if piece is Piece.DRIVER_OF:
        return replace(player, stable=(*stable[:slot], unseated(log), *stable[slot + 1 :]))
    if piece is Piece.CAR_OF:
        bare = replace(log, car=False)
        return replace(player, stable=(*stable[:slot], bare, *stable[slot + 1 :]))
    men = (*player.men, man_of(log)) if log.hits else player.men
    cars = more_cars(player.cars, log.weight, 1) if log.car else player.cars
    return replace(player, stable=(*stable[:slot], *stable[slot + 1 :]), men=men, cars=cars)
