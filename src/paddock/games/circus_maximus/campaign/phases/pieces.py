"""What is in store, and gladiators with their gear, changes hands between owners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citing import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.campaign.phases.shop import more_cars
from paddock.games.circus_maximus.campaign.rules.galas import MOST_GLADIATORS
from paddock.games.circus_maximus.campaign.rules.owners import Owner
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.stable.moves import Move, SellPiece
from paddock.games.circus_maximus.stable.phases.money import with_player
from paddock.games.circus_maximus.stable.rules.stable import Goods, Piece, PieceSale

if TYPE_CHECKING:
    from paddock.games.circus_maximus.campaign.state import State

SHOWN = 6
"""So many of a kind are offered at a time: the oldest."""
MOST_CARS = 9


@cites(R("E1.6.4"))
def offered(state: State, seat: Seat, buyers: list[Seat]) -> list[Move]:
    """Horses, drivers and cars in store, and gladiators, to whoever has room."""
    player = state.players[seat]
    return [
        SellPiece(piece, at, whom)
        for piece, at in stock(player)
        for whom in buyers
        if has_room(state.players[whom], piece, at)
    ]


def stock(player: Owner) -> list[tuple[Piece, int]]:
    many = (len(player.horses), len(player.men), 0, len(player.gladiators))
    found = [(piece, at) for piece in Piece for at in range(min(SHOWN, many[piece]))]
    return found + [(Piece.CAR, weight) for weight in Weight if player.cars[weight]]


def has_room(buyer: Owner, piece: Piece, at: int) -> bool:
    if piece is Piece.CAR:
        return buyer.cars[at] < MOST_CARS
    return len((buyer.horses, buyer.men, (), buyer.gladiators)[piece]) < MOST_GLADIATORS


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


@cites(R("E1.6.4"))
def handed(state: State, sale: PieceSale) -> State:
    """From one store into the other."""
    goods, at = sale.goods, sale.stored
    giver = state.players[sale.by]
    state = with_player(state, sale.by, without(giver, sale.piece, at))
    taker = state.players[sale.whom]
    if goods.horse is not None:
        taker = replace(taker, horses=(*taker.horses, goods.horse))
    if goods.man is not None:
        taker = replace(taker, men=(*taker.men, goods.man))
    if goods.weight is not None:
        taker = replace(taker, cars=more_cars(taker.cars, goods.weight, 1))
    if goods.fighter is not None:
        taker = replace(taker, gladiators=(*taker.gladiators, goods.fighter))
    return with_player(state, sale.whom, taker)


def without(player: Owner, piece: Piece, at: int) -> Owner:
    match piece:
        case Piece.HORSE:
            return replace(player, horses=(*player.horses[:at], *player.horses[at + 1 :]))
        case Piece.DRIVER:
            return replace(player, men=(*player.men[:at], *player.men[at + 1 :]))
        case Piece.CAR:
            return replace(player, cars=more_cars(player.cars, Weight(at), -1))
        case Piece.GLADIATOR:
            men = player.gladiators
            return replace(player, gladiators=(*men[:at], *men[at + 1 :]))
