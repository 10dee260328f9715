"""Every game keeps every law, on random races over a spread of its options and seats.

A package without tests/games/<package>/{secrets,counts,spread}.py fails here: nothing is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from paddock.core.game_spec import AnyGameSpec
from paddock.games import PACKAGES, load_package
from paddock.games.heat import state as heat
from paddock.verify.laws import BrokenLaw, check_race, check_spec
from tests.laws.specs import census_of, redeal_of, scenarios_of, spread_of, walks_of
from tests.seeds import seeded


def cases() -> Iterator[object]:
    """Each game with each entry of its spread; a game without one still has a test that fails.

    Seasons take long, so they come first."""
    for package in PACKAGES:
        first, *_ = load_package(package)
        try:
            spread = spread_of(package)
        except AssertionError:
            yield pytest.param(package, 0)
            continue
        for entry, (spec, _, _) in enumerate(spread):
            yield pytest.param(package, entry, marks=() if spec is first else pytest.mark.slow)


def walk(
    package: str, race: tuple[AnyGameSpec, Any, int], seed: int, thorough: bool = False
) -> None:
    """One race; where a law is broken, all that is needed to see it again."""
    spec, options, seats = race
    try:
        check_race(spec, options, seats, seed, redeal_of(package), census_of(package), thorough)
    except BrokenLaw as broken:
        broken.add_note(f"{spec.card.id}, {seats} seats, {options}, seed {seed}")
        broken.add_note(broken.record_text)
        raise


@seeded()
@pytest.mark.parametrize(("package", "entry"), list(cases()))
def test_the_laws_hold_on_random_races(package: str, entry: int, seed: int) -> None:
    for number in range(walks_of(package)):
        walk(package, spread_of(package)[entry], seed + number)


@pytest.mark.slow
@seeded()
@pytest.mark.parametrize("package", PACKAGES)
def test_a_thorough_walk(package: str, seed: int) -> None:
    """A short race with every check at every step."""
    walk(package, spread_of(package)[0], seed, thorough=True)


@pytest.mark.parametrize(
    ("options", "seats", "seed"),
    [
        # a rival with seven Stress that all have seen, five in hand and two planned
        (heat.Options(track="mexico", laps=1, weather=True), 3, 1969701350),
    ],
)
def test_a_race_that_once_broke_a_law(options: Any, seats: int, seed: int) -> None:
    package = type(options).__module__.split(".")[2]
    (spec,) = [spec for spec in load_package(package) if type(options) is spec.options]
    walk(package, (spec, options, seats), seed)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_laws_hold_for_the_house(package: str) -> None:
    """Words for everything, every clause cited by code and scenario, both pages alike."""
    for spec in load_package(package):
        check_spec(spec, scenarios_of(package))
