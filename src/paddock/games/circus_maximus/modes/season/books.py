"""Clause numbers of the 1980 book that replace the Epic ones the shared code cites."""

from __future__ import annotations

from collections.abc import Mapping

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.season.state import Options

SEASON_CLAUSES: Mapping[str, str] = {R(old): R(new) for old, new in data.SEASON_CLAUSES.items()}


def clauses(options: Options) -> Mapping[str, str]:
    """The season always uses the book of 1980."""
    return SEASON_CLAUSES
