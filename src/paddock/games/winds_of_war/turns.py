"""One-sentence summary of a turn: speed, distance, cars passed, damage."""

from __future__ import annotations

from collections import Counter

from paddock.core.turns import CarTurn, EventTopic, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.winds_of_war import events as ev


def summarize_turn(done: CarTurn[ev.Event]) -> Summary:
    """Summary of a car's turn, or of a team in the garage."""
    me = done.car
    mine = [event for event in done.events if getattr(event, "seat", me) == me]
    parts: list[Remark] = [
        *garage_remarks(mine),
        *speed_and_distance(mine),
        *passed_cars(done.passed),
    ]
    for event in mine:
        match event:
            case ev.Launched():
                parts.append(("launched", {}))
            case ev.Stalled():
                parts.append(("stalled", {}))
            case ev.Collided(by=by, whom=whom) if by == me:
                parts.append(("collided", {"whom": whom}))
            case ev.Slipstreamed(by=by, whom=whom) if by == me:
                parts.append(("slipstream", {"whom": whom}))
            case ev.EmergencyBraked():
                parts.append(("emergency", {}))
            case ev.Understeered(lanes=lanes):
                parts.append(("understeered", {"lanes": lanes}))
            case ev.WentStraight():
                parts.append(("straight", {}))
            case ev.LeftRoad(ground=ground):
                parts.append(("off", {"ground": ground}))
            case ev.BrokeDown(failure=failure):
                parts.append(("broke", {"failure": failure}))
            case ev.LapDone(lap=lap, minutes=minutes, seconds=seconds):
                parts.append(("lap", {"lap": lap, "minutes": minutes, "seconds": seconds}))
            case ev.LapTimed(lap=lap, duration=duration):
                parts.append(("timed-lap", {"lap": lap, "duration": duration}))
            case ev.Pitted(turns=turns) | ev.DrawnAside(turns=turns):
                parts.append(("stops", {"turns": turns}))
            case ev.BackOnRoad(speed=speed):
                parts.append(("back", {"speed": speed}))
            case ev.Finished(place=place) | ev.GaveUp(place=place):
                parts.append(("home", {"place": place}))
            case ev.Retired():
                parts.append(("retired", {}))
            case _:
                pass
    worn: Counter[object] = Counter()
    for event in mine:
        if isinstance(event, ev.Damaged):
            worn[event.gauge] += event.points
    parts += [("damage", {"gauge": gauge, "points": points}) for gauge, points in worn.items()]
    return Summary(tuple(parts))


def speed_and_distance(mine: list[ev.Event]) -> list[Remark]:
    """The speed and the number of boxes."""
    speeds = [event.speed for event in mine if isinstance(event, ev.Planned)]
    boxes = sum(isinstance(event, ev.Moved) for event in mine)
    parts: list[Remark] = [("speed", {"speed": speeds[-1]})] if speeds else []
    return [*parts, ("boxes", {"boxes": boxes})] if boxes else parts


def passed_cars(passed: tuple[int, ...]) -> list[Remark]:
    """The cars it has passed: by name, or their number."""
    if len(passed) > 2:
        return [("past-many", {"n": len(passed)})]
    return [("past", {"whom": seat}) for seat in passed]


def garage_remarks(mine: list[ev.Event]) -> list[Remark]:
    """What a team did before the race."""
    parts: list[Remark] = []
    bids = [event.lire for event in mine if isinstance(event, ev.BidMade)]
    if bids:
        parts.append(("bids", {"lire": bids[-1]}))
    for event in mine:
        match event:
            case ev.PassedOver():
                parts.append(("passes", {}))
            case ev.Bought(model=model, lire=lire):
                parts.append(("bought", {"model": model, "lire": lire}))
            case ev.Dealt(model=model):
                parts.append(("dealt", {"model": model}))
            case ev.Hired(driver=driver):
                parts.append(("hired", {"driver": driver}))
            case ev.Tuned(card=card):
                parts.append(("tuned", {"card": card}))
            case ev.Stocked(part=part):
                parts.append(("stocked", {"part": part}))
            case ev.Qualified(place=place):
                parts.append(("qualified", {"place": place}))
            case _:
                pass
    return parts


MOVES = (
    ev.Planned,
    ev.Moved,
    ev.Launched,
    ev.RolledOn,
    ev.Slipstreamed,
    ev.HardBraked,
    ev.ExitedFast,
    ev.LapDone,
    ev.LapTimed,
    ev.Finished,
    ev.BackOnRoad,
)
HARMS = (
    ev.Stalled,
    ev.Damaged,
    ev.Slowed,
    ev.BrokeDown,
    ev.LeftLine,
    ev.EmergencyBraked,
    ev.Understeered,
    ev.WentStraight,
    ev.LeftRoad,
    ev.Collided,
    ev.AllCollided,
    ev.Shoved,
    ev.Settled,
    ev.Retired,
    ev.DrawnAside,
)
LUCK = (ev.Tested, ev.ChallengeRolled, ev.EventDrawn, ev.WeatherSet, ev.Qualified, ev.Dealt)
KINDS: dict[type, EventTopic] = {
    **dict.fromkeys(MOVES, "move"),
    **dict.fromkeys(HARMS, "harm"),
    **dict.fromkeys(LUCK, "luck"),
}

TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=frozenset({ev.TurnBegan, ev.CarCalled}),
    car_field={
        **dict.fromkeys(
            (
                ev.BidMade,
                ev.PassedOver,
                ev.Bought,
                ev.Dealt,
                ev.Hired,
                ev.Tuned,
                ev.Stocked,
                ev.Qualified,
                ev.Tested,
                ev.Planned,
                ev.Stalled,
                ev.Launched,
                ev.Moved,
                ev.Pitted,
                ev.DrawnAside,
                ev.BackOnRoad,
                ev.Finished,
            ),
            "seat",
        ),
        ev.GridChallenged: "by",
        ev.Challenged: "by",
    },
    summarize=summarize_turn,
    kinds=KINDS,
)
