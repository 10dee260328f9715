"""Circus Maximus: chariot races in the circus, and the modes built on them."""

from paddock.core.game_spec import AnyGameSpec
from paddock.games.circus_maximus.modes.arena import ARENA
from paddock.games.circus_maximus.modes.campaign import CAMPAIGN
from paddock.games.circus_maximus.modes.season import SEASON
from paddock.games.circus_maximus.spec import RACE

__all__ = ["ARENA", "CAMPAIGN", "GAMES", "RACE", "SEASON"]

GAMES: tuple[AnyGameSpec, ...] = (RACE, SEASON, CAMPAIGN, ARENA)
