"""The state of a race: immutable values."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paddock.games.street_illegal.data import Tempo, Track
from paddock.games.street_illegal.phases import Phase


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may agree on before the race."""

    grid: Literal["given", "random", "tactical"] = "given"
    brake_to: Literal["below", "at_limit"] = "below"
    open_chips: bool = True
    better_old_pros: bool = False
    nitrous: bool = False


class Car(Struct, frozen=True, gc=False):
    """What lies before one player."""

    hand: tuple[Tempo, ...]  # sorted
    up: tuple[Tempo, ...]  # left, middle, right; empty before the start
    chips: int


class State(Struct, frozen=True, gc=False):
    """Everything, secrets included."""

    options: Options
    track: tuple[Track, ...]  # the legs of the road
    leg: int  # counted from 0
    order: tuple[int, ...]  # front to back: a seat, or PRO
    cars: tuple[Car, ...]  # by seat
    deck: tuple[Tempo, ...]  # a bag, sorted: its order is unknown
    discards: tuple[Tempo, ...]  # open, in the order they were laid down
    pool: int  # chips in the common pool
    held: tuple[tuple[Tempo, ...], ...]  # the hands when the discards were last reshuffled
    phase: Phase
