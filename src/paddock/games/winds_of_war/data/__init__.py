"""Component data, checked on load: cars, drivers, dice, cards, prizes and circuits."""

from __future__ import annotations

import enum
import tomllib
from importlib import resources
from typing import Any, Literal, get_args

from msgspec import Struct, convert, field

from paddock.games.winds_of_war.data.enums import (
    Colour,
    Failure,
    Format,
    Happening,
    Part,
    Struck,
    TuningCard,
)
from paddock.games.winds_of_war.data.laying import read_track
from paddock.games.winds_of_war.data.track import Track

KMH_PER_BOX = 20  # km/h of one box of the tachometer
SECTOR_BOXES = 4  # boxes of a sector of the tyre gauge
TYRE_BOXES = 4 * SECTOR_BOXES  # boxes of that gauge after the striped one
RED_BOXES = (3, 3, 3, 2, TYRE_BOXES - SECTOR_BOXES)  # by Gauge: the number of red boxes at its end
PACKAGE = "paddock.games.winds_of_war.data"


class Model(Struct, frozen=True):
    """A car as printed on its dashboard; speeds in boxes of 20 km/h."""

    id: str
    name: str
    years: tuple[int, ...]
    grand_prix: bool
    group: int = field(name="class")  # the class, 1 to 5; 0: only for scenarios
    top: int = 0
    acceleration: int = 0
    braking: int = 0
    turns: tuple[int, ...] = ()  # A to E
    reliability: tuple[Colour, ...] = ()
    engine: int = 0
    heat: int = 0
    brakes: int = 0
    body: int = 0
    price: int = 0
    red: int = 1
    horsepower: int = 0
    weight: int = 0
    real_top: int = 0


class Skill(Struct, frozen=True):
    """A skill card: the dice of the four rows, and the challenge die of the driver card."""

    grade: str
    rows: tuple[tuple[Colour, ...], ...]
    confidence: tuple[int, ...]
    challenge: Colour
    reroll: bool


class Driver(Struct, frozen=True):
    id: str
    name: str
    nation: str
    years: tuple[int, ...]
    grade: str
    price: int


class TuningRow(Struct, frozen=True):
    id: str
    price: int
    cards: int
    road: bool  # only for open roads


class PartRow(Struct, frozen=True):
    id: str
    price: int
    cards: int


class EventCard(Struct, frozen=True):
    number: int
    clause: str
    happening: Happening
    struck: Struck
    out: tuple[Format, ...]  # the formats from which it is removed


class Year(Struct, frozen=True):
    year: int
    budget: int
    start: str  # of the first car of the Mille Miglia, as a clock time
    winner: int  # minutes of the historical winner
    cars: tuple[str, ...]  # the line-up of the Mille Miglia, in starting order
    drivers: tuple[str, ...]
    stages: tuple[str, ...]

    @property
    def hour(self) -> int:
        """The start in minutes since midnight."""
        hours, minutes = self.start.split(":")
        return 60 * int(hours) + int(minutes)


def read_text(name: str) -> str:
    return resources.files(PACKAGE).joinpath(name).read_text("utf-8")


def read_data_file(name: str) -> dict[str, Any]:
    """Read a data file; each one must name its source."""
    table = tomllib.loads(read_text(name))
    assert table.get("source"), f"{name} does not say its source"
    assert isinstance(table.get("reconstructed"), bool), f"{name} does not say if reconstructed"
    return table


DICE = {"G": Colour.GREEN, "Y": Colour.YELLOW, "R": Colour.RED}


def read_dice(text: str) -> tuple[Colour, ...]:
    """`GY` is a green and a yellow die."""
    return tuple(DICE[letter] for letter in text)


def read_model(row: dict[str, Any]) -> Model:
    row = {**row, "reliability": read_dice(row["reliability"]), "top": to_boxes(row["top"])}
    row["turns"] = [to_boxes(turn) for turn in row["turns"]]
    car = convert(row, Model)
    assert len(car.turns) == 5
    assert list(car.turns) == sorted(car.turns)
    assert car.top >= 6, f"{car.id}: the top speed must lie above the cooling speed"
    assert 1 <= car.acceleration <= 8
    assert 1 <= car.braking <= 4
    assert min(car.engine, car.heat, car.brakes) >= 4
    assert car.body >= 3
    assert car.price > 0
    assert car.price % 25 == 0
    return car


def to_boxes(kmh: int) -> int:
    assert kmh % KMH_PER_BOX == 0, kmh
    return kmh // KMH_PER_BOX


def read_skill(row: dict[str, Any]) -> Skill:
    rows = [read_dice(text) for text in row["rows"]]
    assert len(rows) == 4
    return convert({**row, "rows": rows, "challenge": read_dice(row["challenge"])[0]}, Skill)


def kebab(member: enum.Enum) -> str:
    """The name of an enum member as files and scenarios write it."""
    return member.name.lower().replace("_", "-")


def make_faces(warnings: int) -> tuple[str, ...]:
    """The six faces of a die, the blank ones first."""
    assert 0 < warnings < 6
    return ("blank",) * (6 - warnings) + ("warning",) * warnings


