"""The printed components as tables of small integers, read and checked at import.

A card is a number: 0 to 5 are the Speed cards and the two plain starting upgrades, then Heat and
Stress, then the Upgrade cards by their printed number, then the Sponsorship cards.
"""

from __future__ import annotations

import enum
import tomllib
from importlib import resources
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

CardNo: TypeAlias = int
Box: TypeAlias = Literal["base", "heavy-rain", "tunnel-vision", "rocky-roads", "promo"]
Level: TypeAlias = Literal["basic", "advanced"]


class BadData(ValueError):
    """A component file that contradicts itself."""


def read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__name__).joinpath(name).read_text("utf-8"))


# ---------------------------------------------------------------- cards

HEAT, STRESS = 6, 7
FIRST_UPGRADE = 8
UPGRADES = 66
FIRST_SPONSOR = FIRST_UPGRADE + UPGRADES
SPEED_CARDS = (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4)
STARTING = (0, 5, HEAT)


class Symbols(Struct, frozen=True, forbid_unknown_fields=True):
    """The symbols printed on a card."""

    plus: int = 0
    cool: int = 0
    reduce: int = 0
    slip: int = 0
    heat: int = 0
    scrap: int = 0
    salvage: int = 0
    direct: int = 0
    accel: int = 0
    refresh: int = 0
    limit: int = 0
    supercool: int = 0
    draft: int = 0
    again: int = 0
    is_heat: int = 0


class Upgrade(Struct, frozen=True, forbid_unknown_fields=True):
    no: int
    part: str
    speed: tuple[int, ...]
    symbols: Symbols


class UpgradeDeck(Struct, frozen=True, forbid_unknown_fields=True):
    level: Level
    box: Box
    cards: tuple[Upgrade, ...]


class UpgradeFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    copies: int
    deck: tuple[UpgradeDeck, ...]


