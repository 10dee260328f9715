"""A turn in one sentence: how far, past whom, what it did to others and what it cost."""

from __future__ import annotations

from paddock.core.turns import CarTurn, EventTopic, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus.data.kinds import StrainResult

OWN = (ev.Stepped, ev.Changed, ev.Slipped, ev.Forced, ev.BackedUp)
HURTS = (
    ev.HorseHurt,
    ev.WheelHurt,
    ev.Wounded,
    ev.DriverLashed,
    ev.HorsesLashed,
    ev.WheelLost,
    ev.Trampled,
    ev.Critical,
)


def gist(done: CarTurn[ev.Event]) -> Summary:
    """What a chariot did in its phase, and what it met with."""
    me = done.car
    mine = [event for event in done.events if getattr(event, "chariot", me) == me]
    parts: list[Remark] = [*driven(mine), *past(done.passed), *fights(done, me)]
    for event in mine:
        match event:
            case ev.Strained(result=StrainResult.NOTHING):
                parts.append(("strained", {}))
            case ev.Strained(result=result):
                parts.append(("strained-so", {"result": result}))
            case ev.Jostled():
                parts.append(("jostled", {}))
            case ev.Blown():
                parts.append(("blown", {}))
            case ev.WheelLost(side=side):
                parts.append(("wheel-lost", {"side": side}))
            case ev.MarkerFell(marker=marker):
                parts.append(("lap", {"marker": marker}))
            case ev.Flipped(square=square):
                parts.append(("flipped", {"square": square}))
            case ev.Died():
                parts.append(("died", {}))
            case ev.Climbed():
                parts.append(("safe", {}))
            case ev.HorsesGone():
                parts.append(("horses-gone", {}))
            case ev.Crossed():
                parts.append(("crossed", {}))
            case _:
                pass
    lost = done.before.get("endurance", 0) - done.after.get("endurance", 0)
    if lost > 0 and any(isinstance(event, OWN) for event in mine):
        parts.append(("endurance", {"n": lost}))
    return Summary(tuple(parts))


def driven(mine: list[ev.Event]) -> list[Remark]:
    """How many squares, and to which; a chariot that was drawn and did not move stood."""
    squares = sum(isinstance(event, ev.Stepped | ev.Changed) for event in mine)
    at = [event.square for event in mine if isinstance(event, OWN)]
    if at:
        return [("squares", {"n": squares, "square": at[-1]})]
    ran = [event.square for event in mine if isinstance(event, ev.Ran | ev.Dodged)]
    if ran:
        return [("ran", {"square": ran[-1]})]
    return [("stood", {})] if any(isinstance(event, ev.PhaseBegan) for event in mine) else []


def past(passed: tuple[int, ...]) -> list[Remark]:
    """Whom it has passed: by colour, or how many."""
    if len(passed) > 2:
        return [("past-many", {"n": len(passed)})]
    return [("past", {"chariot": chariot}) for chariot in passed]


def fights(done: CarTurn[ev.Event], me: int) -> list[Remark]:
    """Whom it attacked or ran into, and who came to harm by it."""
    parts: list[Remark] = []
    for event in done.events:
        match event:
            case ev.Attacked(chariot=chariot, target=target, weapon=weapon) if chariot == me:
                parts.append(("attacked", {"target": target, "weapon": weapon}))
            case ev.Collided(chariot=chariot, target=target) if chariot == me:
                parts.append(("collided", {"target": target}))
            case ev.RanInto(chariot=chariot, target=target):
                parts.append(("ran-into", {"chariot": chariot, "target": target}))
            case ev.Flipped(chariot=chariot, square=square) if chariot != me:
                parts.append(("flips", {"chariot": chariot, "square": square}))
            case _:
                pass
    hurt = {event.chariot for event in done.events if isinstance(event, HURTS)}
    parts += [("hurts", {"chariot": chariot}) for chariot in sorted(hurt - {me})]
    if me in hurt:
        parts.append(("hurt", {}))
    return parts


MOVES = (*OWN, ev.SetOff, ev.Whipped, ev.MarkerFell, ev.Crossed, ev.Evaded, ev.Ran, ev.Braked)
HARMS = (
    *HURTS,
    ev.Strained,
    ev.HeldUp,
    ev.Jostled,
    ev.HorseDied,
    ev.Blown,
    ev.WheelHeld,
    ev.Attacked,
    ev.RanInto,
    ev.Slowed,
    ev.Died,
    ev.WhipGrabbed,
    ev.WhipLost,
    ev.Pulled,
    ev.Threw,
    ev.WasHit,
    ev.Blinded,
    ev.HorsesRammed,
    ev.Collided,
    ev.Flipped,
    ev.Landed,
    ev.LandedOn,
    ev.DraggedHurt,
    ev.RunDown,
    ev.HorsesGone,
    ev.Lapsed,
)
LUCK = (ev.PhaseBegan, ev.SkyChanged, ev.Built, ev.Contested, ev.Jumped, ev.Owned)
KINDS: dict[type, EventTopic] = {
    **dict.fromkeys(MOVES, "move"),
    **dict.fromkeys(HARMS, "harm"),
    **dict.fromkeys(LUCK, "luck"),
}

TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=frozenset({ev.TurnBegan}),
    car_field={ev.PhaseBegan: "chariot", ev.Ran: "chariot", ev.Climbed: "chariot"},
    summarize=gist,
    kinds=KINDS,
    field="chariot",
)
