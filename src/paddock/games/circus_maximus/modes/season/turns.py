"""Turn summaries of the season: those of its race, and of the events between races."""

from __future__ import annotations

from typing import TypeGuard, get_args

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.games.circus_maximus.events import Event as RaceEvent
from paddock.games.circus_maximus.modes.season import events as ev
from paddock.games.circus_maximus.ownership.events import PursesOpened
from paddock.games.circus_maximus.turns import TURNS as RACE

OWN_EVENTS: tuple[type, ...] = get_args(ev.Own)


def gist(done: CarTurn[ev.Event]) -> Summary:
    """A chariot's turn; the season's own events have separate sentences."""
    driven = [event for event in done.events if is_race_event(event)]
    return RACE.summarize(CarTurn(done.car, driven, done.before, done.after, done.passed))


def is_race_event(event: ev.Event) -> TypeGuard[RaceEvent]:
    """Whether the event belongs to the race, and not to the season."""
    return not isinstance(event, OWN_EVENTS)


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=RACE.turn_starts | {ev.WeekBegan, PursesOpened},
    car_field=RACE.car_field,
    summarize=gist,
    kinds=RACE.kinds,
    field=RACE.field,
)
