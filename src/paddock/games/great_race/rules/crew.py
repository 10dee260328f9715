"""A crew: its hand, its gauges, its money, its progress marker, its prestige."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import mark_secret_shown
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    ARRIVAL,
    FRANCS_A_POINT,
    JERRYCAN,
    MOST_CHASSIS,
    MOST_ENGINE,
    MOST_FUEL,
    PARTS,
    PARTS_PRICE,
    RANGER,
    REFUELLING_GIVES,
    TOOLBOX,
    Card,
    Space,
)
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import Lose, Sabotage
from paddock.games.great_race.rules.ground import progress

if TYPE_CHECKING:
    from paddock.games.great_race.state import Crew, State

T = TypeVar("T")


def count_assistants(crew: Crew) -> int:
    """How many assistants are on the board."""
    return crew.scouts + crew.mechanics + crew.escorts + crew.financing


def points_left(crew: Crew) -> int:
    """The mechanical points a vehicle has left to lose."""
    return crew.engine + crew.chassis


def put_crew(state: State, seat: Seat, crew: Crew) -> State:
    return replace(state, crews=replace_at(state.crews, seat, crew))


# ------------------------------------------------------------------ cards
def with_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """A hand with one card more, in its place."""
    at = bisect.bisect(hand, card)
    return (*hand[:at], card, *hand[at:])


def without(row: tuple[T, ...], one: T) -> tuple[T, ...]:
    """Cards or tiles less one of them."""
    at = row.index(one)
    return (*row[:at], *row[at + 1 :])


def distinct_cards(hand: tuple[Card, ...]) -> list[Card]:
    return list(dict.fromkeys(hand))


@cites(R("Q45"))
def to_discards(state: State, seat: Seat, card: Card) -> State:
    """A card goes from a hand to the discards."""
    crew = state.crews[seat]
    known = without(crew.known, card) if card in crew.known else crew.known
    crew = replace(crew, hand=without(crew.hand, card), known=known)
    return replace(
        state, crews=replace_at(state.crews, seat, crew), discards=(*state.discards, card)
    )


@cites(R("R7"))
def play_card(state: State, seat: Seat, card: Card, events: Events) -> State:
    """A card is played: it is gone before it has its effect."""
    state = to_discards(state, seat, card)
    crew = state.crews[seat]
    events.append(ev.Played(seat, card, len(crew.hand), crew.known))
    return state


@cites(R("Q21"))
def discard(state: State, seat: Seat, card: Card, events: Events, clause: str = R("R2.1")) -> State:
    """A surplus card: no effect."""
    state = to_discards(state, seat, card)
    crew = state.crews[seat]
    events.append(ev.Discarded(seat, card, len(crew.hand), crew.known, clause))
    return state


@cites(R("Q37"))
def refill_deck(state: State, events: Events, seat: Seat = 0, drawn: Iterable[Card] = ()) -> State:
    """The state with a deck to draw from, made of the discards if it is empty.

    What a seat has drawn and not yet put into its hand counts as held by it.
    """
    if state.deck or not state.discards:
        return state
    events.append(ev.Shuffled(len(state.discards)))
    hands = tuple([crew.hand for crew in state.crews])
    held = replace_at(hands, seat, tuple(sorted([*hands[seat], *drawn])))
    return replace(state, deck=tuple(sorted(state.discards)), discards=(), held=held)


@cites(R("Q37"))
def draw_card(
    state: State, seat: Seat, drawn: Iterable[Card], events: Events, chance: Chance
) -> tuple[Card, State]:
    """Draw a card that only one seat sees."""
    state = refill_deck(state, events, seat, drawn)
    deck = state.deck
    index = chance.pick(deck, "card", seat)
    return deck[index], replace(state, deck=(*deck[:index], *deck[index + 1 :]))


@cites(R("Q37"))
def draw_to_hand(state: State, seat: Seat, count: int, events: Events, chance: Chance) -> State:
    """Draw cards into a hand, as many as there are."""
    for _ in range(min(count, len(state.deck) + len(state.discards))):
        card, state = draw_card(state, seat, (), events, chance)
        crew = state.crews[seat]
        hand = with_card(crew.hand, card)
        events.append(ev.Drew(seat, card, len(hand)))
        state = put_crew(state, seat, replace(crew, hand=hand))
    return state


# ------------------------------------------------------------------ gauges
@cites(R("R7.13"), R("Q11"))
def refuel(state: State, seat: Seat, events: Events) -> State:
    """A refuelling, never above the maximum."""
    crew = state.crews[seat]
    fuel = min(MOST_FUEL, crew.fuel + REFUELLING_GIVES)
    events.append(ev.Fuelled(seat, fuel - crew.fuel, fuel))
    return put_crew(state, seat, replace(crew, fuel=fuel))


def can_pour(crew: Crew) -> bool:
    """Whether there is a jerrycan in hand, and room for it."""
    return crew.fuel < MOST_FUEL and JERRYCAN in crew.hand


@cites(R("R7.15"), R("Q20"))
def pour_jerrycan(state: State, seat: Seat, events: Events) -> State:
    """A jerrycan."""
    state = play_card(state, seat, JERRYCAN, events)
    crew = state.crews[seat]
    events.append(ev.Poured(seat, crew.fuel + 1))
    return put_crew(state, seat, replace(crew, fuel=crew.fuel + 1))


@cites(R("R5.1"), R("R5.3"), R("Q19"), R("Q23"))
def lose_points(
    state: State, seat: Seat, lost: Lose | Sabotage, events: Events, clause: str = R("R5.1")
) -> State:
    """Mechanical points go; an engine that reaches 0 breaks down, in anybody's turn."""
    crew = state.crews[seat]
    engine, chassis = crew.engine - lost.engine, crew.chassis - lost.chassis
    if isinstance(lost, Sabotage):
        events.append(ev.Damaged(seat, lost.engine, lost.chassis, engine, chassis))
    else:
        events.append(ev.Bore(seat, lost.engine, lost.chassis, engine, chassis, clause))
    if not engine and lost.engine:
        events.append(ev.BrokeDown(seat, crew.space))
    return put_crew(state, seat, replace(crew, engine=engine, chassis=chassis))


