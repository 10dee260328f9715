"""Steps a second of the environments beside games of PettingZoo and OpenSpiel.

Random play with masks in one run, one after the other, by the processor time of this process:
`python -m tools.env_speed --seconds 3`. PettingZoo comes with `paddock[env]`; its classic games
and OpenSpiel are left out, and named, where they are not installed (`pip install open_spiel
'pettingzoo[classic]'`).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

import paddock
import paddock.env

SEATS = 4
VECTOR_RACES = 64
PETTINGZOO_GAMES = {"Connect Four": "connect_four_v3", "Tic-tac-toe": "tictactoe_v3"}
OPENSPIEL_GAMES = {
    "Connect Four": "connect_four",
    "Leduc poker": "leduc_poker",
    "Backgammon": "backgammon",
}


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def count_rate(steps: Iterator[int], seconds: float) -> float:
    """Steps by processor second. `steps` gives how many were made since it was last asked."""
    for _ in range(20):  # imports and caches
        next(steps)
    begin, made = time.process_time(), 0
    while (spent := time.process_time() - begin) < seconds:
        made += next(steps)
    return made / spent


def step_aec(make: Callable[[], Any], mask_of: Callable[[Any], Any]) -> Iterator[int]:
    """Random play of a PettingZoo environment, again and again."""
    luck, race, seed = random.Random(1), make(), 0
    while True:
        seed += 1
        race.reset(seed=seed)
        for _ in race.agent_iter():
            seen, _reward, ended, stopped, info = race.last()
            if ended or stopped:
                race.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else mask_of(info)
            race.step(int(luck.choice(np.flatnonzero(mask))))
            yield 1


def step_vector(game: str) -> Iterator[int]:
    """Random play of many races side by side."""
    luck = random.Random(1)
    races = paddock.env.vector(game, races=VECTOR_RACES, seats=SEATS, seed=1)
    while True:
        races.step([int(luck.choice(np.flatnonzero(mask))) for mask in races.masks])
        yield VECTOR_RACES


def step_open_spiel(name: str) -> Iterator[int]:
    """Random play of an OpenSpiel game, with the tensor as an array and the mask, as ours has."""
    pyspiel = import_module("pyspiel")
    luck, game = random.Random(1), pyspiel.load_game(name)
    with_information = game.get_type().provides_information_state_tensor
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, weights)[0])
                continue
            seat = state.current_player()
            tensor = (
                state.information_state_tensor if with_information else state.observation_tensor
            )
            np.asarray(tensor(seat), dtype=np.float32)
            state.apply_action(luck.choice(np.flatnonzero(state.legal_actions_mask())))
            yield 1


def measure_ours(game: str, seconds: float) -> tuple[float, float]:
    def make() -> Any:
        return paddock.env.aec(game, seats=SEATS)

    single = count_rate(step_aec(make, lambda info: info["action_mask"]), seconds)
    return single, count_rate(step_vector(game), seconds)


def main() -> None:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--seconds", type=float, default=3.0, help="processor time of each row")
    words.add_argument("--games", nargs="*", default=None, help="default: all, modes too")
    asked = words.parse_args()
    say(f"{'steps a second, random play':40}{'AEC':>10}{f'vector of {VECTOR_RACES}':>16}")
    for game in asked.games or [each.id for each in paddock.games()]:
        single, vector = measure_ours(game, asked.seconds)
        say(f"{game:40}{single:10,.0f}{vector:16,.0f}")
    for title, module in PETTINGZOO_GAMES.items():
        try:
            classic = import_module(f"pettingzoo.classic.{module}")
        except ImportError as missing:
            say(f"PettingZoo, {title}: not measured ({missing})")
            continue
        rate = count_rate(step_aec(classic.env, lambda info: info["action_mask"]), asked.seconds)
        say(f"{'PettingZoo: ' + title:40}{rate:10,.0f}")
    for title, name in OPENSPIEL_GAMES.items():
        try:
            rate = count_rate(step_open_spiel(name), asked.seconds)
        except ImportError as missing:
            say(f"OpenSpiel, {title}: not measured ({missing})")
            continue
        say(f"{'OpenSpiel: ' + title:40}{rate:10,.0f}")


if __name__ == "__main__":
    main()
