"""Conserved in Street Illegal: tempo cards, chips, places on the road."""

from __future__ import annotations

from collections.abc import Hashable

from paddock.games.street_illegal.phases import Braking, DropOne, ProDuel
from paddock.games.street_illegal.state import State


def census(state: State) -> Hashable:
    """Every card wherever it is, all chips, and who stands on the road."""
    cards = [*state.deck, *state.discards]
    for car in state.cars:
        cards += car.hand + car.up
    match state.phase:
        case DropOne(card=card) | Braking(card=card):
            cards.append(card)
        case ProDuel(first=first, second=second):
            cards += (first, second)
        case _:
            pass
    return tuple(sorted(cards)), state.pool + sum(car.chips for car in state.cars)
