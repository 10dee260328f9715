"""The words of the Mille Miglia: those of the house."""

from __future__ import annotations

from paddock.core.words import Words
from paddock.games.winds_of_war.words import BOARD, FORMATTERS, PACKAGE, SEATS

WORDS = Words(PACKAGE, FORMATTERS, SEATS, board=BOARD)
