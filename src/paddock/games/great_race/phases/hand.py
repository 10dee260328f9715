"""The hand limit, and the supplier's choice of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import JERRYCAN, Card
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import DISCARD, PLAY, Discard, Move, Play
from paddock.games.great_race.rules.crew import (
    can_pour,
    discard,
    distinct_cards,
    draw_card,
    draw_to_hand,
    pour_jerrycan,
    put_crew,
)

if TYPE_CHECKING:
    from paddock.games.great_race.state import State

Q_DISCARD = Question("discard", R("R2.1"), AskKind.REACTION, ("surplus",))
Q_SUPPLIES = Question("supplied", R("Q38"))
SUPPLIER_CARDS = 3  # cards that a supplier brings


@cites(R("R2.1"), R("Q21"))
def check_hand(state: State, seat: Seat, then: phases.Phase) -> State:
    """After cards came or a chassis fell: discard at once, if there are too many."""
    crew = state.crews[seat]
    if len(crew.hand) > crew.chassis:
        then = Discarding(seat, then)
    return replace(state, phase=then)


@cites(R("R2.1"), R("Q21"), R("Q20"))
class Discarding(Asking, frozen=True, tag=True, gc=False):
    """Discard surplus cards in any order; jerrycans may be poured into the tank."""

    seat: Seat
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options: list[Move] = [DISCARD[card] for card in distinct_cards(crew.hand)]
        if can_pour(crew):
            options.append(PLAY[JERRYCAN])
        surplus = len(crew.hand) - crew.chassis
        return (Ask(self.seat, Q_DISCARD, tuple(options), 0, (surplus,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        match move:
            case Discard():
                state = discard(state, seat, move.card, events)
            case Play():
                state = pour_jerrycan(state, seat, events)
            case _:
                raise RulesBug(move)
        crew = state.crews[seat]
        if len(crew.hand) > crew.chassis:
            return state
        return replace(state, phase=self.then)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Play):
            return Refusal("surplus-has-no-effect", R("Q21"))
        return None


@cites(R("R7.4"), R("Q38"))
def supply(state: State, seat: Seat, then: phases.Phase, events: Events, chance: Chance) -> State:
    """The supplier: three cards are drawn, two are kept. Of fewer there is nothing to choose."""
    if len(state.deck) + len(state.discards) < SUPPLIER_CARDS:
        return check_hand(draw_to_hand(state, seat, SUPPLIER_CARDS, events, chance), seat, then)
    held = len(state.crews[seat].hand)
    drawn: list[Card] = []
    for _ in range(SUPPLIER_CARDS):
        card, state = draw_card(state, seat, drawn, events, chance)
        events.append(ev.Drew(seat, card, held))
        drawn.append(card)
    return replace(state, phase=ChoosingSupplies(seat, tuple(sorted(drawn)), then))


@cites(R("Q38"))
class ChoosingSupplies(Asking, frozen=True, tag=True, gc=False):
    """One of the three goes, whatever the hand."""

    seat: Seat
    drawn: tuple[Card, ...]  # secret; empty in the views of others
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (
            Ask(self.seat, Q_SUPPLIES, tuple([DISCARD[c] for c in distinct_cards(self.drawn)])),
        )

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Discard):
            raise RulesBug(move)
        crew = state.crews[seat]
        crew = replace(crew, hand=tuple(sorted(crew.hand + self.drawn)))
        state = discard(put_crew(state, seat, crew), seat, move.card, events, R("R7.4"))
        return check_hand(state, seat, self.then)
