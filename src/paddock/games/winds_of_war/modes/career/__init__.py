"""The career: Mille Miglias of several years, with prize money and deals between them."""

from paddock.games.winds_of_war.modes.career.spec import CAREER

__all__ = ["CAREER"]
