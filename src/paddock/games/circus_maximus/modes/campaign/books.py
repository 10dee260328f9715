"""Which clause of the Epic books says what the code cites by the book of 1980."""

from __future__ import annotations

from collections.abc import Mapping

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.books import EPIC
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.campaign.state import Options

CAMPAIGN: Mapping[str, str] = dict(EPIC) | {
    R(old): R(new) for old, new in data.CAMPAIGN_CLAUSES.items()
}


def clauses(options: Options) -> Mapping[str, str]:
    """Everybody at the campaign reads the Epic books."""
    return CAMPAIGN
