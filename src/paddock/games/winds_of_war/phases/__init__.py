"""What is being decided, what is allowed, what then happens.

Auction ─ Choosing ─ Hiring ─ Tuning ─ Stocking ─┐          (or: cars are dealt)
                                                 GridChallenge ⇄ GridDice
  ┌──────────────────────────────────────────────┘
  turn: clock, event, order ─ due ┬ Challenging ─ Answering ─ Dicing ┐
                                  └──────────────────────────────────┴ Planning ┬ Pitting
    Driving (a box a decision; tests, collisions) ─ Driving downhill ───────────┘
    Slipstream ─ Closing (hard braking, fast exit) ─ due … TurnEnded … turn … Over
"""

from __future__ import annotations

from typing import TypeAlias, Union

from paddock.games.winds_of_war.phases.challenge import Answering, Challenging, Dicing
from paddock.games.winds_of_war.phases.driving import Closing, Driving, Slipstream
from paddock.games.winds_of_war.phases.garage import Auction, Choosing, Hiring, Stocking, Tuning
from paddock.games.winds_of_war.phases.grid import GridChallenge, GridDice
from paddock.games.winds_of_war.phases.planning import Pitting, Planning
from paddock.games.winds_of_war.phases.turn import Over, TurnEnded

__all__ = [
    "Answering",
    "Auction",
    "Challenging",
    "Choosing",
    "Closing",
    "Dicing",
    "Driving",
    "GridChallenge",
    "GridDice",
    "Hiring",
    "Over",
    "Phase",
    "Pitting",
    "Planning",
    "Slipstream",
    "Stocking",
    "Tuning",
    "TurnEnded",
]

Phase: TypeAlias = Union[  # noqa: UP007
    Auction, Choosing, Hiring, Tuning, Stocking, GridChallenge, GridDice, Challenging, Answering,
    Dicing, Planning, Pitting, Driving, Slipstream, Closing, TurnEnded, Over,
]  # fmt: skip
