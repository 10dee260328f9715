"""The words of the championship: those of the game, and Event cards."""

from __future__ import annotations

from paddock.core.seats import Language, Names
from paddock.core.words import Words
from paddock.games.heat.card import R
from paddock.games.heat.words import PACKAGE, SEATS, SHOWS, card, legend


def event(no: int, language: Language, names: Names = ()) -> str:
    """An Event card by its title, and what it does."""
    card = R.clause_in(f"C6.{no}", language)
    return f"{card.title}. {card.text.rstrip('.')}"


WORDS = Words(PACKAGE, {**SHOWS, "event": event, "other": card}, SEATS, legend)
