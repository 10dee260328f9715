"""The rollout policy in Heat's kernel: the races of the rule of thumb of the bots. Uncompiled."""

from __future__ import annotations

from typing import Any

import pytest

from paddock import games
from paddock.core.chance import UnrecordedChance
from paddock.games.heat.bots.imagined import worth
from paddock.games.heat.bots.rule_of_thumb import rule_of_thumb, wanted_speed
from paddock.games.heat.kernel import compiler, policy
from paddock.games.heat.kernel.batch import Batch, plain_race
from paddock.games.heat.kernel.chance import ChoiceGenerator, RaceGenerator
from paddock.games.heat.kernel.decode import decode_state
from paddock.games.heat.kernel.entries import AT_RANDOM, BY_POLICY
from paddock.games.heat.kernel.policy_tables import PolicyTables, drive
from paddock.games.heat.phases import Planning
from paddock.games.heat.state import Options, State
from paddock.verify.kernel import first_difference, referee_of
from paddock.verify.kernel_races import BOXES, event_start
from tests.seeds import seeded

SPEC = games.find_spec("heat")
pytestmark = pytest.mark.skipif(
    compiler.IS_COMPILED, reason="Numba is on; the tests' settings turn it off (NUMBA_DISABLE_JIT)"
)


def drive_by_rules(start: Options | State, players: list[int], number: int) -> Any:
    """The same race by the rules: the policy and random choices with the kernel's chance."""
    referee: Any = referee_of(SPEC, start, len(players), RaceGenerator(number))
    luck = UnrecordedChance(ChoiceGenerator(number))
    while referee.asks:
        ask = referee.asks[0]
        if players[ask.seat] == BY_POLICY:
            move = rule_of_thumb(referee.state, ask, luck)
        else:
            move = ask.options[luck.pick(ask.options, "bot")]
        referee.play(ask.seat, move)
    return referee


def compare_driving(start: Options | State, players: list[int], number: int) -> None:
    batch = Batch([start if isinstance(start, State) else (start, len(players))], number)
    made = drive(batch, [players], PolicyTables(batch))
    referee = drive_by_rules(start, players, number)
    state = decode_state(plain_race(batch.races, 0), batch.courses[0], batch.texts[0])
    assert first_difference(state, referee.state) == "equal"
    assert made == [referee.count]


@pytest.mark.parametrize(
    "options",
    [
        Options(track="usa", laps=1),
        Options(track="japan", laps=1, legends=2),
        Options(track="espana", laps=1, tournament=True),
        Options(track="france", laps=1, weather=True),
        Options(track="gb", laps=1, garage="quick"),
        Options(track="mexico", laps=1, weather=True, garage="draft", upgrades="both", boxes=BOXES),
    ],
    ids=lambda options: options.track,
)
def test_the_policy_drives_the_races_of_the_rule_of_thumb(options: Options) -> None:
    compare_driving(options, [BY_POLICY] * 3, 8)


@pytest.mark.parametrize("number", [2, 13, 17])
def test_the_policy_drives_the_races_of_events(number: int) -> None:
    compare_driving(event_start(number, 3, 1), [BY_POLICY] * 3, 4)


@seeded(1)
def test_policy_and_random_drivers_race_together(seed: int) -> None:
    """Random drivers bring spin-outs, large hands and blocked spaces."""
    compare_driving(Options(track="italia", laps=1), [BY_POLICY, AT_RANDOM, BY_POLICY], seed)


def test_wanted_speeds_are_those_of_the_bots() -> None:
    batch = Batch([(Options(track="france", laps=1), 2)])
    outlook = PolicyTables(batch).outlook
    race, course = batch.races[0], batch.courses[0]
    for pos, gear, heat in ((-2, 1, 6), (10, 3, 2), (18, 4, 0), (30, 2, 7), (58, 4, 3)):
        mine = policy.wanted_speed(race, course, outlook, pos, gear, heat)
        assert mine == wanted_speed("france:1:-:.:0:c", pos, gear, heat)


@pytest.mark.parametrize(
    "options",
    [Options(track="usa", laps=1), Options(track="gb", laps=1, garage="quick", legends=2)],
)
def test_races_are_worth_what_the_bots_say_between_rounds(options: Options) -> None:
    luck, compared = UnrecordedChance(ChoiceGenerator(3)), 0
    referee: Any = referee_of(SPEC, options, 3, RaceGenerator(3))
    while referee.asks:
        state = referee.state
        if isinstance(state.phase, Planning) and not any(state.phase.sealed):
            batch = Batch([state])
            outlook = PolicyTables(batch).outlook
            for seat in range(3):
                mine = policy.worth_of_race(batch.races[0], batch.courses[0], outlook, seat)
                assert mine == pytest.approx(worth(state, seat), abs=1e-12)
                compared += 1
        ask = referee.asks[0]
        referee.play(ask.seat, rule_of_thumb(state, ask, luck))
    assert compared > 8
