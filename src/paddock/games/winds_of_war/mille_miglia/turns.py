"""A turn of the Mille Miglia in one sentence: that of the race, and what the clock adds."""

from __future__ import annotations

from paddock.core.turns import Done, Gist, Turns
from paddock.core.words import Remark
from paddock.games.winds_of_war.events import (
    Arrived,
    HandMoved,
    PulledOver,
    RanOutOfTime,
    StageBegan,
    Started,
)
from paddock.games.winds_of_war.events import Event as RaceEvent
from paddock.games.winds_of_war.mille_miglia import events as ev
from paddock.games.winds_of_war.turns import TURNS as RACE


def gist(done: Done[ev.Event]) -> Gist:
    """What a car did along the road; nobody is passed, for all race the clock."""
    parts: list[Remark] = []
    driven: list[RaceEvent] = []
    for event in done.events:
        match event:
            case Started(reading=reading):
                parts.append(("starts", {"reading": reading}))
            case PulledOver(turns=turns):
                parts.append(("stops", {"turns": turns}))
            case Arrived(reading=reading):
                parts.append(("arrives", {"reading": reading}))
            case ev.Winner(duration=duration):  # his racing time has been told before
                parts = [part for part in parts if part[0] != "raced"]
                parts.append(("wins", {"duration": duration}))
            case ev.RacingTime(duration=duration):
                parts.append(("raced", {"duration": duration}))
            case ev.MinutesServed() | ev.StageClosed() | ev.RestartSet():
                pass
            case _:
                driven.append(event)
    told = RACE.gist(Done(done.car, driven, done.before, done.after, ()))
    return Gist((*told.parts, *parts))


TURNS: Turns[ev.Event] = Turns(
    heads=RACE.heads | {HandMoved, StageBegan},
    whose={
        **RACE.whose,
        Started: "seat",
        PulledOver: "seat",
        Arrived: "seat",
        ev.RacingTime: "seat",
        ev.RestartSet: "seat",
        ev.Winner: "seat",
    },
    gist=gist,
    kinds={**RACE.kinds, Started: "move", Arrived: "move", RanOutOfTime: "harm"},
)
