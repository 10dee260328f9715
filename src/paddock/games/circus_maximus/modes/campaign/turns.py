"""A turn of the campaign in one sentence: of its race, of a bout, or of what lies between."""

from __future__ import annotations

from typing import TypeGuard, get_args

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.games.circus_maximus.events import Event as RaceEvent
from paddock.games.circus_maximus.modes.arena.events import Event as ArenaEvent
from paddock.games.circus_maximus.modes.arena.turns import TURNS as ARENA
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.ownership.events import PursesOpened
from paddock.games.circus_maximus.turns import TURNS as RACE

OWN: tuple[type, ...] = get_args(ev.Own)
FOUGHT: tuple[type, ...] = get_args(ArenaEvent)


def gist(done: CarTurn[ev.Event]) -> Summary:
    """What a chariot did; what the campaign tells beside it has sentences of its own."""
    driven = [event for event in done.events if of_a_race(event)]
    return RACE.summarize(CarTurn(done.car, driven, done.before, done.after, done.passed))


def of_a_race(event: ev.Event) -> TypeGuard[RaceEvent]:
    """Neither of the arena nor one of the campaign's own."""
    return not isinstance(event, OWN) and not isinstance(event, FOUGHT)


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=RACE.turn_starts | ARENA.turn_starts | {ev.RoundBegan, ev.BoutBegan, PursesOpened},
    car_field=RACE.car_field,  # chariots only: blows are listed under their turn of the bout
    summarize=gist,
    kinds={**RACE.kinds, **ARENA.kinds},
    field=RACE.field,
)
