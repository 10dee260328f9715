"""Turn summaries of the campaign: of its race, of a bout, and of the events between."""

from __future__ import annotations

from typing import TypeGuard, get_args

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.games.circus_maximus.events import Event as RaceEvent
from paddock.games.circus_maximus.modes.arena.events import Event as ArenaEvent
from paddock.games.circus_maximus.modes.arena.turns import TURNS as ARENA
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.ownership.events import PursesOpened
from paddock.games.circus_maximus.turns import TURNS as RACE

OWN_EVENTS: tuple[type, ...] = get_args(ev.Own)
ARENA_EVENTS: tuple[type, ...] = get_args(ArenaEvent)


def gist(done: CarTurn[ev.Event]) -> Summary:
    """A chariot's turn; the campaign's own events have separate sentences."""
    driven = [event for event in done.events if is_race_event(event)]
    return RACE.summarize(CarTurn(done.car, driven, done.before, done.after, done.passed))


def is_race_event(event: ev.Event) -> TypeGuard[RaceEvent]:
    """Whether the event belongs to the race, and not to the arena or the campaign."""
    return not isinstance(event, OWN_EVENTS) and not isinstance(event, ARENA_EVENTS)


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=RACE.turn_starts | ARENA.turn_starts | {ev.RoundBegan, ev.BoutBegan, PursesOpened},
    car_field=RACE.car_field,  # chariots only: blows are listed under their turn of the bout
    summarize=gist,
    kinds={**RACE.kinds, **ARENA.kinds},
    field=RACE.field,
)
