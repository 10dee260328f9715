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


def summarize(turn: CarTurn[ev.Event]) -> Summary:
    """What a car did along the road. Cars race the clock, so overtaking does not count."""
    parts: list[Remark] = []
    of_race: list[RaceEvent] = []
    for event in turn.events:
        match event:
            case Started(reading=reading):
                parts.append(("starts", {"reading": reading}))
            case PulledOver(turns=turns):
                parts.append(("stops", {"turns": turns}))
            case Arrived(reading=reading):
                parts.append(("arrives", {"reading": reading}))
            case ev.Winner(duration=duration):  # replaces the racing time
                parts = [part for part in parts if part[0] != "raced"]
                parts.append(("wins", {"duration": duration}))
            case ev.RacingTime(duration=duration):
                parts.append(("raced", {"duration": duration}))
            case ev.MinutesServed() | ev.StageClosed() | ev.RestartSet():
                pass
            case _:
                of_race.append(event)
    summary = RACE.summarize(CarTurn(turn.car, of_race, turn.before, turn.after, ()))
    return Summary((*summary.parts, *parts))


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
    summarize=summarize,
    kinds={**RACE.kinds, Started: "move", Arrived: "move", RanOutOfTime: "harm"},
)
