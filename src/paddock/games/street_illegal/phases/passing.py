"""Phase 3: from the back, each car tries to pass the one in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Kind, Question, Step, opened
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal import phases, rules
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import LEGS, MPH, NONE, PRO, Tempo
from paddock.games.street_illegal.events import Event, Told
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.phases.grid import not_in_hand
from paddock.games.street_illegal.rules import discard, most_chips, pay, speed, turn

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import State

Q_PASS = Question("pass", R("S4"), args=("whom",))
Q_DUEL = Question("duel", R("S4.1"), Kind.SEALED, ("whom", "rival"))
Q_PRO = Question("pro", R("S4.2"), Kind.REACTION, ("pro",))
Q_NITROUS = Question("nitrous", R("X3"), Kind.SEALED)
Q_AGAIN = Question("again", R("S4.5"))


@cites(R("S4"), R("Q5"), R("Q14"))
class Passing(Struct, frozen=True, tag=True, gc=False):
    """Try to pass the car in front, or stay."""

    seat: Seat
    at: int  # the place in the order, from the front

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_PASS, mv.STAY_OR_ATTACK, 0, (state.order[self.at - 1],)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if isinstance(move, mv.Stay):
            return passing(state, self.at - 1, [ev.Stayed(seat)], chance)
        return attack(state, self.at, [], chance)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return Refusal("not-offered", Q_PASS.clause)


@cites(R("S4.1"), R("Q6"))
class Duel(Struct, frozen=True, tag=True, gc=False):
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

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, mv.Spend):
            raise RulesBug(move)
        front, back = self.front_chips, self.back_chips
        if seat == self.front:
            front = move.chips
        else:
            back = move.chips
        if front is None or back is None:
            phase = Duel(self.at, self.front, self.back, front, back)
            return Step(replace(state, phase=phase), (ev.Sealed(seat, Q_DUEL.clause),))
        told: Told = [ev.Spent(self.front, front), ev.Spent(self.back, back)]
        state = pay(pay(state, self.front, front), self.back, back)
        ahead = speed(state.cars[self.front]) + 10 * front
        behind = speed(state.cars[self.back]) + 10 * back
        if ahead == behind and state.options.nitrous:
            boost = Nitrous(self.at, self.front, self.back, ahead)
            return Step(replace(state, phase=boost), tuple(told), opened=True)
        return opened(settle(state, self.at, ahead, behind, told, chance))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return too_many(state, seat, move, Q_DUEL.clause)


@cites(R("X3"))
class Nitrous(Struct, frozen=True, tag=True, gc=False):
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

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, mv.Raise):
            raise RulesBug(move)
        front, back = self.front_card, self.back_card
        if seat == self.front:
            front = move.card
        else:
            back = move.card
        if front is None or back is None:
            phase = replace(self, front_card=front, back_card=back)
            return Step(replace(state, phase=phase), (ev.Sealed(seat, Q_NITROUS.clause),))
        told: Told = [ev.Raised(self.front, front), ev.Raised(self.back, back)]
        for seat, card in ((self.front, front), (self.back, back)):
            if card != NONE:
                state = discard(state, seat, card)
        ahead, behind = self.tied_at + boost(front), self.tied_at + boost(back)
        return opened(settle(state, self.at, ahead, behind, told, chance))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return not_in_hand(state, seat, move, Q_NITROUS.clause)


@cites(R("S4.2"))
class ProDuel(Struct, frozen=True, tag=True, gc=False):
    """An Old Pro has turned two cards; how many chips does the player add?"""

    seat: Seat
    at: int
    first: Tempo
    second: Tempo

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = mv.SPEND[most_chips(state.cars[self.seat])]
        return (Ask(self.seat, Q_PRO, options, 0, (MPH[self.first] + MPH[self.second],)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, mv.Spend):
            raise RulesBug(move)
        told: Told = [ev.Spent(seat, move.chips)]
        state = pay(state, seat, move.chips)
        pro = MPH[self.first] + MPH[self.second]
        cards: tuple[Tempo, ...] = (self.first, self.second)
        if third_card(state, pro):
            third, state = turn(state, PRO, told, chance, "Old Pro", Q_PRO.clause)
            pro += MPH[third]
            cards = (*cards, third)
        state = replace(state, discards=state.discards + cards)
        mine = speed(state.cars[seat]) + 10 * move.chips
        if state.order[self.at] == seat:
            return settle(state, self.at, pro, mine, told, chance)
        return settle(state, self.at, mine, pro, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return too_many(state, seat, move, Q_PRO.clause)


@cites(R("S4.5"), R("Q7"))
class Again(Struct, frozen=True, tag=True, gc=False):
    """After passing: slow down by driving and go on, or be content."""

    seat: Seat
    at: int

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        car = state.cars[self.seat]
        return (Ask(self.seat, Q_AGAIN, mv.slower(car.hand, car.up)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, mv.Drive):
            return passing(state, self.at - 1, [ev.Stayed(seat)], chance)
        told: Told = []
        state = rules.drive(state, seat, move.slot, move.card, told, chance)
        then = Passing(seat, self.at)
        return phases.driving.meet_limit(state, seat, then, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        if isinstance(move, mv.Drive) and move.card in state.cars[seat].hand:
            return Refusal("not-slower", Q_AGAIN.clause)
        return not_in_hand(state, seat, move, Q_AGAIN.clause)


class Finished(Struct, frozen=True, tag=True, gc=False):
    """The last track card is turned over."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return ()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        raise RulesBug("nobody is asked any more")

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return Refusal("race-over", R("S5"))


