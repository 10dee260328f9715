"""A turn in one sentence: the gear, how far, whom it passed."""

from __future__ import annotations

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.template import events as ev


def summarize(done: CarTurn[ev.Event]) -> Summary:
    """What a car did with its gear."""
    parts: list[Remark] = []
    for event in done.events:
        match event:
            case ev.Geared(gear=gear):
                parts.append(("geared", {"gear": gear}))
            case ev.Arrived(at=at):
                parts.append(("arrived", {"at": at}))
            case ev.Passed(whom=whom):
                parts.append(("past", {"whom": whom}))
            case ev.Blocked(by=by, spaces=spaces):
                parts.append(("blocked", {"by": by, "spaces": spaces}))
            case ev.Skidded(at=at):
                parts.append(("skidded", {"at": at}))
            case ev.Boosted(amount=amount):
                parts.append(("boosted", {"amount": amount}))
            case ev.Placed(place=place):
                parts.append(("placed", {"place": place}))
            case _:
                pass
    return Summary(tuple(parts))


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=frozenset(),
    car_field={
        ev.Geared: "seat",
        ev.Rolled: "seat",
        ev.Refuelled: "seat",
        ev.Drew: "seat",
        ev.Placed: "seat",
    },
    summarize=summarize,
    kinds={
        ev.Arrived: "move",
        ev.Passed: "move",
        ev.Boosted: "move",
        ev.Blocked: "harm",
        ev.Skidded: "harm",
        ev.Rolled: "luck",
        ev.Drew: "luck",
    },
)
