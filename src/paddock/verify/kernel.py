"""Equality of Heat's kernel with its rules: every race is followed row by row.

Same seats asked, same options in the same order, same draws, same State, same outcome and
fingerprint; rows that take back included. `kernel_races` has the random races.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, TypeAlias

from paddock.core.chance import Draw, Generator, UnrecordedChance
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord, TakeBack, fingerprint, write_record
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat
from paddock.games.heat.data import FACES, FIRST_UPGRADE, TRACKS
from paddock.games.heat.kernel.actions import ACTIONS
from paddock.games.heat.kernel.batch import (
    Batch,
    draws_of,
    many_numbers,
    many_records,
    plain_race,
)
from paddock.games.heat.kernel.chance import ChoiceGenerator, RaceGenerator
from paddock.games.heat.kernel.compiler import IS_COMPILED
from paddock.games.heat.kernel.courses import (
    build_course,
    build_tables,
    first_text,
)
from paddock.games.heat.kernel.decode import decode_option, decode_state
from paddock.games.heat.kernel.encode import encode_state
from paddock.games.heat.kernel.entries import ENTRIES
from paddock.games.heat.kernel.observe import SIZE
from paddock.games.heat.kernel.records import (
    LABELS,
    MOST_OPTIONS,
    NOTHING_WRONG,
    Course,
    Race,
    check_bounds,
    check_piles,
    copy_record,
    new_record,
)
from paddock.games.heat.layout import LAYOUT
from paddock.games.heat.moves import Add, Direct, Plan
from paddock.games.heat.rules.course import COURSES
from paddock.games.heat.state import Options, State

TAKE_BACK_SHARE = 0.04
"""How often a random race takes a move back instead of playing one."""

Met: TypeAlias = Counter[str]
"""What was compared: decisions by the kind of move, cards with symbols that were played, Events."""


def note_move(met: Met, move: Any) -> None:
    """Count a move, and the cards with symbols in it."""
    met[f"move {type(move).__name__}"] += 1
    cards = move.cards if isinstance(move, Plan) else ()
    if isinstance(move, Add | Direct):
        cards = (move.card,)
    met.update([f"card {FACES[card]}" for card in cards if card >= FIRST_UPGRADE])


def decisions_in(met: Met) -> int:
    """How many decisions were compared."""
    return sum(n for name, n in met.items() if name.startswith("move "))


class KernelDiffers(AssertionError):
    """The kernel and the rules do not agree; the record shows where."""

    def __init__(self, why: str, record_text: str = "") -> None:
        super().__init__(why)
        self.why, self.record_text = why, record_text


class Follower:
    """A race of the kernel and the referee's, compared after every row."""

    def __init__(self, spec: AnyGameSpec, referee: AnyReferee, *, from_state: bool = False) -> None:
        self.spec, self.referee = spec, referee
        self.codes, self.numbers = many_numbers(MOST_OPTIONS), many_numbers(MOST_OPTIONS)
        self.seen, self.mask = many_numbers(SIZE, "int16"), many_numbers(ACTIONS, "int8")
        self.before: dict[int, Any] = {}  # by row: the race of the kernel before it
        self.met: Met = Counter()
        event = COURSES[referee.state.course].event.no
        if event:
            self.met[f"event {event}"] += 1
        if from_state:
            race, self.text = encode_state(referee.state)
            self.course = build_tables(self.text)
        else:
            race = new_record(Race)
            race.seats = len(referee.names)
            self.course = build_course(referee.options)
            self.text = first_text(referee.options)
        race.follows = 1
        self.courses = many_records([self.course], Course)
        self.races = many_records([race], Race)
        if not from_state:
            self.start(referee.dealt)
        self.compare()

    def broken(self, why: str) -> KernelDiffers:
        """The error, with the record so far."""
        text = record_text(self.spec, self.referee)
        return KernelDiffers(f"row {self.referee.count}: {why}", text)

    # ------------------------------------------------------------ going on

    def start(self, dealt: tuple[Draw, ...]) -> None:
        draws = draw_numbers(dealt)
        ENTRIES.start(self.races[0], self.courses[0], draws_of(draws))
        self.check_draws(len(draws))

    def play(self, row: int, seat: Seat, choice: int, draws: tuple[Draw, ...]) -> None:
        """Play an option of this number in the kernel."""
        self.before[row] = self.copy_races()
        found = draw_numbers(draws)
        self.set_drawn(0)
        ENTRIES.play(self.races[0], self.courses[0], seat, choice, draws_of(found))
        self.check_draws(len(found))

    def follow_play(self, seat: Seat, move: Any) -> None:
        """After the referee has played a move: the same in the kernel. What the driver saw before
        it must be the same numbers."""
        entry = self.referee.rows[-1]
        ask = next(ask for ask in self.last_asks if ask.seat == seat)
        choice = list(ask.options).index(move)
        self.compare_numbers(ask)
        self.play(self.referee.count - 1, seat, choice, entry.draws)  # type: ignore[union-attr]
        note_move(self.met, move)
        self.compare()

    def follow_take_back(self, row: int, later: list[tuple[int, Seat, int]]) -> None:
        """Take a row back: the race before it, and the sealed answers of others again."""
        self.races = self.before[row]
        for number, seat, choice in later:
            self.play(number, seat, choice, ())
        self.compare()

    def copy_races(self) -> Any:
        return self.races.copy() if IS_COMPILED else [copy_record(self.races[0])]

    def set_drawn(self, n: int) -> None:
        if IS_COMPILED:
            self.races["drawn"] = n
        else:
            self.races[0].drawn = n

    # ------------------------------------------------------------ comparing

    def check_draws(self, n: int) -> None:
        race = plain_race(self.races, 0)
        if race.wrong != NOTHING_WRONG or race.drawn != n:
            raise self.broken(f"other draws: used {race.drawn} of {n}, wrong {race.wrong}")

    def compare(self) -> None:
        """Who is asked, the options and the State."""
        referee, race = self.referee, plain_race(self.races, 0)
        self.last_asks, self.last_state = referee.asks, referee.state
        check_bounds(race, Race)
        check_piles(race)
        state = decode_state(race, self.course, self.text)
        if state != referee.state:
            raise self.broken(first_difference(state, referee.state))
        if referee.asks and race.seat != referee.asks[0].seat:
            raise self.broken(f"the kernel asks seat {race.seat}")
        for ask in referee.asks:
            n = ENTRIES.write_codes(self.races[0], self.courses[0], ask.seat, self.codes)
            car = race.cars[ask.seat]
            options = tuple([decode_option(int(code), car) for code in self.codes[:n]])
            if options != tuple(ask.options):
                raise self.broken(f"seat {ask.seat} has other options: {options}")

    def compare_numbers(self, ask: Ask[Any]) -> None:
        """Observation, mask and action ids of a driver, and the codes back from the ids."""
        view = self.spec.game.view(self.last_state, ask.seat)
        theirs, ids = LAYOUT.observe(view, ask.seat, ask), LAYOUT.action_ids(view, ask)
        allowed = [0] * ACTIONS
        for found in ids:
            if found >= 0:
                allowed[found] = 1
        kernel_race, course = self.races[0], self.courses[0]
        n = ENTRIES.write_ids(kernel_race, course, ask.seat, self.numbers)
        if [int(found) for found in self.numbers[:n]] != ids:
            raise self.broken(f"seat {ask.seat} has other ids: {self.numbers[:n]}, not {ids}")
        ENTRIES.observe_seat(kernel_race, course, ask.seat, self.seen, self.mask)
        mine = [int(number) for number in self.seen]
        if mine != theirs:
            i = next(i for i in range(SIZE) if mine[i] != theirs[i])
            raise self.broken(f"seat {ask.seat} sees {mine[i]} and not {theirs[i]} at {i}")
        if [int(number) for number in self.mask] != allowed:
            raise self.broken(f"seat {ask.seat} has another mask")
        ENTRIES.write_codes(kernel_race, course, ask.seat, self.codes)
        ENTRIES.write_codes_of(kernel_race, course, ask.seat, self.numbers, n)
        for choice, found in enumerate(ids):
            if found >= 0 and self.numbers[choice] != self.codes[choice]:
                raise self.broken(f"seat {ask.seat}: the action {found} is another option")

    def compare_end(self) -> None:
        """Outcome and fingerprint, from the State of the kernel."""
        state = decode_state(plain_race(self.races, 0), self.course, self.text)
        game, seats = self.spec.game, len(self.referee.names)
        if game.outcome(state) != game.outcome(self.referee.state):
            raise self.broken("another outcome")
        mine, theirs = (fingerprint(self.spec, s, seats) for s in (state, self.referee.state))
        if mine != theirs:
            raise self.broken("another fingerprint")


