"""A turn of the championship in one sentence: that of its race, or what lies between two."""

from __future__ import annotations

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.winds_of_war.market.events import Own as Market
from paddock.games.winds_of_war.market.turns import WHOSE, traded
from paddock.games.winds_of_war.modes.championship import events as ev
from paddock.games.winds_of_war.turns import TURNS as RACE


def gist(done: CarTurn[ev.Event]) -> Summary:
    """What a team did, on the road or at the market."""
    parts: list[Remark] = []
    driven = []
    for event in done.events:
        match event:
            case ev.SeasonScored(points=points, total=total):
                parts.append(("points", {"points": points, "total": total}))
            case ev.Champion(points=points):
                parts.append(("champion", {"points": points}))
            case ev.NextRace():
                pass
            case _ if isinstance(event, Market):
                parts += traded(event)
            case _:
                driven.append(event)
    race = RACE.summarize(CarTurn(done.car, driven, done.before, done.after, done.passed))
    return Summary((*race.parts, *parts))


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=RACE.turn_starts | {ev.NextRace},
    car_field={
        **RACE.car_field,
        **WHOSE,
        ev.SeasonScored: "seat",
        ev.Champion: "seat",
    },
    summarize=gist,
    kinds=RACE.kinds,
)
