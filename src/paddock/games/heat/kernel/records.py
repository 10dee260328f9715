"""The records of the kernel: a course, a race, its cars. Each field states its bounds.

The same declaration gives plain Python objects (uncompiled), objects that check every assignment
(tests), and the types of NumPy arrays (compiled).
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

from msgspec import Struct

from paddock.games.heat.card import CARD
from paddock.games.heat.data import (
    CARDS,
    EVENTS,
    HEAT,
    LOWEST_FIRST,
    SPONSORS,
    STRESS,
    UPGRADES,
)
from paddock.games.heat.data.own import SPACES_RANGE
from paddock.games.heat.moves import MAX_HEAT
from paddock.games.heat.rules.course import AWAY, GRID, SPACES_BEYOND_FINISH
from paddock.games.heat.state import MOST_CARS

T = TypeVar("T")

PLAIN_KINDS = 8
"""Cards without a garage: 0 to 5, Heat, Stress. A kind is a card as one driver counts it."""
MOST_UPGRADES = 5
"""Different Upgrades of one driver: three in a race, more only in positions."""
FIRST_UPGRADE_KIND = PLAIN_KINDS
FIRST_SPONSOR_KIND = FIRST_UPGRADE_KIND + MOST_UPGRADES
SPONSOR_KINDS = len(SPONSORS)
CARD_KINDS = FIRST_SPONSOR_KIND + SPONSOR_KINDS
"""Kinds in the order of the cards: plain ones, the driver's own Upgrades, all Sponsorships."""
SPONSOR_CARDS = sum(sponsor.copies for sponsor in SPONSORS)
SLOWEST_FIRST = tuple([card for card in LOWEST_FIRST if card < PLAIN_KINDS and card != HEAT])
"""The plain cards that can be played, as plans list them."""
MAX_WHOLE_HAND = 7
"""A larger hand is planned card by card."""
MOST_LAPS = 4
MOST_SPACES = SPACES_RANGE[1] * MOST_LAPS
TABLE_SPACES = GRID + MOST_SPACES + SPACES_BEYOND_FINISH
MOST_LINES = 40 * MOST_LAPS
"""Corner lines of all laps: a track's text has at most 40."""
MOST_SLOTS = 12
"""Corners with a road token; one more entry stands for spaces outside every sector."""
LEGENDS_CARDS = 10
MOST_PLAYED = 40
"""Cards in a play area: four planned, one more for each plus symbol and for a boost, two for a
mistake in a tournament, and direct plays."""
MOST_DIRECT_CARDS = 16
"""Cards of a driver that can be played directly: three in a race, more only in positions."""
MOST_GARAGE_CARDS = 64
"""Upgrades and Sponsorships of one driver: three, and at most all Sponsorships."""
MOST_HIDDEN = 14 + MOST_GARAGE_CARDS
"""Cards discarded face down: neither Heat nor Stress."""
MOST_KNOWN = 16
"""Refreshed cards on top of a deck, or known in a hand."""
MOST_DUE = 8
"""Played cards whose Heat is still to be paid, or values that are chosen."""
MOST_SCRAP, MOST_SALVAGE = 6, 4
MOST_TALLY = 8
MOST_MARKET = MOST_CARS + 3
MOST_OPTIONS = 128
"""Of one question: 99 plans, 100 choices of values."""
NO_SLIPSTREAM = 1 << 20
"""Beyond every space: no slipstream was used in this turn."""
MOST_OWN_CARDS = 500
"""Cards of one driver, Heat in the engine included. Spin-outs add Stress: see `NO_ROOM`."""
MOST_ROUNDS = CARD.most_decisions
"""Every round has a decision."""

# What chance is asked for.
LABELS = (
    "grid",
    "draw",
    "flip",
    "weather",
    "road",
    "legends",
    "lost card",
    "market",
    "upgrade",
    "scrap",
    "sponsorship",
)
"""The labels of the draws in a record."""
GRID_DRAW, HAND_DRAW, FLIP_DRAW, SKY_DRAW, ROAD_DRAW, LEGEND_DRAW, LOST_DRAW = range(7)
MARKET_DRAW, UPGRADE_DRAW, SCRAP_DRAW, SPONSOR_DRAW = range(7, 11)

