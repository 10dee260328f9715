"""The referee: the only way to change a race.

It knows who is asked, refuses what is not offered, passes in chance, records the draws, and takes
back moves that revealed nothing.
"""

from __future__ import annotations

from typing import Any, Generic

from msgspec import Struct

from paddock.core.chance import (
    Chance,
    ChanceNeeded,
    Dealer,
    Draw,
    Generator,
    NoChance,
    RecordedChance,
    RecordingChance,
)
from paddock.core.errors import (
    BadSeats,
    IllegalMove,
    NotAsked,
    NotUndoable,
    Refused,
    RulesBug,
    Stale,
    UnreadableRecord,
    WrongDraw,
)
from paddock.core.game import Ask, AskKind, E, Game, M, O, Outcome, S, Step, V, ask_of
from paddock.core.position import PlacedGame
from paddock.core.record import Play, Record, Row, TakeBack
from paddock.core.seats import Seat, numbered_names

MAX_UNDO_ROWS = 16
"""Rows kept with the state before them. Rows that may still be taken back are always kept."""

ONLY_REPEATS = "a referee without a generator can only repeat"


class PlayedRow(Struct, Generic[S, M], frozen=True, gc=False):
    """A row in play, with the state and the asks before it."""

    row: int
    entry: Play[M]
    state: S
    asks: tuple[Ask[M], ...]
    opened: bool

    @property
    def is_barrier(self) -> bool:
        """Whether something was drawn or shown: nothing up to here can be taken back."""
        return self.opened or bool(self.entry.draws)


class Checkpoint(Struct, Generic[S], frozen=True):
    """A moment from which a race can go on without the rows before it."""

    rows: int
    state: S
    touched: tuple[tuple[Seat, int], ...]


class Planned(Struct, Generic[S, M, E], frozen=True, gc=False):
    """A move that was checked and computed, but not played yet."""

    row: int  # it can only become the row of this number
    entry: Play[M]
    step: Step[S, E]


