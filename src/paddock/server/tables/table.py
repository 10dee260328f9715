"""A table: the state that its log rows lead to. Rows are folded one by one; there is no I/O and no
randomness here, except draws for a planned move."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from paddock.core import guide as guides
from paddock.core.chance import Dealer, ReplayedDealer
from paddock.core.errors import PaddockError, UnreadableMove
from paddock.core.game import Ask, Outcome, ask_of, has_secret
from paddock.core.game_spec import AnyGameSpec, Countdown, no_countdown
from paddock.core.guide import BrokenGuide, Course, Moment
from paddock.core.options import convert_options
from paddock.core.position import spec_from_position
from paddock.core.record import AnyRecord, Play, Record, TakeBack, fingerprint
from paddock.core.referee import AnyPlanned, AnyReferee, Checkpoint, Referee
from paddock.core.seats import Seat
from paddock.core.shallow_copy import shallow_copy
from paddock.core.turns import TurnLog
from paddock.server.api import wire
from paddock.server.common import offload
from paddock.server.tables import table_log
from paddock.server.tables.bank_clock import BankClocks, cut_spans, make_clocks
from paddock.server.tables.membership import Membership, Proposal
from paddock.server.tables.outages import Outages
from paddock.server.tables.programs import Change
from paddock.server.tables.row_budget import RowBudget
from paddock.server.tables.sittings import (
    NO_SITTING,
    co_driver_level,
    next_sitting,
    turns_per_sitting,
)
from paddock.server.tables.slow_play import OBJECTION_MS, SlowPlay
from paddock.server.tables.snapshot import Snapshot

if TYPE_CHECKING:
    from paddock.server.tables.listing import Summary

CHECKPOINT_EVERY_ROWS = 500
"""Rows, without chat, between two checkpoints. Rows before the last checkpoint but one are dropped
from memory."""
DICE = secrets.SystemRandom
"""Random source of a table's draws."""
SUBSTITUTE_LEVEL = "greedy"  # takes over for an absent person
START_COUNTDOWN_MS = 3_000  # as the pages count down before the first question
MIN_COUNTDOWN_DEADLINE_MS = 30_000  # with less time the pages ask at once


class TableClosed(PaddockError):
    """The table is not racing."""


class RaceDiverged(PaddockError):
    """A saved row leads to another result under the current rules."""


class UnreadableRow(PaddockError):
    """A saved row cannot be read."""


class PlannedRow(Struct, frozen=True):
    """The next row, with the result that planning computed, so that this process does not compute
    it again when folding."""

    entry: table_log.Entry
    move: AnyPlanned | None = None
    race: AnyReferee | None = None
    prepared: Change | None = None  # what its seat has prepared after it


Planner: TypeAlias = Callable[["Table"], PlannedRow | None]
"""Makes the next row from a table; none if there is nothing to do, or raises a refusal."""


class RowEvents(Struct, frozen=True, gc=False):
    """A row and its events."""

    number: int
    seat: Seat | None  # that played it, if it is a move
    row: table_log.Row
    events: tuple[Any, ...] = ()
    turn_entries: tuple[int, ...] = ()  # entry of the turn log of each event
    secret: bool = False  # some viewers may not see all of them


