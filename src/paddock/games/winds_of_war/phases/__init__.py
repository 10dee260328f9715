"""Phases of a race: the open decision, its options, and what follows.

Auction ─ TakingUnsold ─ Hiring ─ Tuning ─ Stocking ─┐          (or: cars are dealt)
                                                     GridChallenge ⇄ GridRerolling
  ┌──────────────────────────────────────────────────┘
  new_turn ─ next_due ┬ Challenging ─ Answering ─ Rerolling ┐
      ▲               └─────────────────────────────────────┴ begin_turn ─ Planning ┬ Pitting
      │  Driving (a box a decision; tests, collisions), downhill a box more ────────┘
      │  Slipstream ─ LastBoxes (hard braking, fast exit) ─ next_car ─ next_due …
      └─ TurnEnded (every car has had its turn) … Over

Along an open road a car begins by `leave_line` (FreeBoxes), and plans a stop (Halting) anywhere.
"""

from __future__ import annotations

from typing import TypeAlias, Union

from paddock.games.winds_of_war.phases.challenge import Answering, Challenging, Rerolling
from paddock.games.winds_of_war.phases.driving import Driving, LastBoxes, Slipstream
from paddock.games.winds_of_war.phases.garage import Auction, Hiring, Stocking, TakingUnsold, Tuning
from paddock.games.winds_of_war.phases.grid import GridChallenge, GridRerolling
from paddock.games.winds_of_war.phases.planning import Pitting, Planning
from paddock.games.winds_of_war.phases.stage import FreeBoxes, Halting, leave_line
from paddock.games.winds_of_war.phases.turn import Over, TurnEnded

__all__ = [
    "Answering",
    "Auction",
    "Challenging",
    "Driving",
    "FreeBoxes",
    "GridChallenge",
    "GridRerolling",
    "Halting",
    "Hiring",
    "LastBoxes",
    "Over",
    "Phase",
    "Pitting",
    "Planning",
    "Rerolling",
    "Slipstream",
    "Stocking",
    "TakingUnsold",
    "Tuning",
    "TurnEnded",
    "leave_line",
]

Phase: TypeAlias = Union[  # noqa: UP007
    Auction, TakingUnsold, Hiring, Tuning, Stocking, GridChallenge, GridRerolling, Challenging,
    Answering, Rerolling, Planning, Pitting, Driving, Slipstream, LastBoxes, TurnEnded, Over,
    FreeBoxes, Halting,
]  # fmt: skip
