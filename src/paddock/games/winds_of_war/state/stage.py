"""A race along an open road: its clock, its starts, and what is written on the time chart."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.citations import cites
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import Format

STEP = 4  # minutes of a turn
HOUR, DAY = 60, 24 * 60
DUSK, DAWN = 20 * HOUR, 5 * HOUR
UNREAD, READ = -1, -2  # pace notes: still to be used, and used up


NIGHT = (Format.STAGES, Format.ONE_STAGE)  # the formats that may go on into it


class RoadStage(Struct, frozen=True, gc=False):
    """A stage of the Mille Miglia, or all of a race that has none. Readings are minutes since the
    midnight before it, and run on beyond the next; tables are by seat."""

    format: Format
    number: int  # from 1
    stages: int  # in all
    begins: int  # the reading of its first turn
    starts: tuple[int, ...]  # the reading at which each car starts here
    first: tuple[int, ...]  # and started into the race
    points: tuple[int, ...]  # free boxes that each has at its start
    done: int  # spaces of the stages before
    hour: int  # the last full hour that has had its event
    noted: tuple[int, ...]  # minutes that will be added when the stage closes
    times: tuple[int, ...]  # the reading at which each crossed, penalty included; 0: still out
    penalties: tuple[int, ...]  # minutes of them for speed at a check point
    left: tuple[int, ...]  # points left when it crossed
    marker: int  # the curve where mechanics wait now; -1: nowhere
    notes: tuple[int, ...]  # the curve read from pace notes, UNREAD or READ


@cites(R("W1.5"), R("Q48"), R("Q80"))
def reading(stage: RoadStage, turn: int) -> int:
    """What the chronograph shows: the first turn is played at the starting time."""
    return stage.begins + STEP * max(0, turn - 1)


@cites(R("W4.4.10"), R("Q92"))
def at_night(reading: int) -> bool:
    """From 20:00 on; 5:00 is day."""
    return not DAWN <= reading % DAY < DUSK


def hours_and_minutes(reading: int) -> tuple[int, int]:
    """As a clock shows it."""
    return divmod(reading % DAY, HOUR)
