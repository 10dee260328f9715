"""How well a seat stands."""

from paddock.games.great_race.bots.worth import evaluate

__all__ = ["evaluate"]
