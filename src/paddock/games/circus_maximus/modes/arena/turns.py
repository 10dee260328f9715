"""Turn summaries of the arena: one sentence for a gladiator's turn."""

from __future__ import annotations

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.circus_maximus.modes.arena import events as ev


def gist(done: CarTurn[ev.Event]) -> Summary:
    """His blow, if there was one."""
    parts: list[Remark] = [
        ("struck", {"foe": event.foe, "points": event.points})
        for event in done.events
        if isinstance(event, ev.Struck)
    ]
    return Summary(tuple(parts))


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=frozenset({ev.TurnFought}),
    car_field={ev.Struck: "seat", ev.NetThrown: "seat", ev.MomentOfTruth: "seat"},
    summarize=gist,
    kinds={ev.Struck: "move", ev.NetThrown: "move", ev.Killed: "harm", ev.Stunned: "harm"},
)
