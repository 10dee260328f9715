"""Phases of a race: who must decide, the options, and the effects.

Drafting, Tuning        before the race: the garage, the mechanics of one Event
    |
Planning                all drivers at once, sealed: gear and cards
    |
next_car                for each car from the front: a Legend drives, a driver reveals
    |
Choosing                values of cards that have several
    |
React <-> Salvaging     adrenaline, boost, cooldown and all other symbols
    |
Slipping                slipstream, once or again
    |
Cooking                 one Event: where the Heat comes from
    |
Discarding, Refreshing  and the hand is filled up; the next car, or
    |
RoundOver               cars over the line take their places; the next round, or
    |
Over                    every driver is home or out
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.heat.phases.cooker import Cooking
from paddock.games.heat.phases.discard import Discarding
from paddock.games.heat.phases.garage import Drafting, Tuning
from paddock.games.heat.phases.planning import Planning
from paddock.games.heat.phases.react import React
from paddock.games.heat.phases.replenish import Refreshing
from paddock.games.heat.phases.rounds import Over, RoundOver
from paddock.games.heat.phases.salvage import Salvaging
from paddock.games.heat.phases.slipstream import Slipping
from paddock.games.heat.phases.turn import Choosing

__all__ = [
    "Choosing",
    "Cooking",
    "Discarding",
    "Drafting",
    "Over",
    "Phase",
    "Planning",
    "React",
    "Refreshing",
    "RoundOver",
    "Salvaging",
    "Slipping",
    "Tuning",
]

Phase: TypeAlias = (
    Drafting
    | Tuning
    | Planning
    | Choosing
    | React
    | Salvaging
    | Slipping
    | Cooking
    | Discarding
    | Refreshing
    | RoundOver
    | Over
)
