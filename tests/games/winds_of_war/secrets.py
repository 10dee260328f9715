"""Secrets of Winds of War: the letters of curves that no car lights at night.

Dashboards, purses, cards and bids are open, and the events to come are those not drawn (W1.6).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.winds_of_war.data.enums import Ground, Letter
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.modes.career.state import State as Career
from paddock.games.winds_of_war.modes.mille_miglia.state import State
from paddock.games.winds_of_war.rules.night import visible_letters
from paddock.games.winds_of_war.state.pieces import TRACK


def redeal(state: Any, viewer: Seat | None, generator: random.Random) -> Any:
    """The same race with other letters for the dark curves this viewer cannot read, among those of
    the same shape."""
    if isinstance(state, Career):
        return replace(state, edition=redeal(state.edition, viewer, generator))
    if not isinstance(state, State):
        return state
    seen = visible_letters(state.now, viewer)
    if None not in seen:
        return state
    road = other_letters(TRACK[state.now.road], seen, generator)
    return replace(state, now=replace(state.now, road=road))


def shape(track: Track, curve: int) -> tuple[bool, int]:
    """The visible shape of a curve at night: its length, and whether its lanes are equal."""
    return track.letters[curve] >= Letter.D, track.curves[curve].end - track.curves[curve].start


def other_letters(track: Track, seen: tuple[Letter | None, ...], generator: random.Random) -> str:
    """Another road that looks the same, under its own id, with the same name."""
    letters = list(track.letters)
    for curve, letter in enumerate(seen):
        if letter is None:
            wide, length = shape(track, curve)
            like = (
                [Letter.D, Letter.E]
                if wide
                else [Letter.B, Letter.C]
                if length > 120
                else [Letter.A]
            )
            letters[curve] = generator.choice(like)
    key = f"{track.id}~{''.join(letter.name for letter in letters)}"
    if key not in TRACK:
        TRACK[key] = lettered(track, letters)
    return key


GROUND_OUTSIDE = {
    Letter.A: Ground.WALLS,
    Letter.B: Ground.TREES,
    Letter.C: Ground.GRASS,
    Letter.D: Ground.CROPS,
    Letter.E: Ground.GRASS,
}
"""What our roads have outside a curve: it goes with the letter, so it is dealt again with it."""


def lettered(track: Track, letters: Sequence[Letter]) -> Track:
    """A road with other letters, and with the ground that goes with them."""
    curves = tuple(
        replace(curve, letter=letter) for curve, letter in zip(track.curves, letters, strict=True)
    )
    ground = list(track.ground)
    for box, curve in enumerate(track.verge):
        if curve >= 0 and letters[curve] is not track.letters[curve] and is_outside(track, box):
            ground[box] = GROUND_OUTSIDE[letters[curve]]
    return replace(track, curves=curves, letters=tuple(letters), ground=tuple(ground))


def is_outside(track: Track, box: int) -> bool:
    """Whether a box lies on the outer edge of the curve whose ground it has."""
    return all(part.inner == 2 - track.lane[box] for part in track.curves[track.verge[box]].parts)
