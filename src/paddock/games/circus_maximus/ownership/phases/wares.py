"""What changes hands between players: whole chariots, their parts, what is in store."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.phases.money import with_player
from paddock.games.circus_maximus.ownership.rules.stable import Goods, Piece
from paddock.games.circus_maximus.ownership.state import S, Stables


def wares(state: Stables, seat: Seat) -> list[mv.Pick]:
    """All that somebody could give away: chariots, then the rest."""
    chariots = [mv.Pick(Piece.CHARIOT, slot) for slot in range(len(state.players[seat].stable))]
    return chariots + pieces(state, seat)


def pieces(state: Stables, seat: Seat) -> list[mv.Pick]:
    """The same without whole chariots."""
    return [mv.Pick(piece, at) for piece, at in state.steward.stock(state, seat)]


def goods_of(state: Stables, seat: Seat, picked: mv.Pick) -> Goods:
    if picked.piece is Piece.CHARIOT:
        return Goods(chariot=state.players[seat].stable[picked.stored])
    goods: Goods = state.steward.goods(state, seat, picked.piece, picked.stored)
    return goods


def has_room(state: Stables, seat: Seat, goods: Goods) -> bool:
    """Whether somebody has a place for it."""
    if goods.chariot is not None:
        return len(state.players[seat].stable) < mv.MOST_STABLE
    room: bool = state.steward.has_room(state, seat, goods)
    return room


def welcome(state: Stables, seat: Seat, of: list[mv.Pick], whom: Seat) -> tuple[mv.Move, ...]:
    """What of somebody's things another has a place for."""
    return tuple([one for one in of if has_room(state, whom, goods_of(state, seat, one))])


def anything(state: Stables, seat: Seat, of: list[mv.Pick], whom: Seat) -> bool:
    return any(has_room(state, whom, goods_of(state, seat, one)) for one in of)


def given_away(state: S, seat: Seat, picked: mv.Pick) -> S:
    """Somebody has it no longer."""
    if picked.piece is not Piece.CHARIOT:
        after: S = state.steward.given_away(state, seat, picked.piece, picked.stored)
        return after
    player = state.players[seat]
    rest = (*player.stable[: picked.stored], *player.stable[picked.stored + 1 :])
    return with_player(state, seat, replace(player, stable=rest))


def received(state: S, seat: Seat, goods: Goods, events: Events, chance: Chance) -> S:
    """Somebody has it from now on; where a part goes may have to be asked first."""
    if goods.chariot is None:
        after: S = state.steward.received(state, seat, goods, events, chance)
        return after
    player = state.players[seat]
    return with_player(state, seat, replace(player, stable=(*player.stable, goods.chariot)))


@cites(R("E1.6.4"), R("Q33"))
def hand_over(state: S, by: Seat, picked: mv.Pick, whom: Seat, events: Events, chance: Chance) -> S:
    """From one player to another."""
    goods = goods_of(state, by, picked)
    return received(given_away(state, by, picked), whom, goods, events, chance)


# ---------------------------------------------------------------- barter


def exchangeable(state: S, seat: Seat, mine: mv.Pick, whom: Seat, his: mv.Pick) -> bool:
    """Whether both would have a place for what they get."""
    for_me, for_him = goods_of(state, whom, his), goods_of(state, seat, mine)
    after = given_away(given_away(state, seat, mine), whom, his)
    return has_room(after, seat, for_me) and has_room(after, whom, for_him)


def to_give(state: Stables, seat: Seat, whom: Seat) -> tuple[mv.Move, ...]:
    """What one could offer for something of another's."""
    his = wares(state, whom)
    return tuple(
        [
            mine
            for mine in wares(state, seat)
            if any(exchangeable(state, seat, mine, whom, other) for other in his)
        ]
    )


def to_get(state: Stables, seat: Seat, mine: mv.Pick, whom: Seat) -> tuple[mv.Move, ...]:
    """What one could have for it."""
    his = wares(state, whom)
    return tuple([other for other in his if exchangeable(state, seat, mine, whom, other)])


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
    """One thing for the other."""
    for_me, for_him = goods_of(state, whom, his), goods_of(state, by, mine)
    state = given_away(given_away(state, by, mine), whom, his)
    state = received(state, by, for_me, events, chance)
    return received(state, whom, for_him, events, chance)
