"""A round: bivouac, planning, and what follows its convoy; the end of the race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Ended, Pending, mark_secret_shown
from paddock.core.game import Ask, AskKind, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race.card import R
from paddock.games.great_race.data import BONUS, Card
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import DEFAULT_PLAN, PLANS, TAKE, Move, Plan, Take
from paddock.games.great_race.phases.convoy import Sequence
from paddock.games.great_race.phases.hand import check_hand
from paddock.games.great_race.rules.crew import (
    distinct_cards,
    prestige,
    refill_deck,
    running_order,
    with_card,
    without,
)

if TYPE_CHECKING:
    from paddock.games.great_race.state import Crew, State

Q_TAKE = Question("take", R("R2"))
Q_PLAN = Question("plan", R("R3"), AskKind.SEALED)


# ------------------------------------------------------------------ bivouac
@cites(R("R2"), R("Q37"))
def show_cards(state: State, events: Events, chance: Chance) -> State:
    """One card more than there are crews, face up."""
    market: tuple[Card, ...] = state.market
    for _ in range(len(state.crews) + 1 - len(market)):
        state = refill_deck(state, events)
        deck = state.deck
        if not deck:
            break
        index = chance.pick(deck, "market")
        market = (*market, deck[index])
        state = replace(state, deck=(*deck[:index], *deck[index + 1 :]))
    market = tuple(sorted(market))
    events.append(ev.Shown(market))
    return replace(state, market=market)


@cites(R("R2"), R("Q12"))
class Bivouac(Struct, frozen=True, tag=True, gc=False):
    """One card each, from the last in turn order to the first; the last gets the one left over."""

    turn: int  # place in the turn order, counting down

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = state.order[self.turn]
        return (Ask(seat, Q_TAKE, tuple([TAKE[card] for card in distinct_cards(state.market)])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Take):
            raise RulesBug(move)
        state = take(state, seat, move.card)
        crew = state.crews[seat]
        events.append(ev.Took(seat, move.card, state.market, len(crew.hand), crew.known))
        return check_hand(state, seat, Bivouac(self.turn - 1))

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        if not state.market:
            return replace(state, phase=Planning((None,) * len(state.crews)))
        if self.turn >= 0:
            return None
        last, (card, *_) = state.order[-1], state.market
        state = take(state, last, card)
        crew = state.crews[last]
        events.append(ev.Left(last, card, state.market, len(crew.hand), crew.known))
        return check_hand(state, last, self)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("not-face-up", R("R2")) if isinstance(move, Take) else None


def take(state: State, seat: Seat, card: Card) -> State:
    """A card of the face-up row: all have seen it."""
    crew = state.crews[seat]
    crew = replace(crew, hand=with_card(crew.hand, card), known=with_card(crew.known, card))
    crews = replace_at(state.crews, seat, crew)
    return replace(state, crews=crews, market=without(state.market, card))


# ------------------------------------------------------------------ planning
@cites(R("R3"))
class Planning(Asking, frozen=True, tag=True, gc=False):
    """Five assistants behind the screens; the last plan lifts them all."""

    sealed: tuple[Plan | None, ...]  # by seat; None: not yet

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple([
            Ask(seat, Q_PLAN, PLANS, DEFAULT_PLAN)
            for seat, plan in enumerate(self.sealed)
            if plan is None
        ])  # fmt: skip

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Plan):
            raise RulesBug(move)
        sealed = replace_at(self.sealed, seat, move)
        events.append(ev.Planned(seat))
        plans = [plan for plan in sealed if plan is not None]
        if len(plans) < len(sealed):
            return replace(state, phase=Planning(sealed))
        mark_secret_shown(events)
        state = replace(state, crews=open_boards(state.crews, plans, events))
        return replace(state, phase=Sequence(state.order[0], True))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("five-assistants", R("Q13")) if isinstance(move, Plan) else None


@cites(R("Q13"))
def open_boards(crews: tuple[Crew, ...], plans: list[Plan], events: Events) -> tuple[Crew, ...]:
    """The screens are lifted: every crew has its assistants where it planned them."""
    placed = []
    for seat, (crew, plan) in enumerate(zip(crews, plans, strict=True)):
        scouts, mechanics = plan.scouts, plan.mechanics
        escorts, financing = plan.escorts, plan.financing
        events.append(ev.Opened(seat, scouts, mechanics, escorts, financing))
        placed.append(
            replace(
                crew,
                scouts=scouts,
                mechanics=mechanics,
                escorts=escorts,
                financing=financing,
                passed=False,
            )
        )
    return tuple(placed)


# ------------------------------------------------------------------ maintenance and the end
@cites(R("R8"), R("Q41"))
class RoundEnded(Pending, frozen=True, tag=True, gc=False):
    """The convoy is over: so is the race, or order, bonus, cards and a new round follow."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        if state.arrivals:
            return finish(state, events)
        if state.round >= state.options.rounds:
            events.append(ev.CalledOff(state.options.rounds))
            return finish(state, events)
        return maintain(state, events, chance)


@cites(R("R6"), R("Q13"))
def maintain(state: State, events: Events, chance: Chance) -> State:
    """The new turn order by progress, the bonus, assistants back, cards face up."""
    order = running_order(state)
    crews = list(state.crews)
    events.append(ev.RoundBegan(state.round + 1, order))
    for seat, money in zip(order, BONUS[len(order)], strict=True):
        crew = crews[seat]
        crews[seat] = replace(crew, money=crew.money + money, escorts=0, passed=False)
        if money:
            events.append(ev.Rewarded(seat, money, crew.money + money))
    state = replace(state, round=state.round + 1, order=order, crews=tuple(crews))
    return replace(show_cards(state, events, chance), phase=Bivouac(len(order) - 1))


@cites(R("R8"))
def finish(state: State, events: Events) -> State:
    """Count the prestige of the arrived crews, and end the race."""
    for seat in state.arrivals:
        won = prestige(state, seat)
        events.append(ev.Scored(seat, won.arrival, won.vehicle, won.cash, won.total))
    return replace(state, phase=Over())


class Over(Ended, frozen=True, tag=True, gc=False):
    """The race is over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("R8"))
