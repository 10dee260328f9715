"""Who must decide, what is allowed, what then happens: one class a phase.

Bidding ⇄ Swapping ─┐
                    ├→ LineUp → [road] ⇄ DropOne
                                  ↓
             ┌→ Driving ⇄ Optimizing
             │     ↓ TooFast → Braking        (then: what goes on afterwards)
             │     ↓
             │  Passing → Duel → (Nitrous) ─┐
             │     ↑    → ProDuel ──────────┤
             │     └─ TooFast ← Again ←─────┘
             └── next leg, or Finished
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.street_illegal.phases.driving import Braking, Driving, Optimizing, TooFast
from paddock.games.street_illegal.phases.grid import Bidding, LineUp, Swapping
from paddock.games.street_illegal.phases.passing import (
    Again,
    Duel,
    Finished,
    Nitrous,
    Passing,
    ProDuel,
)
from paddock.games.street_illegal.phases.road import DropOne

Phase: TypeAlias = (
    Bidding
    | Swapping
    | LineUp
    | DropOne
    | Driving
    | Optimizing
    | TooFast
    | Braking
    | Passing
    | Duel
    | ProDuel
    | Nitrous
    | Again
    | Finished
)

__all__ = [
    "Again",
    "Bidding",
    "Braking",
    "Driving",
    "DropOne",
    "Duel",
    "Finished",
    "LineUp",
    "Nitrous",
    "Optimizing",
    "Passing",
    "Phase",
    "ProDuel",
    "Swapping",
    "TooFast",
]