class Sponsorship(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    box: Box
    copies: int
    speed: tuple[int, ...]
    symbols: Symbols
    reconstructed: bool = False
    source: str = ""


class SponsorshipFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    sponsorship: tuple[Sponsorship, ...]


UPGRADE_FILE = msgspec.convert(read("upgrades.toml"), UpgradeFile)
SPONSORS = msgspec.convert(read("sponsorships.toml"), SponsorshipFile).sponsorship
CARDS = FIRST_SPONSOR + len(SPONSORS)

PLAIN = Symbols()
_printed: list[Upgrade | Sponsorship] = [c for deck in UPGRADE_FILE.deck for c in deck.cards]
if [getattr(card, "no", 0) for card in _printed] != list(range(1, UPGRADES + 1)):
    raise BadData("the Upgrade cards are not numbered from 1 to 66")
_printed += SPONSORS
SYMBOLS: tuple[Symbols, ...] = (
    *(PLAIN,) * 6,
    Symbols(is_heat=1),
    Symbols(plus=1),
    *(card.symbols for card in _printed),
)
VALUES: tuple[tuple[int, ...], ...] = (
    *((speed,) for speed in range(6)),
    (0,),
    (0,),
    *(card.speed or (0,) for card in _printed),
)
SPEED = tuple(values[0] for values in VALUES)
LOWEST_FIRST = tuple(sorted(range(CARDS), key=lambda card: (min(VALUES[card]), card)))
RANK = tuple(LOWEST_FIRST.index(card) for card in range(CARDS))
REFRESH = tuple(bool(symbols.refresh) for symbols in SYMBOLS)
DIRECT = tuple(bool(symbols.direct) for symbols in SYMBOLS)
REFRESH_CARDS = frozenset(card for card, has in enumerate(REFRESH) if has)
DIRECT_CARDS = frozenset(card for card, has in enumerate(DIRECT) if has)
IS_SPEED = tuple(1 <= card <= 4 for card in range(CARDS))
PARTS = ("",) * FIRST_UPGRADE + tuple(
    card.part if isinstance(card, Upgrade) else card.name for card in _printed
)


def upgrade_deck(level: Literal["basic", "advanced", "both"], boxes: tuple[str, ...]) -> list[int]:
    """The Upgrade cards of a level from the boxes in use, sorted, two of each number."""
    return [
        FIRST_UPGRADE + card.no - 1
        for deck in UPGRADE_FILE.deck
        if deck.box in ("base", *boxes) and level in (deck.level, "both")
        for card in deck.cards
        for _ in range(UPGRADE_FILE.copies)
    ]


def sponsor_deck(boxes: tuple[str, ...]) -> tuple[CardNo, ...]:
    """The Sponsorship cards of the boxes in use, sorted."""
    return tuple(
        FIRST_SPONSOR + i
        for i, card in enumerate(SPONSORS)
        if card.box in ("base", *boxes)
        for _ in range(card.copies)
    )


def face(card: CardNo) -> str:
    """A card as one word: 0 to 5, H, S, u12, sp3."""
    if card < HEAT:
        return str(card)
    if card < FIRST_UPGRADE:
        return "HS"[card - HEAT]
    if card < FIRST_SPONSOR:
        return f"u{card - FIRST_UPGRADE + 1}"
    return f"sp{card - FIRST_SPONSOR + 1}"


FACES = tuple(face(card) for card in range(CARDS))
CARD_OF = {text: card for card, text in enumerate(FACES)}

# ---------------------------------------------------------------- boards


class Corner(Struct, frozen=True, forbid_unknown_fields=True):
    at: int
    limit: int
    legends: int
    letters: str = ""
    lane: int = 1
    chevrons: tuple[int, ...] = ()
    double: tuple[int, ...] = ()
    chicane: bool = False  # the second line of one


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    box: Box
    spaces: int
    laps: int
    heat: int
    stress: int
    grid: int
    sectors: tuple[int, ...]
    confidence: str
    corners: tuple[Corner, ...]
    flooded: tuple[tuple[int, int], ...] = ()
    tunnels: tuple[tuple[int, int], ...] = ()
    reconstructed: bool = False
    source: str = ""

    def slots(self) -> tuple[tuple[int, ...], ...]:
        """The places of road tokens: the lines of each corner, two for a chicane."""
        found: list[tuple[int, ...]] = []
        for i, corner in enumerate(self.corners):
            if corner.chicane:
                found[-1] = (*found[-1], i)
            else:
                found.append((i,))
        return tuple(found)


class TrackFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    track: tuple[Track, ...]


def check_track(track: Track) -> None:
    """Sector lengths must add up to the lap and end where the corner lines are."""
    lines = [corner.at for corner in track.corners]
    if sum(track.sectors) != track.spaces or len(track.sectors) != len(lines):
        raise BadData(f"{track.id}: the sectors do not make the lap")
    for before, after, length in zip(lines, lines[1:], track.sectors[1:], strict=False):
        if after - before != length:
            raise BadData(f"{track.id}: the sector from {before} to {after} is not {length} long")
    if track.spaces - lines[-1] + lines[0] != track.sectors[0]:
        raise BadData(f"{track.id}: the sector with the start line is not {track.sectors[0]} long")
    for corner in track.corners:
        if not corner.at - 10 <= corner.legends < corner.at and corner.legends > 2:
            raise BadData(f"{track.id}: the Legends line of the corner at {corner.at}")


TRACKS = {track.id: track for track in msgspec.convert(read("tracks.toml"), TrackFile).track}
for _track in TRACKS.values():
    check_track(_track)
TRACK_IDS = tuple(TRACKS)

# ---------------------------------------------------------------- Legends


class LegendsFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    colours: tuple[str, ...]
    same: dict[str, str]
    diamond: dict[str, int]
    cards: tuple[tuple[int, ...], ...]


COLOURS = ("black", "blue", "green", "yellow", "red", "gray", "orange", "purple")
"""The cars in the order they are given out: seats first, then Legends."""

_legends = msgspec.convert(read("legends.toml"), LegendsFile)
DIAMOND = {int(speed): diamond for speed, diamond in _legends.diamond.items()}
LEGENDS: tuple[tuple[int, ...], ...] = tuple(
    tuple(row[_legends.colours.index(_legends.same.get(colour, colour))] for colour in COLOURS)
    for row in _legends.cards
)
"""Top speed by card (0 to 9) and colour."""

# ---------------------------------------------------------------- weather and road


class Sky(enum.IntEnum):
    """The weather tokens."""

    CLOUD = 0
    FOG = 1
    STORM = 2
    SNOW = 3
    RAIN = 4
    SUN = 5


class Token(enum.IntEnum):
    """The road tokens, and a corner without one."""

    NONE = -1
    OVERHEAT = 0
    SLOWER = 1
    FASTER = 2
    WEATHER = 3
    FREE_BOOST = 4
    SLIPSTREAM = 5


def kebab(member: enum.Enum) -> str:
    """The name of an enum member in files and messages, for instance free-boost."""
    return member.name.lower().replace("_", "-")


class Weather(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    sector: Literal["no-cooling", "no-slipstream", "slipstream-2", "cooling"]
    stress: int = 0
    heat: int = 0
    to_deck: int = 0
    to_discard: int = 0


class Road(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    place: Literal["corner", "sector"]
    copies: int


class WeatherFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    weather: tuple[Weather, ...]
    road: tuple[Road, ...]


_weather = msgspec.convert(read("weather.toml"), WeatherFile)
WEATHERS = _weather.weather
ROADS = _weather.road
WEATHER_IDS = tuple(kebab(sky) for sky in Sky)
ROAD_IDS = tuple(kebab(token) for token in Token if token is not Token.NONE)
if tuple(weather.id for weather in WEATHERS) != WEATHER_IDS:
    raise BadData(f"the weather tokens are {WEATHER_IDS}")
if tuple(road.id for road in ROADS) != ROAD_IDS:
    raise BadData(f"the road tokens are {ROAD_IDS}")
ROAD_TOKENS = tuple(Token(i) for i, road in enumerate(ROADS) for _ in range(road.copies))

# ---------------------------------------------------------------- events


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """What an Event card changes."""

    laps: int = 0
    heat: int = 0
    stress: int = 0
    hand: int = 7
    winner: int = 0  # points more for the winner
    podium: int = 0  # points more for each of the first three
    first_laps: int = 0  # number of cars that gain a card for completing the first lap
    record: int = 0  # a turn at this speed gains a card
    passing: int = 0  # number of cars to pass in a turn to gain a card
    press: int = 1  # cards for a pass of a press corner
    smile: bool = False  # the press wants a speed below the limit
    eliminated: bool = False  # a spin-out ends the race
    slip_gears: tuple[int, ...] = (1, 2, 3, 4)
    slip: int = 0
    may_discard: Literal["", "heat", "stress"] = ""
    most_discards: int = 99
    adrenaline: bool = True
    cooker: bool = False  # each completed lap takes a Heat out of the game
    smooth: bool = False  # Stress begins in the discard pile
    crowd: int = 0  # number of cars that gain a card at corner B, each lap
    mechanics: bool = False  # one Heat and one Stress more, or one of each less


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    no: int
    season: int
    race: int
    title: str
    track: str
    box: Box
    sponsors: int
    press: str
    effect: Effect


class EventFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    points: tuple[int, ...]
    event: tuple[Event, ...]


_events = msgspec.convert(read("events.toml"), EventFile)
EVENTS = _events.event
POINTS = _events.points
NO_EVENT = Event(
    no=0, season=0, race=0, title="", track="", box="base", sponsors=0, press="", effect=Effect()
)
SEASONS: dict[int, tuple[Event, ...]] = {
    year: tuple(event for event in EVENTS if event.season == year)
    for year in sorted({event.season for event in EVENTS})
}


def event(no: int) -> Event:
    """The Event card of a number; 0 is none."""
    return EVENTS[no - 1] if no else NO_EVENT
