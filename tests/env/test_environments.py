"""The environments of PettingZoo and Gymnasium, and the vector form."""

from __future__ import annotations

import pickle  # noqa: TID251  the interface promises it
import random
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import paddock
from paddock import env
from paddock.core.errors import BadOption, BadSeats
from paddock.core.game import Outcome
from paddock.env.rules import reward_of
from paddock.games import all_specs

GAMES = list(all_specs())
CYCLES = 25


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """The checks of these packages warn about matters of taste."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("game", GAMES)
def test_aec_passes_the_tests_of_pettingzoo(game: str) -> None:
    api_test(env.aec(game), num_cycles=CYCLES)
    seed_test(lambda: env.aec(game), num_cycles=CYCLES)


@pytest.mark.parametrize("game", env.parallel_games())
def test_parallel_passes_the_tests_of_pettingzoo(game: str) -> None:
    parallel_api_test(env.parallel(game), num_cycles=CYCLES)
    parallel_seed_test(lambda: env.parallel(game, illegal="default"), num_cycles=CYCLES)


@pytest.mark.parametrize("game", GAMES)
def test_single_passes_the_check_of_gymnasium(game: str) -> None:
    check_env(env.single(game, ["random", "random"]), skip_render_check=True)


def play_aec(race: Any, seed: int) -> list[tuple[str, int]]:
    """A random race to the end; what was played."""
    luck, played = random.Random(seed), []
    race.reset(seed=seed)
    for agent in race.agent_iter():
        seen, _, ended, stopped, _ = race.last()
        if ended or stopped:
            race.step(None)
            continue
        action = luck.choice(np.flatnonzero(seen["action_mask"]).tolist())
        played.append((agent, action))
        race.step(action)
    return played


@pytest.mark.parametrize("game", ["heat", "street-illegal", "great-race", "template"])
def test_the_same_seed_gives_the_race_of_make(game: str) -> None:
    race = env.aec(game, 3)
    race.reset(seed=5)
    other, luck = paddock.make(game, 3, seed=5), random.Random(1)
    for _ in range(40):
        ask = other.asks[0]
        assert race.race.state == other.state
        actions = np.flatnonzero(race.observe(race.agent_selection)["action_mask"]).tolist()
        action = luck.choice(actions)
        other.play(ask.seat, race.offered[action])
        race.step(action)
        if other.over:
            return


def test_the_end_is_rewarded_by_place() -> None:
    race = env.aec("street-illegal", 4)
    race.reset(seed=2)
    luck, rewards = random.Random(3), {}
    for _agent in race.agent_iter():
        seen, reward, ended, _, info = race.last()
        if ended:
            rewards[info["place"]] = reward
            race.step(None)
            continue
        assert reward == 0
        race.step(luck.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    ordered = [rewards[place] for place in sorted(rewards)]
    assert ordered == sorted(ordered, reverse=True)
    assert len(ordered) == 4


def test_rewards_go_from_one_to_minus_one_and_ties_share() -> None:
    assert [reward_of(Outcome((1, 2, 3), ""), seat) for seat in range(3)] == [1, 0, -1]
    assert [reward_of(Outcome((1, 1, 0), ""), seat) for seat in range(3)] == [0.5, 0.5, -1]
    assert reward_of(Outcome((2,), "", (1, 3)), 0) == 0


def test_a_sealed_window_comes_out_the_same_in_both_forms() -> None:
    one, other = env.aec("heat", 3), env.parallel("heat", 3)
    one.reset(seed=4)
    seen, _ = other.reset(seed=4)
    luck = random.Random(8)
    for _ in range(60):
        actions = {}
        for agent, there in seen.items():
            actions[agent] = luck.choice(np.flatnonzero(there["action_mask"]).tolist())
        for _ in range(len(one.race.asks)):
            agent = one.agent_selection
            assert np.array_equal(one.observe(agent)["observation"], seen[agent]["observation"])
            one.step(actions[agent])
        seen, _, ended, _, _ = other.step(actions)
        assert one.race.state == other.race.state
        if all(ended.values()):
            return


def test_who_is_not_asked_waits() -> None:
    race = env.parallel("template", 3)
    seen, _ = race.reset(seed=1)
    first = {agent: int(np.flatnonzero(there["action_mask"])[0]) for agent, there in seen.items()}
    with pytest.raises(env.IllegalAction, match="seat_1 is asked and has no action"):
        race.step({"seat_0": first["seat_0"]})
    while len(race.race.asks) == 3:
        seen, *_ = race.step(
            {agent: int(np.flatnonzero(there["action_mask"])[0]) for agent, there in seen.items()}
        )
    asked = {ask.seat for ask in race.race.asks}
    for agent, there in seen.items():
        waits = np.flatnonzero(there["action_mask"]).tolist() == [race.wait]
        assert waits == (race.seat_of[agent] not in asked)


def test_games_in_turn_have_no_parallel_form() -> None:
    with pytest.raises(BadOption, match="one seat after the other"):
        env.parallel("winds-of-war")
    assert "winds-of-war-career" not in env.parallel_games()
    assert "heat-championship" in env.parallel_games()


def test_an_action_that_is_not_offered() -> None:
    race = env.aec("template", 2)
    race.reset(seed=1)
    before = race.race.state
    with pytest.raises(env.IllegalAction, match="seat 0 is asked 'gear': action 16 is not among"):
        race.step(16)
    assert race.race.state == before
    seat = env.single("template", ["random"], seat=1)
    seat.reset(seed=1)
    *_, info = seat.step(16)
    assert info["illegal"]
    strict = env.single("template", ["random"], illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(env.IllegalAction):
        strict.step(16)


def test_wrong_settings_are_said_at_once() -> None:
    with pytest.raises(BadSeats):
        env.aec("heat", 9)
    with pytest.raises(BadOption, match="no option 'lap'"):
        env.aec("heat", lap=2)
    with pytest.raises(BadOption, match="illegal is"):
        env.single("heat", illegal="ignore")
    with pytest.raises(BadOption, match="rivals is a list"):
        env.single("heat", "medium")
    with pytest.raises(BadOption, match="no seat 4"):
        env.single("heat", seat=4)
    with pytest.raises(BadOption, match="leave one free"):
        env.vector("template", 2, 2, bots={0: "random", 1: "random"})
    with pytest.raises(BadOption, match="at least one race"):
        env.vector("heat", 0)


def random_actions(masks: Any, luck: random.Random) -> list[int]:
    return [luck.choice(np.flatnonzero(mask).tolist()) for mask in masks]


def test_races_of_a_vector_do_not_depend_on_each_other() -> None:
    many, few = env.vector("template", 5, seed=7), env.vector("template", 2, seed=7)
    lucks = [random.Random(i) for i in range(5)]
    twins = [random.Random(i) for i in range(2)]
    ended = 0
    for _ in range(150):
        many.step(
            [random_actions([mask], luck)[0] for mask, luck in zip(many.masks, lucks, strict=True)]
        )
        few.step(
            [random_actions([mask], luck)[0] for mask, luck in zip(few.masks, twins, strict=True)]
        )
        for name in ("observations", "masks", "seats", "rewards", "done"):
            assert np.array_equal(getattr(many, name)[:2], getattr(few, name))
        ended += int(many.done.sum())
        assert (many.rewards[~many.done] == 0).all()
    assert ended > 5


def test_bots_of_a_vector_play_their_seats() -> None:
    races, luck = (
        env.vector("street-illegal", 3, 3, seed=1, bots={1: "easy", 2: "random"}),
        random.Random(1),
    )
    while not races.done.any():
        assert set(races.seats.tolist()) == {0}
        races.step(random_actions(races.masks, luck))
    (first, *_) = np.flatnonzero(races.done)
    assert sorted(races.places[first].tolist()) == [1, 2, 3]
    assert races.rewards[first].sum() == pytest.approx(0, abs=1.1)


def test_a_single_seat_is_drawn_by_the_seed() -> None:
    race = env.single("template", ["random"] * 3)
    seats = {race.reset(seed=seed)[1]["seat"] for seed in range(12)}
    assert len(seats) > 1
    fixed = env.single("template", ["random"] * 3, seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(3)} == {2}


def test_environments_can_be_pickled() -> None:
    race = env.aec("heat", 3)
    race.reset(seed=1)
    twin = pickle.loads(pickle.dumps(race))  # noqa: S301
    for _ in range(10):
        action = int(np.flatnonzero(race.observe(race.agent_selection)["action_mask"])[0])
        race.step(action)
        twin.step(action)
    assert twin.race.state == race.race.state


def test_without_the_packages_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("pettingzoo", "numpy"):
        with monkeypatch.context() as patch:
            for name in [name for name in sys.modules if name.startswith("paddock.env.")]:
                if name != "paddock.env.rules":
                    patch.delitem(sys.modules, name)
            patch.setitem(sys.modules, package, None)
            with pytest.raises(env.MissingExtra, match=rf"{package}.*paddock\[env\]"):
                env.aec("heat")


def test_a_layout_needs_no_package() -> None:
    assert env.layout("heat").version == "heat-v1"
    assert env.layout("heat").first_ids["Plan"] == 0


def test_a_board_is_drawn_as_text() -> None:
    race = env.aec("street-illegal", 2, render_mode="ansi")
    race.reset(seed=1)
    assert len(str(race.render()).splitlines()) > 3
