"""Players' own tracks: validation, drawing and test races."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from msgspec import Struct

from paddock.core.outline import Point, outline_ring
from paddock.core.seats import Seat
from paddock.core.studio import Fault, Length, Runner, Studio
from paddock.games.heat.board import Circuit, circuit, turn_degrees
from paddock.games.heat.data import TRACKS
from paddock.games.heat.data.own import (
    LIMIT_RANGE,
    UNREADABLE,
    OwnCorner,
    own_track,
    read_own,
    track_text,
)
from paddock.games.heat.events import Eliminated, Event, SpunOut
from paddock.games.heat.game import GAME
from paddock.games.heat.rules.course import AWAY, COURSES
from paddock.games.heat.state import Options, State

BLANK = """name = "Paddock"
spaces = 48
corners = []
"""


class Sketch(Struct, frozen=True):
    """A track in the track editor."""

    name: str
    laps: int
    heat: int
    stress: int
    spaces: int
    corners: tuple[OwnCorner, ...]
    flooded: tuple[tuple[int, int], ...]
    tunnels: tuple[tuple[int, int], ...]
    nodes: tuple[Point, ...]  # between spaces; empty if there are too few or too many
    limits: tuple[int, int]  # the lowest and the highest limit of a corner


def find_faults(text: str) -> tuple[Fault, ...]:
    return read_own(text)[1]


def draw(text: str) -> Circuit:
    return circuit(own_track(text))


def sketch(text: str) -> Sketch:
    given, _ = read_own(text)
    if given is None:
        return Sketch(
            name="",
            laps=2,
            heat=6,
            stress=3,
            spaces=0,
            corners=(),
            flooded=(),
            tunnels=(),
            nodes=(),
            limits=LIMIT_RANGE,
        )
    return Sketch(
        name=given.name,
        laps=given.laps,
        heat=given.heat,
        stress=given.stress,
        spaces=given.spaces,
        corners=given.corners,
        flooded=given.flooded,
        tunnels=given.tunnels,
        nodes=outline_ring(turn_degrees(given.corners, given.spaces)),
        limits=LIMIT_RANGE,
    )


@functools.cache
def printed_texts() -> Mapping[str, str]:
    return {id: track_text(track) for id, track in TRACKS.items()}


def measure(text: str) -> Length:
    track = own_track(text)
    limits = tuple(str(corner.limit) for corner in track.corners)
    return Length(track.name, track.spaces, track.laps, limits, tuple(range(1, len(limits) + 1)))


def races(text: str) -> tuple[tuple[str, Options], ...]:
    """The options of test races: one kind of cars, without modules."""
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
    judge=find_faults,
    warn=lambda text: (),
    game_id=lambda text: "heat",
    draw=draw,
    sketch=sketch,
    sketch_type=Sketch,
    printed_tracks=printed_texts,
    unreadable=UNREADABLE,
    blank=BLANK,
    measure=measure,
    races=races,
    set_up_race=lambda options, seats, chance: GAME.setup(options, seats, chance).state,
    runners=runners,
    clock=lambda state: state.round,
    mishaps=mishaps,
    grid=grid,
)
