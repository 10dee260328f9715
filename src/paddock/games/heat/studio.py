"""Tracks of one's own: how they are judged, drawn, and tried out."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from msgspec import Struct

from paddock.core.outline import Point, outline_ring
from paddock.core.seats import Seat
from paddock.core.studio import Fault, Length, Runner, Studio
from paddock.games.heat.board import Circuit, circuit, turning
from paddock.games.heat.data import TRACKS
from paddock.games.heat.data.own import LIMIT, OwnCorner, own_track, read_own, written
from paddock.games.heat.events import Eliminated, Event, SpunOut
from paddock.games.heat.game import GAME
from paddock.games.heat.rules.course import AWAY, COURSES
from paddock.games.heat.state import Options, State

BLANK = """name = "Paddock"
spaces = 48
corners = []
"""


class Sketch(Struct, frozen=True):
    """A track while it is built."""

    name: str
    laps: int
    heat: int
    stress: int
    spaces: int
    corners: tuple[OwnCorner, ...]
    flooded: tuple[tuple[int, int], ...]
    tunnels: tuple[tuple[int, int], ...]
    nodes: tuple[Point, ...]  # before each space; none: too few or too many
    limits: tuple[int, int]  # the least and the most of a corner


def judge(text: str) -> tuple[Fault, ...]:
    return read_own(text)[1]


def draw(text: str) -> Circuit:
    return circuit(own_track(text))


def sketch(text: str) -> Sketch:
    given, _ = read_own(text)
    if given is None:
        return Sketch("", 2, 6, 3, 0, (), (), (), (), LIMIT)
    return Sketch(
        given.name,
        given.laps,
        given.heat,
        given.stress,
        given.spaces,
        given.corners,
        given.flooded,
        given.tunnels,
        outline_ring(turning(given.corners, given.spaces)),
        LIMIT,
    )


@functools.cache
def printed() -> Mapping[str, str]:
    return {id: written(track) for id, track in TRACKS.items()}


def measure(text: str) -> Length:
    track = own_track(text)
    limits = tuple(str(corner.limit) for corner in track.corners)
    return Length(track.name, track.spaces, track.laps, limits, tuple(range(1, len(limits) + 1)))


def races(text: str) -> tuple[tuple[str, Options], ...]:
    """One kind of cars, without modules."""
    return (("", Options(own=text)),)


def runners(state: State) -> tuple[Runner, ...]:
    course = COURSES[state.course]
    spaces, corners = course.track.spaces, course.track.corners
    lines = [corner.at for corner in corners]
    found = []
    for seat, car in enumerate(state.cars[: state.seats]):
        away = car.pos == AWAY
        here = car.pos % spaces
        corner = next((i for i, at in enumerate(lines) if here < at), 0)
        at = course.goal if away and car.place > 0 else car.pos
        found.append(Runner(seat, at, at // spaces, corner, away or bool(car.place)))
    return tuple(found)


def mishaps(events: Sequence[Event]) -> tuple[Seat, ...]:
    return tuple(e.seat for e in events if isinstance(e, SpunOut | Eliminated) and e.seat >= 0)


def grid(state: State) -> tuple[Seat, ...]:
    cars = state.cars[: state.seats]
    return tuple(sorted(range(len(cars)), key=lambda seat: (-cars[seat].pos, not cars[seat].line)))


STUDIO: Studio[State, Event, Options] = Studio(
    judge=judge,
    warn=lambda text: (),
    game_id=lambda text: "heat",
    draw=draw,
    sketch=sketch,
    sketch_type=Sketch,
    printed_tracks=printed,
    blank=BLANK,
    measure=measure,
    races=races,
    set_up_race=lambda options, seats, chance: GAME.setup(options, seats, chance).state,
    runners=runners,
    clock=lambda state: state.round,
    mishaps=mishaps,
    grid=grid,
)
