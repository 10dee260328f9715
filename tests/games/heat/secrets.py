"""Redeal what a driver of Heat may not know. Written from the rulebook: the others' hands,
planned cards and draw decks (H2, Q31), what they discarded in step 8 (Q50), sealed plans (H2), in a
tournament even the gear and the number of planned cards (T1, Q41), the kinds of the Sponsorships
that others gained, and the Sponsorship deck (C4)."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.modes.championship import state as championship
from paddock.games.heat.modes.championship.phases import Racing
from paddock.games.heat.moves import Plan
from paddock.games.heat.phases import Planning
from paddock.games.heat.rules.course import COURSES
from paddock.games.heat.rules.plans import choices, gears_in_reach
from paddock.games.heat.state import Car, State


def redeal(state: Any, viewer: Seat | None, generator: random.Random) -> Any:
    """A race, or a championship with the race in it."""
    if isinstance(state, championship.State):
        return redeal_season(state, viewer, generator)
    return redeal_race(state, viewer, generator)


def redeal_season(
    state: championship.State, viewer: Seat | None, generator: random.Random
) -> championship.State:
    """Other kinds of Sponsorships with the others and in their deck; and the race."""
    if isinstance(state.phase, Racing):
        now = redeal_race(state.phase.now, viewer, generator)
        return replace(state, phase=Racing(now))
    others = [seat for seat in range(state.seats) if seat != viewer]
    unseen = [*state.sponsors, *(card for seat in others for card in state.secret[seat])]
    generator.shuffle(unseen)
    kept, secret = list(state.kept), list(state.secret)
    for seat in others:
        known = list(kept[seat])
        for card in secret[seat]:
            known.remove(card)
        n = len(secret[seat])
        secret[seat] = tuple(sorted(unseen[:n]))
        kept[seat] = tuple(sorted((*known, *secret[seat])))
        del unseen[:n]
    return replace(state, kept=tuple(kept), secret=tuple(secret), sponsors=tuple(sorted(unseen)))


def redeal_race(state: State, viewer: Seat | None, generator: random.Random) -> State:
    """The same race for the viewer, with other hidden cards and other sealed plans."""
    others = [seat for seat in range(state.seats) if seat != viewer]
    cars = list(state.cars)
    sponsors = list(state.supply.sponsors)
    for seat in others:
        sponsors += cars[seat].secret
    generator.shuffle(sponsors)
    for seat in others:
        car = cars[seat]
        n = len(car.secret)
        cars[seat] = new_secret(car, tuple(sorted(sponsors[:n])), is_down(state, seat))
        del sponsors[:n]
    supply = replace(state.supply, sponsors=tuple(sorted(sponsors)))
    state = replace(state, cars=tuple(cars), supply=supply)
    for seat in others:
        cars[seat] = new_cards(state, seat, generator)
    state = replace(state, cars=tuple(cars))
    if isinstance(state.phase, Planning):
        state = replace(state, phase=reseal(state, state.phase, others, generator))
    return state


def new_secret(car: Car, kinds: tuple[int, ...], down: bool) -> Car:
    """Sponsorships of other kinds in the same places."""
    for old, new in zip(car.secret, kinds, strict=True):
        for pile in ("hand", "deck", "hidden", *(("area",) if down else ())):
            cards = list(getattr(car, pile))
            if old in cards:
                cards[cards.index(old)] = new
                car = replace(car, **{pile: tuple(sorted(cards))})
                break
    return replace(car, secret=kinds)


def is_down(state: State, seat: Seat) -> bool:
    """Planned cards that are still to be revealed."""
    return seat in state.order[state.turn + 1 :] and bool(state.cars[seat].area)


def new_cards(state: State, seat: Seat, generator: random.Random) -> Car:
    car = state.cars[seat]
    tournament = "t" in state.course.split(":")[-1]
    down = car.area if is_down(state, seat) else ()
    open_clutter = HEAT in down and not tournament
    if open_clutter:
        down = ()
    known = list(car.shown)
    for card in car.area if open_clutter else ():  # what lies there for all to see is no hand
        if card in known:
            known.remove(card)
    unseen = [*car.hand, *down, *car.deck, *car.hidden]
    for card in known:
        unseen.remove(card)
    generator.shuffle(unseen)
    plain = [card for card in unseen if card not in (HEAT, STRESS)]
    hidden = plain[: len(car.hidden)]
    for card in hidden:
        unseen.remove(card)
    planned: list[int] = []
    if not tournament:
        may = [card for card in unseen + known if card != HEAT]
        generator.shuffle(may)
        must = sorted(card for card in known if card != HEAT)[: max(0, len(known) - len(car.hand))]
        for card in must:  # more than the hand holds were seen to come
            may.remove(card)
        planned = (must + may)[: len(down)]
        for card in planned:
            (known if card in known else unseen).remove(card)
    size = len(car.hand) + (len(down) if tournament else 0)
    hand = known + unseen[: size - len(known)]
    deck = unseen[size - len(known) :]
    area = car.area if not down else tuple(sorted(planned))
    car = replace(
        car,
        hand=tuple(sorted(hand)),
        deck=tuple(sorted(deck)),
        hidden=tuple(hidden),
        area=area,
    )
    if tournament and down:
        plan = any_plan(car, state.course, generator)
        left = list(car.hand)
        for card in plan.cards:
            left.remove(card)
        car = replace(car, hand=tuple(left), area=plan.cards)
    return car


def any_plan(car: Car, course: str, generator: random.Random) -> Plan:
    low, high = gears_in_reach(car, COURSES[course])
    playable = tuple(card for card in car.hand if card != HEAT)
    if len(playable) < low:
        return Plan(0, tuple(sorted(playable + (HEAT,) * (low - len(playable)))))
    gear = generator.randint(low, min(high, len(playable)))
    return generator.choice(choices(playable, gear))


def reseal(state: State, phase: Planning, others: list[Seat], generator: random.Random) -> Planning:
    sealed = list(phase.sealed)
    for seat in others:
        there = sealed[seat]
        if there is not None and there.cards:  # who races no more has no plan
            sealed[seat] = any_plan(state.cars[seat], state.course, generator)
    begun = tuple([None if seat in others else plan for seat, plan in enumerate(phase.begun)])
    return Planning(tuple(sealed), begun if any(begun) else ())
