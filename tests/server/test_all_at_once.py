"""Short form of `python -m tools.load.strangers`: every attack at once, with honest tables."""

from __future__ import annotations

import pytest
from tools.load.strangers import beside

from tests.server.site import in_a_loop


@pytest.mark.slow
def test_strangers_who_try_everything_are_noticed_by_nobody() -> None:
    held = in_a_loop(beside(tables=5, bot_tables=2, seconds=8.0, pause=0.5))
    assert held.strangers["fallen"] == [], "an attack of ours ended by itself"
    assert held.internal == 0, held.strangers
    assert held.given_up == 0
    assert held.moves >= 5
    assert held.lost <= 0, "moves that were acknowledged"
    assert held.sign_ins >= 1
    assert held.refused_sign_ins == 0, "strangers guess at the same account"
    assert held.late < 10_000, "milliseconds, on however busy a machine the tests run"
    assert held.memory[1] - held.memory[0] < 150, held.memory
    assert held.file < 20
