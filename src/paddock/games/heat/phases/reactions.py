"""Step 5: the effects of symbols. Each function returns the car and the React phase after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import mark_secret_shown
from paddock.core.game import replace_at
from paddock.games.heat import events as ev
from paddock.games.heat import moves as m
from paddock.games.heat.card import R
from paddock.games.heat.data import HEAT, SPEED, STRESS, SYMBOLS, CardNo
from paddock.games.heat.events import Events
from paddock.games.heat.moves import Move
from paddock.games.heat.phases import react
from paddock.games.heat.rules.cards import flip, pay, scrap, unveil, without, without_any
from paddock.games.heat.rules.course import COOLING, FREE_BOOST, GRID, Course
from paddock.games.heat.rules.driving import drive_on

if TYPE_CHECKING:
    from paddock.games.heat.phases.react import React
    from paddock.games.heat.state import Car, State

Reaction: TypeAlias = Callable[["State", "React", Move, Events, Chance], "tuple[Car, React]"]


@cites(R("H4"), R("Q46"))
def push(state: State, phase: React, events: Events) -> tuple[Car, React]:
    """Adrenaline: one more speed and one space."""
    events.append(ev.Pushed(phase.seat))
    car = drive_on(state.cars, state.cars[phase.seat], 1, phase.seat, events)
    return car, replace(phase, speed=phase.speed + 1, push=False)


@cites(R("H5.1"), R("Q47"))
def cool_down(
    state: State, phase: React, n: int, course: Course, events: Events
) -> tuple[Car, React]:
    """Move Heat from the hand to the engine; this uses up all available cooldown."""
    seat = phase.seat
    car = state.cars[seat]
    mark_secret_shown(events)
    events.append(ev.Cooled(seat, n, car.engine + n))
    i = car.hand.index(HEAT)
    car = replace(car, hand=car.hand[:i] + car.hand[i + n :], engine=car.engine + n)
    chill = phase.chill and not course.flags[car.pos + GRID] & COOLING
    return car, replace(phase, cool=0, push=False, chill=chill)


@cites(R("H5.2"), R("Q5"), R("W4"))
def boost(
    state: State, phase: React, course: Course, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Pay one Heat for one plus symbol, once a turn; free in some sectors."""
    seat = phase.seat
    car = state.cars[seat]
    heat = 0 if course.flags[car.pos + GRID] & FREE_BOOST else 1
    events.append(ev.Boosted(seat, heat, car.engine - heat))
    car, gain = flip(car, seat, 1, events, chance, heat)
    car = drive_on(state.cars, car, gain, seat, events)
    return car, replace(
        phase, speed=phase.speed + gain, plus=phase.plus + 1, boost=False, push=False
    )


