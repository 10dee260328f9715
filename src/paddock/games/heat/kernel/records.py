"""The records of the kernel: a course, a race, its cars. Each field states its bounds.

The same declaration gives plain Python objects (uncompiled), objects that check every assignment
(tests), and the types of NumPy arrays (compiled).
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

from msgspec import Struct

from paddock.games.heat.card import CARD
from paddock.games.heat.data import HEAT, LOWEST_FIRST, STRESS
from paddock.games.heat.data.own import SPACES_RANGE
from paddock.games.heat.moves import MAX_HEAT
from paddock.games.heat.rules.course import AWAY, GRID, SPACES_BEYOND_FINISH
from paddock.games.heat.state import MOST_CARS

T = TypeVar("T")

CARD_KINDS = 8
"""Cards without a garage: 0 to 5, Heat, Stress."""
SLOWEST_FIRST = tuple([card for card in LOWEST_FIRST if card < CARD_KINDS and card != HEAT])
"""The cards that can be played, as plans list them."""
HAND_SIZE = 7
MOST_LAPS = 4
MOST_SPACES = SPACES_RANGE[1] * MOST_LAPS
TABLE_SPACES = GRID + MOST_SPACES + SPACES_BEYOND_FINISH
MOST_LINES = 40 * MOST_LAPS
"""Corner lines of all laps: a track's text has at most 40."""
MOST_SLOTS = 12
"""Corners with a road token; one more entry stands for spaces outside every sector."""
LEGENDS_CARDS = 10
MOST_PLAYED = 16
"""Cards in a play area: four planned, one more for each Stress and for a boost."""
MOST_HIDDEN = 16
"""Cards discarded face down: neither Heat nor Stress, so 14 at most."""
MOST_OWN_CARDS = 500
"""Cards of one driver, Heat in the engine included. Spin-outs add Stress: see `NO_ROOM`."""
MOST_ROUNDS = CARD.most_decisions
"""Every round has a decision."""

# What chance is asked for.
GRID_DRAW, HAND_DRAW, FLIP_DRAW, SKY_DRAW, ROAD_DRAW, LEGEND_DRAW, LOST_DRAW, CHOICE = range(8)
LABELS = ("grid", "draw", "flip", "weather", "road", "legends", "lost card")
"""The labels of these draws in a record."""

# The phases. After NEXT_CAR the next car drives; no driver is asked in it.
PLANNING, REACT, SLIPPING, DISCARDING, NEXT_CAR, OVER = range(6)
# The plan of a driver.
NO_PLAN, BEGUN, SEALED = range(3)
# Why a race was stopped.
NOTHING_WRONG, WRONG_DRAW, NO_ROOM, TOO_LONG = range(4)
"""WRONG_DRAW: the record has another draw. NO_ROOM: a driver would have more cards than the record
of a car can hold: 234 spin-outs at least. TOO_LONG: a race has more rounds than the game allows
decisions."""

MOST_NUMBER = (1 << 62) - 1
MOST_SEED = (1 << 31) - 1


class Bound(Struct, frozen=True):
    """The least and the greatest value of a field, and how many there are (0: a single one)."""

    low: int
    high: int
    many: int = 0


class Rows(Struct, frozen=True):
    """A field of several records."""

    kind: type
    many: int


Flag = Annotated[int, Bound(0, 1)]
Position = Annotated[int, Bound(AWAY, MOST_SPACES + SPACES_BEYOND_FINISH)]
Bag = Annotated[list[int], Bound(0, MOST_OWN_CARDS, CARD_KINDS)]


