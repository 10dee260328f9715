"""A turn of the Mille Miglia in one sentence: that of the race, and what the clock adds."""

from __future__ import annotations

from paddock.core.turns import CarTurn, Summary, TurnSummaries
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
from paddock.games.winds_of_war.modes.mille_miglia import events as ev
from paddock.games.winds_of_war.turns import TURNS as RACE


def gist(done: CarTurn[ev.Event]) -> Summary:
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
    told = RACE.summarize(CarTurn(done.car, driven, done.before, done.after, ()))
    return Summary((*told.parts, *parts))


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=RACE.turn_starts | {HandMoved, StageBegan},
    car_field={
        **RACE.car_field,
        Started: "seat",
        PulledOver: "seat",
        Arrived: "seat",
        ev.RacingTime: "seat",
        ev.RestartSet: "seat",
        ev.Winner: "seat",
    },
    summarize=gist,
    kinds={**RACE.kinds, Started: "move", Arrived: "move", RanOutOfTime: "harm"},
)