@cites(R("S4"), R("S4.3"), R("S4.6"), R("Q5"))
def passing(state: State, at: int, told: Told, chance: Chance) -> Step[State, Event]:
    """The walk from the back to the front: a player is asked, an Old Pro tries against a player."""
    order = state.order
    while at > 0:
        if order[at] != PRO:
            return Step(replace(state, phase=Passing(order[at], at)), tuple(told))
        if order[at - 1] != PRO:
            return attack(state, at, told, chance)
        at -= 1
    if state.leg + 1 == LEGS:
        told.append(ev.Ended(order))
        return Step(replace(state, phase=Finished()), tuple(told))
    return phases.road.leg(replace(state, leg=state.leg + 1), told, chance)


def attack(state: State, at: int, told: Told, chance: Chance) -> Step[State, Event]:
    """A duel begins; an Old Pro turns two cards first."""
    back, front = state.order[at], state.order[at - 1]
    told.append(ev.Attacked(back, front))
    if back != PRO and front != PRO:
        return Step(replace(state, phase=Duel(at, front, back)), tuple(told))
    first, state = turn(state, PRO, told, chance, "Old Pro", Q_PRO.clause)
    second, state = turn(state, PRO, told, chance, "Old Pro", Q_PRO.clause)
    player = back if front == PRO else front
    return Step(replace(state, phase=ProDuel(player, at, first, second)), tuple(told))


@cites(R("S4.2"), R("X2"))
def third_card(state: State, pro: int) -> bool:
    """Whether an Old Pro with this speed turns a third card."""
    top = rules.limit(state)
    return top == 0 or pro < top or state.options.better_old_pros


def boost(card: Tempo) -> int:
    """What a raised card counts; an empty hand counts zero."""
    return 0 if card == NONE else MPH[card]


@cites(R("S4.4"), R("S4.3"), R("Q5"), R("Q7"))
def settle(
    state: State, at: int, front: int, back: int, told: Told, chance: Chance
) -> Step[State, Event]:
    """The faster car is in front; a tie is the defender's. Who lost is done for this leg."""
    order = state.order
    ahead, behind = order[at - 1], order[at]
    if back <= front:
        told.append(ev.Held(ahead, behind, front, back))
        return passing(state, at - 1, told, chance)
    told.append(ev.Passed(behind, ahead, back, front))
    state = replace(state, order=(*order[: at - 1], behind, ahead, *order[at + 1 :]))
    if behind == PRO or at == 1:
        return passing(state, at - 2, told, chance)
    return Step(replace(state, phase=Again(behind, at - 1)), tuple(told))


def too_many(state: State, seat: Seat, move: Move, clause: str) -> Refusal:
    """The finer reason where more chips are named than may be paid."""
    if isinstance(move, mv.Spend):
        few = "few-chips" if move.chips > state.cars[seat].chips else "few-cards"
        return Refusal(few, R("Q2"), (("owed", move.chips),))
    return Refusal("not-offered", clause)
