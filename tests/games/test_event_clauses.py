"""Events cite the clause they are about: it exists, and it fits what happened."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from paddock import games
from paddock.games.great_race.events import Cancelled
from paddock.games.heat.events import Moved
from paddock.games.street_illegal.events import Attacked
from paddock.games.winds_of_war.events import StageBegan

PRO = -1


@pytest.mark.parametrize("game", sorted(games.all_specs()))
def test_every_event_cites_a_clause_of_its_rulebook(game: str) -> None:
    spec = games.find_spec(game)
    kinds = get_args(spec.event)
    fixed = {kind: kind.clause for kind in kinds if isinstance(kind.clause, str)}
    assert all(hasattr(kind, "clause") for kind in kinds)
    assert {kind.__name__: clause for kind, clause in fixed.items()} == {
        kind.__name__: spec.rulebook(clause) for kind, clause in fixed.items()
    }


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        (Cancelled(0, ranger=True, escorts_now=0), "R7.2"),
        (Cancelled(0, ranger=False, escorts_now=0), "R4.3"),
        (Attacked(0, PRO), "S4"),
        (Attacked(PRO, 0), "S4.3"),
        (Moved(0, 5, 9, True, 0, 4), "H3"),
        (Moved(0, 9, 5, True, 0, 4), "H7.1"),
        (Moved(-1, 5, 9, True, 3, 4), "L1"),
        (StageBegan(1, "rome", 0), "W4.4.3"),
        (StageBegan(2, "rome", 0), "W4.4.5"),
    ],
)
def test_the_clause_follows_what_happened(event: msgspec.Struct, clause: str) -> None:
    assert getattr(event, "clause", None) == clause
