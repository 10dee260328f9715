"""The race as numbers, for programs that learn: see paddock.core.layout.

Seats are counted from the own one: 0 is the viewer, 1 the next seat.
"""

from collections.abc import Iterable

from paddock.core.layout import FLAG, TOLD, Layout, block, counts, part, seats_from, table
from paddock.core.seats import Seat
from paddock.games.template import moves as m
from paddock.games.template.card import CARD
from paddock.games.template.data import DECK, GEARS, LIMIT, LONGEST, NAME
from paddock.games.template.view import Choosing, View

MOST_SEATS = CARD.seats[1]
AHEAD = 10
MOST_FUEL = 1_000


def read_race(view: View, seat: Seat) -> Iterable[int]:
    mine = view.phase.mine if isinstance(view.phase, Choosing) else 0
    return (len(view.cars), view.options.length, view.bag, view.pool, mine)


def read_cars(view: View, seat: Seat) -> Iterable[int]:
    cars = [view.cars[s] for s in seats_from(seat, len(view.cars))]
    return [number for car in cars for number in (1, car.at, car.gear, car.fuel, car.cards)]


def read_road(view: View, seat: Seat) -> Iterable[int]:
    """The highest gear that holds on each of the next spaces."""
    at = view.cars[seat].at
    return LIMIT[at + 1 : at + 1 + AHEAD]


def count_cards(cards: tuple[int, ...]) -> Iterable[int]:
    return [cards.count(card) for card in range(len(NAME))]


LAYOUT = Layout(
    version="template-v1",
    questions=("gear", "boost", "block"),
    told=TOLD,
    largest=1_000,
    parts=(
        part(
            "race",
            read_race,
            seats=(2, MOST_SEATS),
            length=(10, LONGEST),
            bag=(0, len(DECK)),
            pool=(0, MOST_FUEL),
            sealed=(0, GEARS),
        ),
        table(
            "cars",
            MOST_SEATS,
            read_cars,
            there=FLAG,
            at=(-MOST_SEATS, len(LIMIT)),
            gear=(0, GEARS),
            fuel=(0, MOST_FUEL),
            cards=(0, len(DECK)),
        ),
        counts("hand", len(NAME), len(DECK), lambda view, seat: count_cards(view.hand)),
        counts("discards", len(NAME), len(DECK), lambda view, seat: count_cards(view.discards)),
        table("road", AHEAD, read_road, limit=(0, GEARS)),
    ),
    blocks=(
        block(m.Choose, gear=(1, GEARS)),
        block(m.Block, card=(0, len(NAME) - 1)),
        block(m.LetBy),
    ),
    choices=9,
    choice_kinds=("Boost",),
)