class Referee(Generic[S, M, E, V, O]):
    """One race in progress."""

    __slots__ = (
        "_dealer",
        "_touched",
        "asks",
        "dealt",
        "dropped",
        "game",
        "names",
        "opening",
        "options",
        "past",
        "rows",
        "state",
    )

    def __init__(
        self,
        game: Game[S, M, E, V, O],
        options: O,
        seats: int | tuple[str, ...],
        generator: Generator | None,
        dealt: RecordedChance | None = None,
    ) -> None:
        self.game, self.options = game, options
        self.names = numbered_names(seats) if isinstance(seats, int) else seats
        if not game.card.allows_seats(len(self.names)):
            least, most = game.card.seats
            raise BadSeats(f"{game.card.title} seats {least} to {most}, not {len(self.names)}")
        self._dealer = None if generator is None else Dealer(generator)
        chance: Chance | None = self._dealer if dealt is None else dealt
        if chance is None:
            raise RulesBug("a race needs a generator, or the draws of a record")
        step = game.setup(options, len(self.names), chance)
        self.dealt = tuple(chance.draws) if isinstance(chance, Dealer) else ()
        self.opening: tuple[E, ...] = step.events
        self.state: S = step.state
        self.rows: list[Row[M]] = []
        self.dropped = 0  # rows before them that are kept elsewhere
        self.past: list[PlayedRow[S, M]] = []
        self._touched: dict[Seat, int] = {}
        self.asks: tuple[Ask[M], ...] = game.asks(step.state)

    @classmethod
    def replay(
        cls, game: Game[S, M, E, V, O], record: Record[M, O], generator: Generator | None = None
    ) -> Referee[S, M, E, V, O]:
        """The race of a record, as far as it was played, ready to go on."""
        referee = cls.start(game, record, generator)
        for row in record.rows:
            referee.repeat(row)
        return referee

    @classmethod
    def start(
        cls, game: Game[S, M, E, V, O], record: Record[M, O], generator: Generator | None = None
    ) -> Referee[S, M, E, V, O]:
        """The beginning of a recorded race: its rows are still to be repeated."""
        chance = RecordedChance(record.dealt)
        try:
            referee = cls(game, record.options, record.names, generator, chance)
            chance.check_all_used()
        except WrongDraw as wrong:
            raise UnreadableRecord(f"set-up: {wrong}") from None
        referee.dealt = record.dealt
        return referee

    @classmethod
    def from_checkpoint(
        cls,
        game: Game[S, M, E, V, O],
        options: O,
        names: tuple[str, ...],
        dealt: tuple[Draw, ...],
        rest: Checkpoint[S],
        generator: Generator | None = None,
    ) -> Referee[S, M, E, V, O]:
        """A race from a checkpoint, ready to go on; earlier rows are stored elsewhere."""
        referee = cls.__new__(cls)
        referee.game, referee.options, referee.names = game, options, names
        referee._dealer = None if generator is None else Dealer(generator)
        referee.dealt, referee.opening = dealt, ()
        referee.state, referee.rows, referee.dropped = rest.state, [], rest.rows
        referee.past, referee._touched = [], dict(rest.touched)
        referee.asks = game.asks(rest.state)
        return referee

    def checkpoint(self) -> Checkpoint[S] | None:
        """A checkpoint, if nothing that was played can be taken back any more."""
        if self.past:
            return None
        return Checkpoint(self.count, self.state, tuple(sorted(self._touched.items())))

    def truncate_before(self, rows: int) -> None:
        """Drop the rows before this one."""
        del self.rows[: rows - self.dropped]
        self.dropped, self.opening = rows, ()

    @property
    def count(self) -> int:
        """How many rows were played, including dropped ones."""
        return self.dropped + len(self.rows)

    def copy(self, generator: Generator | None = None) -> Referee[S, M, E, V, O]:
        """A copy of the race, with a generator of its own or else the same one."""
        twin: Referee[S, M, E, V, O] = object.__new__(type(self))
        twin.game, twin.options, twin.names = self.game, self.options, self.names
        twin.dealt, twin.dropped, twin.opening = self.dealt, self.dropped, self.opening
        twin.state, twin.asks = self.state, self.asks
        twin.rows, twin.past = self.rows.copy(), self.past.copy()
        twin._touched = self._touched.copy()
        if generator is None and self._dealer is not None:
            generator = self._dealer.generator
        twin._dealer = None if generator is None else Dealer(generator)
        return twin

    # ------------------------------------------------------------ playing

    def play(self, seat: Seat, move: M, number: int | None = None) -> Step[S, E]:
        """Play a move that is offered; anything else is refused and changes nothing."""
        if number is not None:
            self._check_number(seat, number)
        for ask in self.asks:  # as in `_check`, without the call: simulations come here only
            if ask.seat == seat and move in ask.options:
                break
        else:
            raise self._refusal(seat, move)
        dealer = self._dealer
        if dealer is None:
            raise RulesBug(ONLY_REPEATS)
        draws = dealer.draws
        draws.clear()
        step = self.game.play(self.state, seat, move, dealer)
        self._add_row(Play(seat, move, tuple(draws)), step)
        return step

    def plan(
        self,
        seat: Seat,
        move: M,
        number: int | None = None,
        draws: tuple[Draw, ...] | None = None,
        dealer: Dealer | RecordingChance | None = None,
    ) -> Planned[S, M, E]:
        """Compute a move without playing it, or refuse it. `number` is the ask it answers, `draws`
        are fixed draws, `dealer` another source of draws. `accept` plays the result."""
        self._check(seat, move, number)
        if draws is not None:
            recorded = RecordedChance(draws)
            step = self.game.play(self.state, seat, move, recorded)
            recorded.check_all_used()
            return Planned(self.count, Play(seat, move, draws), step)
        dealer = dealer or self._dealer
        if dealer is None:
            raise RulesBug(ONLY_REPEATS)
        dealer.draws.clear()
        step = self.game.play(self.state, seat, move, dealer)
        return Planned(self.count, Play(seat, move, tuple(dealer.draws)), step)

    def _check(self, seat: Seat, move: M, number: int | None) -> None:
        """Refuse a move that the seat may not play now."""
        if number is not None:
            self._check_number(seat, number)
        for ask in self.asks:
            if ask.seat == seat and move in ask.options:
                return
        raise self._refusal(seat, move)

    def accept(self, planned: Planned[S, M, E]) -> Step[S, E]:
        """Play a move planned here, or by a copy of this referee, since the last row."""
        if planned.row != self.count:
            raise RulesBug(f"planned as row {planned.row}, and there are {self.count}")
        self._add_row(planned.entry, planned.step)
        return planned.step

    def _check_number(self, seat: Seat, number: int) -> None:
        """Refuse an answer to a decision that was already taken."""
        if ask_of(self.asks, seat) is None:
            stale = number < self.count
        else:
            stale = self.ask_number(seat) != number
        if stale:
            raise Stale(f"this decision of {self.names[seat]} has been taken already")

    def _refusal(self, seat: Seat, move: M) -> Refused:
        """The reason why a move is not offered."""
        if not self.asks:
            return NotAsked("the race is over")
        if ask_of(self.asks, seat) is None:
            return NotAsked(f"{self.names[seat]} is not asked now")
        return IllegalMove(self.game.why_not(self.state, seat, move))

    def _add_row(self, entry: Play[M], step: Step[S, E]) -> None:
        row = self.dropped + len(self.rows)
        self.past.append(PlayedRow(row, entry, self.state, self.asks, step.opened))
        self.rows.append(entry)
        self.state = step.state
        self.asks = self.game.asks(step.state)
        if len(self.past) > MAX_UNDO_ROWS and (entry.draws or step.opened):
            self._drop_past()

    def _drop_past(self) -> None:
        """Drop states behind a barrier: they can never be taken back."""
        for ask in self.asks:
            self._touched[ask.seat] = self.ask_number(ask.seat)
        self.past.clear()

    def repeat(self, row: Row[M]) -> Step[S, E]:
        """Play a row of a record again, exactly as it was."""
        n = self.count
        if isinstance(row, TakeBack):
            if self.undoable_row(row.seat) != row.row:
                raise UnreadableRecord(f"row {n} takes back row {row.row}, which cannot be")
            self.take_back(row.seat)
            return Step(self.state)
        ask = ask_of(self.asks, row.seat)
        if ask is None or row.move not in ask.options:
            raise UnreadableRecord(f"row {n}: {self._refusal(row.seat, row.move)}")
        chance = RecordedChance(row.draws)
        try:
            step = self.game.play(self.state, row.seat, row.move, chance)
            chance.check_all_used()
        except WrongDraw as wrong:
            raise UnreadableRecord(f"row {n}: {wrong}") from None
        self._add_row(row, step)
        return step

    # ------------------------------------------------------------ taking back

    def undoable_row(self, seat: Seat) -> int | None:
        """The row this seat may take back: its last, if nothing since was drawn, shown or asked of
        another seat. Sealed answers of others in the same open window do not count."""
        found = self._undoable_index(seat)
        return None if found is None else self.past[found].row

    def _undoable_index(self, seat: Seat) -> int | None:
        for i in range(len(self.past) - 1, -1, -1):
            past = self.past[i]
            if past.is_barrier:
                return None
            after = self.past[i + 1].asks if i + 1 < len(self.past) else self.asks
            open_window = is_in_open_window(past.asks, past.entry.seat, after)
            if past.entry.seat == seat:
                return i if open_window or is_only_asked(seat, after) else None
            if not open_window:
                return None
        return None

    def take_back(self, seat: Seat) -> None:
        """Take back this seat's last move; the others' sealed answers stay."""
        i = self._undoable_index(seat)
        if i is None:
            raise NotUndoable(f"{self.names[seat]} has nothing to take back")
        past, later = self.past[i], self.past[i + 1 :]
        self.rows.append(TakeBack(seat, past.row))
        del self.past[i:]
        self.state, self.asks = past.state, past.asks
        for other in later:  # sealed answers commute: the others' again, without mine
            step = self.game.play(self.state, other.entry.seat, other.entry.move, NoChance())
            self.past.append(PlayedRow(other.row, other.entry, self.state, self.asks, False))
            self.state, self.asks = step.state, self.game.asks(step.state)
        self._touched[seat] = self.count

    def is_final(self, seat: Seat, move: M) -> bool:
        """Whether this option could not be taken back, found by a dry run."""
        return is_final(self.game, self.state, self.asks, seat, move)

    # ------------------------------------------------------------ looking

    def ask_number(self, seat: Seat) -> int:
        """The number of a seat's ask: the count of rows when it was asked. Sealed answers of others
        do not change it, the seat's own answer always does."""
        mine = ask_of(self.asks, seat)
        since = 0
        for past in reversed(self.past):
            if past.entry.seat == seat or ask_of(past.asks, seat) != mine:
                since = past.row + 1
                break
        return max(since, self._touched.get(seat, 0))

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def record(self) -> Record[M, O]:
        if self.dropped:
            raise RulesBug(f"{self.dropped} rows of this race are kept elsewhere")
        card = self.game.card
        start = self.game.start if isinstance(self.game, PlacedGame) else None
        names, rows = tuple(self.names), tuple(self.rows)
        return Record(card.id, card.edition, self.options, names, self.dealt, rows, start=start)