@cites(R("R4.3"), R("R7.2"), R("Q16"))
def cancel(state: State, seat: Seat, by_ranger: bool, events: Events) -> State:
    """An escort leaves the board, or a ranger the hand; it is not the assistant of a sequence."""
    if by_ranger:
        state = play_card(state, seat, RANGER, events)
    else:
        crew = state.crews[seat]
        state = put_crew(state, seat, replace(crew, escorts=crew.escorts - 1))
    events.append(ev.Cancelled(seat, by_ranger, state.crews[seat].escorts))
    return state


@cites(R("R4.2"), R("Q46"))
def sets_for_sale(state: State, seat: Seat) -> int:
    """How many sets of parts a repair may buy: one, or as the option says, if money allows."""
    crew = state.crews[seat]
    return min(state.options.parts_a_repair, crew.money // PARTS_PRICE[crew.space])


def can_mend(state: State, seat: Seat, crew: Crew) -> bool:
    """Whether there is something to mend, and something to mend it with."""
    if points_left(crew) == MOST_ENGINE + MOST_CHASSIS:
        return False
    return PARTS in crew.hand or TOOLBOX in crew.hand or sets_for_sale(state, seat) > 0


# ------------------------------------------------------------------ progress and prestige
@cites(R("R6.1"), R("Q43"), R("Q32"))
def advance_marker(state: State, seat: Seat, start: Space, events: Events) -> State:
    """After a drive: a marker that reaches another row goes on top of what lies there."""
    row = progress(state.options, state.crews[seat].space)
    if row == progress(state.options, start):
        return state
    pile = (*[s for s in state.pile if s != seat], seat)
    events.append(ev.Progressed(seat, row, pile))
    return replace(state, pile=pile)


@cites(R("R6"))
def running_order(state: State) -> tuple[Seat, ...]:
    """Seats by progress: the foremost row first, on one row the bottom of the pile."""
    options, crews, pile = state.options, state.crews, state.pile
    rows = {seat: progress(options, crews[seat].space) for seat in pile}
    return tuple(sorted(pile, key=lambda seat: -rows[seat]))


@cites(R("R8"), R("Q9"))
def arrive(state: State, seat: Seat, events: Events) -> State:
    """A vehicle is in: hand and assistants go, the crew has passed."""
    crew = state.crews[seat]
    if crew.hand:
        mark_secret_shown(events)
        events.append(ev.LaidDown(seat, crew.hand))
    done = replace(
        crew, hand=(), known=(), scouts=0, mechanics=0, escorts=0, financing=0, passed=True
    )
    arrivals = (*state.arrivals, seat)
    state = replace(
        state,
        crews=replace_at(state.crews, seat, done),
        discards=state.discards + crew.hand,
        arrivals=arrivals,
    )
    events.append(ev.Arrived(seat, len(arrivals), arrivals, prestige(state, seat).total))
    return state


class Prestige(Struct, frozen=True):
    """The points of an arrived crew."""

    arrival: int
    vehicle: int
    cash: int

    @property
    def total(self) -> int:
        return self.arrival + self.vehicle + self.cash


@cites(R("R8.1"), R("Q1"), R("Q9"))
def prestige(state: State, seat: Seat) -> Prestige:
    """5, 3, 1 by order of arrival, 1 a level of engine and chassis, 1 for each 50 F."""
    crew = state.crews[seat]
    place = state.arrivals.index(seat)
    return Prestige(ARRIVAL[place], points_left(crew), crew.money // FRANCS_A_POINT)


@cites(R("R8.1"), R("Q10"), R("Q41"))
def ranking(state: State) -> tuple[Seat, ...]:
    """The arrived by prestige, the earlier first where it is equal; then the others by progress."""
    arrived = sorted(state.arrivals, key=lambda seat: -prestige(state, seat).total)
    return (*arrived, *[seat for seat in running_order(state) if seat not in state.arrivals])
