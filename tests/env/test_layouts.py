"""Layouts: frozen, within their bounds, an id for every option, and without secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask, AskKind, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.layout import Layout, block, part
from paddock.env.rules import is_parallel, layout_of
from paddock.games import PACKAGES, all_specs
from paddock.games.template.moves import Choose
from tests.laws.specs import redeal_of, spread_of
from tests.seeds import seeded
from tools import layouts

DECISIONS = 150
GAMES = list(all_specs())


def test_layouts_are_the_frozen_ones() -> None:
    """A changed layout needs a new version; `python -m tools.layouts` then writes the file."""
    frozen, now = layouts.FROZEN.read_text("utf-8"), layouts.current_text()
    assert layouts.find_faults(frozen, now) == []
    assert now == frozen, "run `python -m tools.layouts`"


def test_a_change_without_a_new_version_is_found() -> None:
    frozen = layouts.FROZEN.read_text("utf-8")
    other = frozen.replace("Shift: gear=1..4", "Shift: gear=0..4")
    faults = layouts.find_faults(frozen, other)
    assert [fault.split()[0] for fault in faults] == ["heat-v1", "heat-championship-v1"]
    digest = layouts.sections(frozen)["heat-v1"][-1]
    other = frozen.replace(digest, f"{digest.rpartition(':')[0]}: 0")  # other numbers in the race
    (fault,) = layouts.find_faults(frozen, other)
    assert fault.startswith("heat-v1 changed")
    assert layouts.find_faults(frozen, other, rules=True) == []
    assert layouts.find_faults(frozen, frozen.replace(digest, "  edition 99: 0")) == []


def walk(
    spec: AnyGameSpec, options: Any, seats: int, seed: int
) -> Iterator[tuple[Any, tuple[Ask[Any], ...]]]:
    """States and asks of a random race."""
    game, luck, choice = spec.game, UnrecordedChance(random.Random(seed)), random.Random(seed + 1)
    state = game.setup(options, seats, luck).state
    for _ in range(DECISIONS):
        asks = game.asks(state)
        if not asks:
            return
        yield state, asks
        ask = choice.choice(asks)
        state = game.play(state, ask.seat, choice.choice(ask.candidates), luck).state


@seeded(1)
@pytest.mark.parametrize("package", PACKAGES)
def test_numbers_are_in_their_bounds_and_options_have_ids(package: str, seed: int) -> None:
    for spec, options, seats in spread_of(package):
        layout = layout_of(spec)
        for state, asks in walk(spec, options, seats, seed):
            ask = asks[seed % len(asks)]
            view = spec.game.view(state, ask.seat)
            numbers = layout.observe(view, ask.seat, ask)
            assert len(numbers) == layout.size
            for number, bounds in zip(numbers, layout.bounds, strict=True):
                assert bounds.low <= number <= bounds.high, (spec.card.id, bounds, number)
            ids = layout.action_ids(view, ask)
            assert len(set(ids)) == len(ids) == len(ask.candidates)
            assert min(ids) >= 0, (spec.card.id, ask.question.prompt, ask.candidates)
            assert max(ids) < layout.actions


@seeded(1)
@pytest.mark.parametrize("package", PACKAGES)
def test_redealing_what_is_hidden_changes_no_number(package: str, seed: int) -> None:
    redeal, checks = redeal_of(package), random.Random(seed)
    for spec, options, seats in spread_of(package):
        for n, (state, asks) in enumerate(walk(spec, options, seats, seed)):
            if n % 5:
                continue
            seat = checks.randrange(seats)
            view = spec.game.view(state, seat)
            mine = numbers_at(spec, state, asks, seat)
            worlds = [spec.game.imagine(view, seat, UnrecordedChance(checks))]
            if not spec.card.id.endswith("-series"):  # it only wraps a race
                worlds.append(redeal(state, seat, checks))
            for world in worlds:
                assert numbers_at(spec, world, spec.game.asks(world), seat) == mine


def numbers_at(
    spec: AnyGameSpec, state: Any, asks: tuple[Ask[Any], ...], seat: int
) -> tuple[list[int], list[int]]:
    layout, view, ask = layout_of(spec), spec.game.view(state, seat), ask_of(asks, seat)
    ids = [] if ask is None else layout.action_ids(view, ask)
    return layout.observe(view, seat, ask), ids


@pytest.mark.parametrize("package", PACKAGES)
def test_seats_decide_at_once_only_where_they_seal(package: str) -> None:
    """What `parallel` relies on."""
    for spec, options, seats in spread_of(package):
        for _, asks in walk(spec, options, seats, 3):
            if len(asks) > 1:
                assert is_parallel(spec)
                assert {ask.question.kind for ask in asks} == {AskKind.SEALED}


def test_numbers_too_many_are_an_error() -> None:
    wrong = Layout("x-v1", ("gear",), (part("a", lambda view, seat: (1, 2), n=(0, 9)),), ())
    with pytest.raises(ValueError, match="1 numbers too many in a"):
        wrong.observe(None, 0, None)


def test_a_move_outside_its_block_has_no_fixed_id() -> None:
    layout = Layout("x-v1", ("gear",), (), (block(Choose, gear=(1, 2)),))
    assert layout.find_id(None, 0, Choose(2)) == 1
    assert layout.find_id(None, 0, Choose(3)) == -1
