"""What others know of a player's sheet, money and sealed answers. Types of the wing stand in the
signatures of what takes a whole state."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership.moves import DONE
from paddock.games.circus_maximus.ownership.phases.betting import BettingAgain
from paddock.games.circus_maximus.ownership.phases.interruptions import Bribing, Drugging, Loosening
from paddock.games.circus_maximus.ownership.phases.racing import Racing, top
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing
from paddock.games.circus_maximus.ownership.rules.betting import dues
from paddock.games.circus_maximus.ownership.rules.intrigue import NOBODY, Sheet
from paddock.games.circus_maximus.ownership.rules.ledger import Cause, Loan
from paddock.games.circus_maximus.ownership.rules.stable import Player
from paddock.games.circus_maximus.ownership.state import S, Stables


class Line(Struct, frozen=True, gc=False):
    """A line of the table by money."""

    seat: Seat
    place: int  # 0: out of it
    cash: int
    promised: int  # to those who lent
    coming: int  # the most that loans and bets may bring


def on_the_track(phase: object) -> bool:
    """Whether a race is being run."""
    return isinstance(phase, Racing | Bribing | Drugging | Loosening | BettingAgain)


def table(seen: Stables, out: Sequence[bool], running: bool) -> tuple[Line, ...]:
    """The richest first, as far as this eye knows; those who are out of it last."""
    cash = tuple([player.cash for player in seen.players])
    staked = (seen.bets, seen.later, seen.odds) if running else ((), (), ())
    return lines(cash, tuple(out), seen.loans, *staked)


Bets: TypeAlias = tuple[tuple[int, ...], ...]


@functools.lru_cache(maxsize=256)
def lines(
    cash: tuple[int, ...],
    out: tuple[bool, ...],
    loans: tuple[Loan, ...],
    bets: Bets,
    later: Bets,
    odds: tuple[int, ...],
) -> tuple[Line, ...]:
    """The table itself: the same from one move of a race to the next, and kept."""
    keys = [-1 if gone else money for gone, money in zip(out, cash, strict=True)]
    found = []
    for seat in sorted(range(len(cash)), key=lambda seat: (-keys[seat], seat)):
        place = 0 if out[seat] else 1 + sum([other > keys[seat] for other in keys])
        promised = sum([loan.repayment for loan in loans if loan.debtor == seat])
        coming = sum([loan.repayment for loan in loans if loan.lender == seat])
        staked = [rows[seat] for rows in (bets, later) if rows]
        coming += most_won(staked, odds)
        found.append(Line(seat, place, cash[seat], promised, coming))
    return tuple(found)


def most_won(staked: list[tuple[int, ...]], odds: tuple[int, ...]) -> int:
    """What bets would bring with the best winner there could be."""
    return max([sum(dues(staked, odds, winner)) for winner in range(len(odds))], default=0)


HIDDEN = (DONE,)
"""Somebody else's answer, complete."""


@functools.lru_cache(maxsize=256)
@cites(R("B24.31"), R("B25.4"))
def shown(sheet: Sheet) -> Sheet:
    """A sheet as others see it: what was opened on it, and the security that had to be shown."""
    if sheet.target < 0 and not sheet.spent:
        return sheet
    sums = tuple([sum if sheet.opened >> d & 1 else 0 for d, sum in enumerate(sheet.sums)])
    guards = tuple(
        tuple([sum if bits >> kind & 1 else 0 for kind, sum in enumerate(guard)])
        for guard, bits in zip(sheet.guards, sheet.shown, strict=True)
    )
    return replace(sheet, target=sheet.target if sheet.opened else NOBODY, sums=sums, guards=guards)


@cites(R("Q14"))
def purse_shown(player: Player, sheet: Sheet) -> Player:
    """What others see of one's money: as if nothing stood on this week's sheet."""
    spent = sheet.spent
    if not spent:
        return player
    intrigue = player.books[Cause.INTRIGUE] + spent
    return replace(player, books=replace_at(player.books, Cause.INTRIGUE, intrigue))


def phase_seen(state: Any, seat: Seat | None) -> Any:
    """A window with a mark where another's complete answer lies, and nothing where it is not."""
    phase = state.phase
    if not isinstance(phase, Sealing):
        return phase
    said = [
        mine if s == seat or not mine else () if phase.ask_of(state, s) is not None else HIDDEN
        for s, mine in enumerate(phase.said)
    ]
    return replace(phase, said=tuple(said))


def seen_by(state: Stables, seat: Seat | None) -> dict[str, tuple[object, ...]]:
    """Sheets and players as this eye may know them."""
    sheets = [s if i == seat else shown(s) for i, s in enumerate(state.sheets)]
    players = [
        player if i == seat else purse_shown(player, state.sheets[i])
        for i, player in enumerate(state.players)
    ]
    return {"sheets": tuple(sheets), "players": tuple(players)}


def paid(seen: Stables, seat: Seat) -> tuple[Player, ...]:
    """The players after what is known of the others' sheets was paid."""
    return tuple(
        [p if s == seat else spent_on(p, seen.sheets[s]) for s, p in enumerate(seen.players)]
    )


def spent_on(player: Player, sheet: Sheet) -> Player:
    """The money after what is known of a sheet was paid."""
    intrigue = player.books[Cause.INTRIGUE] - sheet.spent
    return replace(player, books=replace_at(player.books, Cause.INTRIGUE, intrigue))


def answered(state: Any, phase: Sealing, seat: Seat, chance: Chance) -> Sealing:
    """The window after some legal answer of a seat."""
    while (ask := phase.ask_of(state, seat)) is not None:
        move = ask.options[chance.pick(range(len(ask.options)), "imagined answer")]
        phase = phase.with_answer(seat, (*phase.said[seat], move))
    return phase


def imagined(state: S, seat: Seat, chance: Chance) -> S:
    """The same with some legal answer wherever another's lies hidden."""
    window = top(state)
    if not isinstance(window, Sealing):
        return state
    for s in window.asked:
        if s != seat and window.said[s] == HIDDEN:
            window = answered(state, window.with_answer(s, ()), s, chance)
    return replace(state, phase=window)
