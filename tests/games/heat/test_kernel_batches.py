"""Batches of Heat's kernel: mixed races, automatic restart, action ids, records. Uncompiled."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from typing import Any

import pytest

from paddock import games
from paddock.core import record
from paddock.core.errors import BadOption, BadSeats
from paddock.core.referee import Referee
from paddock.games.heat.kernel import actions, compiler
from paddock.games.heat.kernel.batch import Batch, plain_race
from paddock.games.heat.kernel.courses import first_text
from paddock.games.heat.kernel.decode import decode_state
from paddock.games.heat.kernel.encode import encode_state
from paddock.games.heat.kernel.gpu import GpuBatch, NoGpu
from paddock.games.heat.kernel.records import Race
from paddock.games.heat.state import Options, State
from paddock.verify.kernel import compare_whole_race, decisions_in
from paddock.verify.kernel_races import BOXES, event_start
from tests import needs

SPEC = games.find_spec("heat")
GARAGE_RACE = Options(track="usa", laps=1, garage="draft", upgrades="both", boxes=BOXES)
pytestmark = pytest.mark.skipif(
    compiler.IS_COMPILED, reason="Numba is on; the tests' settings turn it off (NUMBA_DISABLE_JIT)"
)


MIXED: list[Any] = [
    (Options(first_game=True), 2),
    (Options(track="japan", laps=1, weather=True), 3),
    (GARAGE_RACE, 4),
    event_start(3, 2, 1),
]


def test_a_batch_mixes_tracks_modules_seats_and_positions_and_starts_again() -> None:
    batch = Batch(MIXED, 9)
    made = 0
    for _ in range(400):
        made += batch.step(batch.choose_at_random(), again=True)
    assert made == 1600
    assert all(race.number % 4 == (9 + i) % 4 for i, race in enumerate(batch.races))
    assert {race.number for race in batch.races} - {9, 10, 11, 12}
    batch.reset([9, 10, 11, 12])
    assert [race.number for race in batch.races] == [9, 10, 11, 12]
    starts = [table[0] if isinstance(table, tuple) else table for table in MIXED]
    seats = [2, 3, 4, 2]
    whole = [
        decisions_in(compare_whole_race(SPEC, start, n, 9 + i))
        for i, (start, n) in enumerate(zip(starts, seats, strict=True))
    ]
    assert batch.finish_at_random() == sum(whole)


def test_steps_by_action_ids_are_the_same_races() -> None:
    """The mask holds one action for each option; both ways of naming it play the same."""
    by_number, by_id = Batch(MIXED, 3), Batch(MIXED, 3)
    ended = 0
    by_id.observe()
    for _ in range(150):
        choices = list(by_number.choose_at_random())
        ids = [
            by_id.id_of(i, choice) if n else 0
            for i, (choice, n) in enumerate(zip(choices, by_number.count_options(), strict=True))
        ]
        assert (
            by_number.step(choices, again=True)
            == by_id.step_actions(ids, again=True, observe=True)
            == 4
        )
        assert by_number.done == by_id.done
        seen, masks = copy.deepcopy((by_id.seen, by_id.masks))
        assert by_id.observe() == (seen, masks)  # `step` wrote the same
        ended += sum(by_id.done)
    for mine, theirs in zip(by_number.races, by_id.races, strict=True):
        theirs.choice_1, theirs.choice_2 = mine.choice_1, mine.choice_2
        assert decode_state(mine, by_number.courses[mine.course], text_of(mine, by_number)) == (
            decode_state(theirs, by_id.courses[theirs.course], text_of(theirs, by_id))
        )


def test_random_steps_in_one_pass_are_those_of_three() -> None:
    one, three = Batch(MIXED, 3), Batch(MIXED, 3)
    for _ in range(120):
        made = one.step_at_random(again=True, observe=True)
        assert made == three.step(three.choose_at_random(), again=True)
        assert (one.seen, one.masks) == three.observe()
        assert one.done == three.done
    assert [vars_of(race) for race in one.races] == [vars_of(race) for race in three.races]


def vars_of(race: Race) -> dict[str, Any]:
    """The fields of a race and its cars."""
    return {**vars(race), "cars": [vars(car) for car in race.cars]}


def text_of(race: Race, batch: Batch) -> str:
    table = batch.tables[batch.races.index(race)]
    return encode_state(table)[1] if isinstance(table, State) else first_text(table[0])


def test_a_race_of_a_batch_is_a_record_that_the_rules_replay() -> None:
    batch = Batch(MIXED, 5, keep=True)
    for _ in range(60):
        batch.observe()
        batch.step(batch.choose_at_random())
    for i in range(3):
        found = batch.export(SPEC, i)
        text = record.write_record(SPEC, found, Referee.replay(SPEC.game, found).state, None)
        _, read, _ = record.read_record(text, games.find_spec)
        race = plain_race(batch.races, i)
        again: Any = Referee.replay(SPEC.game, read)
        assert again.state == decode_state(race, batch.courses[race.course], text_of(race, batch))
        assert again.count == 60
    with pytest.raises(BadOption, match="position"):
        batch.export(SPEC, 3)
    with pytest.raises(BadOption, match="keep"):
        Batch(MIXED[:1]).export(SPEC, 0)


def test_without_numba_a_gpu_is_a_clear_message() -> None:
    with pytest.raises(NoGpu, match=r"install paddock\[fast\]"):
        GpuBatch([(Options(), 2)])


def test_bad_input_is_refused() -> None:
    with pytest.raises(BadSeats):
        Batch([(Options(), 9)])
    batch = Batch([(Options(), 2)])
    with pytest.raises(ValueError, match="no number 99"):
        batch.step([99])
    with pytest.raises(ValueError, match="1 races, and 2 choices"):
        batch.step([0, 0])
    with pytest.raises(ValueError, match="number of a race"):
        batch.reset([-1])
    with pytest.raises(ValueError, match="call observe"):
        batch.step_actions([0])
    with pytest.raises(ValueError, match="not 0"):
        Batch([(Options(), 2)], threads=0)
    batch.observe()
    batch.step([0])
    with pytest.raises(ValueError, match="call observe"):  # the masks are of the race before
        batch.step_actions([0])
    batch.observe()
    for action in (-1, 10**6, actions.PUSH_ID):
        with pytest.raises(ValueError, match=f"does not allow the action {action}"):
            batch.step_actions([action])


THREADED = """
from paddock.games.heat.kernel.batch import Batch
from paddock.games.heat.kernel.compiler import IS_COMPILED
from paddock.games.heat.state import Options
from paddock.verify.kernel_races import event_start

assert IS_COMPILED
tables = [(Options(laps=1), 4), (Options(garage="draft", upgrades="both"), 3), event_start(5, 3, 1)]
one, two = Batch(tables * 20, 7), Batch(tables * 20, 7, threads=2)
for _ in range(300):
    for mine, theirs in zip(one.observe(), two.observe()):
        assert (mine == theirs).all()
    one.step(one.choose_at_random(), again=True)
    two.step(two.choose_at_random().copy(), again=True)
    assert (one.done == two.done).all()
assert (one.races == two.races).all()  # not the bytes: those between fields are undefined
print("equal")
"""


@pytest.mark.needs("numba")
@pytest.mark.slow("numba")
def test_threads_play_the_same_races_and_share_their_arrays() -> None:
    needs.find("numba")
    env = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-c", THREADED]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "equal", done.stderr
