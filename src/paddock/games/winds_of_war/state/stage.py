"""State of a race on an open road: clock, starts, and the time chart."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.citations import cites
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import Format

TURN_MINUTES = 4  # minutes of a turn
HOUR_MINUTES, DAY_MINUTES = 60, 24 * 60
DUSK, DAWN = 20 * HOUR_MINUTES, 5 * HOUR_MINUTES
UNREAD, READ = -1, -2  # pace notes not yet used, and used


NIGHT_FORMATS = (Format.STAGES, Format.ONE_STAGE)  # the formats that may last into the night


class RoadStage(Struct, frozen=True, gc=False):
    """A stage of the Mille Miglia, or a whole race without stages. Readings are minutes since the
    midnight before the race and continue past the next one; tables are by seat."""

    format: Format
    number: int  # from 1
    stages: int  # in all
    begins: int  # the reading of its first turn
    starts: tuple[int, ...]  # the reading at which each car starts here
    first: tuple[int, ...]  # and at which it started into the race
    points: tuple[int, ...]  # free boxes at its start
    done: int  # spaces of the stages before
    hour: int  # the last full hour that had its event
    noted: tuple[int, ...]  # minutes that will be added when the stage closes
    times: tuple[int, ...]  # the reading at which each crossed, penalty included; 0: not yet
    penalties: tuple[int, ...]  # minutes of them for speed at a check point
    left: tuple[int, ...]  # points left when it crossed
    marker: int  # the curve where mechanics wait now; -1: nowhere
    notes: tuple[int, ...]  # the curve read from pace notes, UNREAD or READ
    covered: tuple[int, ...] = ()  # units of the way that a car retired before this stage had done


@cites(R("W1.5"), R("Q48"), R("Q80"))
def reading(stage: RoadStage, turn: int) -> int:
    """The chronograph at a turn: the first turn is played at the starting time."""
    return stage.begins + TURN_MINUTES * max(0, turn - 1)


@cites(R("W4.4.10"), R("Q92"))
def is_night(reading: int) -> bool:
    """Whether it is night: from 20:00 until 5:00."""
    return not DAWN <= reading % DAY_MINUTES < DUSK


def hours_and_minutes(reading: int) -> tuple[int, int]:
    """A reading as a clock shows it."""
    return divmod(reading % DAY_MINUTES, HOUR_MINUTES)
