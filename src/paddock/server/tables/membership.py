"""Membership of a table: who may join and watch, who was removed, and proposals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.core.shallow_copy import shallow_copy
from paddock.server.api import wire
from paddock.server.people.names import skeleton
from paddock.server.tables import table_log
from paddock.server.tables.table_log import Place

MAX_MISSED_DEADLINES = 2
"""Missed deadlines in a row after which a bot takes over."""


class Proposal(Struct, frozen=True):
    """A proposal, and who has agreed."""

    what: wire.What
    person: str
    name: str
    seat: Seat | None
    agreed: frozenset[str]
    clock: wire.Bank | None = None
    slow: wire.SlowOptions | None = None

    def required_people(self, places: Sequence[Place]) -> frozenset[str]:
        """People who must agree: all who race, except the absent and the one it is about."""
        absent = None if self.seat is None else places[self.seat].person
        return frozenset(
            place.person
            for place in places
            if place.person is not None and place.level is None and place.person != absent
        )

    def is_carried(self, places: Sequence[Place]) -> bool:
        return self.required_people(places) <= self.agreed


class Membership:
    """State of a table from its rows that are no moves, except seats."""

    def __init__(self, head: table_log.Opened) -> None:
        self.key = head.key
        self.listed, self.locked, self.watching = head.listed, head.locked, head.watching
        self.barred: frozenset[str] = frozenset()
        self.moved: frozenset[Seat] = frozenset()  # seats whose person made a move of their own
        self.rounds: dict[Seat, tuple[int, int]] = {}  # last one with a move, and how many
        self.missed: dict[Seat, int] = {}  # deadlines in a row; with a bank: sittings
        self.missed_sitting: dict[Seat, int] = {}  # the last one, with a bank
        self.proposal: Proposal | None = None
        self.closed = ""  # the cause, if closed
        self.rematch: str | None = None

    def copy(self) -> Membership:
        return shallow_copy(self)  # dictionaries are replaced, never changed

    def state(self) -> dict[str, Any]:
        """Values for a snapshot."""
        return vars(self.copy())

    @classmethod
    def restore(cls, kept: dict[str, Any]) -> Membership:
        company = cls.__new__(cls)
        vars(company).update(kept)
        return company.copy()

    def take(
        self,
        entry: table_log.Entry,
        places: Sequence[Place],
        sitting: int | None = None,
        *,
        is_own: bool = True,
    ) -> Proposal | None:
        """Fold a row. Returns the proposal that all have accepted with it, if any. `sitting`: of a
        table where sittings are missed, not deadlines; there only an own answer ends a run."""
        match entry:
            case table_log.Left(seat, _, _, "host", key):
                gone = places[seat].person
                self.barred |= frozenset() if gone is None else {gone}
                self.key = key or self.key
            case table_log.Sat(seat):
                self.forget_missed(seat)
            case table_log.Played(seat, by="clock"):
                if sitting is None or self.missed_sitting.get(seat) != sitting:
                    self.missed = {**self.missed, seat: self.missed.get(seat, 0) + 1}
                if sitting is not None:
                    self.missed_sitting = {**self.missed_sitting, seat: sitting}
            case table_log.Played(seat, by=by):
                if sitting is None or (is_own and self.missed_sitting.get(seat) != sitting):
                    self.forget_missed(seat)
                if by in table_log.OWN_MOVES and seat not in self.moved:
                    self.moved |= {seat}
            case table_log.Changed(listed, locked, watching):
                self.listed = self.listed if listed is None else listed
                self.locked = self.locked if locked is None else locked
                self.watching = watching or self.watching
            case table_log.Closed(cause):
                self.closed = cause
            case table_log.Rematch(table):
                self.rematch = table
            case table_log.Proposed(what, person, name, seat, clock, slow):
                self.proposal = Proposal(
                    what, person, name, seat, frozenset({person}), clock=clock, slow=slow
                )
                return self.apply_if_agreed(places)
            case table_log.Agreed(person, _, yes):
                if self.proposal is not None:
                    agreed = self.proposal.agreed | {person}
                    self.proposal = replace(self.proposal, agreed=agreed) if yes else None
                return self.apply_if_agreed(places)
        return None

    def forget_missed(self, seat: Seat) -> None:
        """A run of missed deadlines ends."""
        if seat in self.missed:
            self.missed = {one: n for one, n in self.missed.items() if one != seat}

    def count_round(self, seat: Seat, turn: int) -> None:
        """A person moves in a turn of the race. Turn 0 is the preparation."""
        last, count = self.rounds.get(seat, (0, 0))
        if turn > last and count < 2:
            self.rounds = {**self.rounds, seat: (turn, count + 1)}

    def is_in_second_round(self, seat: Seat) -> bool:
        """Whether the person of a seat has moved in two rounds."""
        return self.rounds.get(seat, (0, 0))[1] >= 2

    def apply_if_agreed(self, places: Sequence[Place]) -> Proposal | None:
        """End a proposal that all have accepted."""
        found = self.proposal
        if found is None or not found.is_carried(places):
            return None
        self.proposal = None
        if found.what == "abandon":
            self.closed = "agreed"
        return found

    def may_watch(self, person: str | None, places: Sequence[Place], host: str) -> bool:
        if person is not None and person in self.barred:
            return False
        if self.watching != "closed":
            return True
        return person is not None and (
            person == host or any(person in (place.person, place.held) for place in places)
        )


def distinct_name(
    name: str, person: str, places: Sequence[Place], taking: Seat | None = None
) -> str:
    """Make a name unlike all others at the table. A seat that is reserved for this
    person, or that they are `taking`, does not count."""
    taken = {
        skeleton(place.name)
        for seat, place in enumerate(places)
        if place.name and seat != taking and person not in (place.person, place.held)
    }
    found, number = name, 2
    while skeleton(found) in taken:
        found, number = f"{name[:20]} {number}", number + 1
    return found
