"""Phase 1: the road changes a card of each car, and pays chips; and how legs follow each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Ended, Pending
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal import phases
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import (
    LEGS,
    LIMIT,
    PLACES,
    PRO,
    ROAD,
    SLOTS,
    UPHILL,
    Slot,
    Tempo,
)
from paddock.games.street_illegal.events import Events
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.rules import ROAD_CARD, drop, earn, extremes, meet_obstacle, turn

if TYPE_CHECKING:
    from paddock.games.street_illegal.state import State

Q_DROP = Question("drop", R("S2.3"), args=("card",))
SLOPE = R("S2.2")


@cites(R("S2.3"))
class DropOne(Asking, frozen=True, tag=True, gc=False):
    """Uphill or downhill turned up equals: which of them goes."""

    seat: Seat
    at: int  # the place in the order, from the front
    card: Tempo
    slots: tuple[Slot, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = tuple([mv.DROP[slot] for slot in self.slots])
        return (Ask(self.seat, Q_DROP, options, 0, (self.card,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Drop):
            raise RulesBug(move)
        state = drop(state, seat, move.slot, self.card, events, Q_DROP.clause)
        return turn_cards(earn(state, seat, events), self.at + 1, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("not-extreme", R("S2.2")) if isinstance(move, mv.Drop) else None


class LegEnded(Pending, frozen=True, tag=True, gc=False):
    """The walk has come to the front: the track card is turned over."""

    @cites(R("S4.6"), R("S5"))
    def resume(self, state: State, events: Events, chance: Chance) -> State:
        if state.leg + 1 == LEGS:
            events.append(ev.Ended(state.order))
            if len(state.cars) > 1:
                events.append(ev.Won(next(seat for seat in state.order if seat != PRO)))
            return replace(state, phase=Over())
        return begin_leg(replace(state, leg=state.leg + 1), events, chance)


class Over(Ended, frozen=True, tag=True, gc=False):
    """The last track card is turned over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("S5"))


def begin_leg(state: State, events: Events, chance: Chance) -> State:
    """A track card comes up."""
    card = state.track[state.leg]
    events.append(ev.LegBegan(state.leg, ROAD[card], LIMIT[card]))
    return turn_cards(state, 0, events, chance)


@cites(R("S2"), R("S2.1"), R("S2.2"), R("Q13"))
def turn_cards(state: State, at: int, events: Events, chance: Chance) -> State:
    """From this place back: a card is turned for each player and replaces the one the road says.

    Old Pros have no cards before them, and are passed by.
    """
    road = ROAD[state.track[state.leg]]
    steep, highest = road >= UPHILL, road == UPHILL
    order = state.order
    while at < PLACES:
        seat = order[at]
        if seat != PRO:
            if steep:
                card, state = turn(state, seat, events, chance, "road", ROAD_CARD)
                slots = extremes(state.cars[seat].up, card, highest=highest)
                if len(slots) > 1:
                    return replace(state, phase=DropOne(seat, at, card, slots))
                state = drop(state, seat, slots[0], card, events, SLOPE)
            else:
                state = meet_obstacle(state, seat, SLOTS[road], events, chance)
            state = earn(state, seat, events)
        at += 1
    return phases.driving.next_driver(state, 0, events, chance)