@cites(R("H5.3"))
def reduce(
    state: State, phase: React, move: Move, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Move Stress from the hand to the discard pile."""
    assert isinstance(move, m.Reduce)
    car = state.cars[phase.seat]
    mark_secret_shown(events)
    events.append(ev.Relaxed(phase.seat, move.n))
    gone = (STRESS,) * move.n
    car = replace(
        car,
        hand=without(car.hand, gone),
        discard=car.discard + gone,
        shown=without_any(car.shown, gone),
    )
    return car, change_symbols(phase, reduce=0)


@cites(R("H5.7"))
def supercool(
    state: State, phase: React, move: Move, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Move Heat from the discard pile to the engine."""
    assert isinstance(move, m.Supercool)
    car = state.cars[phase.seat]
    events.append(ev.Supercooled(phase.seat, move.n, car.engine + move.n))
    discard = without(car.discard, (HEAT,) * move.n)
    return replace(car, discard=discard, engine=car.engine + move.n), change_symbols(
        phase, supercool=0
    )


@cites(R("H5.6"), R("Q9"))
def accelerate(
    state: State, phase: React, move: Move, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Gain one speed for each plus symbol used so far, all or nothing."""
    assert phase.more is not None
    events.append(ev.Accelerated(phase.seat, phase.plus))
    car = drive_on(state.cars, state.cars[phase.seat], phase.plus, phase.seat, events)
    phase = change_symbols(phase, accel=phase.more.accel - 1)
    return car, replace(phase, speed=phase.speed + phase.plus)


@cites(R("H5.8"))
def draft(
    state: State, phase: React, move: Move, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Move up behind the next car; this adds no speed."""
    assert isinstance(move, m.Draft)
    events.append(ev.Drafted(phase.seat, move.n))
    car = drive_on(state.cars, state.cars[phase.seat], move.n, phase.seat, events)
    return car, change_symbols(phase, draft=0)


@cites(R("H5.10"))
def scrap_cards(
    state: State, phase: React, move: Move, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Discard cards of the deck unused."""
    assert isinstance(move, m.Scrap)
    assert phase.more is not None
    car = scrap(state.cars[phase.seat], phase.seat, move.n, events, chance)
    return car, change_symbols(phase, scrap=without(phase.more.scrap, (move.n,)))


@cites(R("H5.9"))
def pay_heat(
    state: State, phase: React, move: Move, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Pay the Heat of a played card."""
    assert isinstance(move, m.PayHeat)
    cost = SYMBOLS[move.card].heat
    car = pay(state.cars[phase.seat], cost)
    events.append(ev.HeatPaid(phase.seat, move.card, cost, car.engine))
    return car, change_symbols(phase, heat=unpaid_cards(phase, move.card, move.value))


@cites(R("H5.9"), R("Q7"), R("Q9"), R("Q48"))
def replace_card(
    state: State, phase: React, move: Move, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Replace a card that cannot be paid, and its unused symbols, by a Speed card of the deck.

    The car moves again from the space where its turn began. The card turned up is no plus symbol,
    as after a mistake in a tournament: it does not count for accelerate.
    """
    assert isinstance(move, m.Replace)
    assert phase.more is not None
    seat, card = phase.seat, move.card
    car, printed, more = state.cars[seat], SYMBOLS[card], phase.more
    events.append(ev.Replaced(seat, card))
    car = replace(car, area=without(car.area, (card,)), discard=(*car.discard, card))
    car, gain = flip(car, seat, 1, events, chance)
    speed = phase.speed - move.value + gain
    events.append(ev.PutBack(seat, phase.start, phase.line))
    car = replace(car, pos=phase.start, line=phase.line)
    car = drive_on(replace_at(state.cars, seat, car), car, speed, seat, events)
    phase = change_symbols(
        phase,
        heat=unpaid_cards(phase, card, move.value),
        reduce=max(0, more.reduce - printed.reduce),
        draft=max(0, more.draft - printed.draft),
        scrap=without_any(more.scrap, (printed.scrap,)),
    )
    cool = max(0, phase.cool - printed.cool)
    return car, replace(phase, speed=speed, cool=cool)


@cites(R("H5.5"), R("Q8"))
def direct(
    state: State, phase: React, move: Move, events: Events, chance: Chance
) -> tuple[Car, React]:
    """Play a card from the hand as if it had been revealed; its Heat is paid now."""
    assert isinstance(move, m.Direct)
    seat, card = phase.seat, move.card
    car, printed = state.cars[seat], SYMBOLS[card]
    mark_secret_shown(events)
    events.append(ev.DirectPlayed(seat, card))
    car = replace(
        car,
        hand=without(car.hand, (card,)),
        area=(*car.area, card),
        shown=without_any(car.shown, (card,)),
    )
    if car.secret:
        car = unveil(car)
    cool = phase.cool + printed.cool
    if printed.heat:
        car, short = pay_directly(car, seat, card, events)
        cool = max(0, cool - short)
    car = drive_on(state.cars, car, SPEED[card], seat, events)
    more = phase.more or react.NO_SYMBOLS
    phase = change_symbols(
        phase,
        reduce=more.reduce + printed.reduce,
        draft=more.draft + printed.draft,
        accel=more.accel + printed.accel,
        scrap=add_symbol(more.scrap, printed.scrap),
        salvage=add_symbol(more.salvage, printed.salvage),
    )
    return car, replace(phase, speed=phase.speed + SPEED[card], cool=cool)


def pay_directly(car: Car, seat: int, card: CardNo, events: Events) -> tuple[Car, int]:
    """Pay the Heat of a direct play; Heat that the engine lacks is cooled down first (Q8)."""
    cost = SYMBOLS[card].heat
    short = max(0, cost - car.engine)
    if short:
        events.append(ev.Cooled(seat, short, car.engine + short))
        car = replace(car, hand=without(car.hand, (HEAT,) * short), engine=car.engine + short)
    events.append(ev.HeatPaid(seat, card, cost, car.engine - cost))
    return pay(car, cost), short


def add_symbol(row: tuple[int, ...], n: int) -> tuple[int, ...]:
    return tuple(sorted((*row, n))) if n else row


def unpaid_cards(phase: React, card: CardNo, value: int) -> tuple[tuple[CardNo, int], ...]:
    """The cards still to be paid, without this one."""
    assert phase.more is not None
    left = list(phase.more.heat)
    left.remove((card, value))
    return tuple(left)


def change_symbols(
    phase: React, **symbols: int | tuple[int, ...] | tuple[tuple[int, int], ...]
) -> React:
    """The phase with changed symbols; adrenaline is no longer available."""
    more = replace(phase.more or react.NO_SYMBOLS, **symbols)
    return replace(phase, more=None if more == react.NO_SYMBOLS else more, push=False)


REACTIONS: dict[type, Reaction] = {
    m.Reduce: reduce,
    m.Supercool: supercool,
    m.Accelerate: accelerate,
    m.Draft: draft,
    m.Scrap: scrap_cards,
    m.PayHeat: pay_heat,
    m.Replace: replace_card,
    m.Direct: direct,
}
