"""What a driver of Three Bends may not know, dealt again. Written from the rulebook: the others'
cards (T1, T5) and, until the last has chosen, the others' gears (T2)."""

from __future__ import annotations

import random

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.template.data import GEARS
from paddock.games.template.phases import ChooseGear
from paddock.games.template.state import State


def redeal(state: State, viewer: Seat | None, generator: random.Random) -> State:
    """The same race to this eye: other cards in the others' hands, other gears chosen."""
    others = [seat for seat in range(len(state.cars)) if seat != viewer]
    unseen = [*state.bag, *(card for seat in others for card in state.cars[seat].hand)]
    generator.shuffle(unseen)
    cars = list(state.cars)
    for seat in others:
        count = len(cars[seat].hand)
        cars[seat] = replace(cars[seat], hand=tuple(sorted(unseen[:count])))
        del unseen[:count]
    state = replace(state, cars=tuple(cars), bag=tuple(sorted(unseen)))
    if not isinstance(state.phase, ChooseGear):
        return state
    gears = list(state.phase.sealed)
    for seat in others:
        if gears[seat]:
            now = state.cars[seat].gear
            gears[seat] = generator.randint(max(1, now - 1), min(GEARS, now + 1))
    return replace(state, phase=ChooseGear(tuple(gears)))
