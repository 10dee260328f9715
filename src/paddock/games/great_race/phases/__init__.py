"""Phases of a race: who must decide, the options, and the effects.

    ChoosingVehicles -> Bivouac -> Planning -> Sequence -> Handover -> Sequence ... RoundEnded
                           ^                     |                                     |
                           +---------------------+---- the next round -----------------+-> Over
                                                 |
       an assistant or a card may open, and `then` says what comes after it:
         Scouting, DrawingMap, Repairing, Removing                  assistants, cards
         Driving -> LosingPoints -> FacingDanger -> StopMet -> Halting -> Driving    a drive
                 -> Unpaid                                          a tile it cannot pay
         Hunting | Swindling | Sabotaging -> Cancelling             danger cards
         ChoosingSupplies                                           the supplier
       and wherever cards come or a chassis falls: Discarding

No seat is asked at `CardPlayed`, `StopMet`, `Handover` (the end of a sequence) and `RoundEnded`.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.great_race.phases.convoy import CardPlayed, Handover, Sequence
from paddock.games.great_race.phases.costs import FacingDanger, Halting, LosingPoints, StopMet
from paddock.games.great_race.phases.danger import Cancelling, Hunting, Sabotaging, Swindling
from paddock.games.great_race.phases.drive import Driving, Unpaid
from paddock.games.great_race.phases.hand import ChoosingSupplies, Discarding
from paddock.games.great_race.phases.round import Bivouac, Over, Planning, RoundEnded
from paddock.games.great_race.phases.start import ChoosingVehicles
from paddock.games.great_race.phases.work import DrawingMap, Removing, Repairing, Scouting

Phase: TypeAlias = (
    ChoosingVehicles | Bivouac | Planning | Sequence | CardPlayed | Handover | RoundEnded | Over
    | Scouting | DrawingMap | Repairing | Removing
    | Driving | Unpaid | LosingPoints | FacingDanger | StopMet | Halting
    | Hunting | Swindling | Sabotaging | Cancelling
    | ChoosingSupplies | Discarding
)  # fmt: skip

__all__ = [
    "Bivouac",
    "Cancelling",
    "CardPlayed",
    "ChoosingSupplies",
    "ChoosingVehicles",
    "Discarding",
    "DrawingMap",
    "Driving",
    "FacingDanger",
    "Halting",
    "Handover",
    "Hunting",
    "LosingPoints",
    "Over",
    "Phase",
    "Planning",
    "Removing",
    "Repairing",
    "RoundEnded",
    "Sabotaging",
    "Scouting",
    "Sequence",
    "StopMet",
    "Swindling",
    "Unpaid",
]
