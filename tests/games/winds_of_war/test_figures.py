"""The figures tool of Winds of War: its sums and its grids."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from tools.games.winds_figures import FIELD, REASONS, estimate_of, fields, interval, solo

from paddock.games.winds_of_war.data import CLASSES, MODEL_INDEX


def test_the_reasons_of_a_lap_add_up() -> None:
    model = MODEL_INDEX["mercedes-benz-w25"]
    run = next(run for k in range(9) if (run := solo("modena", model, "dry", str(k))).turns)
    assert set(run.lost) == set(REASONS)
    total = estimate_of("modena", model) + sum(run.lost.values())
    assert total == pytest.approx(run.turns)


@pytest.mark.parametrize("group", sorted(CLASSES))
def test_every_car_starts_from_every_place(group: int) -> None:
    cars = CLASSES[group]
    races = list(itertools.islice(fields(group, random.Random(1)), 3 * len(cars)))
    places = Counter((car, place) for race in races for place, car in enumerate(race))
    assert set(places.values()) == {3}
    assert len(places) == len(cars) * FIELD


def test_the_interval_of_a_share() -> None:
    low, high = interval(35, 100)
    assert (round(low, 3), round(high, 3)) == (0.264, 0.447)
