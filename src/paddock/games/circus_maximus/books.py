"""Clause numbers per rulebook: which clause of the book in play replaces the one the code cites."""

from __future__ import annotations

from collections.abc import Mapping

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.state import Options

NO_REPLACEMENTS: Mapping[str, str] = {}
EPIC_CLAUSES: Mapping[str, str] = {R(old): R(new) for old, new in data.EPIC_CLAUSES.items()}
KEPT_CLAUSES: Mapping[str, str] = {R(clause): why for clause, why in data.KEPT_CLAUSES.items()}
"""Clauses that an Epic race cites under their 1980 number, and why."""


def clauses(options: Options) -> Mapping[str, str]:
    """Replacements for cited clauses. Code cites the 1980 book wherever Epic has the same rule."""
    return EPIC_CLAUSES if options.book == "epic" else NO_REPLACEMENTS
