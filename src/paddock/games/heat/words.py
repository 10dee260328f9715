"""Texts of the game: `words.toml`, and formatters for cards, cars and tokens."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.words import Show, Words
from paddock.games.heat.data import (
    COLOURS,
    FIRST_SPONSOR,
    FIRST_UPGRADE,
    HEAT,
    PARTS,
    SYMBOLS,
    VALUES,
    CardNo,
    Sky,
    Token,
    kebab,
)
from paddock.games.heat.data.own import track_of

PACKAGE = "paddock.games.heat"


def card(card: CardNo, language: Language, names: Names = ()) -> str:
    """The name of a card: its speed, or its part with speed and symbols."""
    if card < HEAT:
        return str(card)
    if card < FIRST_UPGRADE:
        return WORDS.tell("card.heat" if card == HEAT else "card.stress", language)
    part = PARTS[card]
    if card < FIRST_SPONSOR:
        part = WORDS.tell(f"part.{part}", language)
    bits = ["/".join(str(value) for value in VALUES[card])] if any(VALUES[card]) else []
    printed = SYMBOLS[card]
    for name in printed.__struct_fields__:
        if n := getattr(printed, name):
            sign = f"{n:+}" if name == "limit" else str(n)
            bits.append(WORDS.tell(f"symbol.{name}", language, n=sign))
    return f"{part} ({', '.join(bits)})"


def cards(cards: tuple[CardNo, ...], language: Language, names: Names = ()) -> str:
    return ", ".join(card(each, language) for each in cards) or "-"


def legend(seat: Seat, language: Language, names: Names) -> str:
    """The name of a car without a driver: its colour."""
    return legend_of(COLOURS[(len(names) - seat - 1) % len(COLOURS)], language)


def legend_of(colour: str, language: Language) -> str:
    return WORDS.tell("legend", language, n=WORDS.tell(f"colour.{colour}", language))


def values(values: tuple[int, ...], language: Language, names: Names = ()) -> str:
    return ", ".join(str(value) for value in values)


def tokens(tokens: tuple[Token, ...], language: Language, names: Names = ()) -> str:
    return ", ".join(
        "-" if token is Token.NONE else WORDS.tell(f"road.{kebab(token)}", language)
        for token in tokens
    )


def weather(sky: Sky, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"weather.{kebab(sky)}", language)


def pile(pile: str, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"pile.{pile}", language)


def track(track: str, language: Language, names: Names = ()) -> str:
    """The name of a track: translated for printed boards, as written for players' tracks."""
    id = f"track.{track}"
    return WORDS.tell(id, language) if WORDS.has_message(id) else track_of(track).name


SHOWS: dict[str, Show] = {
    "card": card,
    "cards": cards,
    "values": values,
    "tokens": tokens,
    "weather": weather,
    "pile": pile,
    "track": track,
}
SEATS = ("seat", "cars")
WORDS = Words(PACKAGE, SHOWS, SEATS, legend)
