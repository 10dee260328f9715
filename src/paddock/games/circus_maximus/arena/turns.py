"""A turn of a bout in one sentence: what a gladiator did."""

from __future__ import annotations

from paddock.core.turns import Done, Gist, Turns
from paddock.core.words import Remark
from paddock.games.circus_maximus.arena import events as ev


def gist(done: Done[ev.Event]) -> Gist:
    """His blow, if he struck one."""
    parts: list[Remark] = [
        ("struck", {"foe": event.foe, "points": event.points})
        for event in done.events
        if isinstance(event, ev.Struck)
    ]
    return Gist(tuple(parts))


TURNS: Turns[ev.Event] = Turns(
    heads=frozenset({ev.TurnFought}),
    whose={ev.Struck: "seat", ev.NetThrown: "seat", ev.MomentOfTruth: "seat"},
    gist=gist,
    kinds={ev.Struck: "move", ev.NetThrown: "move", ev.Killed: "harm", ev.Stunned: "harm"},
)
