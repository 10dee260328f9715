"""Texts of the game: `words.toml`, and formatters for cars, cards and dice."""

from __future__ import annotations

import enum

from paddock.core.seats import Language, Names
from paddock.core.words import Show, Words
from paddock.games.winds_of_war.data import (
    DRIVERS,
    EVENTS,
    KMH_PER_BOX,
    MODELS,
    SPARES,
    TUNINGS,
    kebab,
)
from paddock.games.winds_of_war.data.enums import Colour, Part, TuningCard, Way
from paddock.games.winds_of_war.state.pieces import TRACK
from paddock.games.winds_of_war.state.stage import HOUR_MINUTES, hours_and_minutes

PACKAGE = "paddock.games.winds_of_war"


def enum_formatter(set: str) -> Show:
    """Formatter of an enum member: its message is named after the enum and the member."""

    def show(value: enum.Enum, language: Language, names: Names) -> str:
        return WORDS.tell(f"{set}.{kebab(value)}", language)

    return show


def show_model(model: int, language: Language, names: Names) -> str:
    return MODELS[model].name


def show_driver(driver: int, language: Language, names: Names = ()) -> str:
    """A driver by name; a works driver has none."""
    id = f"driver.{DRIVERS[driver].id}"
    return WORDS.tell(id, language) if WORDS.has_message(id) else DRIVERS[driver].name


def show_card(card: TuningCard, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"tuning-card.{TUNINGS[card].id}", language)


def show_part(part: Part, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"spare.{SPARES[part].id}", language)


def show_speed(boxes: int, language: Language, names: Names) -> str:
    return f"{boxes * KMH_PER_BOX} km/h"


def show_extra(extra: bool, language: Language, names: Names) -> str:
    return WORDS.tell("extra-point", language) if extra else ""


def show_ways(ways: tuple[Way, ...], language: Language, names: Names) -> str:
    return ", ".join(WORDS.tell(f"way.{kebab(way)}", language) for way in ways)


def show_wet(wet: bool, language: Language, names: Names) -> str:
    return WORDS.tell("road.wet" if wet else "road.dry", language)


def show_warning(warning: bool, language: Language, names: Names) -> str:
    return WORDS.tell("die.warning" if warning else "die.blank", language)


def show_event(number: int, language: Language, names: Names) -> str:
    """An event card: its number, what happens, and what it does to whom."""
    row = EVENTS[number]
    happening = WORDS.tell(f"happening.{row.happening}", language)
    struck = WORDS.tell(f"struck.{row.struck.replace(' ', '-')}", language)
    effect = WORDS.tell(f"effect.{row.happening}", language, struck=struck)
    return WORDS.tell("event-card", language, number=number, happening=happening, effect=effect)


def show_dice(dice: tuple[Colour, ...], language: Language, names: Names = ()) -> str:
    """The dice of a test, by colour."""
    thrown = [(colour, dice.count(colour)) for colour in Colour if colour in dice]
    told = [WORDS.tell(f"colour.{kebab(colour)}", language, n=n) for colour, n in thrown]
    return ", ".join(told) or WORDS.tell("colour.none", language)


def show_seconds(seconds: int, language: Language, names: Names) -> str:
    return f"{seconds:02d}"


def show_reading(reading: int, language: Language, names: Names) -> str:
    """A time of day."""
    hours, minutes = hours_and_minutes(reading)
    return f"{hours}:{minutes:02d}"


def show_duration(minutes: int, language: Language, names: Names) -> str:
    """A racing time."""
    return WORDS.tell(
        "duration", language, hours=minutes // HOUR_MINUTES, minutes=minutes % HOUR_MINUTES
    )


def show_road(road: str, language: Language, names: Names) -> str:
    return TRACK[road].name


FORMATTERS: dict[str, Show] = {
    "model": show_model,
    "driver": show_driver,
    "card": show_card,
    "part": show_part,
    "speed": show_speed,
    "extra": show_extra,
    "gauge": enum_formatter("gauge"),
    "test": enum_formatter("test"),
    "ground": enum_formatter("ground"),
    "failure": enum_formatter("failure"),
    "job": enum_formatter("job"),
    "way": enum_formatter("way"),
    "ways": show_ways,
    "lane": enum_formatter("lane"),
    "wet": show_wet,
    "warning": show_warning,
    "event": show_event,
    "dice": show_dice,
    "seconds": show_seconds,
    "reading": show_reading,
    "duration": show_duration,
    "road": show_road,
    "edge": enum_formatter("edge"),
}
SEATS = ("seat", "by", "whom", "grid", "order", "seats")
BOARD = (
    "ground",
    "failure",
    "job",
    "happening",
    "tuning",
    "driver",
    "spare",
    "tuning-card",
)  # message groups that the board uses too
WORDS = Words(PACKAGE, FORMATTERS, SEATS, board=BOARD)