class Car:
    """A car with its driver's cards. Hand and deck are bags, counted by card; the other piles have
    an order. A Legend uses only `gear`, `pos`, `line` and `place`."""

    pos: Position
    gear: Annotated[int, Bound(0, 4)]
    line: Flag
    engine: Annotated[int, Bound(0, MAX_HEAT)]
    place: Annotated[int, Bound(0, MOST_CARS)]
    plan: Annotated[int, Bound(NO_PLAN, SEALED)]
    next_gear: Annotated[int, Bound(0, 4)]  # of the plan; 0 is a cluttered hand
    shown: Annotated[int, Bound(0, MOST_OWN_CARDS)]  # Stress of the hand that all have seen
    discards: Annotated[int, Bound(0, MOST_OWN_CARDS)]
    hiddens: Annotated[int, Bound(0, MOST_HIDDEN)]
    played: Annotated[int, Bound(0, MOST_PLAYED)]
    hand: Bag
    deck: Bag
    area: Annotated[list[int], Bound(0, STRESS, MOST_PLAYED)]  # while planning: the plan
    hidden: Annotated[list[int], Bound(0, STRESS, MOST_HIDDEN)]
    discard: Annotated[list[int], Bound(0, STRESS, MOST_OWN_CARDS)]


class Race:
    """A race: whose turn it is, what the driver may still use in it, and the cars."""

    number: Annotated[int, Bound(0, MOST_NUMBER)]  # the seed of its own chance
    seed_1: Annotated[int, Bound(0, MOST_SEED)]
    seed_2: Annotated[int, Bound(0, MOST_SEED)]
    rounds: Annotated[int, Bound(0, MOST_ROUNDS)]
    spins: Annotated[int, Bound(0, MOST_CARS * MOST_ROUNDS)]
    drawn: Annotated[int, Bound(0, 32_767)]  # draws of the record used so far
    start: Position  # where the turn began
    legends: Annotated[int, Bound(0, (1 << LEGENDS_CARDS) - 1)]  # the deck: one bit a card
    course: Annotated[int, Bound(0, 32_767)]  # which one of the courses
    speed: Annotated[int, Bound(0, 100)]
    follows: Flag  # draws come from a record
    wrong: Annotated[int, Bound(NOTHING_WRONG, TOO_LONG)]
    phase: Annotated[int, Bound(PLANNING, OVER)]
    seats: Annotated[int, Bound(0, MOST_CARS)]
    field: Annotated[int, Bound(0, MOST_CARS)]  # cars, Legends included
    seat: Annotated[int, Bound(0, MOST_CARS)]
    racing: Annotated[int, Bound(0, MOST_CARS)]
    turn: Annotated[int, Bound(0, MOST_CARS)]
    stepwise: Flag  # somebody plans card by card in this round
    start_line: Flag
    plus: Annotated[int, Bound(0, MOST_PLAYED)]
    cool: Annotated[int, Bound(0, 15)]
    boost: Flag
    push: Flag
    chill: Flag
    last: Annotated[int, Bound(0, STRESS)]  # the last card discarded
    tossed: Annotated[int, Bound(0, MOST_HIDDEN)]
    legend: Annotated[int, Bound(-1, LEGENDS_CARDS - 1)]
    sky: Annotated[int, Bound(-1, 5)]
    road: Annotated[list[int], Bound(-1, 5, MOST_SLOTS + 1)]  # tokens by corner
    sectors: Annotated[list[int], Bound(0, 255, MOST_SLOTS + 1)]  # flags of those tokens
    order: Annotated[list[int], Bound(0, MOST_CARS, MOST_CARS)]
    cars: Annotated[list[Car], Rows(Car, MOST_CARS)]


