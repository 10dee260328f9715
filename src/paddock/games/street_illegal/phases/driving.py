"""Phase 2: each player changes his speed, and meets the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Question, Step
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal import phases, rules
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import NONE, PLACES, PRO, Tempo
from paddock.games.street_illegal.events import Event, Told
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.phases.grid import not_in_hand
from paddock.games.street_illegal.rules import discard, draw, drop, extremes, pay, speed, turn

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import State

BRAKING = R("S3.5")
Q_DRIVE = Question("drive", R("S3"))
Q_OPTIMIZE = Question("optimize", R("S3.2"))
Q_FAST = Question("too-fast", R("S3.4"), args=("owed",))
Q_BRAKE = Question("brake-drop", R("S3.6"), args=("card",))


@cites(R("S3"), R("S3.3"))
class Driving(Struct, frozen=True, tag=True, gc=False):
    """Drive, optimize or do nothing."""

    seat: Seat
    at: int

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_DRIVE, mv.drives(state.cars[self.seat].hand)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        match move:
            case mv.Drive(slot, card):
                state = rules.drive(state, seat, slot, card, told, chance)
            case mv.Change(card):
                return change(state, seat, card, (), self.at, told, chance)
            case mv.Nothing():
                told.append(ev.Waited(seat))
            case _:
                raise RulesBug(move)
        return meet_limit(state, seat, self, told, chance)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return driving(state, self.at + 1, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return not_in_hand(state, seat, move, Q_DRIVE.clause)


@cites(R("S3.2"), R("Q10"))
class Optimizing(Struct, frozen=True, tag=True, gc=False):
    """More cards to change, from the same one upwards, or enough."""

    seat: Seat
    at: int
    gone: tuple[Tempo, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = mv.changes(state.cars[self.seat].hand, self.gone[-1])
        return (Ask(self.seat, Q_OPTIMIZE, options),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        if isinstance(move, mv.Change):
            return change(state, seat, move.card, self.gone, self.at, told, chance)
        for _ in self.gone:
            state = draw(state, seat, told, chance, Q_OPTIMIZE.clause)
        return meet_limit(state, seat, Driving(seat, self.at), told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        if isinstance(move, mv.Change) and move.card in state.cars[seat].hand:
            return Refusal("lowest-first", R("Q10"))
        return not_in_hand(state, seat, move, Q_OPTIMIZE.clause)


@cites(R("S3.4"), R("S3.5"), R("Q14"))
class TooFast(Struct, frozen=True, tag=True, gc=False):
    """Pay the excess in chips, or brake in emergency. What was interrupted waits in `then`."""

    seat: Seat
    owed: int
    then: Then

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        car = state.cars[self.seat]
        can_pay = self.owed <= rules.most_chips(car)
        options = mv.pay_or_brakes(car.hand) if can_pay else mv.brakes(car.hand)
        return (Ask(self.seat, Q_FAST, options, 0, (self.owed,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        if not isinstance(move, mv.Brake):
            told.append(ev.Paid(seat, self.owed))
            return self.then.resume(pay(state, seat, self.owed), told, chance)
        told.append(ev.Braked(seat, move.card))
        if move.card != NONE:
            state = discard(state, seat, move.card)
        left = len(state.deck) + len(state.discards)
        return brake(state, seat, left, self.then, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        if isinstance(move, mv.Pay):
            car = state.cars[seat]
            few = "few-chips" if self.owed > car.chips else "few-cards"
            return Refusal(few, R("Q2"), (("owed", self.owed),))
        return not_in_hand(state, seat, move, R("S3.5"))


@cites(R("S3.6"))
class Braking(Struct, frozen=True, tag=True, gc=False):
    """Braking turned up equals: which of the highest goes."""

    seat: Seat
    card: Tempo
    slots: tuple[int, ...]
    left: int
    then: Then

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = tuple([mv.DROP[slot] for slot in self.slots])
        return (Ask(self.seat, Q_BRAKE, options, 0, (self.card,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, mv.Drop):
            raise RulesBug(move)
        told: Told = []
        state = drop(state, seat, move.slot, self.card, told, Q_BRAKE.clause)
        return brake(state, seat, self.left, self.then, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        if isinstance(move, mv.Drop):
            return Refusal("not-extreme", R("S3.6"))
        return Refusal("not-offered", Q_BRAKE.clause)


Then: TypeAlias = "Driving | phases.Passing"


@cites(R("S3"), R("Q13"))
def driving(state: State, at: int, told: Told, chance: Chance) -> Step[State, Event]:
    """The next player from the front has his turn; after the last one, the passing."""
    order = state.order
    while at < PLACES:
        if order[at] != PRO:
            return Step(replace(state, phase=Driving(order[at], at)), tuple(told))
        at += 1
    return phases.passing.passing(state, PLACES - 1, told, chance)


def change(
    state: State,
    seat: Seat,
    card: Tempo,
    gone: tuple[Tempo, ...],
    at: int,
    told: Told,
    chance: Chance,
) -> Step[State, Event]:
    """A card of the hand goes. What depends on the hand is always asked, even if only *enough* is
    left: to skip the question would tell what the hand lacks."""
    told.append(ev.Optimized(seat, card))
    state = discard(state, seat, card)
    phase = Optimizing(seat, at, (*gone, card))
    if state.cars[seat].hand:
        return Step(replace(state, phase=phase), tuple(told))
    for _ in phase.gone:
        state = draw(state, seat, told, chance, Q_OPTIMIZE.clause)
    return meet_limit(state, seat, Driving(seat, at), told, chance)


@cites(R("S3.4"))
def meet_limit(
    state: State, seat: Seat, then: Then, told: Told, chance: Chance
) -> Step[State, Event]:
    """Who is over the limit owes a chip for each 10 mph."""
    top = rules.limit(state)
    over = speed(state.cars[seat]) - top
    if top and over > 0:
        return Step(replace(state, phase=TooFast(seat, over // 10, then)), tuple(told))
    return then.resume(state, told, chance)


@cites(R("S3.5"), R("Q3"))
def brake(
    state: State, seat: Seat, left: int, then: Then, told: Told, chance: Chance
) -> Step[State, Event]:
    """Turn cards and drop the highest until slow enough, at most once through all cards."""
    top = rules.limit(state) + (10 if state.options.brake_to == "at_limit" else 0)
    while left and speed(state.cars[seat]) >= top:
        card, state = turn(state, seat, told, chance, "brake", BRAKING)
        left -= 1
        slots = extremes(state.cars[seat].up, card, highest=True)
        if len(slots) > 1:
            phase = Braking(seat, card, slots, left, then)
            return Step(replace(state, phase=phase), tuple(told))
        state = drop(state, seat, slots[0], card, told, BRAKING)
    return then.resume(state, told, chance)
