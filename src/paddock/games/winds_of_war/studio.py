"""Track editor: judge, draw and test own circuits and roads."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.flow import settle
from paddock.core.outline import Point, outline_open_road, outline_ring
from paddock.core.seats import Seat
from paddock.core.studio import Fault, Length, Runner, Studio
from paddock.games.winds_of_war.board import Circuit, make_circuit, turns_by_space
from paddock.games.winds_of_war.card import CARD
from paddock.games.winds_of_war.data import CIRCUITS, ROADS, read_text
from paddock.games.winds_of_war.data.enums import HOME, WAITING, Ground
from paddock.games.winds_of_war.data.judging import (
    CURVE_LENGTHS,
    GRID_BOXES,
    MIN_CHICANE_PART,
    Piece,
    read_piece,
)
from paddock.games.winds_of_war.data.own import (
    MAX_CACHED_TRACKS,
    UNREADABLE,
    Icon,
    Wear,
    own_track,
    read_own,
    track_warnings,
)
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import AllCollided, Collided, Event, LeftRoad
from paddock.games.winds_of_war.game import GAME
from paddock.games.winds_of_war.modes.mille_miglia.card import CARD as ROAD_CARD
from paddock.games.winds_of_war.modes.mille_miglia.game import GAME as ROAD_GAME
from paddock.games.winds_of_war.modes.mille_miglia.state import Options as RoadOptions
from paddock.games.winds_of_war.modes.mille_miglia.state import State as RoadState
from paddock.games.winds_of_war.phases.grid import next_challenger
from paddock.games.winds_of_war.phases.road import set_off
from paddock.games.winds_of_war.state import Options, State
from paddock.games.winds_of_war.state.pieces import TRACK, Car, progress

MAX_DRAWN_CIRCUIT_SPACES = 120  # spaces of a circuit in the editor
MAX_DRAWN_ROAD_SPACES = 300  # spaces of a road in the editor
Race: TypeAlias = State | RoadState


class Laid(Struct, frozen=True):
    """A piece of a hexagon as written in the file."""

    letter: str  # S, A to E
    parts: tuple[tuple[int, str], ...]  # spaces, and the side to which they turn
    start: int  # the first of its spaces
    word: str


class Hexagon(Struct, frozen=True):
    """A parsed hexagon of a file."""

    pieces: tuple[Laid, ...]
    slope: str
    pits: bool
    assist: bool
    left: str
    right: str
    other: str  # words that could not be parsed


class Choice(Struct, frozen=True):
    """What may be built: the lengths of a curve by letter, and the parts of a chicane."""

    letter: str
    lengths: tuple[int, ...]
    chicane: int


class Sketch(Struct, frozen=True):
    """A circuit or road in the editor; the line of a circuit is drawn after the third space."""

    name: str
    laps: int
    qualifying: tuple[str, ...]
    reconstructed: bool
    hexagons: tuple[Hexagon, ...]
    spaces: int
    line: int
    nodes: tuple[Point, ...]  # before each space, from the first hexagon on; none: too few or many
    open: bool  # an open road; the fields below are for open roads only
    end: str
    km: int
    damage: Wear
    section: int
    choices: tuple[Choice, ...]
    grounds: tuple[str, ...]
    icons: tuple[str, ...]


BLANK = """name = "Paddock"
hexagons = [
    "S5 pits",
]
"""
CHOICES = tuple(
    Choice(letter, tuple(range(least, most + 1)), MIN_CHICANE_PART[letter])
    for letter, (least, most) in CURVE_LENGTHS.items()
)
GROUNDS = tuple(ground.name.lower() for ground in Ground)


def judge(text: str) -> tuple[Fault, ...]:
    return read_own(text)[1]


def draw(text: str) -> Circuit:
    """The circuit with its letters, at night too: they are in the text."""
    return make_circuit(own_track(text), lettered=True)


def game_of(text: str) -> str:
    """The game of a track: a ring is a Grand Prix, an open road is raced like the Mille Miglia."""
    return ROAD_CARD.id if read_own(text)[0].get("open") else CARD.id


def parse_hexagon(line: str, number: int, start: int) -> Hexagon:
    pieces: list[Laid] = []
    sides = {"left": "", "right": ""}
    slope, other = "plain", []
    marks = {"pits": False, "assist": False}
    for word in line.split():
        side, _, lies = word.partition("=")
        if piece := read_piece(word, number):
            pieces.append(Laid(piece.letter, tuple(piece.parts), start, word))
            start += piece.boxes
        elif word in ("up", "down"):
            slope = word
        elif word in marks:
            marks[word] = True
        elif side in sides and lies:
            sides[side] = lies
        else:
            other.append(word)
    return Hexagon(
        tuple(pieces),
        slope,
        marks["pits"],
        marks["assist"],
        sides["left"],
        sides["right"],
        " ".join(other),
    )


def sketch(text: str) -> Sketch:
    data, _ = read_own(text)
    hexagons: list[Hexagon] = []
    turns: list[float] = []
    opened = data.get("open", False)
    most, laid_out = (
        (MAX_DRAWN_ROAD_SPACES, outline_open_road)
        if opened
        else (MAX_DRAWN_CIRCUIT_SPACES, outline_ring)
    )
    start = 0
    for number, line in enumerate(data.get("hexagons", ())):
        hexagons.append(parse_hexagon(line, number, start))
        for laid in hexagons[-1].pieces:
            piece = Piece(laid.letter, list(laid.parts), number)
            start += piece.boxes
            if start <= most:
                turns += turns_by_space(piece.letter, piece.parts)
    return Sketch(
        name=data.get("name", ""),
        laps=data.get("laps", 2),
        qualifying=tuple(data.get("qualifying", ())),
        reconstructed=data.get("reconstructed", False),
        hexagons=tuple(hexagons),
        spaces=start,
        line=GRID_BOXES,
        nodes=laid_out(tuple(turns)) if start <= most else (),
        open=opened,
        end=data.get("end", ""),
        km=data.get("km", 0),
        damage=Wear(**data.get("damage", {})),
        section=data.get("section", 0),
        choices=CHOICES,
        grounds=GROUNDS,
        icons=get_args(Icon),
    )


@functools.cache
def printed_tracks() -> Mapping[str, str]:
    """The printed circuits and roads as files, without comments and source notes."""
    roads = [track.id for track in ROADS if track.open]
    return {
        **{id: without_comments(read_text(f"circuits/{id}.toml")) for id in CIRCUITS},
        **{id: without_comments(read_text(f"stages/{id}.toml")) for id in roads},
    }


def without_comments(text: str) -> str:
    return "".join(line + "\n" for line in text.splitlines() if not line.startswith("#"))


@functools.lru_cache(maxsize=MAX_CACHED_TRACKS)
def measure(text: str) -> Length:
    built = sketch(text)
    curves = [
        (number + 1, laid.letter)
        for number, hexagon in enumerate(built.hexagons)
        for laid in hexagon.pieces
        if laid.letter != "S"
    ]
    signs, at = tuple(letter for _, letter in curves), tuple(number for number, _ in curves)
    return Length(built.name, built.spaces, 0 if built.open else built.laps, signs, at)


def races(text: str) -> tuple[tuple[str, Options | RoadOptions], ...]:
    """A race of each class, dry, with the default number of laps."""
    kind = RoadOptions if own_track(text).open else Options
    return tuple(
        (str(group), kind(own=text, style="arcade", group=group, weather="dry"))
        for group in (1, 2, 3, 4, 5)
    )


def start_race(options: Options | RoadOptions, seats: int, chance: Chance) -> Race:
    """A race at its start: cars are dealt by chance and start in the order of the seats, without
    qualifying. Places on the grid may be challenged."""
    grid = tuple(range(seats))
    events: list[Event] = []
    if isinstance(options, RoadOptions):
        race = ROAD_GAME.setup(options, seats, chance).state
        race = replace(race, now=set_off(race.now, grid, events, chance))
        return settle(race, events, chance).state
    state = GAME.setup(options, seats, chance).state
    state = replace(state, grid=grid, turn=0, cars=())
    return settle(next_challenger(state, grid[1:], events, chance), events, chance).state


def race_state(race: Race) -> State:
    return race if isinstance(race, State) else race.now


def runners(race: Race) -> tuple[Runner, ...]:
    state = race_state(race)
    track = TRACK[state.road]
    return tuple([runner(track, seat, car) for seat, car in enumerate(state.cars)])


def runner(track: Track, seat: Seat, car: Car) -> Runner:
    """A car's position for track tests. On an open road its lap is 0 before its start, 1 on the
    road, 2 at the finish."""
    corner = track.coming[car.box] % len(track.curves)  # beyond the last curve: the last one
    if not track.open:
        return Runner(seat, progress(track, car), car.lap, corner, car.status >= HOME)
    lap = 0 if car.status is WAITING else 2 if car.status is HOME else 1
    return Runner(seat, progress(track, car), lap, corner, lap != 1 or car.status > HOME)


def mishaps(events: Sequence[Event]) -> tuple[Seat, ...]:
    found: list[Seat] = []
    for event in events:
        match event:
            case LeftRoad(seat=seat) | Collided(by=seat):
                found.append(seat)
            case AllCollided(seats=seats):
                found += seats
    return tuple(found)


STUDIO: Studio[Race, Event, Options | RoadOptions] = Studio(
    judge=judge,
    warn=track_warnings,
    game_id=game_of,
    draw=draw,
    sketch=sketch,
    sketch_type=Sketch,
    printed_tracks=printed_tracks,
    unreadable=UNREADABLE,
    blank=BLANK,
    measure=measure,
    races=races,
    set_up_race=start_race,
    runners=runners,
    clock=lambda race: race_state(race).turn,
    mishaps=mishaps,
    grid=lambda race: race_state(race).grid if race_state(race).cars else (),
)
