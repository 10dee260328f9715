"""The words of the career: those of the house, and of the market."""

from __future__ import annotations

from paddock.core.words import Words
from paddock.games.winds_of_war.market.words import MARKET_SHOWS
from paddock.games.winds_of_war.words import BOARD, PACKAGE, SEATS

WORDS = Words(PACKAGE, MARKET_SHOWS, SEATS, board=BOARD)
