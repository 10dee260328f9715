"""The books of the race: which clause of the one in play says what the code cites."""

from __future__ import annotations

from collections.abc import Mapping

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.state import Options

AS_CITED: Mapping[str, str] = {}
EPIC: Mapping[str, str] = {R(old): R(new) for old, new in data.EPIC_CLAUSES.items()}
KEPT: Mapping[str, str] = {R(clause): why for clause, why in data.KEPT_CLAUSES.items()}
"""What is told in an Epic race under its old number, and why."""


def clauses(options: Options) -> Mapping[str, str]:
    """Code cites the book of 1980 wherever the Epic race has the same rule."""
    return EPIC if options.book == "epic" else AS_CITED