AnyReferee = Referee[Any, Any, Any, Any, Any]
AnyPlanned = Planned[Any, Any, Any]


def is_final(
    game: Game[S, M, E, V, O], state: S, asks: tuple[Ask[M], ...], seat: Seat, move: M
) -> bool:
    """Whether an option could not be taken back, found by a dry run. If others still have to seal
    no run is needed: sealed answers open, and draw, only with the last one."""
    if has_others_sealing(asks, seat):
        return False
    try:
        step = game.play(state, seat, move, NoChance())
    except ChanceNeeded:
        return True
    if step.opened:
        return True
    after = game.asks(step.state)
    return not (is_in_open_window(asks, seat, after) or is_only_asked(seat, after))


def is_in_open_window(before: tuple[Ask[M], ...], seat: Seat, after: tuple[Ask[M], ...]) -> bool:
    """Whether a seat's answer went into a sealed window that is still open."""
    mine = ask_of(before, seat)
    if mine is None or mine.question.kind is not AskKind.SEALED:
        return False
    return any(ask.question.kind is AskKind.SEALED for ask in after)


def has_others_sealing(asks: tuple[Ask[M], ...], seat: Seat) -> bool:
    """Whether a seat is asked in a sealed window that others have not answered either."""
    mine = False
    others = False
    for ask in asks:
        if ask.question.kind is AskKind.SEALED:
            mine = mine or ask.seat == seat
            others = others or ask.seat != seat
    return mine and others


def is_only_asked(seat: Seat, asks: tuple[Ask[M], ...]) -> bool:
    """Whether only this seat is asked."""
    for ask in asks:
        if ask.seat != seat:
            return False
    return bool(asks)
