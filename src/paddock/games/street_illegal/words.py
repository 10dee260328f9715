"""Texts of the game: `words.toml`, and formatters for cards, roads and cars."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.words import Words
from paddock.games.street_illegal.data import ICON, MPH, NONE, TEAM, Road, Slot, Tempo


def face(card: Tempo, language: Language, names: Names = ()) -> str:
    """A tempo card: its speed and its icon."""
    if card == NONE:
        return WORDS.tell("card.none", language)
    return WORDS.tell("card.face", language, mph=MPH[card], icon=ICON[card])


def faces(cards: tuple[Tempo, ...], language: Language, names: Names = ()) -> str:
    return ", ".join(face(card, language) for card in cards)


def road(road: Road, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"road.{Road(road).name.lower()}", language)


def slot(slot: Slot, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"slot.{Slot(slot).name.lower()}", language)


def pro(car: Seat, language: Language, names: Names = ()) -> str:
    """The name of an Old Pro, or of all of them as a team."""
    return WORDS.tell("pro.team" if car == TEAM else "pro.one", language)


WORDS = Words(
    "paddock.games.street_illegal",
    shows={
        "card": face,
        "cards": faces,
        "up": faces,
        "icon": road,
        "road": road,
        "slot": slot,
        "leg": lambda leg, language, names: str(leg + 1),
    },
    seats=("seat", "by", "whom", "seats", "order"),
    others=pro,
    board=("road", "pro"),
)
