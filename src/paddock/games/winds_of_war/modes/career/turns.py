"""A turn of the career in one sentence: that of its edition, or what lies between two."""

from __future__ import annotations

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.winds_of_war.market.events import Own as Market
from paddock.games.winds_of_war.market.turns import WHOSE, traded
from paddock.games.winds_of_war.modes.career import events as ev
from paddock.games.winds_of_war.modes.mille_miglia.turns import TURNS as ROAD


def gist(done: CarTurn[ev.Event]) -> Summary:
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
    told = ROAD.summarize(CarTurn(done.car, driven, done.before, done.after, done.passed))
    return Summary((*told.parts, *parts))


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=ROAD.turn_starts | {ev.NextEdition},
    car_field={**ROAD.car_field, **WHOSE, ev.DriverLeft: "seat", ev.MostSuccessful: "seat"},
    summarize=gist,
    kinds=ROAD.kinds,
)
