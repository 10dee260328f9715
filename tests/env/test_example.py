"""The example that learns runs: it watches, fits, drives and counts."""

from __future__ import annotations

import importlib.util

import pytest

from tests.test_repository import ROOT


def test_the_example_watches_fits_and_drives() -> None:
    path = ROOT / "examples" / "learn_street_illegal.py"
    found = importlib.util.spec_from_file_location("learn_street_illegal", path)
    assert found is not None
    assert found.loader is not None
    example = importlib.util.module_from_spec(found)
    found.loader.exec_module(example)
    samples, _ = example.run_races(None, 1, 2, True)
    assert samples.numbers.shape == (len(samples.ids), example.LAYOUT.size)
    network = example.Network(1)
    first = network.fit(samples, 1)
    assert network.fit(samples, 20) < first
    again, places = example.run_races(network, 5, 1, True)
    assert places[0] in range(1, example.SEATS + 1)
    assert len(again.ids) < len(samples.ids), "only the learned seat is rated"
    assert example.interval(100, 400) == pytest.approx((0.210, 0.295), abs=0.001)
