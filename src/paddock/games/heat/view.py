"""What a seat knows, named field by field, and the states it could not tell apart."""

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
from paddock.games.heat.rules.course import COURSES
from paddock.games.heat.rules.plans import choices, cluttered, gears_in_reach
from paddock.games.heat.state import Car, CarNo, State, Supply, face_down

UNSEEN: CardNo = -1
"""Stands where a Sponsorship lies whose kind this eye does not know."""
SEALED = Plan(-1, ())
"""Stands where another's plan lies."""


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
"""Where somebody is asked, or nobody any more."""


class Rival(Struct, frozen=True, gc=False):
    """A car as everybody sees it."""

    gear: int
    pos: int
    line: bool
    engine: int
    hand: int  # how many cards; with the planned ones where not even their number is known
    planned: int  # how many lie face down
    deck: int
    hidden: int  # discarded unseen
    discard: tuple[CardNo, ...]
    area: tuple[CardNo, ...]
    top: tuple[CardNo, ...]
    shown: tuple[CardNo, ...]  # cards in hand that everybody saw come
    pool: tuple[CardNo, ...]  # what hand, planned cards, deck and unseen discards hold together
    upgrades: tuple[CardNo, ...]
    place: int


class Mine(Struct, frozen=True, gc=False):
    """What the driver alone knows of the own car."""

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
    sponsors: int  # how many lie in their deck
    unseen: tuple[CardNo, ...]  # those in the deck and with others, by subtraction
    used: tuple[CardNo, ...]
    tally: tuple[int, ...]
    gone: int
    spins: int
    phase: PhaseSeen


@cites(R("Q28"), R("Q31"), R("Q41"), R("Q50"))
def view(state: State, seat: Seat | None) -> View:
    """Hands, planned cards and decks are secret; what was seen is known."""
    mine = Mine()
    if seat is not None:
        car = state.cars[seat]
        planned = car.area if face_down(state, seat) else ()
        mine = Mine(car.hand, planned, car.deck, car.hidden, car.secret)
    supply = state.supply
    return View(
        state.course,
        state.seats,
        tuple([rival(state, car, seat) for car in range(len(state.cars))]),
        mine,
        state.order,
        state.turn,
        state.round,
        supply.legends,
        supply.legend,
        len(supply.sponsors),
        unseen(state, seat),
        supply.used,
        supply.tally,
        supply.gone,
        supply.spins,
        phase_seen(state, seat),
    )


def unseen(state: State, viewer: Seat | None) -> tuple[CardNo, ...]:
    """The Sponsorships that lie where this eye cannot see them."""
    cards = [*state.supply.sponsors]
    for number, car in enumerate(state.cars):
        if number != viewer:
            cards += car.secret
    return tuple(sorted(cards))


def rival(state: State, number: CarNo, viewer: Seat | None) -> Rival:
    car = state.cars[number]
    down = car.area if face_down(state, number) else ()
    if down and HEAT in down and not COURSES[state.course].tournament:
        down = ()  # a cluttered hand is laid open
    secretly = COURSES[state.course].tournament and bool(down)
    pool = sorted(car.hand + down + car.deck + car.hidden)
    if number != viewer and car.secret:
        known = Counter(pool) - Counter(car.secret)
        known[UNSEEN] += len(car.secret)
        pool = sorted(known.elements())
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


def phase_seen(state: State, viewer: Seat | None) -> PhaseSeen:
    """The phase with a mark where another's sealed plan lies; a plan that is being made is nobody's
    business."""
    phase = state.phase
    assert not isinstance(phase, RoundOver), "nobody is asked at the end of a round"
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
    """Deals everything this seat does not know."""
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
        view.course, view.seats, tuple(cars), view.order, view.turn, view.round, supply, view.phase
    )
    return replace(state, phase=imagined_phase(state, chance))


def own_car(there: Rival, mine: Mine) -> Car:
    return Car(
        there.gear,
        there.pos,
        there.line,
        there.engine,
        mine.hand,
        mine.deck,
        there.discard,
        mine.planned or there.area,
        mine.hidden,
        there.top,
        there.shown,
        mine.secret,
        there.upgrades,
        there.place,
    )


def imagined_car(
    view: View, number: CarNo, there: Rival, sponsors: list[CardNo], chance: Chance
) -> Car:
    """Another's cards, dealt so that they could be: discards were neither Heat nor Stress, planned
    cards no Heat, and what everybody saw come is in the hand or planned."""
    pool = list(there.pool)
    secret = []
    while UNSEEN in pool:
        pool.remove(UNSEEN)
        secret.append(sponsors.pop(chance.pick(sponsors, "imagined sponsorship")))
    pool += secret
    for card in there.shown:
        pool.remove(card)
    hidden = dealt(pool, there.hidden, (HEAT, STRESS), chance)
    hand_size, planned_size = there.hand, there.planned
    tournament = COURSES[view.course].tournament
    waiting = number in view.order[view.turn + 1 :] and not isinstance(view.phase, Planning)
    shown = list(there.shown)
    planned = dealt(shown, len(shown) - hand_size, (HEAT,), chance)  # the hand holds no more
    pool += shown
    planned += dealt(pool, planned_size - len(planned), (HEAT,), chance)
    shown = list(without_any(there.shown, tuple(planned)))
    for card in shown:
        pool.remove(card)
    shown += dealt(pool, hand_size - len(shown), (), chance)
    hand = tuple(sorted(shown))
    car = Car(
        there.gear,
        there.pos,
        there.line,
        there.engine,
        hand,
        tuple(sorted(pool)),
        there.discard,
        tuple(sorted(planned)) or there.area,
        tuple(hidden),
        there.top,
        there.shown,
        tuple(sorted(secret)),
        there.upgrades,
        there.place,
    )
    if tournament and waiting and hand and not there.place:
        plan = some_plan(car, view.course, chance)
        return replace(car, hand=without(hand, plan.cards), area=plan.cards)
    return car


def dealt(pool: list[CardNo], n: int, never: tuple[CardNo, ...], chance: Chance) -> list[CardNo]:
    """n cards out of the pool, which loses them."""
    out = []
    for _ in range(n):
        among = [i for i, card in enumerate(pool) if card not in never]
        out.append(pool.pop(among[chance.pick(among, "imagined card")]))
    return out


def some_plan(car: Car, text: str, chance: Chance) -> Plan:
    """A plan this car could have made."""
    low, high = gears_in_reach(car, COURSES[text])
    playable = len(car.hand) - car.hand.count(HEAT)
    if playable < low:
        return cluttered(car.hand, low)
    gears = range(low, min(high, playable) + 1)
    plans = choices(car.hand, gears[chance.pick(gears, "imagined gear")])
    return plans[chance.pick(plans, "imagined plan")]


def imagined_phase(state: State, chance: Chance) -> Phase:
    """Plans that could lie where the marks stand."""
    phase = state.phase
    if not isinstance(phase, Planning):
        return phase
    sealed = [
        some_plan(state.cars[s], state.course, chance) if plan == SEALED else plan
        for s, plan in enumerate(phase.sealed)
    ]
    return Planning(tuple(sealed), phase.begun)
