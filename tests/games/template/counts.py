"""What is never lost nor made in Three Bends: cards, fuel, cars."""

from __future__ import annotations

from collections.abc import Hashable

from paddock.games.template.state import State


def census(state: State) -> Hashable:
    """Every card wherever it is, all units of fuel, the number of cars."""
    hands = [card for car in state.cars for card in car.hand]
    cards = tuple(sorted([*state.bag, *state.discards, *hands]))
    return cards, state.pool + sum(car.fuel for car in state.cars), len(state.cars)