MODELS = tuple(read_model(row) for row in read_data_file("cars.toml")["car"])
MODEL_INDEX = {car.id: index for index, car in enumerate(MODELS)}
assert len(MODEL_INDEX) == len(MODELS), "two cars have the same id"

_drivers = read_data_file("drivers.toml")
SKILLS = {row["grade"]: read_skill(row) for row in _drivers["skill"]}
DRIVERS = tuple(convert(row, Driver) for row in _drivers["driver"])
DRIVER_INDEX = {driver.id: index for index, driver in enumerate(DRIVERS)}
DRIVER_X = DRIVER_INDEX["x"]
WORKS_DRIVER = DRIVER_INDEX["works-driver"]
assert all(driver.grade in SKILLS for driver in DRIVERS)

_warnings = read_data_file("dice.toml")["warnings"]
DIE = tuple(make_faces(_warnings[colour.name.lower()]) for colour in Colour)
SIX_FACES = (1, 2, 3, 4, 5, 6)

_parts = read_data_file("parts.toml")
TUNINGS = tuple(convert(row, TuningRow) for row in _parts["tuning"])  # by TuningCard
SPARES = tuple(convert(row, PartRow) for row in _parts["spare"])  # by Part
assert [card.id for card in TUNINGS] == [kebab(card) for card in TuningCard]
assert [part.id for part in SPARES] == [kebab(part) for part in Part]
FAILURE_CARD_COUNTS: tuple[int, ...] = tuple(
    _parts["failures"][kebab(kind)] for kind in Failure
)  # cards
SPARE_CARD_COUNTS = tuple(part.cards for part in SPARES)
TUNING_CARD_COUNTS = tuple(card.cards for card in TUNINGS)

EVENTS = {row["number"]: convert(row, EventCard) for row in read_data_file("events.toml")["event"]}
assert sorted(EVENTS) == list(range(100, 125))
DECKS = {
    format: tuple(sorted(number for number, card in EVENTS.items() if format not in card.out))
    for format in Format
}
DECK = DECKS[Format.GRAND_PRIX]
assert [len(deck) for deck in DECKS.values()] == [19, 25, 23, 19, 19]

_seasons = read_data_file("seasons.toml")
YEARS = {row["year"]: convert(row, Year) for row in _seasons["year"]}
POINTS: tuple[int, ...] = tuple(_seasons["prizes"]["points"])
PRIZES: tuple[int, ...] = tuple(_seasons["prizes"]["lire"])
CAREER_PRIZES: tuple[int, ...] = tuple(_seasons["prizes"]["career"])

Circuit = Literal[
    "salerno",
    "monza-1938",
    "monza-1934",
    "tripoli",
    "pescara",
    "livorno",
    "modena",
    "napoli",
    "bergamo",
    "san-remo",
    "brescia-1940",
]
CIRCUITS: tuple[Circuit, ...] = get_args(Circuit)
TRACKS: tuple[Track, ...] = tuple(
    read_track(read_data_file(f"circuits/{id}.toml")) for id in CIRCUITS
)
assert tuple(track.id for track in TRACKS) == CIRCUITS

ONE_EVENING, CALABRIA, RING_1940 = "one-evening", "calabria", "brescia-1940-timed"
_stages = {stage for year in YEARS.values() for stage in year.stages}
ROADS: tuple[Track, ...] = tuple(
    read_track(read_data_file(f"stages/{id}.toml"))
    for id in (*sorted(_stages), ONE_EVENING, CALABRIA)
) + (read_track({**read_data_file("circuits/brescia-1940.toml"), "id": RING_1940, "timed": True}),)


def cars_of_class(group: int) -> tuple[int, ...]:
    """The cars of a class."""
    return tuple(i for i, car in enumerate(MODELS) if car.group == group)


def cars_of_year(year: int) -> tuple[int, ...]:
    """The cars of a year, for the Grand Prix and for the road."""
    return tuple(i for i, car in enumerate(MODELS) if year in car.years)


def hireable_drivers(year: int | None) -> tuple[int, ...]:
    """The drivers of a year; without one, all that have a card."""
    return tuple(
        i
        for i, driver in enumerate(DRIVERS)
        if (driver.years if year is None else year in driver.years)
    )


CLASSES = {group: cars_of_class(group) for group in range(1, 6)}
CLASS_TOP = {group: max(MODELS[i].top for i in cars) for group, cars in CLASSES.items()}
assert all(len(cars) >= 6 for cars in CLASSES.values()), "a class seats six"
assert all(len(cars_of_year(year)) >= 6 for year in YEARS), "a year seats six"


def line_up_of(year: int) -> tuple[int, ...]:
    """The cars of a Mille Miglia, in starting order."""
    return tuple(MODEL_INDEX[id] for id in YEARS[year].cars)


def crews_of(year: int) -> tuple[int, ...]:
    """The drivers of a Mille Miglia."""
    return tuple(DRIVER_INDEX[id] for id in YEARS[year].drivers)


for _year in YEARS:
    _cars, _crews = line_up_of(_year), crews_of(_year)
    assert min(len(set(_cars)), len(set(_crews))) >= 6, f"{_year}: six of each"
    assert set(_cars) == {i for i in cars_of_year(_year) if not MODELS[i].grand_prix}, _year
    assert all(_year in DRIVERS[i].years for i in _crews), _year
