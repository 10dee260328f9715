"""Campaign mode (Epic): a market, stables of any size, races with prizes, and champions."""

from paddock.games.circus_maximus.modes.campaign.spec import CAMPAIGN

__all__ = ["CAMPAIGN"]
