"""Bet values for season and campaign: by win chances and the payoff for each winner."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from paddock.core.game import Ask, replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.season.bots.worth import (
    Rows,
    mean_standing,
    pots,
    win_chances,
)
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import Move
from paddock.games.circus_maximus.ownership.phases.betting import (
    Q_BET_AGAIN,
    Slip,
    line_of,
    max_bet,
    sheet_order,
    slip_of,
)
from paddock.games.circus_maximus.ownership.rules.betting import odds
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP

TRIED_SHARES = (0.0, 0.05, 0.1, 0.2, 0.4)
"""Shares of the seat's money that are tried for a bet."""
PAST_FAVOURITE = -0.5
"""Value of a sheet that leaves the favourite out: below any other, whatever the noise."""
SIDE_BET_COST = 0.05
"""Taken off the value of offering side bets, which bots never do."""


def bet_values(view: Any, ask: Ask[Move], wealth: Sequence[float], left: int) -> list[float]:
    """The value of each bet: the mean over the winners, and over two ways the others may bet (the
    minimum, or by win chances). `wealth` is all money apart from the stakes, `left` the races after
    this one."""
    seat = ask.seat
    slip = slip_of(view, seat, view.phase.said[seat])
    likely = win_chances(view)
    again = ask.question.prompt == Q_BET_AGAIN.prompt
    ways = [view.bets] if again else [other_bets(view, seat, likely, nerve) for nerve in (0.0, 0.8)]

    @functools.cache
    def after(mine: tuple[int, ...]) -> float:
        total = 0.0
        for rows in ways:
            if again:
                later = replace_at(view.later, seat, add_rows(view.later[seat], mine))
                table = pots(view.bets, later, view.odds)
                paid = [0.0] * view.seats
                paid[seat] = float(sum(mine))
            else:
                full = replace_at(rows, seat, mine)
                none = ((0,) * len(mine),) * view.seats
                table = pots(full, none, odds(full, len(mine)))
                paid = [float(sum(row)) for row in full]
            kept = [w - p for w, p in zip(wealth, paid, strict=True)]
            total += mean_standing(likely, table, kept, seat, left) / len(ways)
        return total

    passed = set(moves_past_favourite(view, ask, slip, likely)) if not again else ()
    found = []
    for move in ask.candidates:
        if move in passed:
            found.append(PAST_FAVOURITE)
            continue
        match move:
            case mv.Sum(amount=amount):
                found.append(after(replace_at(slip.bets, slip.on, amount)))
            case mv.Wager():
                on = line_of(view, move)
                most = (
                    min(slip.money, view.bets[seat][on]) if again else max_bet(view, seat, slip, on)
                )
                sums = {
                    max(MONEY_STEP, min(most, int(slip.money * t) // MONEY_STEP * MONEY_STEP))
                    for t in TRIED_SHARES
                }
                found.append(max([after(replace_at(slip.bets, on, amount)) for amount in sums]))
            case mv.OfferBet():
                found.append(after(slip.bets) - SIDE_BET_COST)
            case _:
                found.append(after(slip.bets))
    return found


def moves_past_favourite(
    view: Any, ask: Ask[Move], slip: Slip, likely: Sequence[float]
) -> list[Move]:
    """Options after which nothing can be put on the favourite any more: the seat's own best
    chariot, or the best of the field for one that has none. A sheet is written in order."""
    order = sheet_order(view, ask.seat)
    favourite = max(view.own(ask.seat) or order, key=lambda i: likely[i])
    if slip.on >= 0 or slip.bets[favourite] or mv.Wager(favourite) not in ask.options:
        return []
    at = order.index(favourite)
    later: list[Move] = [mv.Wager(i) for i in order[at + 1 :]]
    return [*later, mv.DONE] if any(slip.bets) else later


def add_rows(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def other_bets(view: Any, seat: Seat, likely: Sequence[float], nerve: float) -> Rows:
    """Possible bets of the others, each on the best own chariot."""
    rows = []
    for s, player in enumerate(view.players):
        row = [0] * len(likely)
        own = view.own(s)
        if s != seat and own and player.cash >= MONEY_STEP:
            best = max(own, key=lambda i: likely[i])
            row[best] = max(
                MONEY_STEP, int(player.cash * nerve * likely[best]) // MONEY_STEP * MONEY_STEP
            )
        rows.append(tuple(row))
    return tuple(rows)
