"""Heat's kernel: equal to the rules along golden, random and constructed races, and in its bounds.

Uncompiled, except for the last tests, which start a process of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paddock import files, games
from paddock.core import record
from paddock.core.errors import BadSeats
from paddock.core.referee import Referee
from paddock.games.heat.data import HEAT, STRESS, TRACK_IDS
from paddock.games.heat.kernel import chance, compiler, plans, road, setup, turns
from paddock.games.heat.kernel.batch import Batch, plain_race
from paddock.games.heat.kernel.cards import count_own_cards
from paddock.games.heat.kernel.courses import NotInKernel, build_course
from paddock.games.heat.kernel.decode import decode_state, encode_state
from paddock.games.heat.kernel.records import (
    MOST_OWN_CARDS,
    MOST_ROUNDS,
    NO_ROOM,
    NOTHING_WRONG,
    OVER,
    TOO_LONG,
    Bound,
    Car,
    Course,
    OutOfBounds,
    Race,
    check_bounds,
    fields_of,
    new_record,
    number_type,
)
from paddock.games.heat.state import Options
from paddock.verify import kernel
from paddock.verify.kernel import KernelDiffers, compare_races, compare_whole_race, follow_record
from tests import needs
from tests.seeds import seeded

SPEC = games.find_spec("heat")
REPLAYS = Path(__file__).parent / "replays"
plain = pytest.mark.skipif(
    compiler.IS_COMPILED, reason="Numba is on; the tests' settings turn it off (NUMBA_DISABLE_JIT)"
)
pytestmark = plain


def golden(path: Path) -> Any:
    return record.read_record(files.read_text(path), games.find_spec)


GOLDEN = [path for path in sorted(REPLAYS.glob("*.race")) if "championship" not in path.name]
IN_KERNEL = [path for path in GOLDEN if golden(path)[1].options.garage == "none"]


@pytest.mark.parametrize("path", IN_KERNEL, ids=lambda path: path.stem)
def test_golden_races_are_followed(path: Path) -> None:
    spec, race, _ = golden(path)
    assert follow_record(spec, race) > 30


def test_other_modules_are_refused_by_name() -> None:
    others = [path for path in GOLDEN if path not in IN_KERNEL]
    assert len(others) > 10
    for path in others:
        spec, race, _ = golden(path)
        with pytest.raises(NotInKernel, match="garage"):
            follow_record(spec, race)


@seeded(3)
def test_random_races_are_followed_with_rows_taken_back(seed: int) -> None:
    found = compare_races(SPEC, seed, races=2)
    assert found.why == ""


@seeded(0)
def test_whole_races_by_the_kernels_own_chance_are_the_rules(seed: int) -> None:
    found = compare_races(SPEC, seed, races=12, check=compare_whole_race)
    assert found.why == ""
    assert found.decisions > 2000


@pytest.mark.parametrize("track", TRACK_IDS)
def test_every_printed_track_with_all_modules(track: Any) -> None:
    options = Options(track=track, laps=1, legends=3, pro=2, weather=True, tournament=True)
    assert compare_whole_race(SPEC, options, 3, 5) > 50


@pytest.mark.parametrize("seats", range(1, 9))
def test_every_number_of_seats(seats: int) -> None:
    assert compare_whole_race(SPEC, Options(track="gb", laps=1), seats, 7) > 20


# ---------------------------------------------------------------- the comparison sees faults


def no_chill(race: Race, here: int) -> int:
    return race.cool


def fast_corner(race: Race, course: Course, line: int) -> int:
    return course.limit[line] + 1


def dear_shift(car: Car, gear: int, flooded: bool) -> int:
    return 1 if abs(gear - car.gear) == 2 or (gear < car.gear and not flooded) else 0


def follow_races(options: Options) -> None:
    for seed in range(12):
        kernel.follow_random_race(SPEC, options, 3, seed)


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (turns, "cooldown", no_chill),
        (turns, "limit_of", fast_corner),
        (plans, "shift_price", dear_shift),
        (turns, "count_home", lambda race: 0),
        (road, "sector_flag", lambda race, token: 0),
        (plans, "may_give_up", lambda race: 0),
    ],
)
def test_a_planted_fault_is_seen(
    module: Any, name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises((KernelDiffers, OutOfBounds)):
        follow_races(Options(track="usa", laps=1, weather=True))


def test_a_wrong_draw_is_seen() -> None:
    race, course = new_record(Race), build_course(Options())
    race.follows, race.seats = 1, 2
    setup.start_race(race, course, 2, [(0, 3, 1)])
    assert race.wrong != NOTHING_WRONG


# ---------------------------------------------------------------- positions


def test_states_of_the_rules_are_read_and_written_back() -> None:
    referee: Any = Referee(
        SPEC.game,
        Options(laps=1, weather=True, legends=2),
        3,
        chance.RaceGenerator(4),
    )
    generator = chance.RaceGenerator(5)
    course = build_course(referee.options)
    rows = 0
    while referee.asks:
        race, text = encode_state(referee.state)
        assert decode_state(race, course, text) == referee.state
        ask = referee.asks[int(generator.random() * len(referee.asks))]
        referee.play(ask.seat, ask.options[int(generator.random() * len(ask.options))])
        rows += 1
    assert rows > 50


@pytest.mark.parametrize("cards", [(HEAT,) * 6 + (STRESS,), (1, 2) + (STRESS,) * 9, (0, 1, 5)])
def test_hands_that_random_races_rarely_meet(cards: tuple[int, ...]) -> None:
    """A cluttered hand, one planned card by card, and one of few cards."""
    referee: Any = Referee(SPEC.game, Options(laps=1), 2, chance.RaceGenerator(1))
    cars = tuple(replace(car, hand=tuple(sorted(cards)), gear=3) for car in referee.state.cars)
    referee.state = replace(referee.state, cars=cars)
    referee.asks = SPEC.game.asks(referee.state)
    follower = kernel.Follower(SPEC, referee, from_state=True)
    for number in range(60):
        if not referee.asks:
            break
        ask = referee.asks[-1]
        move = ask.options[number * 7 % len(ask.options)]
        referee.play(ask.seat, move)
        follower.follow_play(ask.seat, move)
    assert follower.decisions > 20


# ---------------------------------------------------------------- bounds


def test_bounds_are_checked_and_fit_their_types() -> None:
    for kind in (Car, Race, Course):
        for name, field in fields_of(kind).items():
            if isinstance(field, Bound):
                bits = 8 * int(number_type(field)[1:])
                assert -(1 << bits - 1) <= field.low <= field.high < 1 << bits - 1
                one = new_record(kind)
                for value, fits in ((field.high, True), (field.high + 1, False)):
                    setattr(one, name, [value] * field.many if field.many else value)
                    if fits:
                        check_bounds(one, kind)
                    else:
                        with pytest.raises(OutOfBounds, match=name):
                            check_bounds(one, kind)


def test_more_cards_than_a_record_holds_stop_the_race() -> None:
    batch = Batch([(Options(), 2)])
    race = plain_race(batch.races, 0)
    car = race.cars[0]
    car.engine, car.gear, car.hand[STRESS] = 0, 4, 0
    car.hand[STRESS] = MOST_OWN_CARDS - count_own_cards(car) - 2
    turns.spin_out(race, car, 5)
    assert (race.wrong, count_own_cards(car)) == (NOTHING_WRONG, MOST_OWN_CARDS)
    check_bounds(race, Race)
    turns.spin_out(race, car, 5)
    assert (race.wrong, race.phase) == (NO_ROOM, OVER)
    check_bounds(race, Race)


def test_more_rounds_than_a_game_may_have_stop_the_race() -> None:
    race = plain_race(Batch([(Options(), 2)]).races, 0)
    race.rounds = MOST_ROUNDS - 1
    turns.start_round(race)
    assert (race.wrong, race.rounds) == (NOTHING_WRONG, MOST_ROUNDS)
    turns.start_round(race)
    assert (race.wrong, race.phase, race.rounds) == (TOO_LONG, OVER, MOST_ROUNDS)
    check_bounds(race, Race)


def test_own_draws_reach_every_face_evenly() -> None:
    generator = chance.RaceGenerator(12)
    found = [0] * 6
    for _ in range(6000):
        found[int(generator.random() * 6)] += 1
    assert min(found) > 880
    firsts = {int(chance.RaceGenerator(number).random() * 6) for number in range(40)}
    assert firsts == set(range(6))


# ---------------------------------------------------------------- batches


def test_a_batch_mixes_tracks_and_seats_and_starts_again() -> None:
    tables = [(Options(first_game=True), 2), (Options(track="japan", laps=1, weather=True), 3)]
    batch = Batch(tables, 9)
    made = 0
    for _ in range(400):
        made += batch.step(batch.choose_at_random(), again=True)
    assert made == 800
    assert {race.number for race in batch.races} - {9, 10}
    batch.reset([9, 10])
    whole = [compare_whole_race(SPEC, options, seats, 9 + i) for i, (options, seats) in
             enumerate(tables)]  # fmt: skip
    assert batch.finish_at_random() == sum(whole)


def test_bad_input_is_refused() -> None:
    with pytest.raises(BadSeats):
        Batch([(Options(), 9)])
    with pytest.raises(NotInKernel, match=r"garage \(draft\)"):
        Batch([(Options(garage="draft"), 2)])
    batch = Batch([(Options(), 2)])
    with pytest.raises(ValueError, match="no number 99"):
        batch.step([99])
    with pytest.raises(ValueError, match="1 races, and 2 choices"):
        batch.step([0, 0])
    with pytest.raises(ValueError, match="number of a race"):
        batch.reset([-1])


# ---------------------------------------------------------------- compiled


def test_the_package_does_not_import_the_kernel() -> None:
    code = "import sys, paddock.games, paddock.cli; paddock.games.all_specs();" \
        " print([m for m in sys.modules if 'kernel' in m or m in ('numpy', 'numba')])"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.needs("numba")
@pytest.mark.slow("numba")
def test_compiled_races_are_the_rules() -> None:
    needs.find("numba")
    env = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-m", "paddock.cli", "fuzz", "heat", "--kernel"]
    done = subprocess.run(
        [*command, "--minutes", "0", "--seed", "3", "--json"],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["compiled"]
    assert told["broken"] is None


CALLER = """
import numba, sys
from called import f

def make(stamp):
    @numba.njit(cache=True)
    def call(x):
        return f(x) if stamp >= 0 else x
    return call

call = make(int(sys.argv[1]))
print(call(1), sum(call.stats.cache_hits.values()))
"""


@pytest.mark.needs("numba")
@pytest.mark.slow("numba")
def test_numbas_cache_is_kept_by_the_stamp_of_the_sources(tmp_path: Path) -> None:
    """A number in the closure is part of the key: a change in another module is seen with it."""
    needs.find("numba")
    (tmp_path / "caller.py").write_text(CALLER, "utf-8")
    env = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    env["NUMBA_CACHE_DIR"] = str(tmp_path / "cache")

    def run(stamp: int, answer: int) -> str:
        code = f"import numba\n@numba.njit\ndef f(x):\n    return x + {answer}\n"
        (tmp_path / "called.py").write_text(code, "utf-8")
        command = [sys.executable, "-B", str(tmp_path / "caller.py"), str(stamp)]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout

    assert run(1, 10).split() == ["11", "0"]
    assert run(1, 20).split() == ["11", "1"]  # the trap: the old answer
    assert run(2, 20).split() == ["21", "0"]
    assert run(2, 20).split() == ["21", "1"]
