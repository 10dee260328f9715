"""Phase 1: the road changes a card of each car, and pays chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Question, Step
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal import phases
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import LIMIT, PLACES, PRO, ROAD, UPHILL, Tempo
from paddock.games.street_illegal.events import Event, Told
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.rules import drop, earn, extremes, turn

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import State

S2, S21, S22 = R("S2"), R("S2.1"), R("S2.2")
Q_DROP = Question("drop", R("S2.3"), args=("card",))


@cites(R("S2.3"))
class DropOne(Struct, frozen=True, tag=True, gc=False):
    """Uphill or downhill turned up equals: which of them goes."""

    seat: Seat
    at: int  # the place in the order, from the front
    card: Tempo
    slots: tuple[int, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = tuple([mv.DROP[slot] for slot in self.slots])
        return (Ask(self.seat, Q_DROP, options, 0, (self.card,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, mv.Drop):
            raise RulesBug(move)
        told: Told = []
        state = drop(state, seat, move.slot, self.card, told, R("S2.3"))
        return situation(earn(state, seat, told), self.at + 1, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        if isinstance(move, mv.Drop):
            return Refusal("not-extreme", R("S2.2"))
        return Refusal("not-offered", Q_DROP.clause)


def leg(state: State, told: Told, chance: Chance) -> Step[State, Event]:
    """A track card comes up."""
    card = state.track[state.leg]
    told.append(ev.LegBegan(state.leg + 1, ROAD[card], LIMIT[card]))
    return situation(state, 0, told, chance)


@cites(R("S2"), R("S2.1"), R("S2.2"), R("Q13"))
def situation(state: State, at: int, told: Told, chance: Chance) -> Step[State, Event]:
    """From the front: a card is turned for each player and replaces the one the road says.

    Old Pros have no cards before them, and are passed by.
    """
    situation = ROAD[state.track[state.leg]]
    order = state.order
    while at < PLACES:
        seat = order[at]
        if seat != PRO:
            card, state = turn(state, seat, told, chance, "road", S2)
            slot = situation
            if situation >= UPHILL:
                slots = extremes(state.cars[seat].up, card, highest=situation == UPHILL)
                if len(slots) > 1:
                    phase = DropOne(seat, at, card, slots)
                    return Step(replace(state, phase=phase), tuple(told))
                slot = slots[0]
            clause = S22 if situation >= UPHILL else S21
            state = earn(drop(state, seat, slot, card, told, clause), seat, told)
        at += 1
    return phases.driving.driving(state, 0, told, chance)
