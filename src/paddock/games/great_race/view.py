"""The view of a seat (what it knows), and imagined states that fit a view."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.great_race.card import R
from paddock.games.great_race.data import DECK, RANGER, Card, Space, Tile, Vehicle
from paddock.games.great_race.moves import PLANS, Plan
from paddock.games.great_race.phases import Cancelling, ChoosingSupplies, Phase, Planning
from paddock.games.great_race.phases.danger import Answer
from paddock.games.great_race.phases.hand import SUPPLIER_CARDS
from paddock.games.great_race.rules.crew import prestige
from paddock.games.great_race.rules.ground import START, goal
from paddock.games.great_race.state import Crew, Options, State


class CrewSeen(Struct, frozen=True, gc=False):
    """The public part of a crew."""

    vehicle: Vehicle | None
    space: Space
    fuel: int
    engine: int
    chassis: int
    money: int
    cards: int  # how many in hand
    known: tuple[Card, ...]  # those of them that all have seen
    scouts: int
    mechanics: int
    escorts: int
    financing: int
    passed: bool


class PlanningSeen(Struct, frozen=True, tag=True, gc=False):
    """Which seats have planned, and my own plan."""

    sealed: tuple[bool, ...]  # by seat
    mine: Plan | None


PhaseSeen: TypeAlias = Phase | PlanningSeen


class View(Struct, frozen=True, gc=False):
    """The race as one seat knows it."""

    options: Options
    start: Space
    goal: Space
    round: int
    order: tuple[Seat, ...]
    pile: tuple[Seat, ...]
    crews: tuple[CrewSeen, ...]  # by seat, mine too
    hand: tuple[Card, ...]  # mine
    board: tuple[Tile, ...]
    bag: tuple[Tile, ...]  # public: it follows from the tiles seen so far
    deck: int
    discards: tuple[Card, ...]
    market: tuple[Card, ...]
    arrivals: tuple[Seat, ...]
    prestige: tuple[int, ...]  # by seat; nothing for those who have not arrived
    held: tuple[Card, ...]  # what the others held when the discards were last shuffled
    phase: PhaseSeen


@cites(R("Q12"), R("Q42"))
def view(state: State, seat: Seat | None) -> View:
    """Hands and plans are secret; everything else lies open."""
    held = [card for s, hand in enumerate(state.held) if s != seat for card in hand]
    options = state.options
    # Positional: built for every decision; by keyword a view takes 30 % longer.
    return View(
        options,
        START[options.continent, options.direction],
        goal(options),
        state.round,
        state.order,
        state.pile,
        tuple([crew_view(crew) for crew in state.crews]),
        () if seat is None else state.crews[seat].hand,
        state.board,
        state.bag,
        len(state.deck),
        state.discards,
        state.market,
        state.arrivals,
        prestige_so_far(state),
        tuple(sorted(held)),
        phase_view(state.phase, seat),
    )


def prestige_so_far(state: State) -> tuple[int, ...]:
    """The prestige of those who have arrived, by seat."""
    seats = range(len(state.crews))
    return tuple([prestige(state, s).total if s in state.arrivals else 0 for s in seats])


def crew_view(crew: Crew) -> CrewSeen:
    # Positional: built for every decision; by keyword a view takes 30 % longer.
    return CrewSeen(
        crew.vehicle,
        crew.space,
        crew.fuel,
        crew.engine,
        crew.chassis,
        crew.money,
        len(crew.hand),
        crew.known,
        crew.scouts,
        crew.mechanics,
        crew.escorts,
        crew.financing,
        crew.passed,
    )


@cites(R("R3"), R("Q7"), R("Q38"))
def phase_view(phase: Phase, viewer: Seat | None) -> PhaseSeen:
    """The phase with placeholders for secrets of others."""
    match phase:
        case Planning(sealed):
            mine = None if viewer is None else sealed[viewer]
            return PlanningSeen(tuple([plan is not None for plan in sealed]), mine)
        case Cancelling():
            answers = [
                answer
                if answer in (Answer.NOT_ASKED, Answer.OPEN) or s == viewer
                else Answer.HIDDEN
                for s, answer in enumerate(phase.sealed)
            ]
            return replace(phase, sealed=tuple(answers))
        case ChoosingSupplies() if phase.seat != viewer:
            return replace(phase, drawn=())
        case _:
            return phase


# ------------------------------------------------------------------ imagining
def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A random state that fits the view: deals all that this seat does not know."""
    unseen = sorted((Counter(DECK) - Counter(known_cards(view, seat))).elements())
    hands = deal_hands(view, seat, unseen, chance)
    phase = imagined_phase(view, seat, hands, unseen, chance)
    crews = tuple(
        [imagined_crew(known, hand) for known, hand in zip(view.crews, hands, strict=True)]
    )
    return State(
        options=view.options,
        round=view.round,
        order=view.order,
        pile=view.pile,
        crews=crews,
        board=view.board,
        bag=view.bag,
        deck=tuple(unseen),
        discards=view.discards,
        market=view.market,
        arrivals=view.arrivals,
        held=held_before(view, seat),
        phase=phase,
    )


