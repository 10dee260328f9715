"""Equality of Heat's kernel with its rules: every race is followed row by row.

Same seats asked, same options in the same order, same draws, same State, same outcome and
fingerprint; rows that take back included.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Draw
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord, TakeBack, fingerprint, write_record
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat
from paddock.games.heat.data import TRACK_IDS
from paddock.games.heat.data.own import read_own
from paddock.games.heat.kernel.batch import (
    ENTRIES,
    Batch,
    draws_of,
    many_numbers,
    many_records,
    plain_race,
)
from paddock.games.heat.kernel.chance import RaceGenerator
from paddock.games.heat.kernel.compiler import IS_COMPILED
from paddock.games.heat.kernel.courses import (
    build_course,
    build_tables,
    course_text,
    missing_modules,
)
from paddock.games.heat.kernel.decode import decode_option, decode_state, encode_state
from paddock.games.heat.kernel.records import (
    LABELS,
    NOTHING_WRONG,
    Course,
    Race,
    check_bounds,
    copy_record,
    new_record,
)
from paddock.games.heat.state import Options, State
from paddock.verify.fuzz import Trial
from paddock.verify.random_options import random_options

TAKE_BACK_SHARE = 0.04
"""How often a random race takes a move back instead of playing one."""
OWN_TRACK_SHARE = 0.15
MOST_OPTIONS = 128


class KernelDiffers(AssertionError):
    """The kernel and the rules do not agree; the record shows where."""

    def __init__(self, why: str, record_text: str = "") -> None:
        super().__init__(why)
        self.why, self.record_text = why, record_text


class Follower:
    """A race of the kernel beside the referee's, compared after every row."""

    def __init__(self, spec: AnyGameSpec, referee: AnyReferee, *, from_state: bool = False) -> None:
        self.spec, self.referee = spec, referee
        self.codes = many_numbers(MOST_OPTIONS)
        self.before: dict[int, Any] = {}  # by row: the race of the kernel before it
        self.decisions = 0
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
        referee = self.referee
        outcome = self.spec.game.outcome(referee.state)
        text = write_record(self.spec, referee.record(), referee.state, outcome)
        return KernelDiffers(f"row {referee.count}: {why}", text)

    # ------------------------------------------------------------ going on

    def start(self, dealt: tuple[Draw, ...]) -> None:
        draws = numbered(dealt)
        ENTRIES.start(self.races[0], self.courses[0], draws_of(draws))
        self.check_draws(len(draws))

    def play(self, row: int, seat: Seat, choice: int, draws: tuple[Draw, ...]) -> None:
        """Play an option of this number in the kernel."""
        self.before[row] = self.copy_races()
        found = numbered(draws)
        self.set_drawn(0)
        ENTRIES.play(self.races[0], self.courses[0], seat, choice, draws_of(found))
        self.check_draws(len(found))
        self.decisions += 1

    def follow_play(self, seat: Seat, move: Any) -> None:
        """After the referee has played a move: the same in the kernel."""
        past = self.referee.past[-1] if self.referee.past else None
        entry = self.referee.rows[-1]
        asks = past.asks if past is not None else self.last_asks
        ask = next(ask for ask in asks if ask.seat == seat)
        choice = list(ask.options).index(move)
        self.play(self.referee.count - 1, seat, choice, entry.draws)  # type: ignore[union-attr]
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
        self.last_asks = referee.asks
        check_bounds(race, Race)
        state = decode_state(race, self.course, self.text)
        if state != referee.state:
            raise self.broken(first_difference(state, referee.state))
        if referee.asks and race.seat != referee.asks[0].seat:
            raise self.broken(f"the kernel asks seat {race.seat}")
        for ask in referee.asks:
            n = ENTRIES.write_codes(self.races[0], self.courses[0], ask.seat, self.codes)
            options = tuple([decode_option(int(code)) for code in self.codes[:n]])
            if options != tuple(ask.options):
                raise self.broken(f"seat {ask.seat} has other options: {options}")

    def compare_end(self) -> None:
        """Outcome and fingerprint, from the State of the kernel."""
        state = decode_state(plain_race(self.races, 0), self.course, self.text)
        game, seats = self.spec.game, len(self.referee.names)
        if game.outcome(state) != game.outcome(self.referee.state):
            raise self.broken("another outcome")
        mine, theirs = (fingerprint(self.spec, s, seats) for s in (state, self.referee.state))
        if mine != theirs:
            raise self.broken("another fingerprint")


def first_text(options: Options) -> str:
    """The text of the course before the weather."""
    from paddock.games.heat.game import FIRST_GAME

    return course_text(replace(FIRST_GAME, own=options.own) if options.first_game else options)


def numbered(draws: tuple[Draw, ...]) -> list[tuple[int, int, int]]:
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


def follow_record(spec: AnyGameSpec, record: AnyRecord) -> int:
    """Follow a record; how many decisions were compared. Raises KernelDiffers, or NotInKernel if
    the race needs a module that the kernel lacks."""
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
    return follower.decisions


def later_rows(referee: AnyReferee, row: int) -> list[tuple[int, Seat, int]]:
    """The rows after one that is taken back: number, seat and option."""
    found = []
    for past in referee.past:
        if past.row > row:
            ask = next(ask for ask in past.asks if ask.seat == past.entry.seat)
            found.append((past.row, past.entry.seat, list(ask.options).index(past.entry.move)))
    return found


