"""A turn of the campaign in one sentence: that of its race, or what lies between two."""

from __future__ import annotations

from typing import TypeGuard, get_args

from paddock.core.turns import Done, Gist, Turns
from paddock.games.circus_maximus.campaign import events as ev
from paddock.games.circus_maximus.events import Event as RaceEvent
from paddock.games.circus_maximus.stable.events import PursesOpened
from paddock.games.circus_maximus.turns import TURNS as RACE

OWN: tuple[type, ...] = get_args(ev.Own)


def gist(done: Done[ev.Event]) -> Gist:
    """What a chariot did; what the campaign tells beside it has sentences of its own."""
    driven = [event for event in done.events if of_a_race(event)]
    return RACE.gist(Done(done.car, driven, done.before, done.after, done.passed))


def of_a_race(event: ev.Event) -> TypeGuard[RaceEvent]:
    """Not one of the campaign's own."""
    return not isinstance(event, OWN)


TURNS: Turns[ev.Event] = Turns(
    heads=RACE.heads | {ev.RoundBegan, PursesOpened},
    whose=RACE.whose,
    gist=gist,
    kinds=RACE.kinds,
    field=RACE.field,
)
