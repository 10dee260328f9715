"""Heat's kernel: equal to the rules along golden, random and constructed races, and in its bounds.

Uncompiled, except for the last tests, which start a process of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paddock import files, games
from paddock.core import record
from paddock.games.heat.data import (
    CARDS,
    EVENTS,
    FIRST_SPONSOR,
    FIRST_UPGRADE,
    STRESS,
    SYMBOLS,
    TRACK_IDS,
)
from paddock.games.heat.kernel import (
    actions,
    cards,
    chance,
    compiler,
    corners,
    garage,
    observe,
    plans,
    react,
    road,
    setup,
    turns,
)
from paddock.games.heat.kernel.batch import Batch, plain_race
from paddock.games.heat.kernel.cards import count_own_cards
from paddock.games.heat.kernel.courses import NotInKernel, build_course, build_tables
from paddock.games.heat.kernel.decode import decode_state
from paddock.games.heat.kernel.encode import encode_state
from paddock.games.heat.kernel.records import (
    FIRST_SPONSOR_KIND,
    MOST_DIRECT_CARDS,
    MOST_GARAGE_CARDS,
    MOST_HIDDEN,
    MOST_OWN_CARDS,
    MOST_PLAYED,
    MOST_ROUNDS,
    MOST_SALVAGE,
    MOST_SCRAP,
    NO_ROOM,
    NOTHING_WRONG,
    OVER,
    SPONSOR_CARDS,
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
from paddock.games.heat.state import Options, State
from paddock.verify import kernel
from paddock.verify.kernel import (
    KernelDiffers,
    Met,
    compare_whole_race,
    decisions_in,
    follow_record,
)
from paddock.verify.kernel_races import (
    BOXES,
    ODD_HANDS,
    card_position,
    compare_races,
    event_start,
    follow_season,
    hand_position,
    unmet,
)
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
SEASONS = [path for path in sorted(REPLAYS.glob("*.race")) if "championship" in path.name]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_races_are_followed(path: Path) -> None:
    spec, race, _ = golden(path)
    assert decisions_in(follow_record(spec, race)) > 30


@pytest.mark.parametrize("path", SEASONS, ids=lambda path: path.stem)
def test_the_races_of_golden_championships_are_followed(path: Path) -> None:
    spec, race, _ = golden(path)
    met = follow_season(spec, race)
    assert decisions_in(met) > 100
    assert any(name.startswith("event ") for name in met)


@pytest.mark.parametrize("number", [event.no for event in EVENTS])
def test_every_event(number: int) -> None:
    start = event_start(number, 3, number)
    met = compare_whole_race(SPEC, start, 3, number)
    assert met[f"event {number}"] == 1
    kernel.follow_random_race(SPEC, start, 3, number, 60)
    assert decisions_in(met) > 20


def test_every_card_with_symbols_is_met_and_followed_row_by_row() -> None:
    """Positions with two copies of each Upgrade and Sponsorship, the promotional ones too."""
    met: Met = Counter({f"event {event.no}": 1 for event in EVENTS})
    for card in range(FIRST_UPGRADE, CARDS):
        if not SYMBOLS[card].is_heat:
            met += kernel.follow_random_race(SPEC, card_position(card, 0), 3, card, 40)
    assert unmet(met) == []
    kinds = ("Direct", "Replace", "PayHeat", "Refresh", "Take", "Accelerate", "Supercool")
    assert [kind for kind in kinds if met[f"move {kind}"] < 5] == []


@seeded(3)
def test_random_races_are_followed_with_rows_taken_back(seed: int) -> None:
    found = compare_races(SPEC, seed, races=2)
    assert found.why == ""


@seeded(0)
def test_whole_races_by_the_kernels_own_chance_are_the_rules(seed: int) -> None:
    found = compare_races(SPEC, seed, races=12, check=compare_whole_race)
    assert found.why == ""
    assert found.decisions > 2000
    assert found.modules


@pytest.mark.parametrize("track", TRACK_IDS)
def test_every_printed_track_with_all_modules(track: Any) -> None:
    options = Options(
        track=track,
        laps=1,
        legends=3,
        pro=2,
        weather=True,
        tournament=True,
        garage="draft",
        upgrades="both",
        boxes=BOXES,
    )
    assert decisions_in(compare_whole_race(SPEC, options, 3, 5)) > 50


@pytest.mark.parametrize("seats", range(1, 9))
def test_every_number_of_seats(seats: int) -> None:
    options = Options(track="gb", laps=1, garage="quick")
    assert decisions_in(compare_whole_race(SPEC, options, seats, 7)) > 20


# ---------------------------------------------------------------- the comparison sees faults


def no_chill(race: Race, here: int) -> int:
    return race.cool


def fast_corner(race: Race, course: Course, line: int) -> int:
    return course.limit[line] + 1


def dear_shift(car: Car, gear: int, flooded: bool) -> int:
    return 1 if abs(gear - car.gear) == 2 or (gear < car.gear and not flooded) else 0


def follow_races(start: Options | State) -> None:
    for seed in range(12):
        kernel.follow_random_race(SPEC, start, 3, seed)


PLAIN_RACE = Options(track="usa", laps=1, weather=True)
GARAGE_RACE = Options(track="usa", laps=1, garage="draft", upgrades="both", boxes=BOXES)


@pytest.mark.parametrize(
    ("module", "name", "wrong", "start"),
    [
        (react, "cooldown", no_chill, PLAIN_RACE),
        (corners, "limit_of", fast_corner, PLAIN_RACE),
        (plans, "shift_price", dear_shift, PLAIN_RACE),
        (turns, "count_home", lambda race: 0, PLAIN_RACE),
        (road, "sector_flag", lambda race, token: 0, PLAIN_RACE),
        (plans, "may_give_up", lambda race: 0, PLAIN_RACE),
        (observe, "see_places", lambda car, seen: None, GARAGE_RACE),
        (actions, "highest_gear", lambda car, course: 2, PLAIN_RACE),
        (react, "may_pay", lambda race, car, course, at: True, GARAGE_RACE),
        (react, "can_salvage", lambda race, car: False, GARAGE_RACE),
        (corners, "own_limit", lambda course, car: 0, GARAGE_RACE),
        (corners, "spend_sponsors", lambda race, car: None, event_start(7, 3, 1)),
        (corners, "press_cards", lambda race, car, course: 0, event_start(11, 3, 1)),
        (corners, "cook", lambda race, car: None, event_start(18, 3, 1)),
        (cards, "unveil", lambda car: None, event_start(7, 3, 1)),
        (garage, "market_seat", lambda race: 0, GARAGE_RACE),
    ],
)
def test_a_planted_fault_is_seen(
    module: Any,
    name: str,
    wrong: Callable[..., Any],
    start: Options | State,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises((KernelDiffers, OutOfBounds)):
        follow_races(start)


def test_a_wrong_draw_is_seen() -> None:
    race, course = new_record(Race), build_course(Options())
    race.follows, race.seats = 1, 2
    setup.start_race(race, course, 2, [(0, 3, 1)])
    assert race.wrong != NOTHING_WRONG


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(
    "start",
    [
        Options(laps=1, weather=True, legends=2),
        GARAGE_RACE,
        *(event_start(n, 3, n) for n in (5, 22)),
    ],
)
def test_states_of_the_rules_are_read_and_written_back(start: Options | State) -> None:
    referee = kernel.referee_of(SPEC, start, 3, chance.RaceGenerator(4))
    generator = chance.RaceGenerator(5)
    rows = 0
    while referee.asks:
        race, text = encode_state(referee.state)
        assert decode_state(race, build_tables(text), text) == referee.state
        ask = referee.asks[int(generator.random() * len(referee.asks))]
        referee.play(ask.seat, ask.options[int(generator.random() * len(ask.options))])
        rows += 1
    assert rows > 50


@pytest.mark.parametrize("hand", ODD_HANDS)
def test_hands_that_random_races_rarely_meet(hand: tuple[int, ...]) -> None:
    met = kernel.follow_random_race(SPEC, hand_position(hand), 2, 3, 60)
    assert decisions_in(met) > 20


REFUSED = {
    "six different Upgrades": ({"hand": tuple(range(8, 14))}, "6 different Upgrades"),
    "too many Speed cards": ({"deck": (1,) * 20}, "Speed or played"),
    "too many cards": ({"deck": (STRESS,) * 500, "engine": 1}, "room for 500 cards"),
    "too many known cards": ({"shown": (1,) * 17, "hand": (1,)}, "17 known cards"),
}


@pytest.mark.parametrize(("fields", "why"), REFUSED.values(), ids=REFUSED)
def test_positions_without_room_are_refused_by_name(fields: dict[str, Any], why: str) -> None:
    state = card_position(FIRST_UPGRADE, 0)
    car = replace(state.cars[0], hand=(), deck=(), discard=(), upgrades=())
    crowded = replace(state, cars=(replace(car, **fields), *state.cars[1:]))
    with pytest.raises(NotInKernel, match=why):
        encode_state(crowded)


def test_more_sponsorships_than_exist_are_refused_by_name() -> None:
    state = event_start(7, 3, 1)
    supply = replace(state.supply, used=(FIRST_SPONSOR,) * 9)
    with pytest.raises(NotInKernel, match="Sponsorships"):
        encode_state(replace(state, supply=supply))


def test_upgrades_without_a_garage_are_refused_by_name() -> None:
    state = card_position(FIRST_UPGRADE, 0)
    with pytest.raises(NotInKernel, match="without a garage"):
        encode_state(replace(state, course="france:2:-:.:0:"))


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
    course = build_course(Options())
    car.engine, car.gear = 0, 4
    cards.add_to_hand(car, STRESS, MOST_OWN_CARDS - count_own_cards(car) - 2)
    corners.spin_out(race, car, course, 5)
    assert (race.wrong, count_own_cards(car)) == (NOTHING_WRONG, MOST_OWN_CARDS)
    check_bounds(race, Race)
    corners.spin_out(race, car, course, 5)
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


def test_rows_of_cards_hold_the_most_that_the_rules_allow() -> None:
    """Four planned cards, what plus symbols and a boost turn up, two for a mistake, and direct
    plays; all values, prices and symbols of the data; all Sponsorships with one driver."""
    most_plus = max(symbols.plus for symbols in SYMBOLS)
    assert 4 + 4 * most_plus + 1 + 2 + MOST_DIRECT_CARDS <= MOST_PLAYED
    assert max(symbols.scrap for symbols in SYMBOLS) == MOST_SCRAP
    assert max(symbols.salvage for symbols in SYMBOLS) == MOST_SALVAGE
    assert max(symbols.heat for symbols in SYMBOLS) == 2  # as `may_pay` reads them
    assert SPONSOR_CARDS + 3 <= MOST_GARAGE_CARDS
    assert 12 + 2 + MOST_GARAGE_CARDS <= MOST_HIDDEN


def test_all_sponsorships_of_a_race_go_to_one_driver() -> None:
    race, text = encode_state(event_start(7, 3, 1))
    car, course = race.cars[0], build_tables(text)
    race.follows = 0
    for _ in range(SPONSOR_CARDS + 5):
        cards.gain_sponsor(race, car, ())
    check_bounds(race, Race)
    assert sum(race.sponsors) == 0
    for kind in range(FIRST_SPONSOR_KIND, car.kinds):
        while car.hand[kind]:
            cards.add_to_hand(car, kind, -1)
            cards.lay_card(car, kind)
            cards.spend_sponsors(race, car)
    others = sum(sum(other.hand[FIRST_SPONSOR_KIND:]) for other in race.cars[1:3])
    assert race.useds == SPONSOR_CARDS - others
    check_bounds(race, Race)
    cards.gain_sponsor(race, car, ())
    assert (race.useds, sum(race.sponsors)) == (0, SPONSOR_CARDS - others - 1)
    assert course.event == 7


def test_own_draws_reach_every_face_evenly() -> None:
    generator = chance.RaceGenerator(12)
    found = [0] * 6
    for _ in range(6000):
        found[int(generator.random() * 6)] += 1
    assert min(found) > 880
    firsts = {int(chance.RaceGenerator(number).random() * 6) for number in range(40)}
    assert firsts == set(range(6))


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
