"""Phases of a race: who must decide, the options, and the effects; one class each.

grid      Bidding ⇄ Swapping ─► LineUp
                                  ▼
road      ┌───► begin_leg ─► turn_cards ⇄ DropOne
          │                       ▼
driving   │   ┌──► next_driver ─► Driving ⇄ Optimizing
          │   └─── Driven ◄── TooFast ─► Braking           (what they interrupt waits in `then`)
          │                       ▼
passing   │   ┌──► next_attacker ─► Passing ─► Duel ─► Nitrous
          │   │                     ▲    └───► ProDuel    │
          │   └─── Again ◄──────────┼───── decide_duel ◄──┘
          │          └─► TooFast ───┘
          └─── LegEnded ─► Over
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
