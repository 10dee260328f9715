"""Redeal what a driver of Street Illegal may not know. Written from the rulebook: the others'
hands and the stack (S1), sealed answers (S1.2, S1.3, S4.1, X3), and chips where they are not open
(Q11)."""

from __future__ import annotations

import random

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.street_illegal.data import CHIPS, NONE
from paddock.games.street_illegal.phases import Bidding, Duel, LineUp, Nitrous, Phase, Swapping
from paddock.games.street_illegal.state import Car, State


def redeal(state: State, viewer: Seat | None, generator: random.Random) -> State:
    """The same race for the viewer, with other hidden cards and other sealed answers."""
    others = [seat for seat in range(len(state.cars)) if seat != viewer]
    unseen = [*state.deck, *(card for seat in others for card in state.cars[seat].hand)]
    generator.shuffle(unseen)
    cars = list(state.cars)
    chips = new_chips(state, others, generator)
    for seat in others:
        count = len(cars[seat].hand)
        cars[seat] = Car(tuple(sorted(unseen[:count])), cars[seat].up, chips[seat])
        del unseen[:count]
    state = replace(
        state,
        cars=tuple(cars),
        deck=tuple(sorted(unseen)),
        held=other_hands(state, others),
    )
    return replace(state, phase=reseal(state, state.phase, others, generator))


def new_chips(state: State, others: list[Seat], generator: random.Random) -> list[int]:
    """Open chips stay; secret ones are spread among the others in another way."""
    chips = [car.chips for car in state.cars]
    if state.options.open_chips or not others:
        return chips
    for seat in others:
        chips[seat] = 0
    for _ in range(CHIPS - state.pool - sum(chips)):
        chips[generator.choice(others)] += 1
    return chips


def other_hands(state: State, others: list[Seat]) -> tuple[tuple[int, ...], ...]:
    """What the others held at the last reshuffle is known, but not who held what."""
    if not state.held or not others:
        return state.held
    held = list(state.held)
    union = tuple(card for seat in others for card in held[seat])
    for seat in others:
        held[seat] = ()
    held[others[-1]] = union
    return tuple(held)


def reseal(state: State, phase: Phase, others: list[Seat], generator: random.Random) -> Phase:
    """Other answers that could lie under the others' seals."""

    def card(seat: Seat, answer: int | None, *, may_be_none: bool) -> int | None:
        if answer is None or seat not in others:
            return answer
        choices = [*state.cars[seat].hand, *([NONE] if may_be_none else [])]
        return generator.choice(choices)

    def chips(seat: Seat, answer: int | None) -> int | None:
        if answer is None or seat not in others:
            return answer
        car = state.cars[seat]
        return generator.randint(0, min(car.chips, len(car.hand)))

    match phase:
        case Duel():
            return replace(
                phase,
                front_chips=chips(phase.front, phase.front_chips),
                back_chips=chips(phase.back, phase.back_chips),
            )
        case Nitrous():
            return replace(
                phase,
                front_card=card(phase.front, phase.front_card, may_be_none=True),
                back_card=card(phase.back, phase.back_card, may_be_none=True),
            )
        case Bidding():
            sealed = [card(s, c, may_be_none=False) for s, c in enumerate(phase.sealed)]
            return replace(phase, sealed=tuple(sealed))
        case Swapping():
            sealed = [card(s, c, may_be_none=True) for s, c in enumerate(phase.sealed)]
            return replace(phase, sealed=tuple(sealed))
        case LineUp() if any(phase.laid):
            laid = list(phase.laid)
            for seat in others:  # an incomplete answer is not shown at all
                count = 3 if len(laid[seat]) == 3 else generator.randint(0, 2)
                laid[seat] = tuple(generator.sample(state.cars[seat].hand, count))
            return LineUp(tuple(laid))
        case _:
            return phase
