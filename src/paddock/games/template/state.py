"""How the race stands: frozen values, and the options it is run by."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.games.template.data import LONGEST
from paddock.games.template.phases import Phase


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the race; titles and explanations are in words.toml."""

    length: Annotated[int, Meta(ge=10, le=LONGEST)] = 24
    blocking: bool = True
    grid: Literal["level", "staggered"] = "level"


class Car(Struct, frozen=True, gc=False):
    """A car and what its driver holds."""

    at: int  # the space
    gear: int
    fuel: int
    hand: tuple[int, ...] = ()  # cards, sorted


class State(Struct, frozen=True, gc=False):
    """Everything, secrets included."""

    options: Options
    cars: tuple[Car, ...]  # by seat
    bag: tuple[int, ...]  # hidden cards, sorted
    discards: tuple[int, ...]  # open cards, sorted
    pool: int  # fuel left on the table
    phase: Phase
    round: int = 1