# The phases in which a driver is asked, and the end.
PLANNING, CHOOSING, REACT, SALVAGING, SLIPPING, COOKING, DISCARDING, REFRESHING = range(8)
DRAFTING, TUNING, OVER = range(8, 11)
# The steps that follow without a question.
OPEN_MARKET, DEAL, FIRST_HANDS, NEXT_CAR, AFTER_REACTION, AT_SLIPSTREAM, AT_CORNERS = range(11, 18)
AT_DISCARD, AT_REFRESH, AT_REPLENISH = range(18, 21)
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
Symbol = Annotated[int, Bound(0, 99)]
Position = Annotated[int, Bound(AWAY, MOST_SPACES + SPACES_BEYOND_FINISH)]
Bag = Annotated[list[int], Bound(0, MOST_OWN_CARDS, CARD_KINDS)]


class Car:
    """A car with its driver's cards. Hand and deck are bags, counted by kind; the other piles have
    an order, and both discard piles are counted besides. A Legend uses only `gear`, `pos`, `line`
    and `place`."""

    pos: Position
    gear: Annotated[int, Bound(0, 4)]
    line: Flag
    engine: Annotated[int, Bound(0, MAX_HEAT)]
    place: Annotated[int, Bound(-1, MOST_CARS)]  # -1: out of the race
    plan: Annotated[int, Bound(NO_PLAN, SEALED)]
    next_gear: Annotated[int, Bound(0, 4)]  # of the plan; 0 is a cluttered hand
    kinds: Annotated[int, Bound(0, CARD_KINDS)]  # those that the driver may have are below this
    playables: Annotated[int, Bound(0, CARD_KINDS)]  # kinds in `slowest`
    direct: Flag  # an Upgrade can be played directly
    tuned: Annotated[int, Bound(-1, 1)]  # the mechanics of one Event
    in_hand: Annotated[int, Bound(0, MOST_OWN_CARDS)]
    in_deck: Annotated[int, Bound(0, MOST_OWN_CARDS)]
    shown: Annotated[int, Bound(0, MOST_OWN_CARDS)]  # Stress of the hand that all have seen
    discards: Annotated[int, Bound(0, MOST_OWN_CARDS)]
    hiddens: Annotated[int, Bound(0, MOST_HIDDEN)]
    played: Annotated[int, Bound(0, MOST_PLAYED)]
    tops: Annotated[int, Bound(0, MOST_KNOWN)]
    knowns: Annotated[int, Bound(0, MOST_KNOWN)]
    secrets: Annotated[int, Bound(0, MOST_GARAGE_CARDS)]
    owned: Annotated[int, Bound(0, MOST_UPGRADES)]
    hand: Bag
    deck: Bag
    discard_bag: Bag  # the cards of `discard`, counted
    hidden_bag: Bag  # those of `hidden`
    area: Annotated[list[int], Bound(0, CARD_KINDS - 1, MOST_PLAYED)]  # while planning: the plan
    slowest: Annotated[list[int], Bound(0, CARD_KINDS - 1, CARD_KINDS)]  # as plans list them
    card: Annotated[list[int], Bound(0, CARDS - 1, CARD_KINDS)]  # the card of each kind
    upgrades: Annotated[list[int], Bound(0, CARDS - 1, MOST_UPGRADES)]  # as cards
    top: Annotated[list[int], Bound(0, CARD_KINDS - 1, MOST_KNOWN)]  # on the deck, the next last
    known: Annotated[list[int], Bound(0, CARD_KINDS - 1, MOST_KNOWN)]  # other cards seen by all
    before: Annotated[list[int], Bound(0, MOST_OWN_CARDS, MOST_KNOWN)]  # Stress seen before each
    secret: Annotated[list[int], Bound(0, CARD_KINDS - 1, MOST_GARAGE_CARDS)]
    hidden: Annotated[list[int], Bound(0, CARD_KINDS - 1, MOST_HIDDEN)]
    discard: Annotated[list[int], Bound(0, CARD_KINDS - 1, MOST_OWN_CARDS)]


