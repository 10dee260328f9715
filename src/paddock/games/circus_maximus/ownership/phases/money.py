"""Transfers of money: updates of the books."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.ownership.rules.ledger import Cause, book_entry
from paddock.games.circus_maximus.ownership.rules.stable import Log, Player
from paddock.games.circus_maximus.ownership.state import S


def with_player(state: S, seat: Seat, player: Player) -> S:
    return replace(state, players=replace_at(state.players, seat, player))


def book(state: S, seat: Seat, cause: Cause, amount: int) -> S:
    """A sum from the bank, or if negative to the bank."""
    if not amount:
        return state
    player = state.players[seat]
    return with_player(state, seat, replace(player, books=book_entry(player.books, cause, amount)))


def hand_over(state: S, payer: Seat, payee: Seat, cause: Cause, amount: int) -> S:
    """A sum from one player to another."""
    return book(book(state, payer, cause, -amount), payee, cause, amount)


def with_log(state: S, seat: Seat, slot: int, log: Log) -> S:
    """The state with a changed sheet in a stable."""
    player = state.players[seat]
    return with_player(state, seat, replace(player, stable=replace_at(player.stable, slot, log)))