class Course:
    """A track with its laps and modules, as tables by corner line and by space."""

    goal: Annotated[int, Bound(0, MOST_SPACES)]
    lines: Annotated[int, Bound(0, MOST_LINES)]  # how many
    corners: Annotated[int, Bound(0, MOST_SLOTS)]  # places of road tokens
    heat: Annotated[int, Bound(0, MAX_HEAT)]
    stress: Annotated[int, Bound(0, MAX_HEAT)]
    legends: Annotated[int, Bound(0, MOST_CARS - 1)]  # as the options ask for
    pro: Annotated[int, Bound(0, 9)]
    weather: Flag
    tournament: Flag
    line_at: Annotated[list[int], Bound(0, MOST_SPACES, MOST_LINES)]
    limit: Annotated[list[int], Bound(0, 20, MOST_LINES)]  # as printed
    slot: Annotated[list[int], Bound(0, MOST_SLOTS, MOST_LINES)]  # whose road token counts
    next_line: Annotated[list[int], Bound(0, MOST_LINES, TABLE_SPACES)]
    past_legends: Annotated[list[int], Bound(0, 1, TABLE_SPACES)]
    extra_lines: Annotated[list[int], Bound(0, 2, TABLE_SPACES)]
    ground: Annotated[list[int], Bound(0, 255, TABLE_SPACES)]  # water and tunnels
    sector: Annotated[list[int], Bound(0, MOST_SLOTS, TABLE_SPACES)]


CACHED_FIELDS: dict[type, dict[str, Bound | Rows]] = {}


def fields_of(kind: type) -> dict[str, Bound | Rows]:
    """The fields of a record, in their order."""
    found = CACHED_FIELDS.get(kind)
    if found is None:
        hints = get_type_hints(kind, include_extras=True)
        found = {name: hint.__metadata__[0] for name, hint in hints.items()}
        CACHED_FIELDS[kind] = found
    return found


# ---------------------------------------------------------------- plain objects


def new_record(kind: type[T]) -> T:
    """An empty record as a Python object with lists."""
    found = object.__new__(kind)
    for name, field in fields_of(kind).items():
        value: Any = 0
        if isinstance(field, Rows):
            value = [new_record(field.kind) for _ in range(field.many)]
        elif field.many:
            value = [0] * field.many
        setattr(found, name, value)
    return found


def copy_record(record: T) -> T:
    """A copy of a plain record, with its lists and cars."""
    found = object.__new__(type(record))
    for name, value in vars(record).items():
        if isinstance(value, list):
            rows = isinstance(fields_of(type(record))[name], Rows)
            value = [copy_record(car) for car in value] if rows else value.copy()
        setattr(found, name, value)
    return found


def check_bounds(record: object, kind: type) -> None:
    """Raise an error that names the first field out of its bounds."""
    for name, field in fields_of(kind).items():
        value = getattr(record, name)
        if isinstance(field, Rows):
            for row in value:
                check_bounds(row, field.kind)
            continue
        for one in value if field.many else (value,):
            if not field.low <= one <= field.high:
                raise OutOfBounds(f"{kind.__name__}.{name} is {one}: {field.low} to {field.high}")


class OutOfBounds(AssertionError):
    """A field of a record outside its stated bounds."""


# ---------------------------------------------------------------- NumPy


def number_type(field: Bound) -> str:
    """The smallest integer type that holds a field."""
    for bits in (8, 16, 32):
        if -(1 << bits - 1) <= field.low and field.high < 1 << bits - 1:
            return f"i{bits // 8}"
    return "i8"


@cache
def array_type(kind: type) -> Any:
    """The NumPy type of a record."""
    import numpy

    rows: list[tuple[Any, ...]] = []
    for name, field in fields_of(kind).items():
        if isinstance(field, Rows):
            rows.append((name, array_type(field.kind), (field.many,)))
        elif field.many:
            rows.append((name, number_type(field), (field.many,)))
        else:
            rows.append((name, number_type(field)))
    return numpy.dtype(rows, align=True)


def to_plain(kind: type[T], value: Any) -> T:
    """A plain record from one of a NumPy array."""
    found = object.__new__(kind)
    for name, field in fields_of(kind).items():
        here = value[name]
        if isinstance(field, Rows):
            setattr(found, name, [to_plain(field.kind, row) for row in here])
        else:
            setattr(found, name, here.tolist())
    return found


def to_array(record: object, value: Any) -> None:
    """Write a plain record into one of a NumPy array."""
    for name, field in fields_of(type(record)).items():
        here = getattr(record, name)
        if isinstance(field, Rows):
            for row, into in zip(here, value[name], strict=True):
                to_array(row, into)
        else:
            value[name] = here
