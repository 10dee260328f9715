"""The race as numbers, for programs that learn: see paddock.core.layout.

The kernel gives the same numbers, and this module needs no array library. A hand is shown twice: as
counts by card, and as slots. Slots are the cards of the hand that can be played, the slowest first.
A plan is a number whose bits are the slots it takes (of equal cards the first ones); 0 is the plan
of a cluttered hand. Upgrades and Sponsorships in hand have places: each kind once, by number.
"""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.layout import FLAG, Layout, block, counts, numbered_block, part, seats_from, table
from paddock.core.seats import Seat
from paddock.games.heat import moves as m
from paddock.games.heat.data import (
    CARDS,
    EVENTS,
    FIRST_UPGRADE,
    HEAT,
    RANK,
    VALUES,
    CardNo,
    Sky,
)
from paddock.games.heat.moves import MAX_HEAT, TOP_GEAR
from paddock.games.heat.phases import Discarding, Planning, React, Slipping
from paddock.games.heat.rules.course import AWAY, COURSES, GRID
from paddock.games.heat.state import MOST_CARS
from paddock.games.heat.view import View

SLOTS = 7
"""Cards of a hand that is planned in one move."""
PLACES = 8
"""Different Upgrades and Sponsorships of a hand that have a place."""
LINES_AHEAD = 4
MOST_SPACES = 1_000
MOST_CARDS = 500
GROUND_FLAGS = 8
PLAIN_CARDS = FIRST_UPGRADE
"""Cards of the base game: 0 to 5, Heat, Stress."""


# ---------------------------------------------------------------- the observation


def read_race(view: View, seat: Seat) -> Iterable[int]:
    course = COURSES[view.course]
    sky = 0 if course.weather is None else 1 + Sky[course.weather.id.upper()]
    return (
        view.seats,
        len(view.cars),
        len(view.order),
        course.laps,
        course.goal,
        view.round,
        course.tournament,
        course.garage,
        course.pro,
        sky,
        course.event.no,
        view.legend + 1,
    )


def read_cars(view: View, seat: Seat) -> Iterable[int]:
    """The own car, the other drivers from the next seat on, the Legends."""
    numbers: list[int] = []
    for number in (*seats_from(seat, view.seats), *range(view.seats, len(view.cars))):
        car = view.cars[number]
        order = view.order.index(number) + 1 if number in view.order else 0
        numbers += (
            1,
            car.pos,
            car.line,
            car.gear,
            car.engine,
            car.hand,
            car.planned,
            car.deck,
            car.hidden,
            len(car.discard),
            car.place,
            order,
        )
    return numbers


def count_cards(cards: tuple[CardNo, ...]) -> Iterable[int]:
    """How many of each plain card, and of all others."""
    plain = [cards.count(card) for card in range(PLAIN_CARDS)]
    return (*plain, len(cards) - sum(plain))


def read_hand(view: View, seat: Seat) -> Iterable[int]:
    return count_cards(view.mine.hand)


def read_deck(view: View, seat: Seat) -> Iterable[int]:
    return count_cards(view.mine.deck)


def read_discard(view: View, seat: Seat) -> Iterable[int]:
    return count_cards(view.cars[seat].discard)


def read_hidden(view: View, seat: Seat) -> Iterable[int]:
    return count_cards(view.mine.hidden)


def own_plan(view: View, seat: Seat) -> m.Plan | None:
    """The plan that this seat has begun or sealed in this round."""
    phase = view.phase
    if not isinstance(phase, Planning):
        return None
    return phase.sealed[seat] or (phase.begun[seat] if phase.begun else None)


def read_played(view: View, seat: Seat) -> Iterable[int]:
    """While all plan: the gear and the cards of the own plan. Then: the cards in play."""
    if isinstance(view.phase, Planning):
        plan = own_plan(view, seat)
        return (0,) if plan is None else (plan.gear, *count_cards(plan.cards))
    return (0, *count_cards(view.mine.planned or view.cars[seat].area))


