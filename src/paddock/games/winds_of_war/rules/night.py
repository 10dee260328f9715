"""Night on the open road: which curves can be read, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import LAMP, OFF, RACING, Letter
from paddock.games.winds_of_war.data.judging import CHICANE, LENGTHS
from paddock.games.winds_of_war.data.own import lettered
from paddock.games.winds_of_war.data.track import Curve, Track
from paddock.games.winds_of_war.rules.damage import FOG_LAMPS
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Sheet
from paddock.games.winds_of_war.state.stage import NIGHT, at_night, reading

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State


@cites(R("W4.4.10"), R("Q55"))
def dark(state: State) -> bool:
    """Whether the letters of curves are hidden now: not in 1940, nor in Calabria."""
    stage = state.stage
    if stage is None or stage.format not in NIGHT:
        return False
    return at_night(reading(stage, state.turn))


@cites(R("W4.4.10"), R("Q92"))
def lit(state: State) -> set[int]:
    """The curves that some car lights, for everybody to read."""
    track = TRACK[state.road]
    found: set[int] = set()
    for car, sheet in zip(state.cars, state.sheets, strict=True):
        if car.status is RACING or car.status is OFF:
            found |= lit_by(track, car, sheet)
    return found


@cites(R("W3.12.9"), R("Q93"))
def lit_by(track: Track, car: Car, sheet: Sheet) -> set[int]:
    """In its hexagon and the next; with a failed lamp at the braking line and in the curve."""
    box = car.box
    if LAMP in car.broken:
        near = track.curve[box] >= 0 or track.curve[track.ahead[box]] >= 0
        return {track.coming[box]} if near else set()
    here = track.hexagon[box]
    last = here + 1 + (FOG_LAMPS in sheet.tuned)
    return {curve for curve, where in enumerate(track.lies_in) if here <= where <= last}


@cites(R("Q9"))
def letters_seen(state: State, seat: Seat | None) -> tuple[Letter | None, ...]:
    """By curve, the letter that a seat can read; its own pace notes are for nobody else."""
    letters = TRACK[state.road].letters
    if not dark(state):
        return letters
    seen = lit(state)
    if seat is not None and state.stage is not None and state.cars:
        read = state.stage.notes[seat]
        track = TRACK[state.road]
        if read >= 0 and track.end[state.cars[seat].box] < track.curves[read].end:
            seen.add(read)
    return tuple([letter if curve in seen else None for curve, letter in enumerate(letters)])


def guessed(state: State) -> tuple[Letter, ...]:
    """The letters as all can read them; a dark curve may be the tightest."""
    return tuple([Letter.A if letter is None else letter for letter in letters_seen(state, None)])


@cites(R("Q9"))
def as_imagined(road: str, seen: tuple[Letter | None, ...]) -> str:
    """The road as somebody must think it to be who reads only these letters: of those that a dark
    curve of this shape can have, one in the middle."""
    if None not in seen:
        return road
    track = TRACK[road]
    letters = [
        likely(track.curves[curve]) if letter is None else letter
        for curve, letter in enumerate(seen)
    ]
    return lettered(road, letters)


def likely(curve: Curve) -> Letter:
    """By what lies open in the dark too: how long its parts are, and whether lanes are equal."""
    wide = curve.letter >= Letter.D
    parts = [part.boxes for part in curve.parts]
    like = [letter for letter in Letter if (letter >= Letter.D) is wide and fits(letter, parts)]
    return like[(len(like) - 1) // 2]


def fits(letter: Letter, parts: list[int]) -> bool:
    """Whether a curve of a letter can have these parts."""
    if len(parts) > 1:
        return min(parts) >= CHICANE[letter.name]
    least, most = LENGTHS[letter.name]
    return least <= parts[0] <= most


@cites(R("Q94"))
def next_dark(state: State, seat: Seat) -> int:
    """The nearest dark curve ahead of a car; -1: there is none."""
    if not dark(state):
        return -1
    car, track, seen = state.cars[seat], TRACK[state.road], lit(state)
    for curve, bend in enumerate(track.curves):
        if bend.start >= track.end[car.box] and curve not in seen:
            return curve
    return -1
