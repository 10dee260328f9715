"""A turn of a season in one sentence: that of its race. What lies between two is told in full."""

from __future__ import annotations

import typing

from paddock.core.turns import Done, Gist, Turns
from paddock.games.circus_maximus.events import Event as RaceEvent
from paddock.games.circus_maximus.season import events as ev
from paddock.games.circus_maximus.turns import TURNS as RACE

OF_THE_RACE = typing.get_args(RaceEvent)


def gist(done: Done[ev.Event]) -> Gist:
    """What a chariot did in its phase."""
    driven = [event for event in done.events if isinstance(event, OF_THE_RACE)]
    return RACE.gist(Done(done.car, driven, done.before, done.after, done.passed))


TURNS: Turns[ev.Event] = Turns(
    heads=RACE.heads | {ev.WeekBegan},
    whose=RACE.whose,
    gist=gist,
    kinds=RACE.kinds,
    field=RACE.field,
)
