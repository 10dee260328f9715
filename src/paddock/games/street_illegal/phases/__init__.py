"""Who must decide, what is allowed, what then happens: one class a phase.

Bidding ⇄ Swapping ─► LineUp ─► start_race
                                   │
      ┌─────────► begin_leg ─► turn_cards ⇄ DropOne
      │                            │
      │                            ▼
      │               ┌──► next_driver ─► Driving ⇄ Optimizing
      │               │            │         │
      │               └─ Driven ◄──┼─────────┴─► TooFast ─► Braking    (both interrupt: `then`)
      │                            ▼                ▲          │
      │          ┌───────► next_attacker ─► Passing ◄──────────┘
      │          │                 │         │      │
      │          └─ decide_duel ◄──┼── Duel ◄┴► ProDuel ◄─ an Old Pro attacks
      │               │  ▲         │    │
      │               │  └─ Nitrous ◄───┘
      │               └─► Again ─► TooFast, or next_attacker
      │                            ▼
      └──────────────────────── LegEnded ─► Over
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.street_illegal.phases.driving import (
    Braking,
    Driven,
    Driving,
    Optimizing,
    TooFast,
)
from paddock.games.street_illegal.phases.grid import Bidding, LineUp, Swapping
from paddock.games.street_illegal.phases.passing import Again, Duel, Nitrous, Passing, ProDuel
from paddock.games.street_illegal.phases.road import DropOne, LegEnded, Over

Phase: TypeAlias = (
    Bidding
    | Swapping
    | LineUp
    | DropOne
    | Driving
    | Optimizing
    | Driven
    | TooFast
    | Braking
    | Passing
    | Duel
    | ProDuel
    | Nitrous
    | Again
    | LegEnded
    | Over
)

__all__ = [
    "Again",
    "Bidding",
    "Braking",
    "Driven",
    "Driving",
    "DropOne",
    "Duel",
    "LegEnded",
    "LineUp",
    "Nitrous",
    "Optimizing",
    "Over",
    "Passing",
    "Phase",
    "ProDuel",
    "Swapping",
    "TooFast",
]
