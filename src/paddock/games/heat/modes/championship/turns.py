"""A turn of a championship in one sentence: that of its race, or what lies between two."""

from __future__ import annotations

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.heat.modes.championship import events as ev
from paddock.games.heat.turns import TURNS as RACE


def gist(done: CarTurn[ev.Event]) -> Summary:
    """What a driver did, in a race or between two."""
    parts: list[Remark] = []
    driven = []
    for event in done.events:
        match event:
            case ev.PointsWon(points=points, total=total):
                parts.append(("points", {"points": points, "total": total}))
            case ev.Swapped(card=card, other=other):
                parts.append(("swapped", {"card": card, "other": other}))
            case ev.Kept(card=card):
                parts.append(("kept", {"card": card}))
            case ev.Crowned(total=total):
                parts.append(("crowned", {"total": total}))
            case ev.RaceAnnounced() | ev.YearWon():
                pass
            case _:
                driven.append(event)
    race = RACE.summarize(CarTurn(done.car, driven, done.before, done.after, done.passed))
    return Summary((*race.parts, *parts))


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=RACE.turn_starts | {ev.RaceAnnounced},
    car_field={
        **RACE.car_field,
        ev.PointsWon: "seat",
        ev.Swapped: "seat",
        ev.Kept: "seat",
        ev.Crowned: "seat",
    },
    summarize=gist,
    kinds=RACE.kinds,
)
