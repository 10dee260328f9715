"""Who must decide, what is allowed, what then happens.

ChooseGear ── all sealed ──► next_car ──► Boosting ──► Rolling ──► next_car … end_round
    ▲                                                   │  ▲                     │
    │                                           Overtaken ─┘ (then)              ├─► Over
    └────────────────────────────────────────────────────────────────────────────┘
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance, pick_one
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Ended, Pending, mark_secret_shown
from paddock.core.game import Amount, Ask, AskKind, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.template import rules
from paddock.games.template.card import R
from paddock.games.template.data import BURN, DIE, HOLDS
from paddock.games.template.events import (
    Arrived,
    Blocked,
    Boosted,
    Caught,
    Events,
    Geared,
    Passed,
    Placed,
    Rolled,
    Sealed,
    Skidded,
)
from paddock.games.template.moves import (
    NO_BOOST,
    Block,
    Boost,
    Choose,
    LetBy,
    Move,
    blocks_of,
    gears_from,
)

if TYPE_CHECKING:
    from paddock.games.template.state import State

Q_GEAR = Question("gear", R("T2"), AskKind.SEALED, ("gear",))
Q_BOOST = Question("boost", R("T3.1"), AskKind.TURN, ("spaces",))
Q_BLOCK = Question("block", R("T4"), AskKind.REACTION, ("by", "spaces"))


@cites(R("T2"), R("T2.1"))
class ChooseGear(Asking, frozen=True, gc=False, tag=True):
    """All drivers choose at once; their gears lie here, unseen, until the last has chosen."""

    sealed: tuple[int, ...]  # by seat; 0: not yet

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple(
            Ask(seat, Q_GEAR, gears_from(car.gear), min(car.gear, 2) - 1, (car.gear,))
            for seat, car in enumerate(state.cars)
            if not self.sealed[seat]
        )

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Choose):
            raise RulesBug(move)
        sealed = replace_at(self.sealed, seat, move.gear)
        events.append(Sealed(seat))
        if 0 in sealed:
            return replace(state, phase=ChooseGear(sealed))
        mark_secret_shown(events)
        return next_car(shift(state, sealed, events), rules.running_order(state), events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Choose):
            return None
        args = (("gear", move.gear), ("now", state.cars[seat].gear))
        return Refusal("gear-jump", R("T2.1"), args)


@cites(R("T3.1"))
class Boosting(Asking, frozen=True, gc=False, tag=True):
    """A driver has rolled and may burn fuel."""

    seat: Seat
    spaces: int
    waiting: tuple[Seat, ...]  # who drives after this one

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        amount: Amount[Move] = Amount(NO_BOOST, 0, min(BURN, state.cars[self.seat].fuel))
        return (Ask(self.seat, Q_BOOST, amount, 0, (self.spaces,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Boost):
            raise RulesBug(move)
        if move.amount:
            state = rules.burn(state, seat, move.amount)
            events.append(Boosted(seat, move.amount, state.cars[seat].fuel))
        going = Rolling(seat, self.spaces + move.amount, (), self.waiting)
        return going.resume(state, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Boost):
            return None
        args = (("amount", move.amount), ("fuel", state.cars[seat].fuel))
        return Refusal("no-fuel", R("T3.1"), args)


@cites(R("T3"), R("T4"), R("Q1"), R("Q2"))
class Rolling(Pending, frozen=True, gc=False, tag=True):
    """A car on the move: what goes on when an interruption is over."""

    seat: Seat
    left: int
    rivals: tuple[Seat, ...]  # on the space it stands on, not yet passed
    waiting: tuple[Seat, ...]

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        """Move space by space until a driver may block or the movement is used up."""
        left, rivals = self.left, self.rivals
        while left > 0:
            if rivals:
                rival, *rest = rivals
                rivals = tuple(rest)
                if state.cars[rival].hand:
                    events.append(Caught(self.seat, rival, state.cars[self.seat].at))
                    then = replace(self, left=left, rivals=rivals)
                    return replace(state, phase=Overtaken(rival, then))
                events.append(Passed(self.seat, rival))
                continue
            car = state.cars[self.seat]
            car = replace(car, at=car.at + 1)
            state, left = rules.with_car(state, self.seat, car), left - 1
            if rules.is_too_fast(car):
                return skid(state, self.seat, self.waiting, events, chance)
            rivals = rules.cars_on_space(state, self.seat)
        events.append(Arrived(self.seat, state.cars[self.seat].at))
        return next_car(state, self.waiting, events, chance)


@cites(R("T4"))
class Overtaken(Asking, frozen=True, gc=False, tag=True):
    """A driver about to be passed may lay a card; every driver with cards is asked."""

    seat: Seat
    then: Rolling

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        args = (self.then.seat, self.then.left)
        return (Ask(self.seat, Q_BLOCK, blocks_of(state.cars[self.seat].hand), 0, args),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        by = self.then.seat
        match move:
            case Block(card):
                state = rules.lay_card(state, seat, card)
                cards = len(state.cars[seat].hand)
                events.append(Blocked(seat, by, card, HOLDS[card], cards))
                then = replace(self.then, left=self.then.left - HOLDS[card])
                if then.left > 0:
                    events.append(Passed(by, seat))
                return then.resume(state, events, chance)
            case LetBy():
                events.append(Passed(by, seat))
                return self.then.resume(state, events, chance)
            case _:
                raise RulesBug(move)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Block):
            return None
        return Refusal("no-such-card", R("T4"), (("card", move.card),))


@cites(R("T6"))
class Over(Ended, frozen=True, gc=False, tag=True):
    """The race is over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("T6"))


Phase: TypeAlias = ChooseGear | Boosting | Rolling | Overtaken | Over


@cites(R("T2"))
def shift(state: State, gears: tuple[int, ...], events: Events) -> State:
    """The seals are broken: every car is in its new gear."""
    events += [Geared(seat, gear) for seat, gear in enumerate(gears)]
    cars = tuple(replace(car, gear=gear) for car, gear in zip(state.cars, gears, strict=True))
    return replace(state, cars=cars)


@cites(R("T3"))
def next_car(state: State, waiting: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """The next car rolls its die; after the last the round ends."""
    if not waiting:
        return end_round(state, events, chance)
    seat, *rest = waiting
    gear = state.cars[seat].gear
    spaces = pick_one(chance, DIE[gear], f"gear {gear}")
    events.append(Rolled(seat, spaces))
    return replace(state, phase=Boosting(seat, spaces, tuple(rest)))


@cites(R("T3.2"))
def skid(
    state: State, seat: Seat, waiting: tuple[Seat, ...], events: Events, chance: Chance
) -> State:
    """Too fast for the bend: the car stops there, in first gear."""
    car = replace(state.cars[seat], gear=1)
    events.append(Skidded(seat, car.at, car.gear))
    return next_car(rules.with_car(state, seat, car), waiting, events, chance)


@cites(R("T5"), R("T6"))
def end_round(state: State, events: Events, chance: Chance) -> State:
    """Slow cars refuel; then the race is over, or the last car draws and gears are chosen again."""
    state = rules.refuel(state, events)
    if max(car.at for car in state.cars) >= state.options.length:
        events += [
            Placed(seat, place) for seat, place in enumerate(rules.finishing_places(state.cars))
        ]
        return replace(state, phase=Over())
    if state.options.blocking:
        state = rules.draw(state, rules.running_order(state)[-1], events, chance)
    return replace(state, phase=ChooseGear((0,) * len(state.cars)), round=state.round + 1)
