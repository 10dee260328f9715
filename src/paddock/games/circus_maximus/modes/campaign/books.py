"""Clause numbers of the Epic books that replace the 1980 ones the code cites."""

from __future__ import annotations

from collections.abc import Mapping

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.books import EPIC_CLAUSES
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.campaign.state import Options

CAMPAIGN_CLAUSES: Mapping[str, str] = dict(EPIC_CLAUSES) | {
    R(old): R(new) for old, new in data.CAMPAIGN_CLAUSES.items()
}


def clauses(options: Options) -> Mapping[str, str]:
    """The campaign always uses the Epic books."""
    return CAMPAIGN_CLAUSES
