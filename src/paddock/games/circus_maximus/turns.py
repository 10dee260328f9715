"""Turn summaries: one sentence for a chariot's turn."""

from __future__ import annotations

from paddock.core.turns import CarTurn, EventTopic, Summary, TurnSummaries
from paddock.core.words import Remark
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus.data.kinds import StrainResult

OWN_STEPS = (ev.Stepped, ev.Changed, ev.Slipped, ev.Forced, ev.BackedUp)
HURT_EVENTS = (
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
    """A chariot's phase: its moves, its attacks, and the damage to it."""
    me = done.car
    mine = [event for event in done.events if getattr(event, "chariot", me) == me]
    parts: list[Remark] = [
        *drive_remarks(mine),
        *passing_remarks(done.passed),
        *fight_remarks(done, me),
    ]
    for event in mine:
        match event:
            case ev.Strained(result=StrainResult.NOTHING | StrainResult.JOSTLE):
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
    if lost > 0 and any(isinstance(event, OWN_STEPS) for event in mine):
        parts.append(("endurance", {"n": lost}))
    return Summary(tuple(parts))


def drive_remarks(mine: list[ev.Event]) -> list[Remark]:
    """The number of squares, and the last one; a chariot that can move no more stood. One that has
    only been drawn may still move."""
    squares = sum(isinstance(event, ev.Stepped | ev.Changed) for event in mine)
    at = [event.square for event in mine if isinstance(event, OWN_STEPS)]
    if at:
        return [("squares", {"n": squares, "square": at[-1]})]
    ran = [event.square for event in mine if isinstance(event, ev.Ran | ev.Dodged)]
    if ran:
        return [("ran", {"square": ran[-1]})]
    return [("stood", {})] if any(map(ends_movement, mine)) else []


def ends_movement(event: ev.Event) -> bool:
    """Whether a chariot has no movement points left, or loses some."""
    match event:
        case ev.SetOff(mf=mf):
            return mf == 0
        case ev.Braked() | ev.Lapsed() | ev.HeldUp():
            return True
        case _:
            return False


def passing_remarks(passed: tuple[int, ...]) -> list[Remark]:
    """The chariots it passed: by colour, or their number."""
    if len(passed) > 2:
        return [("past-many", {"n": len(passed)})]
    return [("past", {"chariot": chariot}) for chariot in passed]


def fight_remarks(done: CarTurn[ev.Event], me: int) -> list[Remark]:
    """The chariots it attacked or ran into, and those that were damaged by it."""
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
    hurt = {event.chariot for event in done.events if isinstance(event, HURT_EVENTS)}
    parts += [("hurts", {"chariot": chariot}) for chariot in sorted(hurt - {me})]
    if me in hurt:
        parts.append(("hurt", {}))
    return parts


MOVE_EVENTS = (
    *OWN_STEPS,
    ev.SetOff,
    ev.Whipped,
    ev.MarkerFell,
    ev.Crossed,
    ev.Evaded,
    ev.Ran,
    ev.Braked,
)
HARM_EVENTS = (
    *HURT_EVENTS,
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
LUCK_EVENTS = (ev.PhaseBegan, ev.SkyChanged, ev.Built, ev.Contested, ev.Jumped, ev.Owned)
EVENT_KINDS: dict[type, EventTopic] = {
    **dict.fromkeys(MOVE_EVENTS, "move"),
    **dict.fromkeys(HARM_EVENTS, "harm"),
    **dict.fromkeys(LUCK_EVENTS, "luck"),
}

TURNS: TurnSummaries[ev.Event] = TurnSummaries(
    turn_starts=frozenset({ev.TurnBegan}),
    car_field={ev.PhaseBegan: "chariot", ev.Ran: "chariot", ev.Climbed: "chariot"},
    summarize=gist,
    kinds=EVENT_KINDS,
    field="chariot",
)
