"""Events of the race. Their sentences are in words.toml; chariots are named by colour."""

from __future__ import annotations

from typing import TypeAlias

from paddock.core import flow
from paddock.games.circus_maximus.events.course import (
    Abandoned,
    Braked,
    Changed,
    Climbed,
    Crossed,
    CutHimselfFree,
    Dodged,
    DraggedHurt,
    Flipped,
    FootBegan,
    Forced,
    GaveUp,
    HeldUp,
    HorsesGone,
    Jostled,
    JumpBegan,
    Jumped,
    JumpPaid,
    Landed,
    LandedOn,
    Lapsed,
    MarkerFell,
    Placed,
    Ran,
    RunDown,
    Slid,
    Slipped,
    Stepped,
    StillDragged,
    StoppedOn,
    StraightOn,
    Strained,
    TurnEnded,
    Vanished,
)
from paddock.games.circus_maximus.events.fight import (
    Attacked,
    BackedUp,
    Blinded,
    Blown,
    Collided,
    Contested,
    Critical,
    Died,
    DriverLashed,
    Evaded,
    HorseDied,
    HorseHurt,
    HorsesLashed,
    HorsesRammed,
    NoDamage,
    Pulled,
    RanInto,
    SawAgain,
    Slowed,
    Threw,
    Trampled,
    WasHit,
    WheelHeld,
    WheelHurt,
    WheelLost,
    WhipGrabbed,
    WhipLost,
    Wounded,
)
from paddock.games.circus_maximus.events.turn import (
    Built,
    CutFailed,
    CutLoose,
    LinedUp,
    Owned,
    PhaseBegan,
    Prepared,
    Refreshed,
    RunsAt,
    Sealed,
    SetOff,
    Showed,
    SkyChanged,
    Started,
    TurnBegan,
    Whipped,
)

Event: TypeAlias = (
    Owned
    | LinedUp
    | Prepared
    | Built
    | TurnBegan
    | SkyChanged
    | Sealed
    | Showed
    | RunsAt
    | PhaseBegan
    | Started
    | Whipped
    | CutLoose
    | CutFailed
    | SetOff
    | Stepped
    | Changed
    | Slid
    | Slipped
    | Braked
    | Lapsed
    | Strained
    | Forced
    | HeldUp
    | Jostled
    | HorseHurt
    | HorseDied
    | Blown
    | WheelHurt
    | WheelHeld
    | WheelLost
    | Attacked
    | RanInto
    | Contested
    | BackedUp
    | Evaded
    | HorsesLashed
    | DriverLashed
    | Slowed
    | Wounded
    | Died
    | WhipGrabbed
    | WhipLost
    | Critical
    | Pulled
    | Threw
    | WasHit
    | Blinded
    | HorsesRammed
    | NoDamage
    | SawAgain
    | Collided
    | Flipped
    | Landed
    | LandedOn
    | JumpBegan
    | JumpPaid
    | Jumped
    | StoppedOn
    | StraightOn
    | CutHimselfFree
    | StillDragged
    | DraggedHurt
    | Trampled
    | RunDown
    | FootBegan
    | Dodged
    | Ran
    | Climbed
    | Abandoned
    | HorsesGone
    | MarkerFell
    | Crossed
    | Vanished
    | TurnEnded
    | Placed
    | GaveUp
)
Events: TypeAlias = flow.Events[Event]

__all__ = [
    "Abandoned",
    "Attacked",
    "BackedUp",
    "Blinded",
    "Blown",
    "Braked",
    "Built",
    "Changed",
    "Climbed",
    "Collided",
    "Contested",
    "Critical",
    "Crossed",
    "CutFailed",
    "CutHimselfFree",
    "CutLoose",
    "Died",
    "Dodged",
    "DraggedHurt",
    "DriverLashed",
    "Evaded",
    "Event",
    "Events",
    "Flipped",
    "FootBegan",
    "Forced",
    "GaveUp",
    "HeldUp",
    "HorseDied",
    "HorseHurt",
    "HorsesGone",
    "HorsesLashed",
    "HorsesRammed",
    "Jostled",
    "JumpBegan",
    "JumpPaid",
    "Jumped",
    "Landed",
    "LandedOn",
    "Lapsed",
    "LinedUp",
    "MarkerFell",
    "NoDamage",
    "Owned",
    "PhaseBegan",
    "Placed",
    "Prepared",
    "Pulled",
    "Ran",
    "RanInto",
    "Refreshed",
    "RunDown",
    "RunsAt",
    "SawAgain",
    "Sealed",
    "SetOff",
    "Showed",
    "SkyChanged",
    "Slid",
    "Slipped",
    "Slowed",
    "Started",
    "Stepped",
    "StillDragged",
    "StoppedOn",
    "StraightOn",
    "Strained",
    "Threw",
    "Trampled",
    "TurnBegan",
    "TurnEnded",
    "Vanished",
    "WasHit",
    "WheelHeld",
    "WheelHurt",
    "WheelLost",
    "WhipGrabbed",
    "WhipLost",
    "Whipped",
    "Wounded",
]
