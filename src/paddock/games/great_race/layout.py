"""The race as numbers, for programs that learn: see paddock.core.layout.

Seats are counted from the own one: 0 is the viewer, 1 the next seat. Spaces are those of one
continent, tiles those of both.
"""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.layout import (
    FLAG,
    TOLD,
    Layout,
    block,
    counts,
    numbered_block,
    part,
    seats_from,
    table,
)
from paddock.core.seats import Seat
from paddock.games.great_race import moves as m
from paddock.games.great_race.card import CARD
from paddock.games.great_race.data import (
    ASSISTANTS,
    CONTINENTS,
    DECK,
    MOST_CHASSIS,
    MOST_ENGINE,
    MOST_FUEL,
    ROW,
    ROWS,
    SPACES,
    TILE_ID,
    Card,
    Vehicle,
)
from paddock.games.great_race.view import View

MOST_SEATS = CARD.seats[1]
MOST_MONEY = 30_000
CARD_KINDS = len(Card)
CARD_BOUNDS = (0, CARD_KINDS - 1)
SPACE_BOUNDS = (0, SPACES - 1)
MOST_SAILING_CARDS = 4
CREW = (0, ASSISTANTS)


def read_race(view: View, seat: Seat) -> Iterable[int]:
    options = view.options
    return (
        len(view.crews),
        view.round,
        options.rounds,
        CONTINENTS.index(options.continent),
        options.direction == "north",
        view.start % SPACES,
        view.goal % SPACES,
        view.deck,
        len(view.bag),
        len(view.arrivals),
    )


def read_crews(view: View, seat: Seat) -> Iterable[int]:
    numbers: list[int] = []
    for s in seats_from(seat, len(view.crews)):
        crew = view.crews[s]
        numbers += (
            1,
            0 if crew.vehicle is None else crew.vehicle + 1,
            crew.space % SPACES,
            ROW[crew.space],
            crew.fuel,
            crew.engine,
            crew.chassis,
            min(crew.money, MOST_MONEY),
            crew.cards,
            crew.scouts,
            crew.mechanics,
            crew.escorts,
            crew.financing,
            crew.passed,
            view.order.index(s) + 1 if s in view.order else 0,
            view.arrivals.index(s) + 1 if s in view.arrivals else 0,
            view.prestige[s],
        )
    return numbers


def count_cards(cards: tuple[Card, ...]) -> Iterable[int]:
    return [cards.count(card) for card in Card]


def read_board(view: View, seat: Seat) -> Iterable[int]:
    """The tile on each space, from 1; 0: none."""
    return [tile + 1 for tile in view.board]


def go_number(view: View, seat: Seat, move: m.Go | m.Pick) -> int:
    return move.space % SPACES


def sail_number(view: View, seat: Seat, move: m.Sail) -> int:
    if move.transports > MOST_SAILING_CARDS:
        return -1
    return move.space % SPACES * (MOST_SAILING_CARDS + 1) + move.transports


def plan_number(view: View, seat: Seat, move: m.Plan) -> int:
    return m.PLANS.index(move)


LAYOUT = Layout(
    version="great-race-v1",
    questions=(
        "vehicle",
        "take",
        "plan",
        "act",
        "drive",
        "short",
        "bear",
        "face",
        "stop",
        "discard",
        "supplied",
        "lay",
        "lay-line",
        "mend",
        "lift",
        "hunt",
        "swindle",
        "sabotage",
        "cancel",
    ),
    told=TOLD,
    largest=1_000,
    parts=(
        part(
            "race",
            read_race,
            seats=(2, MOST_SEATS),
            round=(0, 61),
            rounds=(1, 60),
            continent=(0, len(CONTINENTS) - 1),
            north=FLAG,
            start=SPACE_BOUNDS,
            goal=SPACE_BOUNDS,
            deck=(0, len(DECK)),
            bag=(0, 2 * SPACES),
            arrivals=(0, MOST_SEATS),
        ),
        table(
            "crews",
            MOST_SEATS,
            read_crews,
            there=FLAG,
            vehicle=(0, len(Vehicle)),
            space=SPACE_BOUNDS,
            row=(0, ROWS),
            fuel=(0, MOST_FUEL),
            engine=(0, MOST_ENGINE),
            chassis=(0, MOST_CHASSIS),
            money=(0, MOST_MONEY),
            cards=(0, len(DECK)),
            scouts=CREW,
            mechanics=CREW,
            escorts=CREW,
            financing=CREW,
            passed=FLAG,
            order=(0, MOST_SEATS),
            arrival=(0, MOST_SEATS),
            prestige=(-1_000, 1_000),
        ),
        counts("hand", CARD_KINDS, len(DECK), lambda view, seat: count_cards(view.hand)),
        counts("market", CARD_KINDS, len(DECK), lambda view, seat: count_cards(view.market)),
        counts("discards", CARD_KINDS, len(DECK), lambda view, seat: count_cards(view.discards)),
        table("board", SPACES, read_board, tile=(0, len(TILE_ID))),
    ),
    blocks=(
        block(m.Choose, half_track=(0, len(Vehicle) - 1)),
        block(m.Take, card=CARD_BOUNDS),
        numbered_block(m.Plan, len(m.PLANS), plan_number),
        block(m.Buy, fuel=(0, MOST_FUEL)),
        block(m.Play, card=CARD_BOUNDS),
        block(m.Explore),
        block(m.Recruit),
        block(m.Repair),
        block(m.Drive),
        block(m.Clear),
        block(m.Finance),
        block(m.Pass),
        numbered_block(m.Go, SPACES, go_number),
        numbered_block(m.Sail, SPACES * (MOST_SAILING_CARDS + 1), sail_number),
        block(m.Halt),
        block(m.TurnBack),
        block(m.Lose, engine=(0, MOST_ENGINE), chassis=(0, MOST_CHASSIS)),
        block(m.Escort),
        block(m.Allow),
        numbered_block(m.Pick, SPACES, go_number),
        block(m.Discard, card=CARD_BOUNDS),
    ),
    choices=CARD.most_options,
    choice_kinds=("Mend", "Lay", "Sabotage"),
)
