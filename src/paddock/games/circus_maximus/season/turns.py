"""A turn of the season in one sentence: that of its race, or what lies between two."""

from __future__ import annotations

from paddock.core.turns import Done, Gist, Turns
from paddock.games.circus_maximus.season import events as ev
from paddock.games.circus_maximus.turns import TURNS as RACE

OWN: tuple[type, ...] = ev.Own.__args__


def gist(done: Done[ev.Event]) -> Gist:
    """What a chariot did; what the season tells beside it has sentences of its own."""
    driven = [event for event in done.events if not isinstance(event, OWN)]
    return RACE.gist(Done(done.car, driven, done.before, done.after, done.passed))


TURNS: Turns[ev.Event] = Turns(
    heads=RACE.heads | {ev.WeekBegan, ev.PursesOpened},
    whose=RACE.whose,
    gist=gist,
    kinds=RACE.kinds,
    field=RACE.field,
)
