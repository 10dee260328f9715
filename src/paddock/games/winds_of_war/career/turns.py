"""A turn of the career in one sentence: that of its edition, or what lies between two."""

from __future__ import annotations

from paddock.core.turns import Done, Gist, Turns
from paddock.core.words import Remark
from paddock.games.winds_of_war.career import events as ev
from paddock.games.winds_of_war.market.events import Own as Market
from paddock.games.winds_of_war.market.turns import WHOSE, traded
from paddock.games.winds_of_war.mille_miglia.turns import TURNS as ROAD


def gist(done: Done[ev.Event]) -> Gist:
    """What a team did, on the road or at the market."""
    parts: list[Remark] = []
    driven = []
    for event in done.events:
        match event:
            case ev.DriverLeft(driver=driver):
                parts.append(("parted", {"driver": driver}))
            case ev.MostSuccessful(lire=lire):
                parts.append(("career", {"lire": lire}))
            case ev.EditionEnded() | ev.NextEdition():
                pass
            case _ if isinstance(event, Market):
                parts += traded(event)
            case _:
                driven.append(event)
    told = ROAD.gist(Done(done.car, driven, done.before, done.after, done.passed))
    return Gist((*told.parts, *parts))


TURNS: Turns[ev.Event] = Turns(
    heads=ROAD.heads | {ev.NextEdition},
    whose={**ROAD.whose, **WHOSE, ev.DriverLeft: "seat", ev.MostSuccessful: "seat"},
    gist=gist,
    kinds=ROAD.kinds,
)
