"""Budget of the rows that are no moves, by person.

One person who fills their own budget takes nothing from the others. What frees others is never
counted: leaving, removing, closing, agreeing, a bot that takes over. Each of these needs something
before it that is counted, so their number has a bound too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from paddock.server.tables import table_log
from paddock.server.tables.table_log import Place

MAX_PLAYER_ROWS = 600  # of a person in a race, or of a host; with each lasting decision one more
MAX_VISITOR_ROWS = 60  # of anyone else: watchers, and people at a table that has not started
MAX_VISITOR_TALK_ROWS = 500  # chat of all watchers together
MAX_PROPOSALS = 50  # of one person, apart from the other rows: proposing to end a race frees


class RowBudget(Struct, frozen=True):
    """Number of rows so far, by person. Moves are not counted."""

    rows: Mapping[str, int] = {}
    proposals: Mapping[str, int] = {}
    visitor_talk: int = 0

    def count(self, entry: table_log.Entry, places: Sequence[Place], host: str) -> RowBudget:
        """The budget after a row."""
        match entry:
            case table_log.Proposed(person=person):
                return replace(self, proposals=one_more(self.proposals, person))
            case table_log.Said(person=person):
                seated = any(place.person == person for place in places)
                talk = self.visitor_talk + (not seated)
                return replace(self, rows=one_more(self.rows, person), visitor_talk=talk)
            case table_log.Sat(place=place):
                return replace(self, rows=one_more(self.rows, place.person or ""))
            case (
                table_log.TookBack(seat=seat)
                | table_log.Painted(seat=seat)
                | table_log.Hinted(seat=seat)
            ):
                return replace(self, rows=one_more(self.rows, places[seat].person or ""))
            case table_log.SeatOffered(seat=seat, by="self"):
                return replace(self, rows=one_more(self.rows, places[seat].person or ""))
            case table_log.QuietHoursSet(person=person) | table_log.HolidayTaken(person=person):
                return replace(self, rows=one_more(self.rows, person))
            case (
                table_log.Changed()
                | table_log.Rewound()
                | table_log.Hurried()
                | table_log.Paused()
                | table_log.TimeGranted()
                | table_log.PaceChanged()
                | table_log.SeatOffered()
            ):
                return replace(self, rows=one_more(self.rows, host))
        return self


def one_more(counted: Mapping[str, int], person: str) -> Mapping[str, int]:
    return {**counted, person: counted.get(person, 0) + 1}
