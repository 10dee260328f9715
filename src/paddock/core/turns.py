"""Turn summaries: events grouped by turn and car, one sentence each, details folded under it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock.core.game import AskKind, E, has_secret, seen_by
from paddock.core.seats import Language, Names, Seat
from paddock.core.shallow_copy import shallow_copy
from paddock.core.standings import Standing, Status
from paddock.core.words import Remark, Words

if TYPE_CHECKING:
    from paddock.core.game_spec import AnyGameSpec

OUT = Status.OUT
EventTopic: TypeAlias = Literal["move", "harm", "luck", "table"]
"""What an event is about: a car's movement, damage, dice and cards, or anything else."""


class CarTurn(Struct, Generic[E], frozen=True):
    """What a car did in a turn: its events as one viewer sees them, and its standing."""

    car: int
    events: Sequence[E]
    before: Mapping[str, Any]  # what its standing says of it
    after: Mapping[str, Any]
    passed: tuple[int, ...]  # who was ahead of it


class Summary(Struct, frozen=True):
    """The parts of a sentence, and the board element it is about."""

    parts: tuple[Remark, ...]
    point: str = ""  # `data-guide` of that element; empty: the car


class TurnSummaries(Struct, Generic[E], frozen=True):
    """How a game summarizes its race by turns."""

    turn_starts: frozenset[type]
    """Events that begin a turn of all cars; their sentence is its heading."""
    car_field: Mapping[type, str]
    """Events with which a car begins to act, each with the field that names the car. Later events
    belong to that car, also what it does to others."""
    summarize: Callable[[CarTurn[E]], Summary]
    kinds: Mapping[type, EventTopic] = {}
    field: str = "seat"  # by which the words name a car

    def kind(self, event: E) -> EventTopic:
        return self.kinds.get(type(event), "table")


def no_turn_summary() -> TurnSummaries[Any]:
    """No summaries: the race is shown event by event."""
    return TurnSummaries(frozenset(), {}, lambda done: Summary(()))


class CarTurnEntry(Struct, frozen=True, gc=False):
    """What one car does in one turn; without a car, what concerns all."""

    turn: int
    car: int | None
    before: tuple[Standing, ...]
    after: tuple[Standing, ...] | None = None  # none: it is not over


NumberedEvent: TypeAlias = tuple[int, Any]
"""An event with the number of its row."""


class OpenTurn(Struct, frozen=True):
    """The entries of the current turn, to which later rows may belong."""

    turn: int
    head: msgspec.Struct | None
    entries: tuple[tuple[int, int, CarTurnEntry], ...]  # each with its number and its first row
    at: int
    entries_so_far: int


