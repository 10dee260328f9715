"""Short form of `python -m tools.load.fuzz`: random requests by the schema, and random frames."""

from __future__ import annotations

import pytest
from tools.load.fuzz import fuzz

from tests.seeds import SEED
from tests.server.site import in_a_loop


@pytest.mark.fresh
@pytest.mark.slow
def test_whatever_is_sent_is_answered_and_costs_little() -> None:
    found = in_a_loop(fuzz(4.0, SEED, least=20))
    assert found.wrong == []
    assert min(found.requests, found.frames) >= 20