def draw_numbers(draws: tuple[Draw, ...]) -> list[tuple[int, int, int]]:
    """Draws with their labels as numbers; -1 is a label that the kernel never asks for."""
    return [(LABELS.index(label) if label in LABELS else -1, n, i) for label, n, i in draws]


def first_difference(mine: State, theirs: State) -> str:
    """The first field in which two States differ."""
    for name in mine.__struct_fields__:
        a, b = getattr(mine, name), getattr(theirs, name)
        if a == b:
            continue
        if name == "cars":
            pairs = [(i, x, y) for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
            if pairs:
                return "car {}: kernel {}, rules {}".format(*pairs[0])
        return f"{name}: kernel {a}, rules {b}"
    return "equal"


# ---------------------------------------------------------------- whole races


def follow_record(spec: AnyGameSpec, record: AnyRecord) -> Met:
    """Follow a record; what was compared. Raises KernelDiffers, or NotInKernel if the kernel has no
    room for the race."""
    referee: AnyReferee = Referee.start(spec.game, record)
    follower = Follower(spec, referee, from_state=record.start is not None)
    for row in record.rows:
        later = later_rows(referee, row.row) if isinstance(row, TakeBack) else []
        referee.repeat(row)
        if isinstance(row, TakeBack):
            follower.follow_take_back(row.row, later)
        else:
            follower.follow_play(row.seat, row.move)
    follower.compare_end()
    return follower.met


def later_rows(referee: AnyReferee, row: int) -> list[tuple[int, Seat, int]]:
    """The rows after one that is taken back: number, seat and option."""
    found = []
    for past in referee.past:
        if past.row > row:
            ask = next(ask for ask in past.asks if ask.seat == past.entry.seat)
            found.append((past.row, past.entry.seat, list(ask.options).index(past.entry.move)))
    return found


class LateGenerator:
    """A generator whose source is given after the set-up, which a position does not need."""

    def __init__(self) -> None:
        self.source: Generator = RaceGenerator(0)

    def random(self) -> float:
        return self.source.random()


def referee_of(
    spec: AnyGameSpec, start: Options | State, seats: int, generator: Generator | None
) -> AnyReferee:
    """A race from its beginning, or from a position; without a generator it can only repeat."""
    if isinstance(start, Options):
        return Referee(spec.game, start, seats, generator)
    late = LateGenerator()
    referee: AnyReferee = Referee(spec.game, Options(), seats, late)
    referee.state, referee.asks = start, spec.game.asks(start)
    late.source = generator or late.source
    return referee


def follow_random_race(
    spec: AnyGameSpec, start: Options | State, seats: int, seed: int, most: int | None = None
) -> Met:
    """Walk along a random race, in any order of seats and with rows taken back; `most` decisions at
    most."""
    walker = random.Random(f"{seed} kernel")
    referee = referee_of(spec, start, seats, random.Random(f"{seed} dice"))
    follower = Follower(spec, referee, from_state=isinstance(start, State))
    while referee.asks and (most is None or referee.count < most):
        seat = walker.randrange(seats)
        row = referee.undoable_row(seat)
        if row is not None and walker.random() < TAKE_BACK_SHARE:
            later = later_rows(referee, row)
            referee.take_back(seat)
            follower.follow_take_back(row, later)
            continue
        ask = walker.choice(referee.asks)
        move = walker.choice(ask.options)
        referee.play(ask.seat, move)
        follower.follow_play(ask.seat, move)
    follower.compare_end()
    return follower.met


def compare_whole_race(spec: AnyGameSpec, start: Options | State, seats: int, number: int) -> Met:
    """Play a race in the kernel by its own chance, and the same one by the rules: the long form."""
    batch = Batch([start if isinstance(start, State) else (start, seats)], number)
    made = batch.finish_at_random()
    race = plain_race(batch.races, 0)
    met: Met = Counter()
    theirs, rows = play_by_rules(spec, start, seats, number, met)
    check_bounds(race, Race)
    check_piles(race)
    state = decode_state(race, build_tables(batch.texts[0]), batch.texts[0])
    why = ""
    if race.wrong != NOTHING_WRONG:
        why = f"the kernel stopped: {race.wrong}"
    elif state != theirs:
        why = first_difference(state, theirs)
    elif made != rows:
        why = f"{made} decisions in the kernel, {rows} by the rules"
    if why:
        raise KernelDiffers(f"race {number}: {why}", whole_record_text(spec, start, seats, number))
    return met


def play_by_rules(
    spec: AnyGameSpec, start: Options | State, seats: int, number: int, met: Met
) -> tuple[State, int]:
    """The race of this number by the rules, with random choices: how it ends, and its decisions.
    Without a referee, whose rows are not read here."""
    game, choices = spec.game, ChoiceGenerator(number)
    chance = UnrecordedChance(RaceGenerator(number))
    state: State = start if isinstance(start, State) else game.setup(start, seats, chance).state
    course = COURSES[state.course]
    met[f"track {course.track.id if course.track.id in TRACKS else 'own'}"] += 1
    if course.event.no:
        met[f"event {course.event.no}"] += 1
    rows = 0
    while asks := game.asks(state):
        options = asks[0].options
        move = options[int(choices.random() * len(options))]
        note_move(met, move)
        state = game.play(state, asks[0].seat, move, chance).state
        rows += 1
    return state, rows


def whole_record_text(spec: AnyGameSpec, start: Options | State, seats: int, number: int) -> str:
    """The same race by the referee, as a record."""
    referee, choices = (
        referee_of(spec, start, seats, RaceGenerator(number)),
        ChoiceGenerator(number),
    )
    while referee.asks:
        ask = referee.asks[0]
        referee.play(ask.seat, ask.options[int(choices.random() * len(ask.options))])
    return record_text(spec, referee)


def record_text(spec: AnyGameSpec, referee: AnyReferee) -> str:
    """The race so far. A race from a position has no record of its beginning."""
    outcome = spec.game.outcome(referee.state)
    return write_record(spec, referee.record(), referee.state, outcome)
