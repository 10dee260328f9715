"""Visibility of sheets, money and secret answers. `Any`: functions of a whole state take that of
their mode."""

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
from paddock.games.circus_maximus.ownership.phases.deals import Answering, Dealing, Terms
from paddock.games.circus_maximus.ownership.phases.interruptions import Bribing, Drugging, Loosening
from paddock.games.circus_maximus.ownership.phases.racing import Racing, top
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing
from paddock.games.circus_maximus.ownership.rules.betting import full_payoffs
from paddock.games.circus_maximus.ownership.rules.intrigue import NOBODY, Sheet
from paddock.games.circus_maximus.ownership.rules.ledger import Cause, Loan
from paddock.games.circus_maximus.ownership.rules.stable import Player
from paddock.games.circus_maximus.ownership.state import S, Stables


class Line(Struct, frozen=True, gc=False):
    """A row of the table by money."""

    seat: Seat
    place: int  # 0: out of it
    cash: int
    promised: int  # repayments to lenders
    coming: int  # the most that loans and bets may bring


def is_race_running(phase: object) -> bool:
    """Whether a race is being run."""
    if isinstance(phase, Dealing):
        return phase.racing
    if isinstance(phase, Terms):
        return phase.visit.racing
    if isinstance(phase, Answering):
        return phase.terms.visit.racing
    return isinstance(phase, Racing | Bribing | Drugging | Loosening | BettingAgain)


def money_table(seen: Stables, out: Sequence[bool], running: bool) -> tuple[Line, ...]:
    """The richest first, as far as the viewer knows; seats that are out last."""
    cash = tuple([player.cash for player in seen.players])
    staked = (seen.bets, seen.later, seen.odds) if running else ((), (), ())
    return money_lines(cash, tuple(out), seen.loans, *staked)


Bets: TypeAlias = tuple[tuple[int, ...], ...]


@functools.lru_cache(maxsize=256)
def money_lines(
    cash: tuple[int, ...],
    out: tuple[bool, ...],
    loans: tuple[Loan, ...],
    bets: Bets,
    later: Bets,
    odds: tuple[int, ...],
) -> tuple[Line, ...]:
    """The table itself, cached: it rarely changes during a race."""
    keys = [-1 if gone else money for gone, money in zip(out, cash, strict=True)]
    found = []
    for seat in sorted(range(len(cash)), key=lambda seat: (-keys[seat], seat)):
        place = 0 if out[seat] else 1 + sum([other > keys[seat] for other in keys])
        promised = sum([loan.repayment for loan in loans if loan.debtor == seat])
        coming = sum([loan.repayment for loan in loans if loan.lender == seat])
        staked = [rows[seat] for rows in (bets, later) if rows]
        coming += max_winnings(staked, odds)
        found.append(Line(seat, place, cash[seat], promised, coming))
    return tuple(found)


def max_winnings(staked: list[tuple[int, ...]], odds: tuple[int, ...]) -> int:
    """The payoff of the bets with the best possible winner."""
    return max([sum(full_payoffs(staked, odds, winner)) for winner in range(len(odds))], default=0)


HIDDEN = (DONE,)
"""Stands for another seat's complete answer."""


@functools.lru_cache(maxsize=256)
@cites(R("B24.31"), R("B25.4"))
def visible_sheet(sheet: Sheet) -> Sheet:
    """A sheet as others see it: opened devices, and security that was shown."""
    if sheet.target < 0 and not sheet.spent:
        return sheet
    sums = tuple([sum if sheet.opened >> d & 1 else 0 for d, sum in enumerate(sheet.sums)])
    guards = tuple(
        tuple([sum if bits >> kind & 1 else 0 for kind, sum in enumerate(guard)])
        for guard, bits in zip(sheet.guards, sheet.shown, strict=True)
    )
    return replace(sheet, target=sheet.target if sheet.opened else NOBODY, sums=sums, guards=guards)


@cites(R("Q14"))
def visible_player(player: Player, sheet: Sheet) -> Player:
    """A player's money as others see it: without the cost of this week's sheet."""
    spent = sheet.spent
    if not spent:
        return player
    intrigue = player.books[Cause.INTRIGUE] + spent
    return replace(player, books=replace_at(player.books, Cause.INTRIGUE, intrigue))


def visible_phase(state: Any, seat: Seat | None) -> Any:
    """The phase with a placeholder for others' complete answers, and nothing for incomplete
    ones."""
    phase = state.phase
    if not isinstance(phase, Sealing):
        return phase
    said = [
        mine if s == seat or not mine else () if phase.ask_of(state, s) is not None else HIDDEN
        for s, mine in enumerate(phase.said)
    ]
    return replace(phase, said=tuple(said))


def visible_fields(state: Stables, seat: Seat | None) -> dict[str, tuple[object, ...]]:
    """Sheets and players as the viewer may know them."""
    sheets = [s if i == seat else visible_sheet(s) for i, s in enumerate(state.sheets)]
    players = [
        player if i == seat else visible_player(player, state.sheets[i])
        for i, player in enumerate(state.players)
    ]
    return {"sheets": tuple(sheets), "players": tuple(players)}


def players_after_sheets(seen: Stables, seat: Seat) -> tuple[Player, ...]:
    """The players after paying for the known parts of the others' sheets."""
    return tuple(
        [
            p if s == seat else player_after_sheet(p, seen.sheets[s])
            for s, p in enumerate(seen.players)
        ]
    )


def player_after_sheet(player: Player, sheet: Sheet) -> Player:
    """A player after paying for the known part of a sheet."""
    intrigue = player.books[Cause.INTRIGUE] - sheet.spent
    return replace(player, books=replace_at(player.books, Cause.INTRIGUE, intrigue))


def answer_randomly(state: Any, phase: Sealing, seat: Seat, chance: Chance) -> Sealing:
    """The phase after some legal answer of a seat."""
    while (ask := phase.ask_of(state, seat)) is not None:
        move = ask.options[chance.pick(range(len(ask.options)), "imagined answer")]
        phase = phase.with_answer(seat, (*phase.said[seat], move))
    return phase


def imagine_answers(state: S, seat: Seat, chance: Chance) -> S:
    """The state with some legal answer in place of each hidden one."""
    window = top(state)
    if not isinstance(window, Sealing):
        return state
    for s in window.asked:
        if s != seat and window.said[s] == HIDDEN:
            window = answer_randomly(state, window.with_answer(s, ()), s, chance)
    return replace(state, phase=window)
