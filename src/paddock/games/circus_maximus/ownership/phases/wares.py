"""Goods that players trade: whole chariots, their parts, items in store."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.phases.money import with_player
from paddock.games.circus_maximus.ownership.rules.stable import (
    Goods,
    Note,
    NoteKind,
    Piece,
    with_note,
)
from paddock.games.circus_maximus.ownership.state import S, Stables


def wares(state: Stables, seat: Seat) -> list[mv.Pick]:
    """All goods of a seat: chariots, then the rest."""
    chariots = [mv.Pick(Piece.CHARIOT, slot) for slot in range(len(state.players[seat].stable))]
    return chariots + pieces(state, seat)


def pieces(state: Stables, seat: Seat) -> list[mv.Pick]:
    """The goods of a seat apart from whole chariots."""
    return [mv.Pick(piece, at) for piece, at in state.hooks.stock(state, seat)]


def goods_of(state: Stables, seat: Seat, picked: mv.Pick) -> Goods:
    if picked.piece is Piece.CHARIOT:
        return Goods(chariot=state.players[seat].stable[picked.stored])
    goods: Goods = state.hooks.goods(state, seat, picked.piece, picked.stored)
    return goods


def has_room(state: Stables, seat: Seat, goods: Goods) -> bool:
    """Whether a seat has room for the goods."""
    if goods.chariot is not None:
        return len(state.players[seat].stable) < mv.MAX_STABLE
    room: bool = state.hooks.has_room(state, seat, goods)
    return room


def acceptable(state: Stables, seat: Seat, of: list[mv.Pick], whom: Seat) -> tuple[mv.Move, ...]:
    """The goods of one seat for which another has room."""
    return tuple([one for one in of if has_room(state, whom, goods_of(state, seat, one))])


def has_acceptable(state: Stables, seat: Seat, of: list[mv.Pick], whom: Seat) -> bool:
    return any(has_room(state, whom, goods_of(state, seat, one)) for one in of)


def give_away(state: S, seat: Seat, picked: mv.Pick) -> S:
    """Removes the goods from a seat."""
    if picked.piece is not Piece.CHARIOT:
        after: S = state.hooks.give_away(state, seat, picked.piece, picked.stored)
        return after
    player = state.players[seat]
    rest = (*player.stable[: picked.stored], *player.stable[picked.stored + 1 :])
    return with_player(state, seat, replace(player, stable=rest))


def receive(state: S, seat: Seat, goods: Goods, events: Events, chance: Chance) -> S:
    """Adds the goods to a seat; the owner may first have to choose where a part goes."""
    if goods.chariot is None:
        after: S = state.hooks.receive(state, seat, goods, events, chance)
        return after
    player = state.players[seat]
    bought = with_note(goods.chariot, Note(state.week, NoteKind.OWNER, seat))
    return with_player(state, seat, replace(player, stable=(*player.stable, bought)))


@cites(R("E1.6.4"), R("Q33"))
def hand_over(state: S, by: Seat, picked: mv.Pick, whom: Seat, events: Events, chance: Chance) -> S:
    """Transfers goods from one player to another."""
    goods = goods_of(state, by, picked)
    return receive(give_away(state, by, picked), whom, goods, events, chance)


# ---------------------------------------------------------------- barter


def can_exchange(state: S, seat: Seat, mine: mv.Pick, whom: Seat, his: mv.Pick) -> bool:
    """Whether both would have room for what they get."""
    for_me, for_him = goods_of(state, whom, his), goods_of(state, seat, mine)
    after = give_away(give_away(state, seat, mine), whom, his)
    return has_room(after, seat, for_me) and has_room(after, whom, for_him)


def goods_to_give(state: Stables, seat: Seat, whom: Seat) -> tuple[mv.Move, ...]:
    """The goods a seat could offer in an exchange."""
    his = wares(state, whom)
    return tuple(
        [
            mine
            for mine in wares(state, seat)
            if any(can_exchange(state, seat, mine, whom, other) for other in his)
        ]
    )


def goods_to_get(state: Stables, seat: Seat, mine: mv.Pick, whom: Seat) -> tuple[mv.Move, ...]:
    """The goods it could get for them."""
    his = wares(state, whom)
    return tuple([other for other in his if can_exchange(state, seat, mine, whom, other)])


@cites(R("E1.6.4"))
def exchange(
    state: S,
    by: Seat,
    mine: mv.Pick,
    whom: Seat,
    his: mv.Pick,
    events: Events,
    chance: Chance,
) -> S:
    """Transfers goods both ways."""
    for_me, for_him = goods_of(state, whom, his), goods_of(state, by, mine)
    state = give_away(give_away(state, by, mine), whom, his)
    state = receive(state, by, for_me, events, chance)
    return receive(state, whom, for_him, events, chance)
