"""The career: Mille Miglias of several years tied together by prizes, money and deals."""

from paddock.games.winds_of_war.modes.career.spec import CAREER

__all__ = ["CAREER"]
