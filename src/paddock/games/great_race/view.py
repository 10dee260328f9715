"""What a seat knows, named field by field, and the states it could not tell apart."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.seats import Seat
from paddock.games.great_race.card import R
from paddock.games.great_race.data import DECK, RANGER, Card, Space, Tile
from paddock.games.great_race.moves import PLANS
from paddock.games.great_race.phases import Cancelling, ChoosingSupplies, Phase, Planning
from paddock.games.great_race.phases.danger import Answer
from paddock.games.great_race.phases.hand import SUPPLIED
from paddock.games.great_race.phases.round import HIDDEN_PLAN, PLANNING
from paddock.games.great_race.rules.crew import prestige
from paddock.games.great_race.state import Crew, Options, State


class CrewSeen(Struct, frozen=True, gc=False):
    """A crew as everybody sees it."""

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


class View(Struct, frozen=True, gc=False):
    options: Options
    round: int
    order: tuple[Seat, ...]
    pile: tuple[Seat, ...]
    crews: tuple[CrewSeen, ...]  # by seat, mine too
    hand: tuple[Card, ...]  # mine
    board: tuple[Tile, ...]
    bag: tuple[Tile, ...]  # whoever counts knows what is left
    deck: int
    discards: tuple[Card, ...]
    market: tuple[Card, ...]
    arrivals: tuple[Seat, ...]
    prestige: tuple[int, ...]  # by seat; nothing for those who have not arrived
    held: tuple[Card, ...]  # what the others held when the discards were last shuffled
    phase: Phase


@cites(R("Q12"), R("Q42"))
def view(state: State, seat: Seat | None) -> View:
    """Hands and plans are secret; everything else lies open."""
    held = [card for s, hand in enumerate(state.held) if s != seat for card in hand]
    return View(
        state.options,
        state.round,
        state.order,
        state.pile,
        tuple([crew_seen(crew) for crew in state.crews]),
        () if seat is None else state.crews[seat].hand,
        state.board,
        state.bag,
        len(state.deck),
        state.discards,
        state.market,
        state.arrivals,
        prestige_so_far(state),
        tuple(sorted(held)),
        without_secrets(state.phase, seat),
    )


def prestige_so_far(state: State) -> tuple[int, ...]:
    """The prestige of those who have arrived, by seat."""
    seats = range(len(state.crews))
    return tuple([prestige(state, s).total if s in state.arrivals else 0 for s in seats])


def crew_seen(crew: Crew) -> CrewSeen:
    return CrewSeen(
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
def without_secrets(phase: Phase, eye: Seat | None) -> Phase:
    """A phase with a mark where another's secret lies."""
    match phase:
        case Planning(sealed):
            plans = [n if n == PLANNING or s == eye else HIDDEN_PLAN for s, n in enumerate(sealed)]
            return Planning(tuple(plans))
        case Cancelling():
            answers = [
                answer if answer in (Answer.NOT_ASKED, Answer.OPEN) or s == eye else Answer.HIDDEN
                for s, answer in enumerate(phase.sealed)
            ]
            return replace(phase, sealed=tuple(answers))
        case ChoosingSupplies() if phase.seat != eye:
            return replace(phase, drawn=())
        case _:
            return phase


# ------------------------------------------------------------------ imagining
def imagine(seen: View, seat: Seat, chance: Chance) -> State:
    """Deals everything this seat does not know."""
    unseen = sorted((Counter(DECK) - Counter(placed(seen, seat))).elements())
    phase = seen.phase
    hands = deal_hands(seen, seat, unseen, chance)
    if isinstance(phase, ChoosingSupplies) and not phase.drawn:
        drawn = [unseen.pop(chance.pick(unseen, "imagined card")) for _ in range(SUPPLIED)]
        phase = replace(phase, drawn=tuple(sorted(drawn)))
    crews = tuple([crew(known, hand) for known, hand in zip(seen.crews, hands, strict=True)])
    state = State(
        seen.options,
        seen.round,
        seen.order,
        seen.pile,
        crews,
        seen.board,
        seen.bag,
        tuple(unseen),
        seen.discards,
        seen.market,
        seen.arrivals,
        once_held(seen, seat),
        phase,
    )
    return replace(state, phase=with_imagined_secrets(state, phase, chance))


def crew(seen: CrewSeen, hand: tuple[Card, ...]) -> Crew:
    return Crew(
        seen.space,
        seen.fuel,
        seen.engine,
        seen.chassis,
        seen.money,
        hand,
        seen.known,
        seen.scouts,
        seen.mechanics,
        seen.escorts,
        seen.financing,
        seen.passed,
    )


def placed(seen: View, seat: Seat) -> list[Card]:
    """Every card whose place this seat knows."""
    cards = [*seen.hand, *shown(seen, seat)]
    if isinstance(seen.phase, ChoosingSupplies):
        cards += seen.phase.drawn
    return cards


def shown(seen: View, seat: Seat) -> list[Card]:
    """The cards that lie open or that the others are known to hold."""
    known = [card for s, other in enumerate(seen.crews) if s != seat for card in other.known]
    return [*seen.discards, *seen.market, *known]


def deal_hands(
    seen: View, seat: Seat, unseen: list[Card], chance: Chance
) -> list[tuple[Card, ...]]:
    """The hands, the others' out of the unseen cards, which lose them.

    What they held when the discards were shuffled and has not been seen since, they hold still.
    """
    room = [0 if s == seat else r.cards - len(r.known) for s, r in enumerate(seen.crews)]
    dealt: list[Card] = []
    for card in (Counter(seen.held) - Counter(shown(seen, seat))).elements():
        if card in unseen and len(dealt) < sum(room):
            unseen.remove(card)
            dealt.append(card)
    while len(dealt) < sum(room):
        dealt.append(unseen.pop(chance.pick(unseen, "imagined card")))
    hands = []
    for s, other in enumerate(seen.crews):
        more = [dealt.pop(chance.pick(dealt, "imagined hand")) for _ in range(room[s])]
        hands.append(seen.hand if s == seat else tuple(sorted([*other.known, *more])))
    return hands


def once_held(seen: View, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """The hands at the last shuffle: whose was what cannot matter to this eye."""
    if not seen.held:
        return ()
    other = 1 if seat == 0 else 0
    return tuple([seen.held if s == other else () for s in range(len(seen.crews))])


def with_imagined_secrets(state: State, phase: Phase, chance: Chance) -> Phase:
    """Something that could lie where a mark stands."""
    match phase:
        case Planning(sealed):
            numbers = [
                chance.pick(PLANS, "imagined plan") if n == HIDDEN_PLAN else n for n in sealed
            ]
            return Planning(tuple(numbers))
        case Cancelling():
            answers = [
                imagined_answer(state.crews[s], chance) if answer == Answer.HIDDEN else answer
                for s, answer in enumerate(phase.sealed)
            ]
            return replace(phase, sealed=tuple(answers))
        case _:
            return phase


def imagined_answer(crew: Crew, chance: Chance) -> Answer:
    could = [Answer.LET]
    if crew.escorts:
        could.append(Answer.BY_ESCORT)
    if RANGER in crew.hand:
        could.append(Answer.BY_RANGER)
    return could[chance.pick(could, "imagined answer")]
