"""Every game keeps every law, on random races over a spread of its options and seats.

A house without tests/games/<package>/{secrets,counts,spread}.py fails here: nothing is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paddock.games import PACKAGES, opened
from paddock.lab.laws import BrokenLaw, check_house, check_race
from tests.laws.houses import census_of, races_of, redeal_of, scenarios_of, spread_of

NIGHT = settings.get_current_profile_name() == "night"


def cases() -> Iterator[tuple[str, int]]:
    """Each house with each entry of its spread; a house without one still has a test that fails."""
    for package in PACKAGES:
        try:
            entries = len(spread_of(package))
        except AssertionError:
            entries = 1
        yield from ((package, entry) for entry in range(entries))


@pytest.mark.parametrize(("package", "entry"), list(cases()))
def test_the_laws_hold_on_random_races(package: str, entry: int) -> None:
    spread, redeal, census = spread_of(package), redeal_of(package), census_of(package)
    house, options, seats = spread[entry]
    examples = max(1, races_of(package) // len(spread)) * (50 if NIGHT else 1)

    @settings(max_examples=examples)
    @given(seed=st.integers(0, 2**32))
    def walk(seed: int) -> None:
        try:
            check_race(house, options, seats, seed, redeal, census)
        except BrokenLaw as broken:
            broken.add_note(f"{house.card.id}, {seats} seats, {options}, seed {seed}")
            broken.add_note(broken.record_text)
            raise

    walk()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_thorough_walk(package: str) -> None:
    """One short race of each entry with every check at every step."""
    house, options, seats = spread_of(package)[0]
    check_race(house, options, seats, 1, redeal_of(package), census_of(package), thorough=True)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_laws_hold_for_the_house(package: str) -> None:
    """Words for everything, every clause cited by code and scenario, both pages alike."""
    for house in opened(package):
        check_house(house, scenarios_of(package))
