"""Line-up: the chariots leave their stables and take their lanes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.events import Owned
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.rules.stable import Log, modifier
from paddock.games.circus_maximus.ownership.state import S
from paddock.games.circus_maximus.phases import prepare
from paddock.games.circus_maximus.phases.prepare import WEIGHT_LOSS
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.state import Options as RaceOptions
from paddock.games.circus_maximus.state import State as RaceState


def line_up(
    state: S, options: RaceOptions, order: Sequence[int], events: Events, chance: Chance
) -> S:
    """Lines up the chariots with their sheets; the first of this order in front."""
    chariots = []
    for i, entry in enumerate(state.entries):
        log = state.players[entry.seat].stable[entry.slot]
        c = prepare.equip(options, starting_chariot(log, entry.seat, options.book == "epic"))
        events.append(Owned(c.owner, i, c.name))
        prepare.report_built(i, c, events)
        chariots.append(c)
    blank = prepare.Prepare(((),) * len(chariots))
    now = RaceState(options, state.seats, tuple(chariots), phase=blank)
    now = prepare.line_up(now, order, events, chance)
    now = prepare.ready(now, events, chance)
    none = ((0, 0, 0, 0),) * len(chariots)
    return replace(state, now=now, drugged=none)


@cites(R("E2.2.6"))
def starting_chariot(log: Log, seat: Seat, epic: bool) -> Chariot:
    """The chariot of the race from its sheet in the stable; in Epic its car costs endurance."""
    dm, endurance = modifier(log), log.endurance
    part = WEIGHT_LOSS[log.weight] if epic else 0
    if part:
        endurance -= endurance // part
    return Chariot(
        seat,
        horses=log.boxes,
        endurance=endurance,
        blown=not endurance,
        weight=log.weight,
        wheels=log.wheels,
        arm=log.arm,
        eyes=log.eyes,
        name=log.driver,
        dm=dm,
        cdm=dm,
        hits=log.hits,
        most_hits=log.most_hits,
    )
