"""Phase 3: from the back, each car tries to pass the one in front."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal import phases, rules
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import CHIP_MPH, MPH, NONE, PRO, Tempo
from paddock.games.street_illegal.events import Events
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.rules import (
    discard,
    most_chips,
    not_in_hand,
    pay,
    speed,
    too_many_chips,
    turn,
)

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import State

Q_PASS = Question("pass", R("S4"), args=("whom",))
Q_DUEL = Question("duel", R("S4.1"), AskKind.SEALED, ("whom", "rival"))
Q_PRO = Question("pro", R("S4.2"), AskKind.REACTION, ("pro",))
Q_NITROUS = Question("nitrous", R("X3"), AskKind.SEALED)
Q_AGAIN = Question("again", R("S4.5"))


@cites(R("S4"), R("Q5"), R("Q14"))
class Passing(Asking, frozen=True, tag=True, gc=False):
    """Try to pass the car in front, or stay."""

    seat: Seat
    at: int  # the place in the order, from the front

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_PASS, mv.STAY_OR_ATTACK, 0, (state.order[self.at - 1],)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if type(move) is mv.Stay:
            events.append(ev.Stayed(seat))
            return next_attacker(state, self.at - 1, events, chance)
        return begin_duel(state, self.at, events, chance)


@cites(R("S4.1"), R("Q6"))
class Duel(Asking, frozen=True, tag=True, gc=False):
    """Two players choose chips at once."""

    at: int
    front: Seat
    back: Seat
    front_chips: int | None = None
    back_chips: int | None = None

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        front, back = state.cars[self.front], state.cars[self.back]
        out = []
        if self.front_chips is None:
            options = mv.SPEND[most_chips(front)]
            out.append(Ask(self.front, Q_DUEL, options, 0, (self.back, speed(back))))
        if self.back_chips is None:
            options = mv.SPEND[most_chips(back)]
            out.append(Ask(self.back, Q_DUEL, options, 0, (self.front, speed(front))))
        return tuple(out)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Spend):
            raise RulesBug(move)
        front, back = self.front_chips, self.back_chips
        if seat == self.front:
            front = move.chips
        else:
            back = move.chips
        if front is None or back is None:
            events.append(ev.Sealed(seat, Q_DUEL.clause))
            return replace(state, phase=Duel(self.at, self.front, self.back, front, back))
        mark_secret_shown(events)
        state = pay(state, self.front, front, ev.Spent, events)
        state = pay(state, self.back, back, ev.Spent, events)
        ahead = speed(state.cars[self.front]) + CHIP_MPH * front
        behind = speed(state.cars[self.back]) + CHIP_MPH * back
        if ahead == behind and state.options.nitrous:
            return replace(state, phase=Nitrous(self.at, self.front, self.back, ahead))
        return decide_duel(state, self.at, ahead, behind, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, mv.Spend):
            return None
        return too_many_chips(state.cars[seat], move.chips)


@cites(R("X3"))
class Nitrous(Asking, frozen=True, tag=True, gc=False):
    """A duel of players is tied: a card each, or none, raised at once; the higher wins."""

    at: int
    front: Seat
    back: Seat
    tied_at: int
    front_card: int | None = None
    back_card: int | None = None

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        out = []
        if self.front_card is None:
            out.append(Ask(self.front, Q_NITROUS, mv.raises(state.cars[self.front].hand)))
        if self.back_card is None:
            out.append(Ask(self.back, Q_NITROUS, mv.raises(state.cars[self.back].hand)))
        return tuple(out)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Raise):
            raise RulesBug(move)
        front, back = self.front_card, self.back_card
        if seat == self.front:
            front = move.card
        else:
            back = move.card
        if front is None or back is None:
            events.append(ev.Sealed(seat, Q_NITROUS.clause))
            return replace(state, phase=replace(self, front_card=front, back_card=back))
        mark_secret_shown(events)
        for seat, card in ((self.front, front), (self.back, back)):
            if card != NONE:
                state = discard(state, seat, card)
            hand = state.cars[seat].hand
            events.append(ev.Raised(seat, card, len(hand), hand))
        ahead, behind = self.tied_at + boost(front), self.tied_at + boost(back)
        return decide_duel(state, self.at, ahead, behind, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return not_in_hand(state.cars[seat], move, Q_NITROUS.clause)


@cites(R("S4.2"))
class ProDuel(Asking, frozen=True, tag=True, gc=False):
    """An Old Pro has turned two cards; how many chips does the player add?"""

    seat: Seat
    at: int
    first: Tempo
    second: Tempo
    speed: int  # of these two
    third: bool  # whether another card follows the player's answer

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = mv.SPEND[most_chips(state.cars[self.seat])]
        return (Ask(self.seat, Q_PRO, options, 0, (self.speed,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Spend):
            raise RulesBug(move)
        spent = functools.partial(ev.Spent, clause=R("S4.2"))
        state = pay(state, seat, move.chips, spent, events)
        pro, cards = self.speed, (self.first, self.second)
        if self.third:
            third, state = turn(state, PRO, events, chance, "Old Pro", Q_PRO.clause)
            pro += MPH[third]
            state = replace(state, discards=(*state.discards, *cards, third))
        else:
            state = replace(state, discards=state.discards + cards)
        mine = speed(state.cars[seat]) + CHIP_MPH * move.chips
        if state.order[self.at] == seat:
            return decide_duel(state, self.at, pro, mine, events, chance)
        return decide_duel(state, self.at, mine, pro, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, mv.Spend):
            return None
        return too_many_chips(state.cars[seat], move.chips)


@cites(R("S4.5"), R("Q7"))
class Again(Asking, frozen=True, tag=True, gc=False):
    """After passing: slow down by driving and go on, or take the place as it is."""

    seat: Seat
    at: int

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        car = state.cars[self.seat]
        return (Ask(self.seat, Q_AGAIN, mv.slower_drives(car.hand, car.up)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if type(move) is not mv.Drive:
            events.append(ev.Stayed(seat))
            return next_attacker(state, self.at - 1, events, chance)
        state = rules.drive(state, seat, move.slot, move.card, events, chance)
        onward = Passing(seat, self.at)
        owed = rules.chips_owed(state, seat)
        if owed:
            return phases.driving.exceed_limit(state, seat, owed, onward, events, chance)
        return replace(state, phase=onward)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, mv.Drive) and move.card in state.cars[seat].hand:
            return Refusal("not-slower", Q_AGAIN.clause)
        return not_in_hand(state.cars[seat], move, Q_AGAIN.clause)


@cites(R("S4"), R("S4.3"), R("Q5"))
def next_attacker(state: State, at: int, events: Events, chance: Chance) -> State:
    """The walk from the back to the front: a player is asked, an Old Pro tries against a player."""
    order = state.order
    while at > 0:
        if order[at] != PRO:
            return replace(state, phase=Passing(order[at], at))
        if order[at - 1] != PRO:
            return begin_duel(state, at, events, chance)
        at -= 1
    return replace(state, phase=phases.LegEnded())


def begin_duel(state: State, at: int, events: Events, chance: Chance) -> State:
    """The car in this place attacks; an Old Pro turns two cards first."""
    back, front = state.order[at], state.order[at - 1]
    events.append(ev.Attacked(back, front))
    if back != PRO and front != PRO:
        return replace(state, phase=Duel(at, front, back))
    first, state = turn(state, PRO, events, chance, "Old Pro", Q_PRO.clause)
    second, state = turn(state, PRO, events, chance, "Old Pro", Q_PRO.clause)
    player = back if front == PRO else front
    pro = MPH[first] + MPH[second]
    duel = ProDuel(player, at, first, second, pro, third_card(state, pro))
    return replace(state, phase=duel)


@cites(R("S4.2"), R("X2"))
def third_card(state: State, pro: int) -> bool:
    """Whether an Old Pro with this speed turns a third card."""
    top = rules.limit(state)
    return top == 0 or pro < top or state.options.better_old_pros


def boost(card: Tempo) -> int:
    """What a raised card counts; an empty hand counts zero."""
    return 0 if card == NONE else MPH[card]


@cites(R("S4.4"), R("S4.3"), R("Q5"), R("Q7"))
def decide_duel(
    state: State, at: int, front: int, back: int, events: Events, chance: Chance
) -> State:
    """The faster car is in front; a tie is the defender's. The loser is done for this leg."""
    order = state.order
    ahead, behind = order[at - 1], order[at]
    if back <= front:
        events.append(ev.Held(ahead, behind, front, back))
        return next_attacker(state, at - 1, events, chance)
    order = (*order[: at - 1], behind, ahead, *order[at + 1 :])
    events.append(ev.Passed(behind, ahead, back, front, order))
    state = replace(state, order=order)
    if behind == PRO or at == 1:
        return next_attacker(state, at - 2, events, chance)
    return replace(state, phase=Again(behind, at - 1))
