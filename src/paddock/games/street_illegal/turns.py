"""Summary of a turn in one sentence: speed, payments, attacks and their results."""

from __future__ import annotations

from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.street_illegal import events as ev


def summarize(done: CarTurn[ev.Event]) -> Summary:
    """What a car did on a track card, its duel included."""
    parts: list[Remark] = []
    me = done.car
    for event in done.events:
        match event:
            case ev.Offered(card=card):
                parts.append(("bids", {"card": card}))
            case ev.Placed(place=place):
                parts.append(("starts", {"place": place}))
            case ev.LinedUp(speed=speed) | ev.Drove(speed=speed):
                parts.append(("drives", {"speed": speed}))
            case ev.Optimized(card=card):
                parts.append(("optimizes", {"card": card}))
            case ev.Waited():
                parts.append(("waits", {}))
            case ev.Earned(seat=seat, chips=chips) if seat == me:
                parts.append(("earns", {"chips": chips}))
            case ev.Paid(seat=seat, chips=chips) if seat == me:
                parts.append(("pays", {"chips": chips}))
            case ev.Braked(seat=seat) if seat == me:
                parts.append(("brakes", {}))
            case ev.Stayed(seat=seat) if seat == me:
                parts.append(("stays", {}))
            case ev.Passed(by=by, whom=whom, mine=mine, theirs=theirs):
                id = "past" if by == me else "lost"
                parts.append((id, {"by": by, "whom": whom, "mine": mine, "theirs": theirs}))
            case ev.Held(by=by, whom=whom, mine=mine, theirs=theirs):
                id = "held" if by == me else "held-off"
                parts.append((id, {"by": by, "whom": whom, "mine": mine, "theirs": theirs}))
            case _:
                pass
    return Summary(tuple(parts))


TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=frozenset({ev.LegBegan}),
    car_field={
        ev.Offered: "seat",
        ev.Swapped: "seat",
        ev.Placed: "seat",
        ev.LinedUp: "seat",
        ev.Drove: "seat",
        ev.Optimized: "seat",
        ev.Waited: "seat",
        ev.Paid: "seat",
        ev.Earned: "seat",
        ev.Braked: "seat",
        ev.Attacked: "by",
        ev.Stayed: "seat",
    },
    summarize=summarize,
    kinds={
        ev.Drove: "move",
        ev.Passed: "move",
        ev.Held: "move",
        ev.Attacked: "move",
        ev.Optimized: "move",
        ev.LinedUp: "move",
        ev.Paid: "harm",
        ev.Braked: "harm",
        ev.Dropped: "harm",
        ev.Turned: "luck",
        ev.Drew: "luck",
        ev.Dealt: "luck",
        ev.Reshuffled: "luck",
    },
)
