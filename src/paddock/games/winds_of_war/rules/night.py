"""Night on open roads: which curves each seat can read, and what is next to them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import LAMP, OFF, RACING, Ground, Letter
from paddock.games.winds_of_war.data.judging import likely_letter
from paddock.games.winds_of_war.data.own import id_with_letters
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.rules.damage import FOG_LAMPS
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Sheet
from paddock.games.winds_of_war.state.stage import NIGHT_FORMATS, is_night, reading

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State


@cites(R("W4.4.10"), R("Q55"))
def is_dark(state: State) -> bool:
    """Whether the letters of curves are hidden now: not in 1940, nor in Calabria."""
    stage = state.stage
    if stage is None or stage.format not in NIGHT_FORMATS:
        return False
    return is_night(reading(stage, state.turn))


@cites(R("W4.4.10"), R("Q92"))
def lit_curves(state: State) -> set[int]:
    """The curves lit by any car, readable for all."""
    track = TRACK[state.road]
    found: set[int] = set()
    for car, sheet in zip(state.cars, state.sheets, strict=True):
        if car.status is RACING or car.status is OFF:
            found |= curves_lit_by(track, car, sheet)
    return found


@cites(R("W3.12.9"), R("Q93"))
def curves_lit_by(track: Track, car: Car, sheet: Sheet) -> set[int]:
    """The curves a car lights: its hexagon and the next; with a failed lamp only at the braking
    line and in the curve."""
    box = car.box
    if LAMP in car.broken:
        near = track.curve[box] >= 0 or track.curve[track.ahead[box]] >= 0
        return {track.coming[box]} if near else set()
    here = track.hexagon[box]
    last = here + 1 + (FOG_LAMPS in sheet.tuned)
    return {curve for curve, where in enumerate(track.lies_in) if here <= where <= last}


@cites(R("Q9"))
def visible_letters(state: State, seat: Seat | None) -> tuple[Letter | None, ...]:
    """By curve, the letter that a seat can read. Pace notes are secret to their owner."""
    letters = TRACK[state.road].letters
    if not is_dark(state):
        return letters
    seen = lit_curves(state)
    if seat is not None and state.stage is not None and state.cars:
        read = state.stage.notes[seat]
        track = TRACK[state.road]
        if read >= 0 and track.end[state.cars[seat].box] < track.curves[read].end:
            seen.add(read)
    return tuple([letter if curve in seen else None for curve, letter in enumerate(letters)])


Verge: TypeAlias = tuple[tuple[int, int, Ground], ...]
"""The ground of a curve and of the straight before it: first box, number of boxes, ground."""


@cites(R("Q9"), R("Q40"))
def visible_verges(track: Track, letters: tuple[Letter | None, ...]) -> tuple[Verge | None, ...]:
    """By curve, the ground that a viewer of these letters sees: none where the letter is hidden,
    because the ground of a curve goes with its letter. Empty on roads without night: there the
    ground is part of the board."""
    if not track.has_night:
        return ()
    return tuple(
        [
            None if letter is None else verge
            for letter, verge in zip(letters, verges_of(track.verge, track.ground), strict=False)
        ]
    )


@lru_cache(maxsize=64)
def verges_of(curves: tuple[int, ...], grounds: tuple[Ground | None, ...]) -> tuple[Verge, ...]:
    """The ground by curve, in runs of boxes."""
    runs: list[list[tuple[int, int, Ground]]] = [[] for _ in range(max(curves) + 1)]
    for box, (curve, ground) in enumerate(zip(curves, grounds, strict=True)):
        if curve < 0 or ground is None:
            continue
        own = runs[curve]
        if own and own[-1][2] is ground and sum(own[-1][:2]) == box:
            own[-1] = (own[-1][0], own[-1][1] + 1, ground)
        else:
            own.append((box, 1, ground))
    return tuple([tuple(own) for own in runs])


def guessed_letters(state: State) -> tuple[Letter, ...]:
    """The letters as all can read them; a dark curve may be the tightest."""
    return tuple(
        [Letter.A if letter is None else letter for letter in visible_letters(state, None)]
    )


@cites(R("Q9"))
def assumed_road(road: str, seen: tuple[Letter | None, ...]) -> str:
    """The road as assumed by a viewer who reads only these letters: a dark curve gets the middle
    one of the letters that fit its shape."""
    if None not in seen:
        return road
    track = TRACK[road]
    letters = [
        likely_letter(track.curves[curve]) if letter is None else letter
        for curve, letter in enumerate(seen)
    ]
    return id_with_letters(road, letters)


@cites(R("Q94"))
def next_dark_curve(state: State, seat: Seat) -> int:
    """The nearest dark curve ahead of a car; -1: there is none."""
    if not is_dark(state):
        return -1
    car, track, seen = state.cars[seat], TRACK[state.road], lit_curves(state)
    for curve, bend in enumerate(track.curves):
        if bend.start >= track.end[car.box] and curve not in seen:
            return curve
    return -1