class Race:
    """A race: whose turn it is, what the driver may still use in it, and the cars."""

    number: Annotated[int, Bound(0, MOST_NUMBER)]  # the seed of its own chance
    seed_1: Annotated[int, Bound(0, MOST_SEED)]
    seed_2: Annotated[int, Bound(0, MOST_SEED)]
    choice_1: Annotated[int, Bound(0, MOST_SEED)]  # its chance for random choices
    choice_2: Annotated[int, Bound(0, MOST_SEED)]
    rounds: Annotated[int, Bound(0, MOST_ROUNDS)]
    spins: Annotated[int, Bound(0, MOST_CARS * MOST_ROUNDS)]
    drawn: Annotated[int, Bound(0, 32_767)]  # draws of the record used so far
    start: Position  # where the turn began
    legends: Annotated[int, Bound(0, (1 << LEGENDS_CARDS) - 1)]  # the deck: one bit a card
    course: Annotated[int, Bound(0, 32_767)]  # which one of the courses
    speed: Annotated[int, Bound(0, 100)]
    follows: Flag  # draws come from a record
    placed: Flag  # it starts from a position
    wrong: Annotated[int, Bound(NOTHING_WRONG, TOO_LONG)]
    phase: Annotated[int, Bound(PLANNING, AT_REPLENISH)]
    seats: Annotated[int, Bound(0, MOST_CARS)]
    field: Annotated[int, Bound(0, MOST_CARS)]  # cars, Legends included
    seat: Annotated[int, Bound(0, MOST_CARS)]
    racing: Annotated[int, Bound(0, MOST_CARS)]
    turn: Annotated[int, Bound(0, MOST_CARS)]
    stepwise: Flag  # a seat plans card by card in this round
    start_line: Flag
    plus: Symbol
    cool: Symbol
    boost: Flag
    push: Flag
    chill: Flag
    last: Annotated[int, Bound(0, CARD_KINDS - 1)]  # the last card discarded or taken
    tossed: Annotated[int, Bound(0, MOST_HIDDEN)]
    reduce: Symbol
    supercool: Symbol
    draft: Symbol
    accel: Symbol
    due: Annotated[int, Bound(0, MOST_DUE)]  # cards whose Heat is not paid
    scraps: Symbol  # how many are left to do
    left: Annotated[int, Bound(0, MOST_SALVAGE)]  # cards that may still be salvaged
    again: Symbol  # slipstreams still allowed
    gone: Annotated[int, Bound(0, 999)]  # Heat that left the game
    slid: Annotated[int, Bound(-GRID, NO_SLIPSTREAM)]  # where the first slipstream began
    market_round: Annotated[int, Bound(0, 3)]
    picks: Annotated[int, Bound(0, MOST_CARS)]  # of this round of the market
    markets: Annotated[int, Bound(0, MOST_MARKET)]
    useds: Annotated[int, Bound(0, MOST_GARAGE_CARDS)]
    legend: Annotated[int, Bound(-1, LEGENDS_CARDS - 1)]
    sky: Annotated[int, Bound(-1, 5)]
    road: Annotated[list[int], Bound(-1, 5, MOST_SLOTS + 1)]  # tokens by corner
    sectors: Annotated[list[int], Bound(0, 255, MOST_SLOTS + 1)]  # flags of those tokens
    order: Annotated[list[int], Bound(0, MOST_CARS, MOST_CARS)]
    due_kind: Annotated[list[int], Bound(0, CARD_KINDS - 1, MOST_DUE)]
    due_value: Annotated[list[int], Bound(0, 15, MOST_DUE)]  # at which they were played
    chosen: Annotated[list[int], Bound(0, 15, MOST_DUE)]  # values, in the order of the kinds
    scrap: Annotated[list[int], Bound(0, MOST_PLAYED, MOST_SCRAP + 1)]  # symbols by their number
    salvage: Annotated[list[int], Bound(0, MOST_PLAYED, MOST_SALVAGE + 1)]
    tally: Annotated[list[int], Bound(0, MOST_CARS * MOST_LINES, MOST_TALLY)]  # of an Event
    sponsors: Annotated[list[int], Bound(0, MOST_GARAGE_CARDS, SPONSOR_KINDS)]  # their deck
    used: Annotated[list[int], Bound(0, CARD_KINDS - 1, MOST_GARAGE_CARDS)]
    market: Annotated[list[int], Bound(0, CARDS - 1, MOST_MARKET)]  # as cards
    stock: Annotated[list[int], Bound(0, 9, UPGRADES)]  # the deck of the market
    cars: Annotated[list[Car], Rows(Car, MOST_CARS)]


