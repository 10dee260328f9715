"""Short form of `python -m tools.load.chaos`: some races, and each fault once."""

from __future__ import annotations

import pytest
from tools.load.chaos import chaos

from tests.seeds import SEED
from tests.server.conftest import BASES
from tests.server.site import in_a_loop


@pytest.mark.fresh
@pytest.mark.slow
@pytest.mark.parametrize("db", BASES)
def test_races_end_whatever_happens(db: str) -> None:
    processes = 1 if db == "sqlite" else 2
    with chaos(db, processes=processes, seed=SEED, at_once=3, longest=1.0, long=0.0) as found:
        result = in_a_loop(found.run(races=1000, minutes=10, troubles=5))
    assert result.wrong == [], result
    assert result.acked >= 5, "somebody has played on before each"
    last = "fill_disk" if db == "sqlite" else "stop_database"
    assert {"kill", "hang", "leap", "lock", last} <= result.seen.keys()
