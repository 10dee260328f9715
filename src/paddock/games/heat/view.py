"""The view of a seat (what it knows), and imagined states that fit a view."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, STRESS, CardNo
from paddock.games.heat.moves import Plan
from paddock.games.heat.phases import (
    Choosing,
    Cooking,
    Discarding,
    Drafting,
    Over,
    Phase,
    Planning,
    React,
    Refreshing,
    RoundOver,
    Salvaging,
    Slipping,
    Tuning,
)
from paddock.games.heat.rules.cards import without, without_any
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.plans import choices, cluttered_plan, gears_in_reach
from paddock.games.heat.state import MOST_CARS, Car, CarNo, State, Supply, is_face_down

UNSEEN: CardNo = -1
"""Placeholder for a Sponsorship whose kind the viewer does not know."""
SEALED = Plan(-1, ())
"""Placeholder for the sealed plan of another driver."""


PhaseSeen: TypeAlias = (
    Drafting
    | Tuning
    | Planning
    | Choosing
    | React
    | Salvaging
    | Slipping
    | Cooking
    | Discarding
    | Refreshing
    | Over
)
"""The phases that a view can have."""


class Rival(Struct, frozen=True, gc=False):
    """The public part of a car."""

    gear: int
    pos: int
    line: bool
    engine: int
    hand: int  # number of cards, with the planned ones where their number is secret
    planned: int  # number of cards face down
    deck: int
    hidden: int  # discarded unseen
    discard: tuple[CardNo, ...]
    area: tuple[CardNo, ...]
    top: tuple[CardNo, ...]
    shown: tuple[CardNo, ...]  # cards in hand that all players have seen
    pool: tuple[CardNo, ...]  # all cards of hand, plan, deck and unseen discards
    upgrades: tuple[CardNo, ...]
    place: int


class Mine(Struct, frozen=True, gc=False):
    """The secret part of the own car."""

    hand: tuple[CardNo, ...] = ()
    planned: tuple[CardNo, ...] = ()
    deck: tuple[CardNo, ...] = ()  # by subtraction
    hidden: tuple[CardNo, ...] = ()
    secret: tuple[CardNo, ...] = ()


class View(Struct, frozen=True, gc=False):
    course: str
    seats: int
    cars: tuple[Rival, ...]
    mine: Mine
    order: tuple[CarNo, ...]
    turn: int
    round: int
    legends: tuple[int, ...]  # Legends cards still to come
    legend: int
    sponsors: int  # number of cards in their deck
    unseen: tuple[CardNo, ...]  # those in the deck and with others, by subtraction
    used: tuple[CardNo, ...]
    tally: tuple[int, ...]
    gone: int
    spins: int
    phase: PhaseSeen


@cites(R("Q28"), R("Q31"), R("Q41"), R("Q50"))
def view(state: State, seat: Seat | None) -> View:
    """What a seat knows: hands, planned cards and decks of others are secret."""
    mine = Mine()
    if seat is not None:
        car = state.cars[seat]
        planned = car.area if is_face_down(state, seat) else ()
        mine = Mine(car.hand, planned, car.deck, car.hidden, car.secret)
    supply, course = state.supply, COURSES[state.course]
    # Positional: built for every decision; by keyword a view takes 15 % longer.
    return View(
        state.course,
        state.seats,
        tuple([rival_view(state, car, seat, course) for car in range(len(state.cars))]),
        mine,
        state.order,
        state.turn,
        state.round,
        supply.legends,
        supply.legend,
        len(supply.sponsors),
        unseen_sponsors(state, seat),
        supply.used,
        supply.tally,
        supply.gone,
        supply.spins,
        phase_view(state, seat),
    )


def unseen_sponsors(state: State, viewer: Seat | None) -> tuple[CardNo, ...]:
    """The Sponsorships that the viewer cannot see."""
    cards = [*state.supply.sponsors]
    for number, car in enumerate(state.cars):
        if number != viewer:
            cards += car.secret
    return tuple(sorted(cards))


class RivalCache:
    """The last view of each car. Most cars stay the same from one decision to the next.

    Threads share it, so a car and its view are read and replaced together, as one tuple.
    """

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[tuple[Car | None, int, Rival | None]] = [(None, 0, None)] * MOST_CARS


LAST_RIVALS = RivalCache()
FACE_DOWN, IN_TOURNAMENT, UNKNOWN_SPONSORS = 1, 2, 4
"""What the view of a car depends on besides the car."""


def rival_view(state: State, number: CarNo, viewer: Seat | None, course: Course) -> Rival:
    """The public part of a car, as it was seen last if nothing of it has changed."""
    car = state.cars[number]
    how = IN_TOURNAMENT if course.tournament else 0
    if car.area and is_face_down(state, number):
        how |= FACE_DOWN
    if car.secret and number != viewer:
        how |= UNKNOWN_SPONSORS
    last, last_how, seen = LAST_RIVALS.entries[number]
    if last is car and last_how == how and seen is not None:
        return seen
    found = car_seen(car, how)
    LAST_RIVALS.entries[number] = (car, how, found)
    return found


def car_seen(car: Car, how: int) -> Rival:
    """The public part of a car."""
    down = car.area if how & FACE_DOWN else ()
    if down and HEAT in down and not how & IN_TOURNAMENT:
        down = ()  # a cluttered hand is public
    secretly = bool(how & IN_TOURNAMENT and down)
    pool = sorted(car.hand + down + car.deck + car.hidden)
    if how & UNKNOWN_SPONSORS:
        known = Counter(pool) - Counter(car.secret)
        known[UNSEEN] += len(car.secret)
        pool = sorted(known.elements())
    # Positional: built for every decision; by keyword a view takes 15 % longer.
    return Rival(
        car.gear,
        car.pos,
        car.line,
        car.engine,
        len(car.hand) + (len(down) if secretly else 0),
        0 if secretly else len(down),
        len(car.deck),
        len(car.hidden),
        car.discard,
        () if down else car.area,
        car.top,
        car.shown,
        tuple(pool),
        car.upgrades,
        car.place,
    )


def phase_view(state: State, viewer: Seat | None) -> PhaseSeen:
    """The phase with placeholders for sealed plans of others, without their begun plans."""
    phase = state.phase
    assert not isinstance(phase, RoundOver), "no view at the end of a round"
    if not isinstance(phase, Planning):
        return phase
    sealed = tuple(
        [
            plan if plan is None or s == viewer or not plan.cards else SEALED
            for s, plan in enumerate(phase.sealed)
        ]
    )
    begun: tuple[Plan | None, ...] = ()
    if viewer is not None and phase.begun and phase.begun[viewer] is not None:
        begun = tuple([plan if s == viewer else None for s, plan in enumerate(phase.begun)])
    return Planning(sealed, begun)


# ---------------------------------------------------------------- imagining


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A random state that fits the view: deals all cards that this seat does not know."""
    sponsors = list(view.unseen)
    cars = []
    for number, there in enumerate(view.cars):
        if number == seat:
            cars.append(own_car(there, view.mine))
        else:
            cars.append(imagined_car(view, number, there, sponsors, chance))
    supply = Supply(
        view.legends,
        view.legend,
        tuple(sorted(sponsors)),
        view.used,
        view.tally,
        view.gone,
        view.spins,
    )
    state = State(
        course=view.course,
        seats=view.seats,
        cars=tuple(cars),
        order=view.order,
        turn=view.turn,
        round=view.round,
        supply=supply,
        phase=view.phase,
    )
    return replace(state, phase=imagined_phase(state, chance))


