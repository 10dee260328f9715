"""Who must decide, what is allowed, what then happens.

    Bivouac -> Planning -> Sequence ... Sequence -> (maintenance) -> Bivouac ... -> Finished
                              |
       an assistant or a card may open, and `then` says what comes after it:
         Laying   Repairing   Lifting                                  assistants, cards
         Driving -> Unpaid | Bearing -> Facing -> Halting -> Driving   a drive, space by space
         Hunting | Swindling | Sabotaging -> Alarm                     danger cards
         Supplied                                                      the supplier
       and wherever cards come or a chassis falls: Discarding

`Handover` only waits in a `then`: it ends the sequence.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.great_race.phases.convoy import Bivouac, Finished, Handover, Planning, Sequence
from paddock.games.great_race.phases.costs import Bearing, Facing, Halting
from paddock.games.great_race.phases.danger import Alarm, Hunting, Sabotaging, Swindling
from paddock.games.great_race.phases.drive import Driving, Unpaid
from paddock.games.great_race.phases.hand import Discarding, Supplied
from paddock.games.great_race.phases.work import Laying, Lifting, Repairing

Phase: TypeAlias = (
    Bivouac | Planning | Sequence | Handover | Finished
    | Laying | Repairing | Lifting
    | Driving | Unpaid | Bearing | Facing | Halting
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
    "Finished",
    "Halting",
    "Handover",
    "Hunting",
    "Laying",
    "Lifting",
    "Phase",
    "Planning",
    "Repairing",
    "Sabotaging",
    "Sequence",
    "Supplied",
    "Swindling",
    "Unpaid",
]
