"""How cards, cars and tokens are told: the words of the house."""

from __future__ import annotations

from paddock.core.seats import Language, Names
from paddock.core.words import Words
from paddock.games.heat.card import R
from paddock.games.heat.data import (
    COLOURS,
    FIRST_SPONSOR,
    FIRST_UPGRADE,
    HEAT,
    PARTS,
    ROAD_IDS,
    SYMBOLS,
    TRACKS,
    VALUES,
    WEATHER_IDS,
    CardNo,
)


def name_card(card: CardNo, language: Language, names: Names = ()) -> str:
    """A card for people: its speed, or its part with speed and symbols."""
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
    return f"{part} {', '.join(bits)}"


def name_cards(cards: tuple[CardNo, ...], language: Language, names: Names = ()) -> str:
    return ", ".join(name_card(card, language) for card in cards) or "-"


def name_car(car: int, language: Language, names: Names) -> str:
    """A Legend by the colour of its car."""
    colour = COLOURS[(len(names) - car - 1) % len(COLOURS)]
    return WORDS.tell("legend", language, n=WORDS.tell(f"colour.{colour}", language))


def name_values(values: tuple[int, ...], language: Language, names: Names = ()) -> str:
    return ", ".join(str(value) for value in values)


def name_tokens(tokens: tuple[int, ...], language: Language, names: Names = ()) -> str:
    return ", ".join(WORDS.tell(f"road.{ROAD_IDS[t]}", language) if t >= 0 else "-" for t in tokens)


def name_weather(sky: int, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"weather.{WEATHER_IDS[sky]}", language)


def name_pile(pile: str, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"pile.{pile}", language)


WORDS: Words = Words(
    "paddock.games.heat",
    shows={
        "card": name_card,
        "cards": name_cards,
        "other": name_card,
        "values": name_values,
        "tokens": name_tokens,
        "weather": name_weather,
        "pile": name_pile,
        "track": lambda track, language, _: TRACKS[track].name if track in TRACKS else track,
        "event": lambda no, language, _: R.translated(f"C6.{no}", language).title,
    },
    seats=("seat", "cars"),
    others=name_car,
)
