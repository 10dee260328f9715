"""The words of the house: `words.toml`, and how cars, cards and dice are told in a sentence."""

from __future__ import annotations

import enum

from paddock.core.seats import Language, Names
from paddock.core.words import Show, Words
from paddock.games.winds_of_war.data import (
    BOX,
    DRIVERS,
    EVENTS,
    MODELS,
    SPARES,
    TUNINGS,
    kebab,
)
from paddock.games.winds_of_war.data.enums import Colour, Part, TuningCard, Way
from paddock.games.winds_of_war.state.pieces import TRACK
from paddock.games.winds_of_war.state.stage import HOUR, hours_and_minutes

PACKAGE = "paddock.games.winds_of_war"


def member(set: str) -> Show:
    """A member of a closed set: its message is called like the set and the member."""

    def show(value: enum.Enum, language: Language, names: Names) -> str:
        return WORDS.tell(f"{set}.{kebab(value)}", language)

    return show


def model(model: int, language: Language, names: Names) -> str:
    return MODELS[model].name


def driver(driver: int, language: Language, names: Names = ()) -> str:
    """A man by his name; a works driver has none."""
    id = f"driver.{DRIVERS[driver].id}"
    return WORDS.tell(id, language) if WORDS.has_message(id) else DRIVERS[driver].name


def card(card: TuningCard, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"tuning-card.{TUNINGS[card].id}", language)


def part(part: Part, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"spare.{SPARES[part].id}", language)


def speed(boxes: int, language: Language, names: Names) -> str:
    return f"{boxes * BOX} km/h"


def extra(extra: bool, language: Language, names: Names) -> str:
    return WORDS.tell("extra-point", language) if extra else ""


def ways(ways: tuple[Way, ...], language: Language, names: Names) -> str:
    return ", ".join(WORDS.tell(f"way.{kebab(way)}", language) for way in ways)


def wet(wet: bool, language: Language, names: Names) -> str:
    return WORDS.tell("road.wet" if wet else "road.dry", language)


def warning(warning: bool, language: Language, names: Names) -> str:
    return WORDS.tell("die.warning" if warning else "die.blank", language)


def event(number: int, language: Language, names: Names) -> str:
    """An event card: its number, what happens, and what it does to whom."""
    row = EVENTS[number]
    happening = WORDS.tell(f"happening.{row.happening}", language)
    struck = WORDS.tell(f"struck.{row.struck.replace(' ', '-')}", language)
    effect = WORDS.tell(f"effect.{row.happening}", language, struck=struck)
    return WORDS.tell("event-card", language, number=number, happening=happening, effect=effect)


def dice(dice: tuple[Colour, ...], language: Language, names: Names = ()) -> str:
    """The dice of a test, by colour."""
    thrown = [(colour, dice.count(colour)) for colour in Colour if colour in dice]
    told = [WORDS.tell(f"colour.{kebab(colour)}", language, n=n) for colour, n in thrown]
    return ", ".join(told) or WORDS.tell("colour.none", language)


def seconds(seconds: int, language: Language, names: Names) -> str:
    return f"{seconds:02d}"


def reading(reading: int, language: Language, names: Names) -> str:
    """A time of the day, by the clock."""
    hours, minutes = hours_and_minutes(reading)
    return f"{hours}:{minutes:02d}"


def duration(minutes: int, language: Language, names: Names) -> str:
    """A racing time."""
    return WORDS.tell("duration", language, hours=minutes // HOUR, minutes=minutes % HOUR)


def road(road: str, language: Language, names: Names) -> str:
    return TRACK[road].name


SHOWS: dict[str, Show] = {
    "model": model,
    "driver": driver,
    "card": card,
    "part": part,
    "speed": speed,
    "extra": extra,
    "gauge": member("gauge"),
    "test": member("test"),
    "ground": member("ground"),
    "failure": member("failure"),
    "job": member("job"),
    "way": member("way"),
    "ways": ways,
    "lane": member("lane"),
    "wet": wet,
    "warning": warning,
    "event": event,
    "dice": dice,
    "seconds": seconds,
    "reading": reading,
    "duration": duration,
    "road": road,
    "edge": member("edge"),
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
)  # what the board names too
WORDS = Words(PACKAGE, SHOWS, SEATS, board=BOARD)
