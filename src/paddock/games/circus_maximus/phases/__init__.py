"""Who must decide, what is allowed, what then happens: one class a phase.

    Prepare → Speeds → Cup → (Closing over it, for each colour drawn)
                 ↑       │      Announce → Launch → Drive ─┬─ Defend → Avoid
                 │       │                          Bolt ──┤    ⇅        (an attack)
                 │       ↓                                 ├─ Entered → Paying  (what lies there)
                 └────  Foot                               ├─ Shove → Defend …  (forced aside)
                         ↓                                 └─ Bearing           (whose horse)
                      Finished

The state's phase is the top of a stack linked by `then`; see `flow`. Closing, Launch, Entered,
Shove and Cup never ask: they are what is still to be done when everything above them is settled.
Any of the phases on the right may stand on any other, to any depth.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.circus_maximus.phases.harm import Bearing  # isort: skip
from paddock.games.circus_maximus.phases.bolt import Bolt
from paddock.games.circus_maximus.phases.combat import Avoid, Defend
from paddock.games.circus_maximus.phases.corner import Shove
from paddock.games.circus_maximus.phases.drive import Announce, Drive, Launch
from paddock.games.circus_maximus.phases.foot import Foot
from paddock.games.circus_maximus.phases.jumps import Paying
from paddock.games.circus_maximus.phases.moving import Entered
from paddock.games.circus_maximus.phases.prepare import Prepare
from paddock.games.circus_maximus.phases.turn import Cup, Finished, Speeds
from paddock.games.circus_maximus.phases.wreck import Closing

Phase: TypeAlias = (
    Prepare
    | Speeds
    | Cup
    | Closing
    | Announce
    | Launch
    | Drive
    | Bolt
    | Entered
    | Paying
    | Shove
    | Defend
    | Avoid
    | Bearing
    | Foot
    | Finished
)

__all__ = [
    "Announce",
    "Avoid",
    "Bearing",
    "Bolt",
    "Closing",
    "Cup",
    "Defend",
    "Drive",
    "Entered",
    "Finished",
    "Foot",
    "Launch",
    "Paying",
    "Phase",
    "Prepare",
    "Shove",
    "Speeds",
]
