"""Phases of the race: who decides, the options, and their effects. One class each.

    Prepare, OnTheGrid
                 ↓
              Speeds → Cup → Drawn → Announce → StartOfMove → Drive, Bolt → EndOfMove → Cup …
                 ↑       ↓                                         │
                 │   MenOnFoot                                     ├─ UnderAttack → Defend → Avoid
                 │       ↓                                         ├─ NewSquare → Paying, Dodging
                 └── EndOfTurn → Over                              ├─ Shove → Defend …
                                                                   └─ ChooseHorse

The state's phase is the top of a stack linked by `then`. OnTheGrid, Cup, Drawn, StartOfMove,
EndOfMove, UnderAttack, NewSquare, InTheWay, Shove and EndOfTurn never ask: they hold work that is
left when everything above them is done, or mark a named moment. Those on the right interrupt a
move, and any of them may be on top of any other, to any depth.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.circus_maximus.phases.announce import Announce, Drawn, StartOfMove
from paddock.games.circus_maximus.phases.bolt import Bolt
from paddock.games.circus_maximus.phases.combat import Avoid, Defend, UnderAttack
from paddock.games.circus_maximus.phases.corner import Shove
from paddock.games.circus_maximus.phases.drive import Drive
from paddock.games.circus_maximus.phases.foot import MenOnFoot
from paddock.games.circus_maximus.phases.jumps import Paying
from paddock.games.circus_maximus.phases.moving import Dodging, InTheWay, NewSquare
from paddock.games.circus_maximus.phases.prepare import OnTheGrid, Prepare
from paddock.games.circus_maximus.phases.rams import ChooseHorse
from paddock.games.circus_maximus.phases.turn import Cup, EndOfTurn, Over, Speeds
from paddock.games.circus_maximus.phases.wreck import EndOfMove

Phase: TypeAlias = (
    Prepare
    | OnTheGrid
    | Speeds
    | Cup
    | Drawn
    | Announce
    | StartOfMove
    | Drive
    | Bolt
    | UnderAttack
    | Defend
    | Avoid
    | NewSquare
    | InTheWay
    | Dodging
    | Paying
    | Shove
    | ChooseHorse
    | EndOfMove
    | MenOnFoot
    | EndOfTurn
    | Over
)

__all__ = [
    "Announce",
    "Avoid",
    "Bolt",
    "ChooseHorse",
    "Cup",
    "Defend",
    "Dodging",
    "Drawn",
    "Drive",
    "EndOfMove",
    "EndOfTurn",
    "InTheWay",
    "MenOnFoot",
    "NewSquare",
    "OnTheGrid",
    "Over",
    "Paying",
    "Phase",
    "Prepare",
    "Shove",
    "Speeds",
    "StartOfMove",
    "UnderAttack",
]