def follow_random_race(spec: AnyGameSpec, options: Options, seats: int, seed: int) -> int:
    """Walk along a random race, in any order of seats and with rows taken back."""
    walker = random.Random(f"{seed} kernel")
    referee: AnyReferee = Referee(spec.game, options, seats, random.Random(f"{seed} dice"))
    follower = Follower(spec, referee)
    while referee.asks:
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
    return follower.decisions


def compare_whole_race(spec: AnyGameSpec, options: Options, seats: int, number: int) -> int:
    """Play a race in the kernel by its own chance, and the same one by the rules: the long form.
    How many decisions it took."""
    batch = Batch([(options, seats)], number)
    made = batch.finish_at_random()
    race = plain_race(batch.races, 0)
    generator = RaceGenerator(number)
    referee: AnyReferee = Referee(spec.game, options, seats, generator)
    while referee.asks:
        ask = referee.asks[0]
        referee.play(ask.seat, ask.options[int(generator.random() * len(ask.options))])
    check_bounds(race, Race)
    state = decode_state(race, build_course(options), first_text(options))
    why = ""
    if race.wrong != NOTHING_WRONG:
        why = f"the kernel stopped: {race.wrong}"
    elif state != referee.state:
        why = first_difference(state, referee.state)
    elif made != referee.count:
        why = f"{made} decisions in the kernel, {referee.count} by the rules"
    if why:
        outcome = spec.game.outcome(referee.state)
        text = write_record(spec, referee.record(), referee.state, outcome)
        raise KernelDiffers(f"race {number}: {why}", text)
    return made


# ---------------------------------------------------------------- random options


class KernelResult(Struct, frozen=True):
    """What the comparison came to."""

    races: int
    decisions: int
    seconds: float
    modules: dict[str, int]  # races by module
    why: str = ""
    record: str = ""
    trial: Trial | None = None


def kernel_trials(spec: AnyGameSpec, seed: int) -> Iterator[Trial]:
    """Races without end, each by its number, with every module that the kernel has."""
    least, most = spec.card.seats
    for number in count(seed):
        generator = random.Random(f"kernel:{number}")
        options = replace(random_options(spec, generator), garage="none")
        if generator.random() < OWN_TRACK_SHARE:
            options = replace(options, own=random_track(generator))
        assert not missing_modules(options)
        yield Trial(options, generator.randint(least, most), number)


def random_track(generator: random.Random) -> str:
    """The text of a sound track of a player, with water and a tunnel."""
    while True:
        spaces = generator.randint(40, 80)
        lines = sorted(generator.sample(range(5, spaces - 4), generator.randint(2, 6)))
        corners = "".join(
            f"    {{at = {at}, limit = {generator.randint(2, 9)}, "
            f"chicane = {str(i > 0 and generator.random() < 0.2).lower()}, "
            f"chevrons = {sorted(generator.sample(range(4), generator.randint(0, 2)))}}},\n"
            for i, at in enumerate(lines)
        )
        wet, dark = generator.randint(0, spaces // 3), generator.randint(spaces // 2, spaces - 5)
        text = (
            f'name = "Kernel"\nspaces = {spaces}\nlaps = 2\nheat = {generator.randint(3, 9)}\n'
            f"stress = {generator.randint(0, 5)}\nflooded = [[{wet}, {wet + 4}]]\n"
            f"tunnels = [[{dark}, {dark + 4}]]\ncorners = [\n{corners}]\n"
        )
        given, faults = read_own(text)
        if given is not None and not faults:
            return text


def modules_of(trial: Trial) -> list[str]:
    """The modules that a race uses, for the table of what was met."""
    options = trial.options
    if options.first_game:
        return ["first game", f"{trial.seats} seats"]
    named = {
        "legends": options.legends > 0 and trial.seats < 8,
        "chevrons": options.chevrons and options.legends > 0,
        "pro": options.pro > 0 and options.legends > 0,
        "weather": options.weather,
        "tournament": options.tournament,
        "own track": bool(options.own),
    }
    found = [name for name, used in named.items() if used] or ["base"]
    track = [] if options.own else [options.track]
    return [*found, *track, f"{trial.seats} seats"]


def compare_races(
    spec: AnyGameSpec,
    seed: int,
    seconds: float = float("inf"),
    races: int | None = None,
    check: Callable[[AnyGameSpec, Options, int, int], int] = follow_random_race,
    tick: Callable[[int], None] = lambda races: None,
) -> KernelResult:
    """Compare random races until the time is over, the number is reached, or one differs."""
    start = time.monotonic()
    made = done = 0
    modules: Counter[str] = Counter(dict.fromkeys(("base", "legends", "weather", *TRACK_IDS), 0))
    for trial in kernel_trials(spec, seed):
        try:
            made += check(spec, trial.options, trial.seats, trial.seed)
        except KernelDiffers as wrong:
            spent = time.monotonic() - start
            text = wrong.record_text
            return KernelResult(done, made, spent, dict(modules), wrong.why, text, trial)
        done += 1
        modules.update(modules_of(trial))
        tick(done)
        if done == races or time.monotonic() - start >= seconds:
            break
    return KernelResult(done, made, time.monotonic() - start, dict(modules))
