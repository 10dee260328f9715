"""Starts on open roads: when each car leaves, in which order, and onto which box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import (
    HOME,
    NO_LINE,
    ON_LINE,
    RACING,
    WAITING,
    Lane,
)
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import Events, MarkerMoved, Started
from paddock.games.winds_of_war.rules.road import CARDS_RENEWED_BY_LAP, taken_boxes
from paddock.games.winds_of_war.state.pieces import TRACK, Car
from paddock.games.winds_of_war.state.stage import TURN_MINUTES, reading

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

START_GAP_MINUTES = 8  # minutes between two starts


@cites(R("W1.5.3"), R("W4.4.3"), R("Q80"))
def staggered_starts(hour: int, order: tuple[Seat, ...]) -> tuple[int, ...]:
    """By seat, the time at which each car starts into the race."""
    return tuple([hour + START_GAP_MINUTES * order.index(seat) for seat in range(len(order))])


def as_waiting(track: Track, car: Car) -> Car:
    """A car behind the line, with its speed and gauges unchanged."""
    return replace(car, box=track.door, lap=1, line=NO_LINE, status=WAITING, until=0, splits=())


@cites(R("Q15"), R("Q82"), R("Q91"))
def starters(state: State, chance: Chance) -> tuple[Seat, ...]:
    """The cars that start in this turn: overdue ones first, then the faster, then the one with more
    points left, then by die."""
    stage = state.stage
    assert stage is not None
    now = reading(stage, state.turn)
    rows = sorted(
        ((stage.starts[s], -car.speed, -stage.points[s]), s)
        for s, car in enumerate(state.cars)
        if car.status is WAITING and stage.starts[s] <= now
    )
    order: list[Seat] = []
    for key in dict.fromkeys(key for key, _ in rows):
        tied = [s for own, s in rows if own == key]
        while len(tied) > 1:
            order.append(tied.pop(chance.pick(tied, "order")))
        order += tied
    return tuple(order)


@cites(R("Q84"))
def turns_to_skip(state: State) -> int:
    """Turns in which no car is on the road and none starts."""
    stage = state.stage
    assert stage is not None
    left = [s for s, car in enumerate(state.cars) if car.status < HOME]
    if not left or any(state.cars[s].status is not WAITING for s in left):
        return 0
    first = min(stage.starts[s] for s in left)
    return max(0, (first - reading(stage, state.turn + 1)) // TURN_MINUTES)


# ------------------------------------------------------------------ onto the road


@cites(R("Q87"))
def reachable_start_box(state: State, seat: Seat, lane: Lane) -> int:
    """The box that the free boxes of a start reach in a lane. Not over a braking line; if it is
    taken the nearest free one behind; -1: none is free."""
    stage, track = state.stage, TRACK[state.road]
    assert stage is not None
    most = min(stage.points[seat], track.to_line[track.door])
    box, others = track.level[track.door][lane], taken_boxes(state, seat)
    row = [box]
    for _ in range(most - 1):
        row.append(track.ahead[row[-1]])
    for there in reversed(row):
        if there not in others:
            return there
    return -1


@cites(R("Q81"), R("Q99"))
def is_start_blocked(state: State, seat: Seat) -> bool:
    """Whether a car behind the line finds every lane taken."""
    track, others = TRACK[state.road], taken_boxes(state, seat)
    return all(box in others for _, box in track.ways[track.door])


def put_on_road(state: State, seat: Seat, box: int, clause: str, events: Events) -> State:
    """A car leaves the line with its speed: onto a box, or still behind the first ones."""
    stage, track = state.stage, TRACK[state.road]
    assert stage is not None
    car = state.cars[seat]
    events.append(Started(seat, box, car.speed, reading(stage, state.turn), clause))
    line = NO_LINE if track.on_line[box] else ON_LINE
    car = replace(car, box=box, status=RACING, line=line)
    stage = replace(stage, points=replace_at(stage.points, seat, 0))
    return replace(state, cars=replace_at(state.cars, seat, car), stage=stage)


@cites(R("Q100"))
def renew_cards(state: State, seat: Seat) -> State:
    """On a road with sections, cards that work once per section are renewed in the first turn a car
    begins there."""
    track, car = TRACK[state.road], state.cars[seat]
    if not track.section or track.end[car.box] <= track.section * (len(car.splits) + 1):
        return state
    used = tuple([card for card in car.used if card not in CARDS_RENEWED_BY_LAP])
    car = replace(car, used=used, splits=(*car.splits, state.turn))
    return replace(state, cars=replace_at(state.cars, seat, car))


# ------------------------------------------------------------------ mechanics


@cites(R("W4.5.4"))
def follow_marker(state: State, events: Events) -> State:
    """In the race of one evening the mechanics move on when every running car has passed them."""
    stage, track = state.stage, TRACK[state.road]
    assert stage is not None
    while stage.marker >= 0:
        exit_line = track.curves[stage.marker].end
        running = [car for car in state.cars if car.status < HOME]
        if not running or any(track.end[car.box] <= exit_line for car in running):
            break
        later = [curve for curve in track.assistance if curve > stage.marker]
        stage = replace(stage, marker=later[0] if later else -1)
        events.append(MarkerMoved(stage.marker))
        state = replace(state, stage=stage)
    return state