class TurnLog:
    """The entries of a race so far. It assigns each event to an entry, using public information
    only."""

    def __init__(self, spec: AnyGameSpec, begun: OpenTurn | None = None) -> None:
        self.spec = spec
        found = begun or OpenTurn(0, None, ((0, 0, CarTurnEntry(0, None, ())),), 0, 1)
        self.turn, self.at, self.so_far = found.turn, found.at, found.entries_so_far
        self.heads: dict[int, msgspec.Struct | None] = {found.turn: found.head}
        self.entries: dict[int, CarTurnEntry] = {}
        self.began: dict[int, int] = {}  # by entry: the number of the row with which it began
        self.known: dict[int | None, int] = {}  # the entries of this turn, by their cars
        self.events: dict[
            int, tuple[NumberedEvent, ...]
        ] = {}  # by entry: what happened, in which row
        self.secret: frozenset[int] = frozenset()  # entries of which not all may see all
        self._ranked: tuple[object, tuple[Standing, ...]] | None = (
            None  # a state, and who led in it
        )
        for id, row, entry in found.entries:
            self.entries[id], self.began[id], self.known[entry.car] = entry, row, id

    def copy(self) -> TurnLog:
        copied = shallow_copy(self)
        copied.heads, copied.entries = dict(self.heads), dict(self.entries)
        copied.known, copied.began = dict(self.known), dict(self.began)
        copied.events = dict(self.events)
        return copied

    def open_turn(self) -> OpenTurn:
        """What later rows may belong to."""
        entries = [(id, self.began[id], self.entries[id]) for id in self.known.values()]
        head = self.heads[self.turn]
        return OpenTurn(self.turn, head, tuple(entries), self.at, self.so_far)

    def drop_before(self, until: OpenTurn, row: int) -> None:
        """Drop everything that later rows do not belong to."""
        kept = {id for id, _, _ in until.entries}
        for id in [id for id in self.entries if id < until.entries_so_far and id not in kept]:
            del self.entries[id], self.began[id]
        after = {id: [one for one in told if one[0] > row] for id, told in self.events.items()}
        self.events = {id: tuple(told) for id, told in after.items() if told}
        self.secret = frozenset(
            id for id, told in self.events.items() if any(has_secret(event) for _, event in told)
        )
        for turn in [turn for turn in self.heads if turn < until.turn]:
            del self.heads[turn]

    def add_row(self, row: int, events: Collection[Any], state: object) -> tuple[int, ...]:
        """Assign the events of a row to entries; returns their ids."""
        turns = self.spec.turns
        found: list[int] = []
        now: tuple[Standing, ...] | None = None
        for event in events:
            kind = type(event)
            field = turns.car_field.get(kind)
            if kind in turns.turn_starts:
                if event != self.heads[self.turn]:  # it is repeated after a take-back
                    self.begin_turn(event)
                car = None
            elif field is None:
                found.append(self.at)
                continue
            else:
                car = getattr(event, field)
                if not turns.turn_starts and car != self.entries[self.at].car:
                    self.begin_turn(None)  # nothing is above the turn of a car
            if self.known.get(car) != self.at:
                now = self.standings(state) if now is None else now
                self.turn_to(row, car, now)
            found.append(self.at)
        for event, id in zip(events, found, strict=True):
            self.events[id] = (*self.events.get(id, ()), (row, event))
            if has_secret(event):
                self.secret |= {id}
        return tuple(found)

    def standings(self, state: object) -> tuple[Standing, ...]:
        """The public standings of a state, cached for the last state."""
        if self._ranked is None or self._ranked[0] is not state:
            self._ranked = state, standings(self.spec, state)
        return self._ranked[1]

    def has_secret(self, id: int) -> bool:
        """Whether an entry has an event that not every viewer may see."""
        return id in self.secret

    def entry_events(
        self, id: int, viewer: Seat | None, struck: Container[int] = (), first: int = 0
    ) -> list[Any]:
        """The events of an entry as a viewer sees them, without those taken back. `first`: the row
        from which the viewer sees what its seat sees."""
        told = self.events.get(id, ())
        if id not in self.secret:
            return [event for row, event in told if row not in struck]
        found = [
            seen_by(event, viewer if row >= first else None)
            for row, event in told
            if row not in struck
        ]
        return [seen for seen in found if seen is not None]

    def begin_turn(self, head: msgspec.Struct | None) -> None:
        """Begin a turn."""
        self.turn += 1
        self.heads[self.turn] = head
        self.known = {}

    def turn_to(self, row: int, car: int | None, now: tuple[Standing, ...]) -> None:
        self.entries[self.at] = replace(self.entries[self.at], after=now)
        if car not in self.known:
            self.known[car] = self.so_far
            self.entries[self.so_far] = CarTurnEntry(self.turn, car, now)
            self.began[self.so_far] = row
            self.so_far += 1
        self.at = self.known[car]
        self.entries[self.at] = replace(self.entries[self.at], after=None)


class RowEvents(Protocol):
    """A row of a race: its number, who played it, its events."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def events(self) -> tuple[Any, ...]: ...
    @property
    def turn_entries(self) -> tuple[int, ...]: ...
    @property
    def secret(self) -> bool: ...


class EventsSince(Struct, frozen=True):
    """The events of an entry that a viewer has seen."""

    id: int
    events: list[Any]


def entries_since_last_turn(
    turn_log: TurnLog,
    rows: Sequence[RowEvents],
    viewer: Seat,
    kind: AskKind,
    now: tuple[Standing, ...],
    struck: Container[int] = (),
    first: int = 0,
) -> Iterator[EventsSince]:
    """The entries of the others since a seat's last turn, complete as in the log, in the order in
    which they were begun. `kind`: of the question that the seat is asked now; `first`: the row from
    which it is driven by this person."""
    own = OwnEntries(turn_log, viewer, now)
    touched = touched_since_turn(rows, own, is_new=kind is AskKind.SEALED, struck=struck)
    for id in sorted(set(touched)):
        if turn_log.entries[id].car is None:
            continue
        events = turn_log.entry_events(id, viewer, struck, first)
        if events:
            yield EventsSince(id, events)


class OwnEntries(dict[int, bool]):
    """Whether an entry is about a car of a seat; found out when it is first looked up."""

    def __init__(self, turn_log: TurnLog, seat: Seat, now: tuple[Standing, ...]) -> None:
        super().__init__()
        self.turn_log, self.seat, self.now = turn_log, seat, now

    def __missing__(self, id: int) -> bool:
        one = standing_of(self.turn_log.spec.turns, self.now, self.turn_log.entries[id])
        self[id] = is_own = one is not None and one.seat == self.seat
        return is_own


def touched_since_turn(
    rows: Sequence[RowEvents], own: OwnEntries, *, is_new: bool, struck: Container[int]
) -> list[int]:
    """The entries with events since the end of a seat's last turn, latest first. Its turn is a run
    of events of its own cars, if the seat decided something since the run before: what others do
    to it, or a card dealt to it, is no turn. A run that reaches to the end is the current turn,
    unless a new turn begins (`is_new`). The set-up, which no seat played, is left out."""
    touched: list[int] = []
    is_current = not is_new  # still in the run at the end
    candidate: int | None = None  # as many were touched since a run that may have been a turn
    is_running = False  # whether the last event looked at is of that run
    for row in reversed(rows):
        seat = row.seat
        if seat is None or row.number in struck:  # taken back: decides nothing
            continue
        for id in reversed(row.turn_entries):
            if own[id]:
                if not is_current and not is_running:
                    candidate, is_running = len(touched), True
                continue
            is_current = is_running = False
            touched.append(id)
        if candidate is not None and seat == own.seat:
            return touched[:candidate]
    return touched


def standing_of(
    turns: TurnSummaries[Any], now: tuple[Standing, ...], entry: CarTurnEntry
) -> Standing | None:
    """The standing of an entry's car."""
    return find_standing(turns, now, entry.car)


