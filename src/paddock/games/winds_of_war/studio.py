"""Circuits of one's own: how they are judged, drawn, and tried out."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.flow import settle
from paddock.core.outline import Point, outline
from paddock.core.seats import Seat
from paddock.core.studio import Fault, Length, Runner, Studio
from paddock.games.winds_of_war.board import Circuit, circuit, turning
from paddock.games.winds_of_war.data import CIRCUITS, text_of
from paddock.games.winds_of_war.data.enums import HOME, Ground
from paddock.games.winds_of_war.data.judging import CHICANE, GRID, LENGTHS, Piece, read_piece
from paddock.games.winds_of_war.data.own import Icon, own_track, read_own
from paddock.games.winds_of_war.events import AllCollided, Collided, Event, LeftRoad
from paddock.games.winds_of_war.game import GAME
from paddock.games.winds_of_war.phases.grid import next_challenger
from paddock.games.winds_of_war.state import Options, State
from paddock.games.winds_of_war.state.pieces import TRACK, progress

MOST_DRAWN = 120  # spaces of a circuit that is being built


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
    left: str
    right: str
    other: str  # what could not be understood


class Choice(Struct, frozen=True):
    """What may be laid: the lengths of a curve by letter, and the parts of a chicane."""

    letter: str
    lengths: tuple[int, ...]
    chicane: int


class Sketch(Struct, frozen=True):
    """A circuit while it is built; its line is drawn behind the third space."""

    name: str
    laps: int
    qualifying: tuple[str, ...]
    reconstructed: bool
    hexagons: tuple[Hexagon, ...]
    spaces: int
    line: int
    nodes: tuple[Point, ...]  # before each space, from the first hexagon on; none: too few or many
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
    return circuit(own_track(text))


def taken_apart(line: str, number: int, start: int) -> Hexagon:
    pieces: list[Laid] = []
    sides = {"left": "", "right": ""}
    slope, pits, other = "plain", False, []
    for word in line.split():
        side, _, lies = word.partition("=")
        if piece := read_piece(word, number):
            pieces.append(Laid(piece.letter, tuple(piece.parts), start, word))
            start += piece.boxes
        elif word in ("up", "down"):
            slope = word
        elif word == "pits":
            pits = True
        elif side in sides and lies:
            sides[side] = lies
        else:
            other.append(word)
    return Hexagon(tuple(pieces), slope, pits, sides["left"], sides["right"], " ".join(other))


def sketch(text: str) -> Sketch:
    data, _ = read_own(text)
    hexagons: list[Hexagon] = []
    turns: list[float] = []
    start = 0
    for number, line in enumerate(data.get("hexagons", ())):
        hexagons.append(taken_apart(line, number, start))
        for laid in hexagons[-1].pieces:
            piece = Piece(laid.letter, list(laid.parts), number)
            start += piece.boxes
            if start <= MOST_DRAWN:
                turns += turning(piece.letter, piece.parts)
    return Sketch(
        data.get("name", ""),
        data.get("laps", 2),
        tuple(data.get("qualifying", ())),
        data.get("reconstructed", False),
        tuple(hexagons),
        start,
        GRID,
        outline(tuple(turns)) if start <= MOST_DRAWN else (),
        CHOICES,
        GROUNDS,
        get_args(Icon),
    )


@functools.cache
def printed() -> Mapping[str, str]:
    """The eleven circuits as files, without what is noted beside them."""
    return {id: bare(text_of(f"circuits/{id}.toml")) for id in CIRCUITS}


def bare(text: str) -> str:
    return "".join(line + "\n" for line in text.splitlines() if not line.startswith("#"))


def measure(text: str) -> Length:
    track = own_track(text)
    built: Sketch = sketch(text)
    curved = [any(laid.letter != "S" for laid in hexagon.pieces) for hexagon in built.hexagons]
    at = tuple(number + 1 for number, bends in enumerate(curved) if bends)
    signs = tuple(c.letter.name for c in track.curves)
    return Length(track.name, track.spaces, track.laps, signs, at)


def races(text: str) -> tuple[tuple[str, Options], ...]:
    """A race of each class, dry, with the usual number of laps."""
    return tuple(
        (str(group), Options(own=text, group=group, weather="dry")) for group in (1, 2, 3, 4, 5)
    )


def lined_up(options: Options, seats: int, chance: Chance) -> State:
    """Cars are dealt by chance and start in the order of the seats: nobody qualifies, but places of
    the grid may be challenged."""
    state = GAME.setup(options, seats, chance).state
    grid = tuple(range(seats))
    events: list[Event] = []
    state = replace(state, grid=grid, turn=0, cars=())
    return settle(next_challenger(state, grid[1:], events, chance), events, chance).state


def runners(state: State) -> tuple[Runner, ...]:
    track = TRACK[state.road]
    return tuple(
        Runner(seat, progress(track, car), car.lap, track.coming[car.box], car.stand >= HOME)
        for seat, car in enumerate(state.cars)
    )


def mishaps(events: Sequence[Event]) -> tuple[Seat, ...]:
    found: list[Seat] = []
    for event in events:
        match event:
            case LeftRoad(seat=seat) | Collided(by=seat):
                found.append(seat)
            case AllCollided(seats=seats):
                found += seats
    return tuple(found)


STUDIO: Studio[State, Event, Options] = Studio(
    judge=judge,
    draw=draw,
    sketch=sketch,
    built=Sketch,
    printed=printed,
    blank=BLANK,
    measure=measure,
    races=races,
    lined_up=lined_up,
    runners=runners,
    clock=lambda state: state.turn,
    mishaps=mishaps,
    grid=lambda state: state.grid if state.cars else (),
)