class Table:
    """A table up to `version`; with all its rows if it is `whole`, else with the latest ones."""

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
        self.spec = spec_from_position(spec, first.entry.start)
        self.tried: frozenset[str] = frozenset()  # mistakes of a guide that were played
        self.hints = [0] * len(first.entry.places)  # number used, by seat
        self.hurried = False  # the learner skips the rest of the guide
        self.places = list(first.entry.places)
        self._names: tuple[str, ...] | None = None  # cache
        self.summary: Summary | None = None  # cache of `listing.summarize`
        self.options: Any = convert_options(spec.options, msgspec.json.decode(first.entry.options))
        self.clocks = make_clocks(first.entry.clock, len(self.places), outages)
        self.slow = SlowPlay(first.entry)
        self.sitting = NO_SITTING
        self.referee: AnyReferee | None = None
        self.version, self.created, self.changed = first.n, first.at, first.at
        self.checkpoints: tuple[Snapshot, ...] = ()  # the last two checkpoints
        self.may_checkpoint = not whole and self.course is None and first.entry.luck is None
        self.ids: dict[str, int] = {}  # client ids of the rows in memory
        self.history: list[RowEvents] = [RowEvents(first.n, None, first)]
        self.turn_log = TurnLog(self.spec)
        self.moves = decoder(spec.move)
        self.struck: frozenset[int] = frozenset()  # rows that were undone
        self.numbers: list[int] = []  # log row of each race row
        self.prepared_in_a_row = 0  # answers of programs since a person moved
        self.membership = Membership(first.entry)
        self.edition = first.entry.edition  # edition the race is played by
        self.talk = 0  # number of chat rows
        self.budget = RowBudget()
        self.held: table_log.Frozen | None = None  # frozen by a row of the log
        self.fault: table_log.Frozen | None = None  # frozen by an error of this replay

    # ------------------------------------------------------------ looking

    @property
    def frozen(self) -> table_log.Frozen | None:
        """Why the table is frozen, if it is."""
        return self.fault or self.held

    @property
    def state(self) -> wire.TableState:
        if self.fault or self.held:
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
        return tuple([ask.seat for ask in self.asks()])

    def asks(self) -> tuple[Ask[Any], ...]:
        """Open decisions, if the race is running."""
        if self.referee is None or self.fault or self.held or self.membership.closed:
            return ()
        return self.referee.asks

    @property
    def moment(self) -> Moment | None:
        """Current step of the guide; none in a free race."""
        if self.course is None or self.referee is None or not self.asks():
            return None
        found = self.course.moment_at(self.referee.rows)
        return None if found.free else found

    def may_hint(self, seat: Seat) -> bool:
        """Whether hints are allowed: no other person races (not even on the same screen), no guide
        is active, and no exercise is open."""
        people = [s for s, place in enumerate(self.places) if place.person is not None]
        return people == [seat] and self.moment is None and not self.posed

    @property
    def posed(self) -> bool:
        """Whether this is an exercise without an answer yet."""
        exercise, referee = self.head.exercise, self.referee
        if exercise is None or referee is None or referee.dropped > exercise.rows:
            return False
        since = referee.rows[exercise.rows - referee.dropped :]
        return not any(isinstance(row, Play) and row.seat == exercise.seat for row in since)

    @property
    def has_deadlines(self) -> bool:
        """Whether a seat can have a deadline: by the clock, or by a countdown of the rules."""
        timed = not isinstance(self.clocks.clock, wire.NoClock)
        return timed or self.spec.countdown is not no_countdown

    def deadline(self, seat: Seat) -> int | None:
        """Deadline of a seat. Bots have none."""
        if not self.has_deadlines or self.places[seat].level is not None:
            return None
        counted = self.countdown(seat)
        return self.clocks.deadline(seat, None if counted is None else counted.seconds)

    def shows_countdown(self, started: int) -> bool:
        """Whether the pages count down to the first question, and a live clock has to wait: people
        race each other, and have time enough."""
        people = {place.person for place in self.places if place.person is not None}
        if len(people) < 2 or not isinstance(self.clocks.clock, wire.Live):
            return False
        deadlines = [self.deadline(seat) for seat in self.asked_seats()]
        return all(end is None or end - started >= MIN_COUNTDOWN_DEADLINE_MS for end in deadlines)

    def countdown(self, seat: Seat) -> Countdown | None:
        """Countdown of the rules for the current ask of a seat."""
        if self.spec.countdown is no_countdown:
            return None
        ask = ask_of(self.asks(), seat)
        return None if ask is None else self.spec.countdown(self.options, ask)

    def read_move(self, move: Raw) -> Any:
        try:
            return self.moves.decode(move)
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise UnreadableMove(f"this is no move of {self.spec.card.title}: {wrong}") from None

    @property
    def complete(self) -> bool:
        """Whether all rows are in memory."""
        return self.history[0].number == 0

    def has_since(self, row: int) -> bool:
        """Whether all rows after this one are in memory."""
        return row + 1 >= self.history[0].number

    def rows_since(self, row: int) -> list[RowEvents]:
        """Rows after this one, as far as they are in memory."""
        return self.history[max(0, row + 1 - self.history[0].number) :]

    # ------------------------------------------------------------ folding

    def fold(
        self, row: table_log.Row, plan: PlannedRow | None = None, *, compare: bool = True
    ) -> None:
        """Fold the next row; with its plan if this process made one.

        A stored fingerprint is compared, unless the row comes from a plan.
        """
        assert row.n == self.version + 1, (row.n, self.version)
        self.summary = None
        if not isinstance(row.entry, table_log.Played):
            self._names = None
        events: tuple[Any, ...] = ()
        if isinstance(row.entry, table_log.Frozen | table_log.Thawed):
            self.held = row.entry if isinstance(row.entry, table_log.Frozen) else None
        elif self.fault is None:
            try:
                events = self.take(row, plan or PlannedRow(row.entry))
                if compare and plan is None:
                    self.compare(row.entry)
            except Exception as wrong:  # any error: keep the record and freeze
                self.fault = table_log.Frozen(f"row {row.n}: {wrong}", cause(wrong))
        self.version, self.changed = row.n, row.at
        self.talk += isinstance(row.entry, table_log.Said)
        seat: Seat | None = None
        if isinstance(row.entry, table_log.Played):
            seat = row.entry.seat
        else:
            self.budget = self.budget.count(row.entry, self.places, self.head.host)
        if row.id is not None:
            self.ids[row.id] = row.n
        turn_entries: tuple[int, ...] = ()
        if events and self.referee is not None:
            turn_entries = self.turn_log.add_row(row.n, events, self.referee.state)
        secret = any(map(has_secret, events))
        self.history.append(RowEvents(row.n, seat, row, events, turn_entries, secret))
        if self.may_checkpoint:
            self.make_checkpoint()

    def make_checkpoint(self) -> None:
        """Make a checkpoint from time to time, if nothing before can be undone, and drop rows
        before the last checkpoint but one."""
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
            budget=self.budget,
            edition=self.edition,
            places=tuple(self.places),
            hints=tuple(self.hints),
            prepared_in_a_row=self.prepared_in_a_row,
            company=self.membership.state(),
            slow=self.slow.state(),
            sitting=self.sitting,
            clocks=self.clocks.state(),
            turn_log=self.turn_log.open_turn(),
            names=referee.names,
            dealt=referee.dealt,
            race=race,
        )

    def truncate_before(self, before: Snapshot) -> None:
        """Drop the rows up to this point; they can be read from the log."""
        assert self.referee is not None
        self.history = self.rows_since(before.n)
        self.ids = {id: n for id, n in self.ids.items() if n > before.n}
        self.struck = frozenset(n for n in self.struck if n > before.n)
        del self.numbers[: before.race.rows - self.referee.dropped]
        self.referee.truncate_before(before.race.rows)
        self.turn_log.drop_before(before.turn_log, before.n)

    def restore(self, kept: Snapshot) -> None:
        """Restore a snapshot. The rows after it have to be folded."""
        self.version, self.changed, self.summary = kept.n, kept.at, None
        self.talk, self.budget, self.edition = kept.talk, kept.budget, kept.edition
        self.places, self.hints = list(kept.places), list(kept.hints)
        self.prepared_in_a_row = kept.prepared_in_a_row
        self.membership = Membership.restore(kept.company)
        self.slow, self.sitting = SlowPlay.restore(kept.slow), kept.sitting
        self.clocks.restore(kept.clocks)
        self.turn_log = TurnLog(self.spec, kept.turn_log)
        game, options = self.spec.game, self.options
        self.referee = Referee.from_checkpoint(
            game, options, kept.names, kept.dealt, kept.race, DICE()
        )
        self.checkpoints, self.history = (kept,), []

    def take(self, row: table_log.Row, plan: PlannedRow) -> tuple[Any, ...]:
        bank = self.bank_clocks
        agreed = self.membership.take(
            row.entry,
            self.places,
            None if bank is None else self.sitting.number,
            is_own=bank is None or self.is_own_answer(row.entry),
        )
        if not isinstance(row.entry, table_log.Played):
            racing = self.referee is not None
            self.slow = self.slow.copy()  # shared by copies of the table, as no move changes it
            self.slow.take(row, self.places, turn=self.turn, racing=racing)
        if agreed is not None:
            self.apply_proposal(agreed, row.at)
        if bank is not None:
            self.set_bank(bank, row)
        match row.entry:
            case table_log.Sat(seat, place):
                self.places[seat] = place
                self.clocks.resume(seat, row.at)
            case table_log.Left(seat, place):
                self.places[seat] = place
                if place.level is not None:
                    self.clocks.pause(seat, row.at)
            case table_log.Painted(seat, livery):
                self.places[seat] = replace(self.places[seat], livery=livery)
            case table_log.Started(places, dealt, edition):
                self.places, self.edition = list(places), edition or self.edition
                self.referee = self.replay_race(dealt) if plan.race is None else plan.race.copy()
                self.open_sitting()
                self.clocks.on_row(None, self.asked_seats(), row.at)
                if self.shows_countdown(row.at):
                    self.clocks.delay(START_COUNTDOWN_MS)
                return tuple(self.referee.opening)
            case table_log.Played(seat, move, draws):
                referee = self.running_race()
                if plan.move is not None:
                    step = referee.accept(plan.move)
                else:
                    step = referee.repeat(Play(seat, self.read_move(move), draws))
                self.count_prepared(row.entry.by)
                if row.entry.by in table_log.OWN_MOVES:
                    rounds = self.spec.turns.turn_starts  # without them each move is one
                    turn = self.turn_log.turn if rounds else self.clocks.made[seat] + 1
                    self.membership.count_round(seat, turn)
                self.after_race_row(seat, row, kind=row.entry.by)
                return tuple(step.events)
            case table_log.TookBack(seat, taken):
                referee = self.running_race()
                referee.repeat(TakeBack(seat, referee.dropped + self.numbers.index(taken)))
                self.struck |= {taken}
                self.after_race_row(seat, row, undone=True)
            case table_log.Rewound(rows, move):
                self.rewind(rows)
                self.tried |= {move}
                self.clocks.on_row(None, self.asked_seats(), row.at)
            case table_log.Hurried():
                self.hurried = True
            case table_log.Hinted(seat):
                self.hints[seat] += 1
            case table_log.Repinned(edition):
                self.edition = edition
            case table_log.Unreadable(why):
                raise UnreadableRow(why)
        return ()

    def count_prepared(self, by: table_log.By) -> None:
        if by == "person":
            self.prepared_in_a_row = 0
        elif by in table_log.PREPARED:
            self.prepared_in_a_row += 1

    def compare(self, entry: table_log.Entry) -> None:
        """Check that a move leads to the saved fingerprint."""
        if isinstance(entry, table_log.Played) and entry.after:
            assert self.referee is not None
            if self.fingerprint(self.referee.state) != entry.after:
                now = self.spec.card.edition
                raise RaceDiverged(f"played under edition {self.edition}, {now} leads elsewhere")

    def fingerprint(self, state: Any) -> str:
        return fingerprint(self.spec, state, len(self.places))

    def after_race_row(
        self, seat: Seat, row: table_log.Row, *, undone: bool = False, kind: str = "person"
    ) -> None:
        """After a race row: number it, update the clocks and open the next sitting."""
        self.numbers.append(row.n)
        self.clocks.on_row(seat, self.asked_seats(), row.at, undone=undone, kind=kind)
        self.open_sitting(undone=undone)

    def open_sitting(self, *, undone: bool = False) -> None:
        """Open the next sitting if the turns of this one are over."""
        turns = turns_per_sitting(self.spec, self.slow.options)
        self.sitting = next_sitting(self.sitting, self.turn, turns, undone=undone)
        self.clocks.open_sitting(self.sitting.number)

    def is_own_answer(self, entry: table_log.Entry) -> bool:
        """Whether a person decided this, now or in a plan: rules answer no main question, and
        rules and co-drivers go on for a person who is gone."""
        if not isinstance(entry, table_log.Played) or entry.by == "person":
            return True
        ask = ask_of(self.asks(), entry.seat)
        is_main = ask is not None and ask.question.prompt in self.spec.programs.main
        return is_main and entry.by == "program"

    @property
    def turn(self) -> int:
        """The turn of the race."""
        return 0 if self.referee is None else self.spec.programs.count_turns(self.referee.state)

    @property
    def bank_clocks(self) -> BankClocks | None:
        """The clocks, if each seat has a bank for a slow race."""
        return self.clocks if isinstance(self.clocks, BankClocks) else None

    @property
    def clock(self) -> wire.Clock:
        """The clock as it is now."""
        return self.clocks.clock

    @property
    def co_driver_level(self) -> str:
        """Level of the bots that answer for people."""
        return co_driver_level(self.spec, self.slow.options)

    @property
    def away_level(self) -> str:
        """Level of the bot that drives for an absent person."""
        return SUBSTITUTE_LEVEL if self.bank_clocks is None else self.co_driver_level

    def apply_proposal(self, agreed: Proposal, at: int) -> None:
        """Do what all have agreed on."""
        seat, bank = agreed.seat, self.bank_clocks
        if agreed.what == "substitute" and seat is not None:
            self.places[seat] = replace(self.places[seat], level=self.away_level)
            self.clocks.pause(seat, at)
            self.slow.absent[seat] = at
        elif agreed.what == "replace" and seat is not None:
            self.slow.offer_seat(seat, "proposal", at + OBJECTION_MS)
        elif agreed.what == "pace":
            self.slow.options = agreed.slow or self.slow.options
            if bank is not None and agreed.clock is not None:
                bank.change_clock(agreed.clock)

    def set_bank(self, bank: BankClocks, row: table_log.Row) -> None:
        """Change banks by what people and hosts arranged."""
        match row.entry:
            case table_log.QuietHoursSet(person, hours):
                for seat in self.seats_of(person):
                    bank.set_hours(seat, hours, row.at)
            case table_log.HolidayTaken(person, _, begins, ends, how="wait"):
                for seat in self.seats_of(person):
                    bank.stop_between(seat, (begins, ends))
            case table_log.HolidayEnded(person):
                for seat in self.seats_of(person):
                    bank.go_on(seat, row.at)
            case table_log.Paused(until):
                bank.pauses = (*bank.pauses, (row.at, until))
            case table_log.PauseEnded():
                bank.pauses = cut_spans(bank.pauses, row.at)
            case table_log.TimeGranted(seat, hours):
                bank.grant(seat, hours)
            case table_log.PaceChanged(clock) if clock is not None:
                bank.change_clock(clock, begun=self.referee is not None)
            case table_log.Left(seat, by="clock"):
                bank.retire(seat)
            case table_log.Sat(seat, instead=instead):
                if instead:
                    bank.change_driver(seat, row.at)
                else:
                    bank.come_back(seat, row.at)

    def replay_race(self, dealt: tuple[Any, ...], rows: tuple[Any, ...] = ()) -> AnyReferee:
        head = self.head
        record: AnyRecord = Record(head.game, head.edition, self.options, self.names, dealt, rows)
        return Referee.replay(self.spec.game, record, DICE())

    def rewind(self, rows: int) -> None:
        """Keep only this number of race rows."""
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
        """A new race."""
        if self.course is not None:
            return self.replay_race(self.course.dealt)
        return Referee(self.spec.game, self.options, names, DICE())

    def dealer(self) -> Dealer | None:
        """Dealer that repeats the draws of another race, if this one has its luck."""
        luck = self.head.luck
        if luck is None:
            return None
        rows = self.running_race().rows[luck.rows :]
        drawn = [draw for row in rows if isinstance(row, Play) for draw in row.draws]
        return ReplayedDealer(DICE(), luck.draws, drawn)

    def undo(self, seat: Seat) -> int | None:
        """Number of the row this seat may undo."""
        index = self.referee.undoable_row(seat) if self.referee and self.asks() else None
        taught = 0 if self.course is None else len(self.course.rows)
        if index is None or index < taught or self.referee is None:
            return None
        return self.numbers[index - self.referee.dropped]

    def outcome(self) -> Outcome | None:
        return None if self.referee is None or self.frozen else self.referee.outcome()

    def copy(self) -> Table:
        """A copy to fold unsaved rows into."""
        copied = shallow_copy(self)
        copied.places, copied.history = list(self.places), list(self.history)
        copied.ids = dict(self.ids)
        copied.hints = list(self.hints)
        copied.membership, copied.turn_log = self.membership.copy(), self.turn_log.copy()
        copied.numbers, copied.clocks = list(self.numbers), self.clocks.copy()
        copied.referee = None if self.referee is None else self.referee.copy()
        return copied


@functools.cache
def decoder(moves: Any) -> msgspec.json.Decoder[Any]:
    """Decoder of a game's moves, cached because building it is slower than a move."""
    return msgspec.json.Decoder(moves)


def course_of(spec: AnyGameSpec, opened: table_log.Opened) -> Course | None:
    """Guide of a table; none if it does not exist any more."""
    try:
        return guides.get_course(spec, opened.guide) if opened.guide else None
    except BrokenGuide:
        return None


def cause(wrong: Exception) -> table_log.Cause:
    """Cause of a row that cannot be folded."""
    match wrong:
        case UnreadableRow():
            return "row"
        case PaddockError():  # it was legal before
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
    """A table replayed from its rows."""
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
    """A table from a snapshot and the rows after it."""
    table = Table(id, spec, first, outages)
    table.restore(kept)
    fold_saved(table, rows)
    return table


def fold_saved(table: Table, rows: Sequence[table_log.Row]) -> None:
    """Fold saved rows. Only the last fingerprint is compared: if it matches, the earlier ones do
    too."""
    marked = [row.n for row in rows if isinstance(row.entry, table_log.Played) and row.entry.after]
    for row in offload.until_cancelled(rows):
        table.fold(row, compare=row.n == marked[-1] if marked else False)