def slots_of(view: View) -> list[CardNo]:
    """The cards of the hand that can be played, the slowest first."""
    return sorted([card for card in view.mine.hand if card != HEAT], key=RANK.__getitem__)


def read_slots(view: View, seat: Seat) -> Iterable[int]:
    numbers: list[int] = []
    for card in slots_of(view)[:SLOTS]:
        numbers += (card + 1, min(VALUES[card]), max(VALUES[card]))
    return numbers


def places_of(view: View) -> list[CardNo]:
    """The different Upgrades and Sponsorships in hand."""
    return sorted({card for card in view.mine.hand if card >= PLAIN_CARDS})


def read_places(view: View, seat: Seat) -> Iterable[int]:
    return [card + 1 for card in places_of(view)[:PLACES]]


def read_road(view: View, seat: Seat) -> Iterable[int]:
    """Spaces to the finish and to the next corner lines with their limits; the ground under the
    car, one number a flag. Nothing for a car that is home."""
    car, course = view.cars[seat], COURSES[view.course]
    if car.place:
        return ()
    first = course.next_line[car.pos + GRID]
    numbers = [course.goal - car.pos]
    for line in range(first, first + LINES_AHEAD):
        there = line < len(course.lines)
        numbers += (course.lines[line] - car.pos, course.limits[line]) if there else (0, 0)
    flags = course.flags[car.pos + GRID]
    return (*numbers, *[flags >> n & 1 for n in range(GROUND_FLAGS)])


def read_turn(view: View, seat: Seat) -> Iterable[int]:
    """The turn of the car that drives, from this seat: 0 is the own one."""
    phase = view.phase
    if isinstance(phase, React | Slipping | Discarding):
        driver = (phase.seat - seat) % view.seats
        if isinstance(phase, Discarding):
            return (driver, 0, 0, 0, 0, 0, 0, 0, phase.n)
        moved = view.cars[phase.seat].pos - phase.start
        if isinstance(phase, Slipping):
            return (driver, phase.speed, moved)
        return (
            driver,
            phase.speed,
            moved,
            phase.plus,
            phase.cool,
            phase.boost,
            phase.push,
            phase.chill,
        )
    return ()


def read_symbols(view: View, seat: Seat) -> Iterable[int]:
    """Symbols of the cards in play that are not used yet."""
    if not isinstance(view.phase, React) or view.phase.more is None:
        return ()
    more = view.phase.more
    heat, scrap, salvage = len(more.heat), len(more.scrap), len(more.salvage)
    return (more.reduce, more.supercool, more.draft, more.accel, heat, scrap, salvage)


# ---------------------------------------------------------------- the actions


def plan_number(view: View, seat: Seat, move: m.Plan) -> int:
    """The slots of a plan as bits; 0 is a cluttered hand."""
    if not move.gear:
        return 0
    slots, found = slots_of(view), 0
    if len(slots) > SLOTS:
        return -1
    for card in move.cards:
        at = slots.index(card)
        while found >> at & 1:
            at += 1
        found |= 1 << at
    return found


def place_number(view: View, card: CardNo) -> int:
    """A plain card by its number, then the places of the others."""
    if card < PLAIN_CARDS:
        return card
    places = places_of(view)
    at = places.index(card) if card in places else PLACES
    return PLAIN_CARDS + at if at < PLACES else -1


def card_number(view: View, seat: Seat, move: m.Add | m.Toss | m.Direct) -> int:
    return place_number(view, move.card)


PILES = ("hand", "discard", "deck", "none")


def pile_number(view: View, seat: Seat, move: m.Cook) -> int:
    return PILES.index(move.pile)


CARD_COUNT = (0, MOST_CARDS)

