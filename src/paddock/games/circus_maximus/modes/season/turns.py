"""A turn of the season in one sentence: that of its race, or what lies between two."""

from __future__ import annotations

from typing import TypeGuard, get_args

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.games.circus_maximus.events import Event as RaceEvent
from paddock.games.circus_maximus.modes.season import events as ev
from paddock.games.circus_maximus.ownership.events import PursesOpened
from paddock.games.circus_maximus.turns import TURNS as RACE

OWN: tuple[type, ...] = get_args(ev.Own)


def gist(done: CarTurn[ev.Event]) -> Summary:
    """What a chariot did; what the season tells beside it has sentences of its own."""
    driven = [event for event in done.events if of_a_race(event)]
    return RACE.summarize(CarTurn(done.car, driven, done.before, done.after, done.passed))


def of_a_race(event: ev.Event) -> TypeGuard[RaceEvent]:
    """Not one of the season's own."""
    return not isinstance(event, OWN)


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=RACE.turn_starts | {ev.WeekBegan, PursesOpened},
    car_field=RACE.car_field,
    summarize=gist,
    kinds=RACE.kinds,
    field=RACE.field,
)