def own_car(there: Rival, mine: Mine) -> Car:
    return Car(
        gear=there.gear,
        pos=there.pos,
        line=there.line,
        engine=there.engine,
        hand=mine.hand,
        deck=mine.deck,
        discard=there.discard,
        area=mine.planned or there.area,
        hidden=mine.hidden,
        top=there.top,
        shown=there.shown,
        secret=mine.secret,
        upgrades=there.upgrades,
        place=there.place,
    )


def imagined_car(
    view: View, number: CarNo, there: Rival, sponsors: list[CardNo], chance: Chance
) -> Car:
    """Deal the cards of a rival, as the rules allow.

    Discards are neither Heat nor Stress, planned cards are not Heat, and cards that all players saw
    are in the hand or planned.
    """
    pool = list(there.pool)
    secret = []
    while UNSEEN in pool:
        pool.remove(UNSEEN)
        secret.append(sponsors.pop(chance.pick(sponsors, "imagined sponsorship")))
    pool += secret
    for card in there.shown:
        pool.remove(card)
    hidden = deal_from(pool, there.hidden, (HEAT, STRESS), chance)
    hand_size, planned_size = there.hand, there.planned
    tournament = COURSES[view.course].tournament
    waiting = number in view.order[view.turn + 1 :] and not isinstance(view.phase, Planning)
    shown = list(there.shown)
    planned = deal_from(shown, len(shown) - hand_size, (HEAT,), chance)  # the hand holds no more
    pool += shown
    planned += deal_from(pool, planned_size - len(planned), (HEAT,), chance)
    shown = list(without_any(there.shown, tuple(planned)))
    for card in shown:
        pool.remove(card)
    shown += deal_from(pool, hand_size - len(shown), (), chance)
    hand = tuple(sorted(shown))
    car = Car(
        gear=there.gear,
        pos=there.pos,
        line=there.line,
        engine=there.engine,
        hand=hand,
        deck=tuple(sorted(pool)),
        discard=there.discard,
        area=tuple(sorted(planned)) or there.area,
        hidden=tuple(hidden),
        top=there.top,
        shown=there.shown,
        secret=tuple(sorted(secret)),
        upgrades=there.upgrades,
        place=there.place,
    )
    if tournament and waiting and hand and not there.place:
        plan = some_plan(car, view.course, chance)
        return replace(car, hand=without(hand, plan.cards), area=plan.cards)
    return car


def deal_from(
    pool: list[CardNo], n: int, never: tuple[CardNo, ...], chance: Chance
) -> list[CardNo]:
    """Take n random cards out of the pool."""
    out = []
    for _ in range(n):
        among = [i for i, card in enumerate(pool) if card not in never]
        out.append(pool.pop(among[chance.pick(among, "imagined card")]))
    return out


def some_plan(car: Car, text: str, chance: Chance) -> Plan:
    """A random plan that this car could have made."""
    low, high = gears_in_reach(car, COURSES[text])
    playable = len(car.hand) - car.hand.count(HEAT)
    if playable < low:
        return cluttered_plan(car.hand, low)
    gears = range(low, min(high, playable) + 1)
    plans = choices(car.hand, gears[chance.pick(gears, "imagined gear")])
    return plans[chance.pick(plans, "imagined plan")]


def imagined_phase(state: State, chance: Chance) -> Phase:
    """The phase with random plans instead of placeholders."""
    phase = state.phase
    if not isinstance(phase, Planning):
        return phase
    sealed = [
        some_plan(state.cars[s], state.course, chance) if plan == SEALED else plan
        for s, plan in enumerate(phase.sealed)
    ]
    return Planning(tuple(sealed), phase.begun)
