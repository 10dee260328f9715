"""The Epic campaign: a market, stables without limit, races with prizes, and champions."""

from paddock.games.circus_maximus.modes.campaign.spec import CAMPAIGN

__all__ = ["CAMPAIGN"]