def imagined_crew(view: CrewSeen, hand: tuple[Card, ...]) -> Crew:
    return Crew(
        vehicle=view.vehicle,
        space=view.space,
        fuel=view.fuel,
        engine=view.engine,
        chassis=view.chassis,
        money=view.money,
        hand=hand,
        known=view.known,
        scouts=view.scouts,
        mechanics=view.mechanics,
        escorts=view.escorts,
        financing=view.financing,
        passed=view.passed,
    )


def known_cards(view: View, seat: Seat) -> list[Card]:
    """Every card whose place this seat knows."""
    cards = [*view.hand, *shown_cards(view, seat)]
    if isinstance(view.phase, ChoosingSupplies):
        cards += view.phase.drawn
    return cards


def shown_cards(view: View, seat: Seat) -> list[Card]:
    """The cards that lie open or that the others are known to hold."""
    known = [card for s, other in enumerate(view.crews) if s != seat for card in other.known]
    return [*view.discards, *view.market, *known]


def deal_hands(
    view: View, seat: Seat, unseen: list[Card], chance: Chance
) -> list[tuple[Card, ...]]:
    """Deal the hands of the others out of the unseen cards.

    Cards that they held at the last shuffle and that were not seen since are still in their hands.
    """
    room = [0 if s == seat else r.cards - len(r.known) for s, r in enumerate(view.crews)]
    dealt: list[Card] = []
    for card in (Counter(view.held) - Counter(shown_cards(view, seat))).elements():
        if card in unseen and len(dealt) < sum(room):
            unseen.remove(card)
            dealt.append(card)
    while len(dealt) < sum(room):
        dealt.append(unseen.pop(chance.pick(unseen, "imagined card")))
    hands = []
    for s, other in enumerate(view.crews):
        more = [dealt.pop(chance.pick(dealt, "imagined hand")) for _ in range(room[s])]
        hands.append(view.hand if s == seat else tuple(sorted([*other.known, *more])))
    return hands


def held_before(view: View, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """The hands at the last shuffle; who held which card does not matter to the viewer."""
    if not view.held:
        return ()
    other = 1 if seat == 0 else 0
    return tuple([view.held if s == other else () for s in range(len(view.crews))])


def imagined_phase(
    view: View, seat: Seat, hands: list[tuple[Card, ...]], unseen: list[Card], chance: Chance
) -> Phase:
    """The phase with random values instead of placeholders."""
    phase = view.phase
    match phase:
        case PlanningSeen(sealed, mine):
            plans = [imagined_plan(done and s != seat, chance) for s, done in enumerate(sealed)]
            return Planning(replace_at(tuple(plans), seat, mine))
        case Cancelling():
            answers = [
                imagined_answer(view.crews[s], hands[s], chance) if a == Answer.HIDDEN else a
                for s, a in enumerate(phase.sealed)
            ]
            return replace(phase, sealed=tuple(answers))
        case ChoosingSupplies(drawn=()):
            drawn = [
                unseen.pop(chance.pick(unseen, "imagined card")) for _ in range(SUPPLIER_CARDS)
            ]
            return replace(phase, drawn=tuple(sorted(drawn)))
        case _:
            return phase


def imagined_plan(sealed: bool, chance: Chance) -> Plan | None:
    return PLANS[chance.pick(PLANS, "imagined plan")] if sealed else None


def imagined_answer(crew: CrewSeen, hand: tuple[Card, ...], chance: Chance) -> Answer:
    could = [Answer.LET]
    if crew.escorts:
        could.append(Answer.BY_ESCORT)
    if RANGER in hand:
        could.append(Answer.BY_RANGER)
    return could[chance.pick(could, "imagined answer")]
