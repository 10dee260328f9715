"""The race as numbers, for programs that learn: see paddock.core.layout.

Seats are counted from the own one: 0 is the viewer, 1 the next seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.layout import FLAG, TOLD, Layout, block, counts, part, seats_from, table
from paddock.core.seats import Seat
from paddock.games.street_illegal import moves as m
from paddock.games.street_illegal.card import CARD
from paddock.games.street_illegal.data import (
    CHIPS,
    COPIES,
    HAND,
    ICON,
    LEGS,
    LIMIT,
    MPH,
    NONE,
    PLACES,
    PRO,
    ROAD,
    ROADS,
    ROW,
    SLOTS,
    TEMPOS,
    Tempo,
)
from paddock.games.street_illegal.phases import Braking, DropOne, Duel, LineUp, ProDuel
from paddock.games.street_illegal.view import View

MOST_SEATS = CARD.seats[1]
MOST_MPH = max(MPH)
CARD_BOUNDS = (0, len(TEMPOS) - 1)
CARD_OR_NONE = (NONE, len(TEMPOS) - 1)


def read_race(view: View, seat: Seat) -> Iterable[int]:
    options = view.options
    return (
        len(view.cars),
        view.leg,
        view.deck,
        view.pool,
        options.brake_to == "at_limit",
        options.better_old_pros,
        options.nitrous,
    )


def read_road(view: View, seat: Seat) -> Iterable[int]:
    """The legs still to drive, this one first: the limit (0: none), and the road, from 1."""
    numbers: list[int] = []
    for card in view.track[view.leg :]:
        numbers += (LIMIT[card], ROAD[card] + 1)
    return numbers


def read_order(view: View, seat: Seat) -> Iterable[int]:
    """The cars from the front: 0 no car, 1 an Old Pro, 2 the own one, 3 the next seat."""
    seats = len(view.cars)
    return [1 if who == PRO else 2 + (who - seat) % seats for who in view.order]


def read_cars(view: View, seat: Seat) -> Iterable[int]:
    numbers: list[int] = []
    for s in seats_from(seat, len(view.cars)):
        car = view.cars[s]
        place = view.order.index(s) + 1 if s in view.order else 0
        chips = -1 if car.chips is None else car.chips
        numbers += (1, place, car.hand, car.speed, chips)
        for at in ROW:
            numbers += (MPH[car.up[at]], ICON[car.up[at]] + 1) if car.up else (0, 0)
    return numbers


def count_cards(cards: tuple[Tempo, ...]) -> Iterable[int]:
    found = [0] * len(TEMPOS)
    for card in cards:
        found[card] += 1
    return found


def read_phase(view: View, seat: Seat) -> Iterable[int]:
    """A duel: my part (1 in front, 2 behind), my sealed chips; a pro's two cards and whether a
    third follows; the card to be dropped; how many cards I have laid."""
    phase = view.phase
    match phase:
        case Duel():
            part = 1 if phase.front == seat else 2 if phase.back == seat else 0
            chips = phase.front_chips if part == 1 else phase.back_chips if part == 2 else None
            return (part, 0 if chips is None else chips)
        case ProDuel():
            return (0, 0, MPH[phase.first], MPH[phase.second], phase.speed, phase.third)
        case DropOne() | Braking():
            return (0, 0, 0, 0, 0, 0, phase.card + 1)
        case LineUp():
            return (0, 0, 0, 0, 0, 0, 0, len(phase.laid[seat]))
        case _:
            return ()


LAYOUT = Layout(
    version="street-illegal-v1",
    questions=(
        "bid",
        "swap",
        "lay",
        "drop",
        "drive",
        "optimize",
        "too-fast",
        "must-brake",
        "brake-drop",
        "pass",
        "duel",
        "pro",
        "nitrous",
        "again",
    ),
    told=TOLD,
    largest=1_000,
    parts=(
        part(
            "race",
            read_race,
            seats=(1, MOST_SEATS),
            leg=(0, LEGS),
            deck=(0, len(TEMPOS) * COPIES),
            pool=(0, CHIPS),
            brake_at_limit=FLAG,
            better_old_pros=FLAG,
            nitrous=FLAG,
        ),
        table("road", LEGS, read_road, limit=(0, max(LIMIT)), road=(0, len(ROADS))),
        table("order", PLACES, read_order, who=(0, 1 + MOST_SEATS)),
        table(
            "cars",
            MOST_SEATS,
            read_cars,
            there=FLAG,
            place=(0, PLACES),
            hand=(0, len(TEMPOS)),
            speed=(0, 3 * MOST_MPH),
            chips=(-1, CHIPS),
            left=(0, MOST_MPH),
            left_icon=(0, len(ROADS)),
            middle=(0, MOST_MPH),
            middle_icon=(0, len(ROADS)),
            right=(0, MOST_MPH),
            right_icon=(0, len(ROADS)),
        ),
        counts("hand", len(TEMPOS), COPIES, lambda view, seat: count_cards(view.hand)),
        counts("discards", len(TEMPOS), COPIES, lambda view, seat: count_cards(view.discards)),
        counts("held", len(TEMPOS), COPIES, lambda view, seat: count_cards(view.held)),
        part(
            "phase",
            read_phase,
            duel=(0, 2),
            chips=(0, CHIPS),
            first=(0, MOST_MPH),
            second=(0, MOST_MPH),
            pro=(0, 3 * MOST_MPH),
            third=FLAG,
            card=(0, len(TEMPOS)),
            laid=(0, len(ROW)),
        ),
    ),
    blocks=(
        block(m.Bid, card=CARD_BOUNDS),
        block(m.Keep),
        block(m.Swap, card=CARD_BOUNDS),
        block(m.Lay, card=CARD_BOUNDS),
        block(m.Drop, slot=(0, len(SLOTS) - 1)),
        block(m.Drive, slot=(0, len(ROW) - 1), card=CARD_BOUNDS),
        block(m.Change, card=CARD_BOUNDS),
        block(m.Enough),
        block(m.Nothing),
        block(m.Pay),
        block(m.Brake, card=CARD_OR_NONE),
        block(m.Attack),
        block(m.Stay),
        block(m.Spend, chips=(0, HAND)),
        block(m.Raise, card=CARD_OR_NONE),
    ),
)
