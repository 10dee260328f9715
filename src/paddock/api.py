"""The Python interface: make a race, play it, look at it, save it; simulate many.

Everything here is also a name of `paddock`. All values can be pickled.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, overload

from msgspec import Struct

from paddock import files
from paddock.bots.own import importable_name, is_given_object, name_object
from paddock.core import record as records
from paddock.core.chance import Chance, Draw, RecordedChance, RecordingChance, UnrecordedChance
from paddock.core.errors import (
    BadDraw,
    BadOption,
    BadSeats,
    NoRecord,
    UnknownBot,
    UnreadableRecord,
    WrongDraw,
)
from paddock.core.game import Ask, Outcome, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options, option_fields
from paddock.core.record import AnyRecord, Play, TakeBack
from paddock.core.referee import AnyReferee, Checkpoint, Referee
from paddock.core.seats import Seat, numbered_names
from paddock.games import find_spec
from paddock.measure import result_tables
from paddock.measure import simulate as simulation
from paddock.measure.result_tables import ResultRow

DEFAULT_SEATS = 4
SEED_BITS = 64


class Race:
    """A race in progress. `make`, `load` and `imagine` return one."""

    __slots__ = ("_generator", "_imagined", "_referee", "seed", "spec")

    def __init__(
        self,
        spec: AnyGameSpec,
        referee: AnyReferee,
        generator: random.Random,
        seed: int | None = None,
        *,
        imagined: bool = False,
    ) -> None:
        self.spec, self.seed = spec, seed
        self._referee, self._generator, self._imagined = referee, generator, imagined

    def __repr__(self) -> str:
        what = "imagined race" if self._imagined else "race"
        now = "over" if self.over else f"asking {', '.join(str(ask.seat) for ask in self.asks)}"
        return f"<{what} of {self.game}, {len(self.names)} seats, row {self.rows}, {now}>"

    # ------------------------------------------------------------ looking

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.spec.card.id

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self._referee.names

    @property
    def options(self) -> Any:
        """The options of the race."""
        return self._referee.options

    @property
    def rows(self) -> int:
        """How many rows were played."""
        return self._referee.count

    @property
    def asks(self) -> tuple[Ask[Any], ...]:
        """The decisions to make now: `seat`, `question`, `options`. Empty: the race is over."""
        return self._referee.asks

    @property
    def over(self) -> bool:
        """Whether the race is over."""
        return not self._referee.asks

    @property
    def state(self) -> Any:
        """Everything about the race, secrets included. A bot gets `view(seat)` instead."""
        return self._referee.state

    @property
    def outcome(self) -> Outcome | None:
        """The places by seat, once the race is over."""
        return self._referee.outcome()

    @property
    def record(self) -> AnyRecord:
        """The race as far as it was played: options, seats, draws, rows."""
        if self._imagined:
            raise NoRecord("an imagined race has no record: its past is unknown")
        return self._referee.record()

    def ask(self, seat: Seat) -> Ask[Any] | None:
        """What a seat has to decide now, or None."""
        return ask_of(self.asks, self._check_seat(seat))

    def view(self, seat: Seat | None) -> Any:
        """What a seat knows; None: what a spectator knows."""
        return self.spec.game.view(self.state, None if seat is None else self._check_seat(seat))

    def text(self, move: Any) -> str:
        """A move in notation. `play` takes such texts too."""
        return self.spec.notation.text(move, numbered_names(len(self.names)))

    # ------------------------------------------------------------ playing

    def play(
        self, seat: Seat, move: Any, draws: Sequence[Draw] | Chance | None = None
    ) -> tuple[Any, ...]:
        """Play one of the options of a seat, and return the events.

        `move` is an option or its notation. `draws` fixes what chance brings: a list of draws
        (label, number of faces, index), or an object with `pick(faces, label, to)`. A move that is
        not offered raises `NotAsked` or `IllegalMove`, wrong draws raise `BadDraw`, and both change
        nothing.
        """
        self._check_seat(seat)
        if isinstance(move, str):
            move = self.spec.notation.move(move, numbered_names(len(self.names)))
        if draws is None:
            return self._referee.play(seat, move).events
        try:
            if isinstance(draws, Sequence):
                planned = self._referee.plan(seat, move, draws=as_draws(draws))
            else:
                planned = self._referee.plan(seat, move, dealer=RecordingChance(draws))
        except WrongDraw as wrong:
            raise BadDraw(str(wrong)) from None
        return self._referee.accept(planned).events

    # ------------------------------------------------------------ copies

    def copy(self, seed: int | None = None) -> Race:
        """An independent copy: with the same luck to come, or with other luck by a seed."""
        generator = random.Random(seed)
        if seed is None:
            generator.setstate(self._generator.getstate())
        luck = self.seed if seed is None else seed
        twin = self._referee.copy(generator)
        return Race(self.spec, twin, generator, luck, imagined=self._imagined)

    def imagine(self, seat: Seat, seed: int) -> Race:
        """A race that this seat could not tell from this one: what it does not know is dealt again.

        It can be played on, and has no record.
        """
        self._check_seat(seat)
        generator = random.Random(seed)
        state = self.spec.game.imagine(self.view(seat), seat, UnrecordedChance(generator))
        referee: AnyReferee = Referee.from_checkpoint(
            self.spec.game,
            self.options,
            self.names,
            (),
            Checkpoint(self.rows, state, ()),
            generator,
        )
        return Race(self.spec, referee, generator, seed, imagined=True)

    # ------------------------------------------------------------ files

    def text_of_record(self) -> str:
        """The record as text, as `save` writes it."""
        return records.write_record(self.spec, self.record, self.state, self.outcome)

    def save(self, file: str | Path) -> None:
        """Write the record to a file, which `load`, `replay` and `paddock replay` read."""
        files.write_text(Path(file), self.text_of_record())

    def _check_seat(self, seat: Seat) -> Seat:
        if not 0 <= seat < len(self.names):
            raise BadSeats(f"there is no seat {seat}: the seats are 0 to {len(self.names) - 1}")
        return seat


def as_draws(given: Sequence[Any]) -> tuple[Draw, ...]:
    """Draws as tuples, or a clear error."""
    draws = tuple(tuple(draw) for draw in given)
    for draw in draws:
        if [type(part) for part in draw] != [str, int, int]:
            raise BadDraw(f"{draw}: a draw is a label, the number of faces and an index")
    return draws


def make(
    game: str,
    seats: int | Sequence[str] | None = None,
    seed: int | None = None,
    *,
    dealt: Sequence[Draw] | None = None,
    **options: Any,
) -> Race:
    """Start a race.

    `seats` is their number or their names; without it four, or as near as the game comes. The same
    seed gives the same draws. `dealt` fixes the draws of the set-up. Options are those of
    `paddock games`, as keywords.
    """
    spec = find_spec(game)
    if seats is None:
        least, most = spec.card.seats
        seats = min(max(DEFAULT_SEATS, least), most)
    who = seats if isinstance(seats, int) else tuple(seats)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    generator = random.Random(seed)
    fixed = None if dealt is None else RecordedChance(as_draws(dealt))
    try:
        referee: AnyReferee = Referee(spec.game, read_options(spec, options), who, generator, fixed)
        if fixed is not None:
            fixed.check_all_used()
            referee.dealt = as_draws(dealt or ())
    except WrongDraw as wrong:
        raise BadDraw(f"set-up: {wrong}") from None
    return Race(spec, referee, generator, seed)


def read_options(spec: AnyGameSpec, given: dict[str, Any]) -> Any:
    """Options from keywords; those of an inner race may be a dict or dotted names."""
    known = [field.name for field in option_fields(spec.options, spec.words)]
    tops = {name.partition(".")[0] for name in known}
    tree: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known and name not in tops:
            listed = ", ".join(known) or "none"
            raise BadOption(f"{spec.card.id} has no option {name!r}; its options are: {listed}")
        *path, last = name.split(".")
        inner = tree
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = value
    return convert_options(spec.options, tree)


def load(file: str | Path, seed: int | None = None) -> Race:
    """The race of a file, ready to go on. The seed is for what is still to be drawn."""
    spec, record, closing = records.read_record(files.read_text(Path(file)), find_spec)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    generator = random.Random(seed)
    referee: AnyReferee = Referee.replay(spec.game, record, generator)
    check_end(spec, referee, closing)
    return Race(spec, referee, generator, seed)


def check_end(spec: AnyGameSpec, referee: AnyReferee, closing: records.RecordClosing) -> None:
    state = records.fingerprint(spec, referee.state, len(referee.names))
    if not closing.matches_state(state):
        raise UnreadableRecord("the record leads to another position than it says")


class Decision(Struct, frozen=True):
    """One decision of a recorded race."""

    row: int
    seat: Seat
    view: Any  # what the seat knew
    ask: Ask[Any]
    move: Any
    draws: tuple[Draw, ...]
    events: tuple[Any, ...]


def replay(file: str | Path) -> Iterator[Decision]:
    """The decisions of a recorded race, in order. Moves that were taken back are left out."""
    spec, record, closing = records.read_record(files.read_text(Path(file)), find_spec)
    referee: AnyReferee = Referee.start(spec.game, record)
    taken_back = {row.row for row in record.rows if isinstance(row, TakeBack)}
    for n, row in enumerate(record.rows):
        ask = ask_of(referee.asks, row.seat)
        before = referee.state
        step = referee.repeat(row)
        if isinstance(row, Play) and n not in taken_back:
            assert ask is not None, "the referee refuses a row that nobody was asked for"
            view = spec.game.view(before, row.seat)
            yield Decision(n, row.seat, view, ask, row.move, row.draws, step.events)
    check_end(spec, referee, closing)


class Results(Sequence[ResultRow]):
    """The rows of a simulation: one for each seat of each race."""

    def __init__(self, rows: Sequence[ResultRow]) -> None:
        self.rows = tuple(rows)

    @overload
    def __getitem__(self, index: int) -> ResultRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ResultRow]: ...
    def __getitem__(self, index: int | slice) -> ResultRow | Sequence[ResultRow]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {len({row.race for row in self.rows})} races>"

    def frame(self) -> Any:
        """The rows as a Polars data frame. Needs the extra `measure`."""
        return result_tables.make_frame(self.rows)


def simulate(
    game: str,
    bots: Sequence[str | Any],
    races: int = 100,
    *,
    seed: int | None = None,
    workers: int = 1,
    seconds: float | None = None,
    **options: Any,
) -> Results:
    """Race bots against each other; each sits one place further from race to race.

    `bots` are names (`easy`, `medium`, `hard`, `random`, `search:200`, `file.py:Name`) or classes
    and functions, see docs/own-bots.md. The same seed gives the same rows with any number of
    workers. `seconds` limits a decision of your own bots.
    """
    spec = find_spec(game)
    names = tuple(bot if isinstance(bot, str) else name_object(bot) for bot in bots)
    if races < 1 or workers < 1:
        raise BadOption(f"at least one race and one worker, not {races} and {workers}")
    if workers > 1:
        check_importable(bots, names)
    number = secrets.randbits(SEED_BITS) if seed is None else seed
    if seed is not None:
        simulation.refuse_clocks(names)
    plan = simulation.make_plan(
        spec, names, races, number, read_options(spec, options), seconds=seconds
    )
    found = simulation.simulate(plan, workers, spec)
    return Results([row for race in found for row in result_tables.rows_of(plan, race)])


def check_importable(bots: Sequence[Any], names: Sequence[str]) -> None:
    """Other processes import a bot by its name: refuse what they could not find."""
    for bot, name in zip(bots, names, strict=True):
        if is_given_object(name) or (not isinstance(bot, str) and importable_name(bot) is None):
            raise UnknownBot(
                f"{name} cannot be imported by other processes: put it at the top of a file, "
                "or use one worker"
            )
