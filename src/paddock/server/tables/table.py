"""A table: what its log amounts to. Rows are folded in one after another; nothing here reads,
writes, waits or draws, except that a plan asks chance for what its move would need."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from paddock.core import guide as guides
from paddock.core.chance import Dealer, ReplayedDealer
from paddock.core.errors import PaddockError, UnreadableMove
from paddock.core.game import Ask, Outcome, ask_of, has_secret
from paddock.core.game_spec import AnyGameSpec, Countdown
from paddock.core.guide import BrokenGuide, Course, Moment
from paddock.core.options import convert
from paddock.core.position import placed
from paddock.core.record import AnyRecord, Play, Record, TakeBack, fingerprint
from paddock.core.referee import AnyPlanned, AnyReferee, Checkpoint, Referee
from paddock.core.seats import Seat
from paddock.core.shallow_copy import shallow_copy
from paddock.core.turns import TurnLog
from paddock.server.api import wire
from paddock.server.common import offload
from paddock.server.tables import table_log
from paddock.server.tables.clocks import Clocks
from paddock.server.tables.membership import Membership
from paddock.server.tables.outages import Outages
from paddock.server.tables.snapshot import Snapshot

CHECKPOINT_EVERY_ROWS = 500
"""Rows, words apart, after which a table is kept in mind as it stands then: what lies before the
last such moment but one is left to the log."""
DICE = secrets.SystemRandom
"""Where the dice of a table come from; each has its own."""
SUBSTITUTE_LEVEL = "greedy"  # drives for who does not come back


class TableClosed(PaddockError):
    """The table is not racing, so nothing can be played."""


class RaceDiverged(PaddockError):
    """By the rules of here a saved row leads elsewhere than it did."""


class UnreadableRow(PaddockError):
    """A saved row cannot be read."""


class PlannedRow(Struct, frozen=True):
    """What is to be saved next, and what was worked out in order to know it: what this process has
    planned itself is folded in without being played a second time."""

    entry: table_log.Entry
    move: AnyPlanned | None = None
    race: AnyReferee | None = None


Planner: TypeAlias = Callable[["Table"], PlannedRow | None]
"""What makes of a table the next thing to be saved, or nothing if there is none, or refuses."""


class RowEvents(Struct, frozen=True, gc=False):
    """A row and the events it led to, for those who may see them."""

    row: table_log.Row
    events: tuple[Any, ...] = ()
    chapters: tuple[int, ...] = ()  # to which chapter of the race each belongs
    secret: bool = False  # not all may see all of them

    @property
    def number(self) -> int:
        return self.row.n

    @property
    def seat(self) -> Seat | None:
        """Who played it, if anybody did."""
        entry = self.row.entry
        return entry.seat if isinstance(entry, table_log.Played) else None


class Table:
    """One table as this process knows it, up to `version`; with all its rows if it is `whole`, else
    with the latest of them."""

    def __init__(
        self,
        id: str,
        spec: AnyGameSpec,
        first: table_log.Row,
        outages: Outages | None = None,
        *,
        whole: bool = False,
    ) -> None:
        assert isinstance(first.entry, table_log.Opened)
        self.id, self.head = id, first.entry
        self.course = course_of(spec, first.entry)
        self.spec = placed(spec, first.entry.start)
        self.tried: frozenset[str] = frozenset()  # mistakes of a guide that have been seen
        self.hints = [0] * len(first.entry.places)  # that were asked for, by seat
        self.hurried = False  # past what the guide still has to say
        self.places = list(first.entry.places)
        self._names: tuple[str, ...] | None = None  # as they were last asked for
        self.options: Any = convert(spec.options, msgspec.json.decode(first.entry.options))
        self.clocks = Clocks(first.entry.clock, len(self.places), outages)
        self.referee: AnyReferee | None = None
        self.version, self.created, self.changed = first.n, first.at, first.at
        self.checkpoints: tuple[
            Snapshot, ...
        ] = ()  # the last two moments that a table can go on from
        self.may_checkpoint = not whole and self.course is None and first.entry.luck is None
        self.ids: dict[str, int] = {}  # of the rows that are kept
        self.history: list[RowEvents] = [RowEvents(first)]
        self.ledger = TurnLog(self.spec)
        self.moves = decoder(spec.move)
        self.struck: frozenset[int] = frozenset()  # rows that were taken back
        self.numbers: list[int] = []  # the row of the log that each row of the race stands in
        self.standing: dict[tuple[Seat, str], Any] = {}
        self.membership = Membership(first.entry)
        self.edition = first.entry.edition  # by which the race is played
        self.talk, self.others = 0, 0  # rows that are words, and rows that are no moves
        self.held: table_log.Frozen | None = None  # frozen, as the log says
        self.fault: table_log.Frozen | None = None  # what was found when it was played through

    # ------------------------------------------------------------ looking

    @property
    def frozen(self) -> table_log.Frozen | None:
        """Why the table does not go on, if it does not."""
        return self.fault or self.held

    @property
    def state(self) -> wire.TableState:
        if self.frozen:
            return "frozen"
        if self.membership.closed:
            return "closed"
        if self.referee is None:
            return "gathering"
        return "racing" if self.referee.asks else "over"

    @property
    def names(self) -> tuple[str, ...]:
        if self._names is None:
            self._names = tuple([place.name or f"{n + 1}" for n, place in enumerate(self.places)])
        return self._names

    def seats_of(self, person: str | None) -> tuple[Seat, ...]:
        if person is None:
            return ()
        return tuple(s for s, place in enumerate(self.places) if place.person == person)

    def asked_seats(self) -> tuple[Seat, ...]:
        return tuple(ask.seat for ask in self.asks())

    def asks(self) -> tuple[Ask[Any], ...]:
        """What is to be decided, if the race goes on."""
        if self.referee is None or self.frozen or self.membership.closed:
            return ()
        return self.referee.asks

    @property
    def moment(self) -> Moment | None:
        """Where a guide stands that still decides what is played; none in a race as any other."""
        if self.course is None or self.referee is None or not self.asks():
            return None
        found = self.course.at(self.referee.rows)
        return None if found.free else found

    def may_hint(self, seat: Seat) -> bool:
        """Whether somebody may be told what seems best: nobody else races, not at the same screen
        either, no guide leads, and it is not what an exercise asks."""
        people = [s for s, place in enumerate(self.places) if place.person is not None]
        return people == [seat] and self.moment is None and not self.posed

    @property
    def posed(self) -> bool:
        """Whether this is an exercise that waits for its answer."""
        exercise, referee = self.head.exercise, self.referee
        if exercise is None or referee is None or referee.dropped > exercise.rows:
            return False
        since = referee.rows[exercise.rows - referee.dropped :]
        return not any(isinstance(row, Play) and row.seat == exercise.seat for row in since)

    def deadline(self, seat: Seat) -> int | None:
        """Bots think as long as they are given, and are not hurried."""
        if self.places[seat].level is not None:
            return None
        counted = self.countdown(seat)
        return self.clocks.deadline(seat, None if counted is None else counted.seconds)

    def countdown(self, seat: Seat) -> Countdown | None:
        """How long the rules leave a seat for what it is asked now."""
        ask = ask_of(self.asks(), seat)
        return None if ask is None else self.spec.countdown(self.options, ask)

    def standing_answer(self, seat: Seat) -> Any | None:
        """What a seat always answers to what it is asked now, if that is offered."""
        ask = None if self.referee is None else ask_of(self.referee.asks, seat)
        if ask is None or not self.standing:
            return None
        move = self.standing.get((seat, ask.question.prompt))
        return move if move in ask.options else None

    def read_move(self, move: Raw) -> Any:
        try:
            return self.moves.decode(move)
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise UnreadableMove(f"this is no move of {self.spec.card.title}: {wrong}") from None

    @property
    def complete(self) -> bool:
        """Whether all its rows are kept here."""
        return self.history[0].number == 0

    def has_since(self, row: int) -> bool:
        """Whether all that came after a row is kept here."""
        return row + 1 >= self.history[0].number

    def rows_since(self, row: int) -> list[RowEvents]:
        """What came after a row, as far as it is kept here."""
        return self.history[max(0, row + 1 - self.history[0].number) :]

    # ------------------------------------------------------------ folding

    def fold(
        self, row: table_log.Row, plan: PlannedRow | None = None, *, compare: bool = True
    ) -> None:
        """Take in the next row; with the plan it comes from, if this process made one.

        A position that a row has the fingerprint of is compared with it, if it is not our own.
        """
        assert row.n == self.version + 1, (row.n, self.version)
        self._names = None
        events: tuple[Any, ...] = ()
        if isinstance(row.entry, table_log.Frozen | table_log.Thawed):
            self.held = row.entry if isinstance(row.entry, table_log.Frozen) else None
        elif self.fault is None:
            try:
                events = self.take(row, plan or PlannedRow(row.entry))
                if compare and plan is None:
                    self.compare(row.entry)
            except Exception as wrong:  # whatever it is: the record is kept, nothing goes on
                self.fault = table_log.Frozen(f"row {row.n}: {wrong}", cause(wrong))
        self.version, self.changed = row.n, row.at
        self.talk += isinstance(row.entry, table_log.Said)
        self.others += not isinstance(row.entry, table_log.Played)
        if row.id is not None:
            self.ids[row.id] = row.n
        chapters: tuple[int, ...] = ()
        if events and self.referee is not None:
            chapters = self.ledger.take(row.n, events, self.referee.state)
        self.history.append(RowEvents(row, events, chapters, any(map(has_secret, events))))
        if self.may_checkpoint:
            self.make_checkpoint()

    def make_checkpoint(self) -> None:
        """Keep in mind how the table stands, now and then, where nothing is taken back any more;
        and let go of what lies before the last such moment but one."""
        last = self.checkpoints[-1] if self.checkpoints else None
        since = 0 if last is None else last.n - last.talk
        if (
            self.version - self.talk - since < CHECKPOINT_EVERY_ROWS
            or self.referee is None
            or self.frozen
        ):
            return
        race = self.referee.checkpoint()
        if race is None:
            return
        self.checkpoints = (*self.checkpoints[-1:], self.snapshot(self.referee, race))
        if len(self.checkpoints) > 1:
            self.truncate_before(self.checkpoints[0])

    def snapshot(self, referee: AnyReferee, race: Checkpoint[Any]) -> Snapshot:
        return Snapshot(
            n=self.version,
            at=self.changed,
            talk=self.talk,
            others=self.others,
            edition=self.edition,
            places=tuple(self.places),
            hints=tuple(self.hints),
            standing=tuple(self.standing.items()),
            company=self.membership.state(),
            clocks=self.clocks.state(),
            ledger=self.ledger.open_turn(),
            names=referee.names,
            dealt=referee.dealt,
            race=race,
        )

    def truncate_before(self, before: Snapshot) -> None:
        """Keep no row up to that moment: whoever needs one reads the log."""
        assert self.referee is not None
        self.history = self.rows_since(before.n)
        self.ids = {id: n for id, n in self.ids.items() if n > before.n}
        self.struck = frozenset(n for n in self.struck if n > before.n)
        del self.numbers[: before.race.rows - self.referee.dropped]
        self.referee.truncate_before(before.race.rows)
        self.ledger.drop(before.ledger, before.n)

    def restore(self, kept: Snapshot) -> None:
        """Stand as in a snapshot: the rows after it are still to be folded in."""
        self.version, self.changed = kept.n, kept.at
        self.talk, self.others, self.edition = kept.talk, kept.others, kept.edition
        self.places, self.hints = list(kept.places), list(kept.hints)
        self.standing = dict(kept.standing)
        self.membership = Membership.restore(kept.company)
        self.clocks.restore(kept.clocks)
        self.ledger = TurnLog(self.spec, kept.ledger)
        game, options = self.spec.game, self.options
        self.referee = Referee.from_checkpoint(
            game, options, kept.names, kept.dealt, kept.race, DICE()
        )
        self.checkpoints, self.history = (kept,), []

    def take(self, row: table_log.Row, plan: PlannedRow) -> tuple[Any, ...]:
        substituted = self.membership.take(row.entry, self.places)
        if substituted is not None:
            self.places[substituted] = replace(self.places[substituted], level=SUBSTITUTE_LEVEL)
            self.clocks.restart(substituted, row.at)
        match row.entry:
            case table_log.Sat(seat, place) | table_log.Left(seat, place):
                self.places[seat] = place
                self.clocks.restart(seat, row.at)
            case table_log.Started(places, dealt, edition):
                self.places, self.edition = list(places), edition or self.edition
                self.referee = self.replay_race(dealt) if plan.race is None else plan.race.copy()
                self.clocks.on_row(None, self.asked_seats(), row.at)
                return tuple(self.referee.opening)
            case table_log.Played(seat, move, draws):
                referee = self.running_race()
                if plan.move is not None:
                    step = referee.accept(plan.move)
                else:
                    step = referee.repeat(Play(seat, self.read_move(move), draws))
                self.after_race_row(seat, row)
                return tuple(step.events)
            case table_log.TookBack(seat, taken):
                referee = self.running_race()
                referee.repeat(TakeBack(seat, referee.dropped + self.numbers.index(taken)))
                self.struck |= {taken}
                self.after_race_row(seat, row)
            case table_log.Rewound(rows, move):
                self.rewind(rows)
                self.tried |= {move}
                self.clocks.on_row(None, self.asked_seats(), row.at)
            case table_log.Hurried():
                self.hurried = True
            case table_log.Hinted(seat):
                self.hints[seat] += 1
            case table_log.StandingAnswer(seat, question, move):
                self.standing.pop((seat, question), None)
                if bytes(move) != b"null":
                    self.standing[seat, question] = self.read_move(move)
            case table_log.Repinned(edition):
                self.edition = edition
            case table_log.Unreadable(why):
                raise UnreadableRow(why)
        return ()

    def compare(self, entry: table_log.Entry) -> None:
        """Whether a move has led where it led when it was saved."""
        if isinstance(entry, table_log.Played) and entry.after:
            assert self.referee is not None
            if self.fingerprint(self.referee.state) != entry.after:
                now = self.spec.card.edition
                raise RaceDiverged(f"played under edition {self.edition}, {now} leads elsewhere")

    def fingerprint(self, state: Any) -> str:
        return fingerprint(self.spec, state, len(self.places))

    def after_race_row(self, seat: Seat, row: table_log.Row) -> None:
        """A row of the race was taken in: it has its number, and the clocks go by it."""
        self.numbers.append(row.n)
        self.clocks.on_row(seat, self.asked_seats(), row.at)

    def replay_race(self, dealt: tuple[Any, ...], rows: tuple[Any, ...] = ()) -> AnyReferee:
        head = self.head
        record: AnyRecord = Record(head.game, head.edition, self.options, self.names, dealt, rows)
        return Referee.replay(self.spec.game, record, DICE())

    def rewind(self, rows: int) -> None:
        """Only so many rows of the race stay in play."""
        referee = self.running_race()
        self.referee = self.replay_race(referee.dealt, tuple(referee.rows[:rows]))
        self.struck |= set(self.numbers[rows:])
        del self.numbers[rows:]

    # ------------------------------------------------------------ the race

    def running_race(self) -> AnyReferee:
        if self.referee is None or self.frozen or self.membership.closed:
            raise TableClosed(f"{self.id} is {self.state}")
        return self.referee

    def new_race(self, names: tuple[str, ...]) -> AnyReferee:
        """A race that begins now."""
        if self.course is not None:
            return self.replay_race(self.course.dealt)
        return Referee(self.spec.game, self.options, names, DICE())

    def dealer(self) -> Dealer | None:
        """Who deals, where the luck is to be that of another race; else as always."""
        luck = self.head.luck
        if luck is None:
            return None
        rows = self.running_race().rows[luck.rows :]
        drawn = [draw for row in rows if isinstance(row, Play) for draw in row.draws]
        return ReplayedDealer(DICE(), luck.draws, drawn)

    def undo(self, seat: Seat) -> int | None:
        """The number of the row this seat may take back."""
        index = self.referee.undoable(seat) if self.referee and self.asks() else None
        taught = 0 if self.course is None else len(self.course.rows)
        if index is None or index < taught or self.referee is None:
            return None
        return self.numbers[index - self.referee.dropped]

    def outcome(self) -> Outcome | None:
        return None if self.referee is None or self.frozen else self.referee.outcome()

    def copy(self) -> Table:
        """The same table, to fold a row into that is not saved yet."""
        copied = shallow_copy(self)
        copied.places, copied.history = list(self.places), list(self.history)
        copied.ids, copied.standing = dict(self.ids), dict(self.standing)
        copied.hints = list(self.hints)
        copied.membership, copied.ledger = self.membership.copy(), self.ledger.copy()
        copied.numbers, copied.clocks = list(self.numbers), self.clocks.copy()
        copied.referee = None if self.referee is None else self.referee.copy()
        return copied


@functools.cache
def decoder(moves: Any) -> msgspec.json.Decoder[Any]:
    """Made once a game: to read the types of eighty moves takes longer than a move."""
    return msgspec.json.Decoder(moves)


def course_of(spec: AnyGameSpec, opened: table_log.Opened) -> Course | None:
    """The guide that a table was opened with; one that is gone leaves a race as any other."""
    try:
        return guides.course(spec, opened.guide) if opened.guide else None
    except BrokenGuide:
        return None


def cause(wrong: Exception) -> table_log.Cause:
    """What it means that a saved row cannot be taken in."""
    match wrong:
        case UnreadableRow():
            return "row"
        case PaddockError():  # it was offered once, and is not any more
            return "edition"
        case _:
            return "rules"


def replay_rows(
    id: str,
    spec: AnyGameSpec,
    rows: Sequence[table_log.Row],
    outages: Outages | None = None,
    *,
    whole: bool = False,
) -> Table:
    """A table played through from its rows."""
    table = Table(id, spec, rows[0], outages, whole=whole)
    fold_saved(table, rows[1:])
    return table


def table_from_snapshot(
    id: str,
    spec: AnyGameSpec,
    first: table_log.Row,
    kept: Snapshot,
    rows: Sequence[table_log.Row],
    outages: Outages | None = None,
) -> Table:
    """A table from a snapshot, and the rows after it."""
    table = Table(id, spec, first, outages)
    table.restore(kept)
    fold_saved(table, rows)
    return table


def fold_saved(table: Table, rows: Sequence[table_log.Row]) -> None:
    """Fold in rows that were saved. The last fingerprint among them is compared: if the race comes
    out there, it came out the same."""
    marked = [row.n for row in rows if isinstance(row.entry, table_log.Played) and row.entry.after]
    for row in offload.until_cancelled(rows):
        table.fold(row, compare=row.n == marked[-1] if marked else False)
