"""What a seat knows, listed field by field, so that nothing leaks by mistake."""

from collections import Counter
from typing import TypeAlias

from msgspec import Struct

from paddock.core.chance import Chance, pick_one
from paddock.core.seats import Seat
from paddock.games.template.data import DECK
from paddock.games.template.moves import Choose, gears_from
from paddock.games.template.phases import Boosting, ChooseGear, Over, Overtaken, Phase
from paddock.games.template.rules import without
from paddock.games.template.state import Car, Options, State


class CarSeen(Struct, frozen=True, gc=False):
    """The public part of a car."""

    at: int
    gear: int
    fuel: int
    cards: int  # how many


class Choosing(Struct, frozen=True, gc=False, tag=True):
    """Which seats have sealed a gear, and my own gear."""

    sealed: tuple[bool, ...]
    mine: int  # 0: not yet, or a spectator


PhaseSeen: TypeAlias = Choosing | Boosting | Overtaken | Over


class View(Struct, frozen=True, gc=False):
    """The race as one seat knows it."""

    options: Options
    cars: tuple[CarSeen, ...]
    hand: tuple[int, ...]  # mine
    discards: tuple[int, ...]
    bag: int
    pool: int
    phase: PhaseSeen
    round: int


def view(state: State, seat: Seat | None) -> View:
    """What this seat knows; None is a spectator."""
    return View(
        options=state.options,
        cars=tuple(CarSeen(car.at, car.gear, car.fuel, len(car.hand)) for car in state.cars),
        hand=() if seat is None else state.cars[seat].hand,
        discards=state.discards,
        bag=len(state.bag),
        pool=state.pool,
        phase=phase_seen(state.phase, seat),
        round=state.round,
    )


def phase_seen(phase: Phase, seat: Seat | None) -> PhaseSeen:
    """Only sealed gears are hidden; whatever else is being decided is open."""
    if isinstance(phase, ChooseGear):
        mine = 0 if seat is None else phase.sealed[seat]
        return Choosing(tuple(gear > 0 for gear in phase.sealed), mine)
    assert isinstance(phase, Boosting | Overtaken | Over), "a rolling car waits in a `then`"
    return phase


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A random state that looks the same to this seat: the unseen cards are dealt again."""
    count = Counter(DECK if view.options.blocking else ())
    count.subtract(view.hand + view.discards)
    bag = tuple(sorted(count.elements()))
    cars = []
    for other, car in enumerate(view.cars):
        hand = view.hand
        if other != seat:
            hand = ()
            for _ in range(car.cards):
                card = pick_one(chance, bag, "imagined")
                hand, bag = (*hand, card), without(bag, card)
        cars.append(Car(car.at, car.gear, car.fuel, tuple(sorted(hand))))
    phase = imagined_phase(view, seat, chance)
    return State(view.options, tuple(cars), bag, view.discards, view.pool, phase, view.round)


def imagined_phase(view: View, seat: Seat, chance: Chance) -> Phase:
    """The others' sealed gears are any that they may have chosen."""
    if not isinstance(view.phase, Choosing):
        return view.phase
    gears = []
    for other, sealed in enumerate(view.phase.sealed):
        if other == seat or not sealed:
            gears.append(view.phase.mine if other == seat else 0)
            continue
        move = pick_one(chance, gears_from(view.cars[other].gear), "imagined")
        assert isinstance(move, Choose)
        gears.append(move.gear)
    return ChooseGear(tuple(gears))
