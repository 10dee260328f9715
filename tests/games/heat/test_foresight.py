"""The forecast of an option against what then happens."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paddock.core.chance import Dealer, UnrecordedChance
from paddock.core.game_spec import default_option
from paddock.games.heat import RACE
from paddock.games.heat.board import board, nodes
from paddock.games.heat.data import TRACKS
from paddock.games.heat.events import CornerPaid, SpunOut
from paddock.games.heat.foresee import foresee
from paddock.games.heat.moves import Done, Plan, Slip
from paddock.games.heat.phases import Planning, React, Slipping
from paddock.games.heat.state import Options
from tests.seeds import seeded, shown

GAME = RACE.game


def walk(options: Options, seats: int, seed: int) -> Any:
    """A random race: each state with the seat, the move chosen, and the step it led to."""
    rng = random.Random(seed)
    chance = Dealer(rng)
    state = GAME.setup(options, seats, chance).state
    while asks := GAME.asks(state):
        ask = rng.choice(asks)
        assert isinstance(ask.options, tuple)
        move = rng.choice(ask.options)
        step = GAME.play(state, ask.seat, move, chance)
        yield state, ask.seat, move, step
        state = step.state


@seeded(0)
@pytest.mark.parametrize("track", ["usa", "italia", "japan"])
def test_corners_cost_what_was_foreseen(track: Any, seed: int) -> None:
    """When nothing is left to chance the Heat and the spin-out are exact."""
    options = Options(track=track, legends=2, weather=True, garage="quick", laps=1)
    looked = spun = 0
    for number in range(12):
        for state, seat, move, step in walk(options, 3, seed + number):
            phase = state.phase
            if not isinstance(phase, Slipping) or not isinstance(move, Slip | Done):
                continue
            if isinstance(step.state.phase, Slipping):  # once more
                continue
            numbers = foresee(GAME.view(state, seat), seat, move)
            mine = [event for event in step.events if getattr(event, "seat", None) == seat]
            paid = sum(event.heat for event in mine if isinstance(event, CornerPaid))
            out = any(isinstance(event, SpunOut) for event in mine)
            looked += 1
            spun += out
            assert out == bool(numbers["spin"])
            if not out:
                assert paid == numbers["owed"]
    assert shown(seed, looked > 20 and spun > 0)


@seeded(0)
def test_the_speed_of_a_plan_lies_between_its_bounds(seed: int) -> None:
    numbers: dict[int, dict[str, float]] = {}
    looked = 0
    options = Options(legends=1, laps=1, garage="quick")
    for number in range(6):
        for state, seat, move, step in walk(options, 3, seed + number):
            if isinstance(state.phase, Planning) and isinstance(move, Plan):
                numbers[seat] = foresee(GAME.view(state, seat), seat, move)
            phase = step.state.phase
            if isinstance(phase, React) and phase.seat in numbers:
                bounds = numbers.pop(phase.seat)
                if bounds:
                    looked += 1
                    assert bounds["low"] <= phase.speed <= bounds["high"]
    assert shown(seed, looked > 50)


def test_proposed_plan_is_fast_and_costs_nothing() -> None:
    """What was found: in the terminal Enter alone drove the slowest card in 1st gear."""
    for seed in range(5):
        state = GAME.setup(Options(first_game=True), 4, UnrecordedChance(random.Random(seed))).state
        ask = GAME.asks(state)[0]
        assert isinstance(ask.options, tuple)
        seen = [foresee(GAME.view(state, ask.seat), ask.seat, move) for move in ask.options]
        best = seen[default_option(ask.default, ((numbers, "") for numbers in seen))]
        sure = [one for one in seen if one["low"] == one["high"]]
        assert best in sure
        assert best["low"] == max(one["low"] for one in sure if not one["shift"] + one["owed"])


def test_a_plan_is_foreseen_alike_in_every_imagined_world() -> None:
    state, seat, move, _ = next(
        row
        for row in walk(Options(legends=1), 3, 5)
        if isinstance(row[2], Plan) and row[0].round > 3
    )
    view = GAME.view(state, seat)
    numbers = foresee(view, seat, move)
    for seed in range(5):
        twin = GAME.imagine(view, seat, UnrecordedChance(random.Random(seed)))
        assert foresee(GAME.view(twin, seat), seat, move) == numbers


@pytest.mark.parametrize("track", TRACKS)
def test_courses_are_closed_and_do_not_overlap(track: str) -> None:
    points = nodes(TRACKS[track])
    n = len(points)
    steps = [abs(complex(*points[i]) - complex(*points[i - 1])) for i in range(n)]
    assert min(steps) > 0.9
    assert max(steps) < 1.1
    for i in range(n):
        for j in range(i + 5, n):
            if n - (j - i) >= 5:  # not neighbours across the line
                assert abs(complex(*points[i]) - complex(*points[j])) > 2.2


def test_the_board_has_all_circuits_and_cards() -> None:
    printed = board()
    assert set(printed.circuits) == set(TRACKS)
    assert all(card.values for card in printed.cards)
