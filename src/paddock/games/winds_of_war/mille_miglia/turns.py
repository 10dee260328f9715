"""A turn on the open road in one sentence: that of the race, or the time at a check point."""

from __future__ import annotations

from paddock.core.turns import Done, Gist, Turns
from paddock.core.words import Remark
from paddock.games.winds_of_war.events import HandMoved
from paddock.games.winds_of_war.mille_miglia import events as ev
from paddock.games.winds_of_war.turns import TURNS as RACE


def gist(done: Done[ev.Event]) -> Gist:
    """What a car did on the road, and what time it was given."""
    parts: list[Remark] = []
    driven = []
    for event in done.events:
        match event:
            case ev.MinutesServed(minutes=minutes):
                parts.append(("lost", {"minutes": minutes}))
            case ev.RacingTime(minutes=minutes):
                parts.append(("time", {"minutes": minutes}))
            case ev.Winner():
                parts.append(("won-road", {}))
            case ev.StageClosed() | ev.RestartSet():
                pass
            case _:
                driven.append(event)
    race = RACE.gist(Done(done.car, driven, done.before, done.after, done.passed))
    return Gist((*race.parts, *parts))


TURNS: Turns[ev.Event] = Turns(
    heads=RACE.heads | {HandMoved, ev.StageClosed},
    whose={
        **RACE.whose,
        ev.MinutesServed: "seat",
        ev.RacingTime: "seat",
        ev.RestartSet: "seat",
        ev.Winner: "seat",
    },
    gist=gist,
    kinds=RACE.kinds,
)