class Course:
    """A track with its laps and modules, as tables by corner line and by space."""

    goal: Annotated[int, Bound(0, MOST_SPACES)]
    lines: Annotated[int, Bound(0, MOST_LINES)]  # how many
    corners: Annotated[int, Bound(0, MOST_SLOTS)]  # places of road tokens
    heat: Annotated[int, Bound(-MAX_HEAT, MAX_HEAT)]  # of track and Event
    stress: Annotated[int, Bound(-MAX_HEAT, MAX_HEAT)]
    legends: Annotated[int, Bound(0, MOST_CARS - 1)]  # as the options ask for
    pro: Annotated[int, Bound(0, 9)]
    weather: Flag
    tournament: Flag
    garage: Flag  # cards with symbols are in play
    market: Annotated[int, Bound(0, 2)]  # no Upgrades are dealt, three each, or a draft
    event: Annotated[int, Bound(0, len(EVENTS))]
    spaces: Annotated[int, Bound(0, MOST_SPACES)]  # of a lap
    laps: Annotated[int, Bound(0, MOST_TALLY)]
    # What an Event changes.
    hand: Annotated[int, Bound(0, 9)]
    slip: Annotated[int, Bound(0, 9)]
    slip_gears: Annotated[int, Bound(0, 31)]  # one bit a gear
    may_discard: Annotated[int, Bound(0, STRESS)]  # Heat or Stress, 0 for neither
    most_discards: Annotated[int, Bound(0, 99)]
    adrenaline: Flag
    cooker: Flag
    smooth: Flag
    mechanics: Flag
    eliminated: Flag
    prizes: Flag  # press or Event give Sponsorships
    sponsors: Annotated[int, Bound(0, 9)]  # at the start
    first_laps: Annotated[int, Bound(0, 9)]
    record: Annotated[int, Bound(0, 99)]
    passing: Annotated[int, Bound(0, 9)]
    crowd: Annotated[int, Bound(0, 9)]
    press: Annotated[int, Bound(0, 9)]
    smile: Flag
    press_line: Annotated[list[int], Bound(0, 1, MOST_LINES)]
    crowd_lap: Annotated[list[int], Bound(-1, MOST_TALLY, MOST_LINES)]
    # Cards.
    symbols: Annotated[list[int], Bound(0, MOST_NUMBER, CARDS)]  # see `symbols`
    values: Annotated[list[int], Bound(0, (1 << 24) - 1, CARDS)]
    stock: Annotated[list[int], Bound(0, 9, UPGRADES)]  # Upgrades of the market
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
    """A field of a record outside its stated bounds, or counts that differ from what they count."""


def check_piles(race: Race) -> None:
    """Raise an error if the counts of a discard pile are not those of its cards."""
    for i, car in enumerate(race.cars[: race.seats]):
        for name, pile, bag in (
            ("discard", car.discard[: car.discards], car.discard_bag),
            ("hidden", car.hidden[: car.hiddens], car.hidden_bag),
        ):
            if bag != [pile.count(kind) for kind in range(CARD_KINDS)]:
                raise OutOfBounds(f"car {i}: {name} is {pile}, counted as {bag}")


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
