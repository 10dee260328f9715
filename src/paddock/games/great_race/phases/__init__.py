"""Who must decide, what is allowed, what then happens.

    Bivouac -> Planning -> Sequence -> Handover -> Sequence ... RoundEnded -> Bivouac ... -> Over
                              |
       an assistant or a card may open, and `then` says what comes after it:
         Laying   Repairing   Lifting                                  assistants, cards
         Driving -> Unpaid | Bearing -> Facing -> StopMet -> Halting   a drive, space by space
         Hunting | Swindling | Sabotaging -> Alarm                     danger cards
         Supplied                                                      the supplier
       and wherever cards come or a chassis falls: Discarding

Nobody is asked at `Handover`, the end of a sequence, `RoundEnded` and `StopMet`.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.great_race.phases.convoy import Handover, Sequence
from paddock.games.great_race.phases.costs import Bearing, Facing, Halting, StopMet
from paddock.games.great_race.phases.danger import Alarm, Hunting, Sabotaging, Swindling
from paddock.games.great_race.phases.drive import Driving, Unpaid
from paddock.games.great_race.phases.hand import Discarding, Supplied
from paddock.games.great_race.phases.round import Bivouac, Over, Planning, RoundEnded
from paddock.games.great_race.phases.work import Laying, Lifting, Repairing

Phase: TypeAlias = (
    Bivouac | Planning | Sequence | Handover | RoundEnded | Over
    | Laying | Repairing | Lifting
    | Driving | Unpaid | Bearing | Facing | StopMet | Halting
    | Hunting | Swindling | Sabotaging | Alarm
    | Supplied | Discarding
)  # fmt: skip

__all__ = [
    "Alarm",
    "Bearing",
    "Bivouac",
    "Discarding",
    "Driving",
    "Facing",
    "Halting",
    "Handover",
    "Hunting",
    "Laying",
    "Lifting",
    "Over",
    "Phase",
    "Planning",
    "Repairing",
    "RoundEnded",
    "Sabotaging",
    "Sequence",
    "StopMet",
    "Supplied",
    "Swindling",
    "Unpaid",
]
