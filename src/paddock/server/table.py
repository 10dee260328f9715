"""A table: what its log amounts to. Rows are folded in one after another; nothing here reads,
writes, waits or draws, except that a plan asks chance for what its move would need."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

from paddock.core.chance import Dealer
from paddock.core.errors import (
    IllegalMove,
    NotAsked,
    NotUndoable,
    PaddockError,
    Stale,
    UnreadableMove,
)
from paddock.core.game import Outcome, ask_of
from paddock.core.house import AnyHouse
from paddock.core.options import convert
from paddock.core.record import AnyRecord, Play, Record, TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat
from paddock.server import table_log, wire
from paddock.server.clocks import Clocks
from paddock.server.table_log import Place

SYSTEM = secrets.SystemRandom()
State = Literal["gathering", "racing", "over", "frozen"]


class Closed(PaddockError):
    """The table is not racing, so nothing can be played."""


class Happened(Struct, frozen=True, gc=False):
    """A row and the events it led to, for those who may see them."""

    row: table_log.Row
    events: tuple[Any, ...] = ()


class Table:
    """One table as this process knows it, up to `version`."""

    def __init__(self, id: str, house: AnyHouse, first: table_log.Row) -> None:
        assert isinstance(first.entry, table_log.Opened)
        self.id, self.house, self.head = id, house, first.entry
        self.places = list(first.entry.places)
        self.options: Any = convert(house.options, msgspec.json.decode(first.entry.options))
        self.clocks = Clocks(first.entry.clock, len(self.places))
        self.referee: AnyReferee | None = None
        self.version, self.created, self.changed = first.n, first.at, first.at
        self.ids: dict[str, int] = {}
        self.history: list[Happened] = [Happened(first)]
        self.numbers: list[int] = []  # the row of the log that each row of the record stands in
        self.standing: dict[tuple[Seat, str], Any] = {}
        self.frozen = ""

    # ------------------------------------------------------------ looking

    @property
    def state(self) -> State:
        if self.frozen:
            return "frozen"
        if self.referee is None:
            return "gathering"
        return "racing" if self.referee.asks else "over"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(place.name or f"{seat + 1}" for seat, place in enumerate(self.places))

    def seats_of(self, person: str | None) -> tuple[Seat, ...]:
        if person is None:
            return ()
        return tuple(s for s, place in enumerate(self.places) if place.person == person)

    def asked(self) -> tuple[Seat, ...]:
        if self.referee is None or self.frozen:
            return ()
        return tuple(ask.seat for ask in self.referee.asks)

    def deadline(self, seat: Seat) -> int | None:
        """Bots think as long as they are given, and are not hurried."""
        return None if self.places[seat].level is not None else self.clocks.deadline(seat)

    def standing_answer(self, seat: Seat) -> Any | None:
        """What a seat always answers to what it is asked now, if that is offered."""
        ask = None if self.referee is None else ask_of(self.referee.asks, seat)
        if ask is None or not self.standing:
            return None
        move = self.standing.get((seat, ask.question.prompt))
        return move if move in ask.options else None

    def read_move(self, move: Raw) -> Any:
        try:
            return msgspec.json.decode(move, type=self.house.move)
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise UnreadableMove(f"this is no move of {self.house.card.title}: {wrong}") from None

    # ------------------------------------------------------------ folding

    def fold(self, row: table_log.Row) -> None:
        """Take in the next row."""
        assert row.n == self.version + 1, (row.n, self.version)
        events: tuple[Any, ...] = ()
        if not self.frozen:
            try:
                events = self.take(row.entry, row.n, row.at)
            except Exception as wrong:  # whatever it is: the record is kept, nothing goes on
                self.frozen = f"row {row.n}: {wrong!r}"
        self.version, self.changed = row.n, row.at
        if row.id is not None:
            self.ids[row.id] = row.n
        self.history.append(Happened(row, events))

    def take(self, entry: table_log.Entry, n: int, at: int) -> tuple[Any, ...]:
        match entry:
            case table_log.Sat(seat, place) | table_log.Left(seat, place):
                self.places[seat] = place
                self.clocks.restart(seat, at)
            case table_log.Started(places, dealt):
                self.places = list(places)
                return self.start(dealt, at)
            case table_log.Played(seat, move, draws):
                assert self.referee is not None
                step = self.referee.repeat(Play(seat, self.read_move(move), draws))
                self.numbers.append(n)
                self.clocks.turned(seat, self.asked(), at)
                return tuple(step.events)
            case table_log.TookBack(seat, taken):
                assert self.referee is not None
                self.referee.repeat(TakeBack(seat, self.numbers.index(taken)))
                self.numbers.append(n)
                self.clocks.turned(seat, self.asked(), at)
            case table_log.StandingAnswer(seat, question, move):
                self.standing.pop((seat, question), None)
                if bytes(move) != b"null":
                    self.standing[seat, question] = self.read_move(move)
            case table_log.Frozen(why):
                self.frozen = why
        return ()

    def start(self, dealt: tuple[Any, ...], at: int) -> tuple[Any, ...]:
        head = self.head
        record: AnyRecord = Record(head.game, head.edition, self.options, self.names, dealt)
        self.referee = Referee.start(self.house.game, record)
        self.clocks.turned(None, self.asked(), at)
        return tuple(self.referee.opening)

    # ------------------------------------------------------------ planning

    def racing(self) -> AnyReferee:
        if self.referee is None or self.frozen:
            raise Closed("the race has not begun" if not self.frozen else "the table is frozen")
        return self.referee

    def plan(self, seat: Seat, number: int | None, move: Any, by: table_log.By) -> table_log.Played:
        """The row that a move would make, or why it is refused. Nothing is changed."""
        referee = self.racing()
        ask, name = ask_of(referee.asks, seat), self.names[seat]
        if ask is None:
            late = number is not None and number < len(referee.rows)
            raise (Stale if late else NotAsked)(f"{name} is not asked now")
        if number is not None and referee.number(seat) != number:
            raise Stale(f"this decision of {name} has been taken already")
        if move not in ask.options:
            raise IllegalMove(referee.game.why_not(referee.state, seat, move))
        dealer = Dealer(SYSTEM)
        referee.game.play(referee.state, seat, move, dealer)
        return table_log.Played(seat, Raw(msgspec.json.encode(move)), tuple(dealer.draws), by)

    def plan_undo(self, seat: Seat, row: int) -> table_log.TookBack:
        found = self.undo(seat)
        if found is None or found != row:
            raise NotUndoable(f"{self.names[seat]} cannot take back row {row}")
        return table_log.TookBack(seat, row)

    def undo(self, seat: Seat) -> int | None:
        """The number of the row this seat may take back."""
        index = None if self.referee is None or self.frozen else self.referee.undoable(seat)
        return None if index is None else self.numbers[index]

    def plan_start(
        self, level: str, bot: Callable[[str, Seat, AnyHouse], Place]
    ) -> table_log.Started:
        """The set-up; bots of a level take the seats that are still open."""
        if self.referee is not None:
            raise Closed("the race has begun already")
        places = tuple(
            place if place.kind != "open" else bot(level, seat, self.house)
            for seat, place in enumerate(self.places)
        )
        return table_log.Started(
            places, deal(self.house, self.options, tuple(p.name for p in places))
        )

    # ------------------------------------------------------------ for lists

    def summary(self) -> Summary:
        referee = self.referee
        outcome = referee.outcome() if referee is not None and not self.frozen else None
        return Summary(
            self.head.edition,
            self.head.options,
            self.head.clock,
            self.head.host,
            tuple(self.places),
            self.asked(),
            self.head.forked,
            outcome,
        )

    def listed(self) -> Listed:
        head = self.head
        times = self.created, self.changed
        return Listed(
            self.id, head.game, self.state, head.listed, self.version, *times, self.summary()
        )

    def copy(self) -> Table:
        """The same table, to fold a row into that is not saved yet."""
        twin = copy.copy(self)
        twin.places, twin.history = list(self.places), list(self.history)
        twin.ids, twin.standing = dict(self.ids), dict(self.standing)
        twin.numbers, twin.clocks = list(self.numbers), self.clocks.copy()
        twin.referee = None if self.referee is None else self.referee.copy()
        return twin


class Summary(Struct, frozen=True):
    """What lists show of a table without playing it through."""

    edition: str
    options: Raw
    clock: wire.Clock
    host: str
    places: tuple[Place, ...]
    asked: tuple[Seat, ...]
    forked: wire.Forked | None = None
    outcome: Outcome | None = None


class Listed(Struct, frozen=True):
    """A table as the store lists it."""

    id: str
    game: str
    state: State
    listed: bool
    version: int
    created: int
    changed: int
    summary: Summary


def deal(house: AnyHouse, options: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    """What chance says at a set-up."""
    return Referee(house.game, options, names, SYSTEM).dealt
