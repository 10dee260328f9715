"""Speed and endurance of a chariot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import IN_CAR, RACING, RAIN

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race

NO_LANE = 99
"""No safe speed has been exceeded yet in this phase."""
WHEEL_CHECK_SPEED = 14
"""From this total speed on, damaged wheels are checked at the start of a move."""
BACK_COST = 2
"""Endurance for braking back."""
RAIN_LOSS, MUD_LOSS = 1, 2
"""Team speed lost in rain and in mud."""
MUD_SAFE_LOSS = 3
"""Loss of every safe speed in mud."""


@cites(R("E2.3.7.3"), R("E2.3.7.4"))
def weather_loss(state: Race) -> int:
    """Team speed lost to the weather; mud replaces rain."""
    return MUD_LOSS if state.mud else (RAIN_LOSS if state.sky == RAIN else 0)


@cites(R("X1"))
def team_speed(state: Race, chariot: Chariot) -> int:
    """Boxes left, less tiredness, weather, bribes and the losses of the current or coming phase."""
    driving = chariot.moved and chariot.mf
    loss = chariot.loss_now if driving else chariot.loss
    speed = sum(chariot.horses) - chariot.tired - loss - chariot.bribed
    if state.sky or state.mud:
        speed -= weather_loss(state)
    if chariot.blind:
        speed = (speed + 1) // 2
    return speed if speed > 0 else 0  # noqa: FURB136  hot path


@cites(R("B6.12"), R("E2.8.2.2"))
def maximum(state: Race, chariot: Chariot) -> int:
    """The highest speed that may be written; for a runaway its own speed."""
    speed = team_speed(state, chariot)
    if chariot.condition != RACING:
        return speed
    speed += chariot.cdm
    return speed if speed > 0 else 0  # noqa: FURB136  hot path


@cites(R("B9.51"), R("E2.10.7.1"))
def cap_speed(state: Race, chariot: Chariot) -> Chariot:
    """Reduces a written speed above a maximum that has fallen, also during a move."""
    if chariot.moved and not chariot.mf:
        return chariot
    most = maximum(state, chariot)
    over = chariot.written - most
    if over <= 0:
        return chariot
    if chariot.mf:
        lost = min(over, chariot.mf)
        return replace(chariot, written=most, total=chariot.total - lost, mf=chariot.mf - lost)
    return replace(chariot, written=most)


@cites(R("B8.44"), R("E2.11.1"), R("E2.11.2"), R("E2.11.2.4"))
def tire(chariot: Chariot, points: int) -> Chariot:
    """Takes endurance, down to 0; reaching 0 costs the driver one modifier permanently."""
    left = chariot.endurance - points
    if left > 0:
        return replace(chariot, endurance=left)
    if chariot.blown:
        return replace(chariot, endurance=0)
    return replace(chariot, endurance=0, blown=True, dm=chariot.dm - 1, cdm=chariot.cdm - 1)


@cites(R("E2.9.4.1.1"))
def can_strain(state: Race, chariot: Chariot) -> bool:
    """Whether it may whip and exceed safe speeds: not after J or SS, in Epic never below 0."""
    if chariot.barred_until >= state.turn:
        return False
    if chariot.cdm < 0:
        return not (chariot.jostled or state.epic)
    return True


@cites(R("E2.8.3.1"))
def can_whip(state: Race, chariot: Chariot) -> bool:
    """Whether the driver may announce the whip at the start of his move."""
    return (
        chariot.driver == IN_CAR
        and chariot.condition == RACING
        and chariot.whip > 0
        and chariot.endurance > 0
        and chariot.cdm >= 0
        and chariot.barred_until < state.turn
        and not chariot.dead
        and not chariot.blind
    )


def current_speed(state: Race, chariot: Chariot) -> int:
    """The total speed of this turn: already driven, or written plus lashes."""
    return chariot.total if chariot.moved else chariot.written + chariot.added


@cites(R("B6.311"), R("E2.8.5.1"))
def safe_speed(state: Race, square: int) -> int:
    """The safe speed of a corner square's lane."""
    track = state.track
    return track.safe[track.lane[square]] - (MUD_SAFE_LOSS if state.mud else 0)


def can_ever_move(state: Race, chariot: Chariot) -> bool:
    """Whether a team with a living driver may still move forward."""
    mud = MUD_LOSS if state.mud else 0
    speed = sum(chariot.horses) - chariot.tired - chariot.bribed - mud
    if chariot.condition != RACING:
        return speed > 0 and not chariot.dead
    if chariot.dead and not chariot.knives:
        return False
    return speed + chariot.dm > 0
