"""The Mille Miglia: a race along open roads against the clock, by stages or of one evening."""

from paddock.games.winds_of_war.modes.mille_miglia.spec import MILLE_MIGLIA

__all__ = ["MILLE_MIGLIA"]