def find_standing(
    turns: TurnSummaries[Any], rows: tuple[Standing, ...], car: int | None
) -> Standing | None:
    """The standing of a car, by the number that events use."""
    if turns.field == "seat":
        for one in rows:
            if one.seat == car:
                return one
    else:
        for one in rows:
            if one.car == car:
                return one
    return None


def standings(spec: AnyGameSpec, state: object) -> tuple[Standing, ...]:
    return spec.standings(spec.game.view(state, None))


def heading(
    spec: AnyGameSpec, event: msgspec.Struct | None, names: Names, language: Language
) -> str:
    """The heading of a turn."""
    return "" if event is None else spec.words.say(event, names, language).rstrip(".")


class TurnSentence(Struct, frozen=True):
    """An entry in one sentence."""

    text: str
    point: str


def summarize(
    spec: AnyGameSpec,
    entry: CarTurnEntry,
    events: Sequence[Any],
    now: tuple[Standing, ...],
    names: Names,
    language: Language,
) -> TurnSentence:
    """What a car did, as a sentence."""
    turns, car = spec.turns, entry.car
    if car is None:
        return TurnSentence("", "")
    after = now if entry.after is None else entry.after
    passed = overtaken_cars(turns, entry.before, after, car)
    first, then = find_standing(turns, entry.before, car), find_standing(turns, after, car)
    gist = turns.summarize(
        CarTurn(
            car,
            events,
            {} if first is None else dict(first.args),
            {} if then is None else dict(then.args),
            passed,
        )
    )
    point = gist.point or f"car:{car if then is None else then.car}"
    if not gist.parts:
        said = spec.words.say(events[-1], names, language) if events else ""
        return TurnSentence(said, point)
    return TurnSentence(sentence(spec.words, turns.field, car, gist.parts, names, language), point)


def sentence(
    words: Words,
    field: str,
    car: int,
    parts: Sequence[Remark],
    names: Names,
    language: Language,
) -> str:
    """“Red: 14 squares, past Blue, −3 endurance”."""
    who = str(words.show(field, car, language, names))
    said: dict[str, int] = {}
    for id, args in parts:
        one = words.tell(f"gist.{id}", language, names, **args)
        said[one] = said.get(one, 0) + 1
    what = ", ".join([one if n == 1 else f"{one} ×{n}" for one, n in said.items()])
    return words.tell("gist", language, who=who[:1].upper() + who[1:], what=what)


def overtaken_cars(
    turns: TurnSummaries[Any], before: tuple[Standing, ...], after: tuple[Standing, ...], car: int
) -> tuple[int, ...]:
    """The cars that were ahead of a car and are behind it now, both still racing."""
    first, then = places_by_car(turns, before), places_by_car(turns, after)
    if car not in first or car not in then:
        return ()
    was, now = first[car], then[car]
    return tuple(
        [other for other, place in first.items() if place < was and then.get(other, 0) > now]
    )


def places_by_car(turns: TurnSummaries[Any], rows: tuple[Standing, ...]) -> dict[int, int]:
    """The places of the cars that are still racing."""
    if turns.field == "seat":
        return {one.seat: one.place for one in rows if one.place and one.status is not OUT}
    return {one.car: one.place for one in rows if one.place and one.status is not OUT}
