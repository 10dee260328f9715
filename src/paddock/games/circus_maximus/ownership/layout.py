"""Money and stables as numbers: what season and campaign have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paddock.core.layout import Part, part, seats_from, table
from paddock.core.seats import Seat

MOST_SEATS = 16
MOST_MONEY = 1_000_000
MONEY = (-MOST_MONEY, MOST_MONEY)

QUESTIONS = (
    "bet",
    "bet-again",
    "bribe",
    "dose",
    "loosen",
    "deal",
    "side-bet",
    "terms",
    "answer",
    "train",
    "auction",
    "bid",
    "in-kind",
    "worth",
    "concede",
    "plot",
)
"""The questions between races that both modes ask."""


def read_meeting(view: Any, seat: Seat) -> Iterable[int]:
    return (view.seats, view.race, len(view.loans), len(view.entries), view.now is not None)


def read_owners(view: Any, seat: Seat) -> Iterable[int]:
    """The owners, beginning with the viewer: place by money, cash, promises, stable."""
    lines = {line.seat: line for line in view.table}
    numbers: list[int] = []
    for s in seats_from(seat, len(view.players)):
        line, player = lines[s], view.players[s]
        money = (line.cash, line.promised, line.coming)
        cut = [max(-MOST_MONEY, min(MOST_MONEY, sum_)) for sum_ in money]
        numbers += (line.place, *cut, len(player.stable))
    return numbers


PARTS: tuple[Part, ...] = (
    part(
        "meeting",
        read_meeting,
        owners=(2, MOST_SEATS),
        races=(0, 999),
        loans=(0, 999),
        entries=(0, MOST_SEATS),
        running=(0, 1),
    ),
    table(
        "owners",
        MOST_SEATS,
        read_owners,
        place=(0, MOST_SEATS),
        cash=MONEY,
        promised=MONEY,
        coming=MONEY,
        stable=(0, 99),
    ),
)
