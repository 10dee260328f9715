"""Circuits and roads of one's own: how they are judged, drawn, and tried out."""

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
from paddock.games.winds_of_war.board import Circuit, circuit, turning
from paddock.games.winds_of_war.card import CARD
from paddock.games.winds_of_war.data import CIRCUITS, ROADS, text_of
from paddock.games.winds_of_war.data.enums import HOME, WAITING, Ground
from paddock.games.winds_of_war.data.judging import CHICANE, GRID, LENGTHS, Piece, read_piece
from paddock.games.winds_of_war.data.own import KEPT, Icon, Wear, own_track, read_own, warned
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

MOST_DRAWN = 120  # spaces of a circuit that is being built
LONGEST_DRAWN = 300  # and of a road
Race: TypeAlias = State | RoadState


class Laid(Struct, frozen=True):
    """A piece of a hexagon as it stands in the file."""

    letter: str  # S, A to E
    parts: tuple[tuple[int, str], ...]  # spaces, and the side to which they turn
    start: int  # the first of its spaces
    word: str


class Hexagon(Struct, frozen=True):
    """A hexagon of a file, taken apart."""

    pieces: tuple[Laid, ...]
    slope: str
    pits: bool
    assist: bool
    left: str
    right: str
    other: str  # what could not be understood


class Choice(Struct, frozen=True):
    """What may be laid: the lengths of a curve by letter, and the parts of a chicane."""

    letter: str
    lengths: tuple[int, ...]
    chicane: int


class Sketch(Struct, frozen=True):
    """A circuit or road while it is built; a circuit's line is drawn behind the third space."""

    name: str
    laps: int
    qualifying: tuple[str, ...]
    reconstructed: bool
    hexagons: tuple[Hexagon, ...]
    spaces: int
    line: int
    nodes: tuple[Point, ...]  # before each space, from the first hexagon on; none: too few or many
    open: bool  # it begins and ends; what follows is only for such a road
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
    Choice(letter, tuple(range(least, most + 1)), CHICANE[letter])
    for letter, (least, most) in LENGTHS.items()
)
GROUNDS = tuple(ground.name.lower() for ground in Ground)


def judge(text: str) -> tuple[Fault, ...]:
    return read_own(text)[1]


def draw(text: str) -> Circuit:
    """With its letters, by night too: whoever has the text has them."""
    return circuit(own_track(text), lettered=True)


def raced_in(text: str) -> str:
    """A ring as a Grand Prix, a road with an end like the Mille Miglia."""
    return ROAD_CARD.id if read_own(text)[0].get("open") else CARD.id


def taken_apart(line: str, number: int, start: int) -> Hexagon:
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
    most, laid_out = (LONGEST_DRAWN, outline_open_road) if opened else (MOST_DRAWN, outline_ring)
    start = 0
    for number, line in enumerate(data.get("hexagons", ())):
        hexagons.append(taken_apart(line, number, start))
        for laid in hexagons[-1].pieces:
            piece = Piece(laid.letter, list(laid.parts), number)
            start += piece.boxes
            if start <= most:
                turns += turning(piece.letter, piece.parts)
    return Sketch(
        data.get("name", ""),
        data.get("laps", 2),
        tuple(data.get("qualifying", ())),
        data.get("reconstructed", False),
        tuple(hexagons),
        start,
        GRID,
        laid_out(tuple(turns)) if start <= most else (),
        opened,
        data.get("end", ""),
        data.get("km", 0),
        Wear(**data.get("damage", {})),
        data.get("section", 0),
        CHOICES,
        GROUNDS,
        get_args(Icon),
    )


@functools.cache
def printed() -> Mapping[str, str]:
    """The circuits and roads as files, without what is noted beside them."""
    roads = [track.id for track in ROADS if track.open]
    return {
        **{id: bare(text_of(f"circuits/{id}.toml")) for id in CIRCUITS},
        **{id: bare(text_of(f"stages/{id}.toml")) for id in roads},
    }


def bare(text: str) -> str:
    return "".join(line + "\n" for line in text.splitlines() if not line.startswith("#"))


@functools.lru_cache(maxsize=KEPT)
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
    """A race of each class, dry, with the usual number of laps."""
    kind = RoadOptions if own_track(text).open else Options
    return tuple(
        (str(group), kind(own=text, style="arcade", group=group, weather="dry"))
        for group in (1, 2, 3, 4, 5)
    )


def lined_up(options: Options | RoadOptions, seats: int, chance: Chance) -> Race:
    """Cars are dealt by chance and start in the order of the seats: nobody qualifies, but places of
    the grid may be challenged; along a road they leave in that order."""
    grid = tuple(range(seats))
    events: list[Event] = []
    if isinstance(options, RoadOptions):
        race = ROAD_GAME.setup(options, seats, chance).state
        race = replace(race, now=set_off(race.now, grid, events, chance))
        return settle(race, events, chance).state
    state = GAME.setup(options, seats, chance).state
    state = replace(state, grid=grid, turn=0, cars=())
    return settle(next_challenger(state, grid[1:], events, chance), events, chance).state


def racing(race: Race) -> State:
    return race if isinstance(race, State) else race.now


def runners(race: Race) -> tuple[Runner, ...]:
    state = racing(race)
    track = TRACK[state.road]
    return tuple([runner(track, seat, car) for seat, car in enumerate(state.cars)])


def runner(track: Track, seat: Seat, car: Car) -> Runner:
    """Along a road with an end its laps are: not yet started, on the way, in."""
    corner = track.coming[car.box] % len(track.curves)  # beyond the last curve: that one
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
    warn=warned,
    game_id=raced_in,
    draw=draw,
    sketch=sketch,
    sketch_type=Sketch,
    printed_tracks=printed,
    blank=BLANK,
    measure=measure,
    races=races,
    set_up_race=lined_up,
    runners=runners,
    clock=lambda race: racing(race).turn,
    mishaps=mishaps,
    grid=lambda race: racing(race).grid if racing(race).cars else (),
)