LAYOUT = Layout(
    version="heat-v1",
    questions=(
        "plan",
        "choose",
        "react",
        "salvage",
        "slipstream",
        "cooker",
        "discard",
        "refresh",
        "market",
        "mechanics",
    ),
    parts=(
        part(
            "race",
            read_race,
            seats=(1, MOST_CARS),
            cars=(1, MOST_CARS),
            racing=(0, MOST_CARS),
            laps=(1, 4),
            goal=(0, MOST_SPACES),
            round=(0, 20_000),
            tournament=FLAG,
            garage=FLAG,
            pro=(0, 9),
            sky=(0, len(Sky)),
            event=(0, len(EVENTS)),
            legend=(0, 10),
        ),
        table(
            "cars",
            MOST_CARS,
            read_cars,
            there=FLAG,
            pos=(AWAY, MOST_SPACES),
            line=FLAG,
            gear=(0, TOP_GEAR),
            engine=(0, MAX_HEAT),
            hand=CARD_COUNT,
            planned=CARD_COUNT,
            deck=CARD_COUNT,
            hidden=CARD_COUNT,
            discards=CARD_COUNT,
            place=(-1, MOST_CARS),
            order=(0, MOST_CARS),
        ),
        counts("hand", PLAIN_CARDS + 1, MOST_CARDS, read_hand),
        counts("deck", PLAIN_CARDS + 1, MOST_CARDS, read_deck),
        counts("discard", PLAIN_CARDS + 1, MOST_CARDS, read_discard),
        counts("hidden", PLAIN_CARDS + 1, MOST_CARDS, read_hidden),
        counts("played", 1 + PLAIN_CARDS + 1, MOST_CARDS, read_played),
        table("slots", SLOTS, read_slots, card=(0, CARDS), slowest=(0, 20), fastest=(0, 20)),
        table("places", PLACES, read_places, card=(0, CARDS)),
        part(
            "road",
            read_road,
            finish=(-100, MOST_SPACES),
            **{
                f"{what}_{n}": bounds
                for n in range(1, LINES_AHEAD + 1)
                for what, bounds in (("line", (0, MOST_SPACES)), ("limit", (-5, 20)))
            },
            free_boost=FLAG,
            slip_1=FLAG,
            slip_2=FLAG,
            no_slip=FLAG,
            cooling=FLAG,
            no_cooling=FLAG,
            tunnel=FLAG,
            flooded=FLAG,
        ),
        part(
            "turn",
            read_turn,
            driver=(0, MOST_CARS - 1),
            speed=(0, 100),
            moved=(-100, 200),
            plus=(0, 100),
            cool=(0, 15),
            boost=FLAG,
            push=FLAG,
            chill=FLAG,
            tossed=CARD_COUNT,
        ),
        part(
            "symbols",
            read_symbols,
            reduce=(0, 100),
            supercool=(0, 100),
            draft=(0, 100),
            accel=(0, 100),
            heat=(0, 20),
            scrap=(0, 20),
            salvage=(0, 20),
        ),
    ),
    blocks=(
        numbered_block(m.Plan, 1 << SLOTS, plan_number),
        block(m.Shift, gear=(1, TOP_GEAR)),
        numbered_block(m.Add, PLAIN_CARDS + PLACES, card_number),
        block(m.GiveUp),
        block(m.Done),
        block(m.Push),
        block(m.Boost),
        block(m.Cool, n=(1, 15)),
        block(m.Slip, n=(1, 16)),
        numbered_block(m.Toss, PLAIN_CARDS + PLACES, card_number),
        numbered_block(m.Direct, PLAIN_CARDS + PLACES, card_number),
        block(m.Reduce, n=(1, 12)),
        block(m.Supercool, n=(1, 12)),
        block(m.Salvage, n=(1, 4)),
        block(m.Scrap, n=(1, 6)),
        block(m.Draft, n=(1, 12)),
        block(m.Accelerate),
        block(m.Tune, n=(-1, 1)),
        numbered_block(m.Cook, len(PILES), pile_number),
    ),
    choices=32,
    choice_kinds=("Choose", "Take", "PayHeat", "Replace", "Refresh", "Pick"),
    largest=1_000,
)
