"""Summary of a crew's round in one sentence: cards, assistants, distance and costs."""

from __future__ import annotations

from paddock.core.turns import CarTurn, EventTopic, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.great_race import events as ev


def summarize(done: CarTurn[ev.Event]) -> Summary:
    """What a crew did in a round."""
    me = done.car
    mine = [event for event in done.events if getattr(event, "seat", me) == me]
    parts: list[Remark] = [*card_remarks(mine), *work_remarks(mine), *drive_remarks(mine)]
    parts += [("past", {"whom": seat}) for seat in done.passed[:2]]
    for event in mine:
        match event:
            case ev.BrokeDown(space=space):
                parts.append(("broke", {"space": space}))
            case ev.WentBack(space=space):
                parts.append(("back", {"space": space}))
            case ev.SaboteurSent(whom=whom):
                parts.append(("sabotage", {"whom": whom}))
            case ev.HunterSent():
                parts.append(("hunter", {}))
            case ev.SwindlerSent():
                parts.append(("swindler", {}))
            case ev.Arrived(place=place):
                parts.append(("arrived", {"place": place}))
            case ev.Scored(total=total):
                parts.append(("prestige", {"total": total}))
            case _:
                pass
    if not parts and any(isinstance(event, ev.Passed) for event in mine):
        parts.append(("passes", {}))
    laid = [event.space for event in mine if isinstance(event, ev.Laid | ev.Mapped)]
    drove = any(isinstance(event, ev.Drove | ev.Reached) for event in mine)
    return Summary(tuple(parts), f"space:{laid[-1]}" if laid and not drove else "")


def card_remarks(mine: list[ev.Event]) -> list[Remark]:
    """What it took and played."""
    parts: list[Remark] = []
    for event in mine:
        match event:
            case ev.Took(card=card) | ev.Left(card=card):
                parts.append(("takes", {"card": card}))
            case ev.Played(card=card):
                parts.append(("plays", {"card": card}))
            case _:
                pass
    return parts


def work_remarks(mine: list[ev.Event]) -> list[Remark]:
    """Tiles, repairs, money and fuel."""
    parts: list[Remark] = []
    tiles = sum(isinstance(event, ev.Laid | ev.Mapped) for event in mine)
    if tiles:
        parts.append(("scouted", {"n": tiles}))
    repairs = [event for event in mine if isinstance(event, ev.Mended | ev.Fitted)]
    mended = sum(event.engine + event.chassis for event in repairs)
    if mended:
        parts.append(("mended", {"n": mended}))
    paid = (ev.Financed, ev.Granted, ev.Rewarded)
    money = sum(event.money for event in mine if isinstance(event, paid))
    if money:
        parts.append(("money", {"n": money}))
    fuel = sum(event.fuel for event in mine if isinstance(event, ev.Bought | ev.Fuelled))
    fuel += sum(isinstance(event, ev.Poured) for event in mine)
    if fuel:
        parts.append(("fuelled", {"n": fuel}))
    return parts


def drive_remarks(mine: list[ev.Event]) -> list[Remark]:
    """How far it drove, to where, and what it bore on the way."""
    parts: list[Remark] = []
    gone = [event for event in mine if isinstance(event, ev.Drove | ev.Reached | ev.Sailed)]
    if gone:
        steps = sum(isinstance(event, ev.Drove) for event in gone)
        parts.append(("drives", {"n": max(1, steps), "space": gone[-1].space}))
    borne = [event for event in mine if isinstance(event, ev.Bore | ev.Damaged)]
    engine, chassis = sum(b.engine for b in borne), sum(b.chassis for b in borne)
    if engine:
        parts.append(("engine", {"n": engine}))
    if chassis:
        parts.append(("chassis", {"n": chassis}))
    return parts


MOVES = (ev.SetOff, ev.Drove, ev.Reached, ev.Sailed, ev.Stopped, ev.Progressed, ev.Arrived)
HARMS = (
    ev.Bore,
    ev.Damaged,
    ev.BrokeDown,
    ev.WentBack,
    ev.Cancelled,
    ev.HunterSent,
    ev.SwindlerSent,
    ev.SaboteurSent,
    ev.Removed,
    ev.Swapped,
)
LUCK = (
    ev.Shown,
    ev.Took,
    ev.Left,
    ev.Discarded,
    ev.Played,
    ev.Drew,
    ev.Shuffled,
    ev.Turned,
    ev.Laid,
    ev.Mapped,
    ev.Found,
    ev.Returned,
)
KINDS: dict[type, EventTopic] = {
    **dict.fromkeys(MOVES, "move"),
    **dict.fromkeys(HARMS, "harm"),
    **dict.fromkeys(LUCK, "luck"),
}

TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=frozenset({ev.Started, ev.RoundBegan}),
    car_field=dict.fromkeys(
        (
            ev.Chose,
            ev.Took,
            ev.Left,
            ev.Opened,
            ev.Sent,
            ev.Bought,
            ev.Played,
            ev.Turned,
            ev.Financed,
            ev.Passed,
            ev.SetOff,
            ev.Arrived,
            ev.Rewarded,
            ev.Scored,
        ),
        "seat",
    ),
    summarize=summarize,
    kinds=KINDS,
)
