"""Summary of a turn in one sentence: gear, spaces, corners and costs."""

from __future__ import annotations

from paddock.core.turns import CarTurn, EventTopic, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.heat import events as ev


def summarize(done: CarTurn[ev.Event]) -> Summary:
    """Summarize the turn of a car."""
    parts: list[Remark] = []
    mine = [event for event in done.events if getattr(event, "seat", done.car) == done.car]
    moved = [event for event in mine if isinstance(event, ev.Moved | ev.PutBack)]
    gear = [event.gear for event in mine if isinstance(event, ev.Revealed | ev.Shifted)]
    if gear:
        parts.append(("gear", {"gear": gear[-1]}))
    if spaces := spaces_moved(moved):
        parts.append(("spaces", {"n": spaces}))
    parts += passed_remarks(done.passed)
    for event in mine:
        match event:
            case ev.Cluttered():
                parts.append(("cluttered", {}))
            case ev.Slipstreamed(n=n) | ev.Drafted(n=n):
                parts.append(("slipstream", {"n": n}))
            case ev.Boosted(heat=heat):
                parts.append(("boost", {"heat": heat}))
            case ev.Cooled(n=n) | ev.Supercooled(n=n):
                parts.append(("cooled", {"n": n}))
            case ev.Blocked():
                parts.append(("blocked", {}))
            case ev.CornerPaid(limit=limit, speed=speed, heat=heat):
                parts.append(("corner", {"limit": limit, "speed": speed, "heat": heat}))
            case ev.SpunOut(limit=limit, speed=speed):
                parts.append(("spun", {"limit": limit, "speed": speed}))
            case ev.Eliminated():
                parts.append(("out", {}))
            case ev.Finished(place=place) | ev.GaveUp(place=place):
                parts.append(("home", {"place": place}))
            case ev.Picked(card=card):
                parts.append(("picked", {"card": card}))
            case _:
                pass
    return Summary(tuple(parts))


def spaces_moved(moved: list[ev.Moved | ev.PutBack]) -> int:
    """The total spaces moved."""
    steps = [event for event in moved if isinstance(event, ev.Moved)]
    return steps[-1].end - steps[0].start if steps else 0


def passed_remarks(passed: tuple[int, ...]) -> list[Remark]:
    """The cars that were passed: by name, or their number."""
    if len(passed) > 2:
        return [("past-many", {"n": len(passed)})]
    return [("past", {"seat": seat}) for seat in passed]


MOVES = (
    ev.Moved,
    ev.Shifted,
    ev.Revealed,
    ev.Slipstreamed,
    ev.Drafted,
    ev.Boosted,
    ev.Pushed,
    ev.LegendCleared,
    ev.LegendApproached,
    ev.Finished,
)
HARMS = (
    ev.SpunOut,
    ev.CornerPaid,
    ev.Eliminated,
    ev.Blocked,
    ev.Cluttered,
    ev.Misjudged,
    ev.CardLost,
    ev.HeatPaid,
    ev.PutBack,
)
CARDS = (
    ev.Flipped,
    ev.Drew,
    ev.Reshuffled,
    ev.Discarded,
    ev.Scrapped,
    ev.Salvaged,
    ev.Refreshed,
    ev.SponsorGained,
    ev.SponsorUsed,
    ev.TopSeen,
    ev.LegendShown,
)
KINDS: dict[type, EventTopic] = {
    **dict.fromkeys(MOVES, "move"),
    **dict.fromkeys(HARMS, "harm"),
    **dict.fromkeys(CARDS, "luck"),
}

TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=frozenset({ev.GridSet, ev.RoundBegan}),
    car_field=dict.fromkeys(
        (
            ev.Picked,
            ev.Tuned,
            ev.Shifted,
            ev.Cluttered,
            ev.Revealed,
            ev.Moved,
            ev.Discarded,
            ev.Drew,
            ev.LegendCleared,
            ev.LegendApproached,
            ev.Finished,
            ev.GaveUp,
            ev.SponsorGained,
        ),
        "seat",
    ),
    summarize=summarize,
    kinds=KINDS,
)
