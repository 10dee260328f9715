"""Conserved in Heat: each driver's Speed cards, Upgrades and Heat, all Sponsorships, the cars.

Stress comes from an unlimited supply (Q25).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

from paddock.games.heat.data import FIRST_SPONSOR, HEAT, SPEED_CARDS, STARTING, STRESS, SYMBOLS
from paddock.games.heat.modes.championship import state as championship
from paddock.games.heat.modes.championship.phases import Racing
from paddock.games.heat.phases import Drafting, Tuning
from paddock.games.heat.rules.course import COURSES
from paddock.games.heat.state import Car, State


def cards_of(car: Car) -> tuple[int, ...]:
    return car.hand + car.deck + car.discard + car.area + car.hidden + car.top


def census(state: Any) -> Hashable:
    """A race, or a championship with all its Upgrades and Sponsorships."""
    if not isinstance(state, championship.State):
        return race_census(state)
    market = getattr(state.phase, "market", ())
    upgrades = [*state.deck, *market, *(card for cards in state.upgrades for card in cards)]
    sponsors = [*state.sponsors, *(card for cards in state.kept for card in cards)]
    wrong: object = ()
    if isinstance(state.phase, Racing):
        wrong, raced, _ = race_census(state.phase.now)
        sponsors += raced
    return wrong, tuple(sorted(upgrades)), tuple(sorted(sponsors)), state.cars


def race_census(state: State) -> tuple[object, tuple[int, ...], int]:
    """By driver what is missing or too much, which must be nothing; and the Sponsorships of all,
    wherever they are."""
    dealt = not isinstance(state.phase, Drafting | Tuning)
    sponsors = [*state.supply.sponsors, *state.supply.used]
    wrong: list[object] = []
    heat = state.supply.gone
    for car in state.cars[: state.seats]:
        mine = cards_of(car)
        sponsors += [card for card in mine if card >= FIRST_SPONSOR]
        heat += car.engine + mine.count(HEAT)
        if dealt:
            own = Counter(c for c in mine if c < FIRST_SPONSOR and c not in (HEAT, STRESS))
            wrong += [
                own - expected_cards(car, state.course),
                expected_cards(car, state.course) - own,
            ]
    if dealt and not COURSES[state.course].effect.mechanics:
        wrong.append(heat - sum(all_heat(car, state.course) for car in state.cars[: state.seats]))
    return tuple(w for w in wrong if w), tuple(sorted(sponsors)), len(state.cars)


def expected_cards(car: Car, course: str) -> Counter[int]:
    """Twelve Speed cards, and the Upgrades that are not Heat."""
    upgrades = car.upgrades if COURSES[course].garage else STARTING
    plain = [card for card in upgrades if not SYMBOLS[card].is_heat]
    return Counter((*SPEED_CARDS, *plain))


def all_heat(car: Car, course: str) -> int:
    """The Heat of the board, changed by weather and Event, and Upgrades that are Heat."""
    crs = COURSES[course]
    upgrades = car.upgrades if crs.garage else STARTING
    heat = crs.track.heat + crs.effect.heat + (crs.weather.heat if crs.weather else 0)
    return heat + sum(SYMBOLS[card].is_heat for card in upgrades)
