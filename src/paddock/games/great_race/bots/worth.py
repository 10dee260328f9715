"""How well a seat stands, from what it knows.

Everything is counted in actions, that is, in what an assistant is worth: the way that is still to
go on the cheapest route, less what the crew has to go it with (fuel, points, money, cards,
assistants), less how well the rivals stand. A crew is judged where it can be at the end of the
round, not where it is: so it saves for a round in which it drives far, and drives when it can.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.great_race.bots.journey import prospect
from paddock.games.great_race.bots.prices import (
    CARDS,
    CHASSIS,
    ENGINE,
    LAID,
    arrived,
    money_worth,
    points_worth,
)
from paddock.games.great_race.bots.ways import NO_TASTE, taste, way
from paddock.games.great_race.data import (
    GUIDE,
    MOST_CHASSIS,
    MOST_ENGINE,
    PARTS,
    PARTS_PRICE,
    SPACES,
    TOOLBOX,
    TOOLBOX_POINTS,
    Card,
)
from paddock.games.great_race.phases import (
    ChoosingSupplies,
    DrawingMap,
    Driving,
    FacingDanger,
    Halting,
    Handover,
    Hunting,
    LosingPoints,
    Removing,
    Repairing,
    Sabotaging,
    Scouting,
    Sequence,
    StopMet,
    Swindling,
)
from paddock.games.great_race.view import CrewSeen, PhaseSeen, PlanningSeen, View

RIVALS = 0.5  # what their standing counts against one's own


def evaluate(seen: View, seat: Seat) -> float:
    """Between 0 and 1: the own standing against the best rival's and the rivals' mean."""
    crew = planned(seen.crews[seat], seen.phase)
    mine = standing(seen, seat, crew, taste(seen, seat), seen.hand)
    mine += pending(seen, seen.phase, seat)
    others = [
        standing(seen, s, other, NO_TASTE, other.known)
        for s, other in enumerate(seen.crews)
        if s != seat
    ]
    rivals = 0.5 * max(others) + 0.5 * sum(others) / len(others)
    return 1 / (1 + math.exp(-(mine - RIVALS * rivals) / 10))


def standing(seen: View, seat: Seat, crew: CrewSeen, taste: int, hand: tuple[Card, ...]) -> float:
    """A crew: what it will have when its mechanics have driven, less the way still to go then."""
    if seat in seen.arrivals:
        return arrived(crew.engine + crew.chassis, crew.money, seen.arrivals.index(seat))
    left, buys = drive_in_progress(seen.phase, seat, hand)
    return prospect(crew, hand, left, buys, seen.goal, seen.board, taste, len(seen.arrivals))


def planned(crew: CrewSeen, phase: PhaseSeen) -> CrewSeen:
    """My crew with the assistants of the plan behind my screen."""
    if not isinstance(phase, PlanningSeen) or phase.mine is None:
        return crew
    plan = phase.mine
    return replace(
        crew,
        scouts=plan.scouts,
        mechanics=plan.mechanics,
        escorts=plan.escorts,
        financing=plan.financing,
    )


def drive_in_progress(phase: PhaseSeen, seat: Seat, hand: tuple[Card, ...]) -> tuple[int, bool]:
    """The steps left of a seat's drive, and whether it may buy fuel before the next."""
    if getattr(phase, "seat", None) != seat:
        return 0, True
    match phase:
        case Driving():
            return phase.left, True
        case Sequence():
            return 0, phase.fresh
        case Halting() | StopMet():
            return drive_in_progress(phase.then, seat, hand) if GUIDE in hand else (0, True)
        case LosingPoints() | FacingDanger():
            return drive_in_progress(phase.then, seat, hand)
        case _:
            return 0, isinstance(getattr(phase, "then", None), Handover)


def pending(seen: View, phase: PhaseSeen, seat: Seat) -> float:
    """What the decision in progress is still worth to the seat that takes it."""
    if getattr(phase, "seat", None) != seat:
        return 0.0
    crew = seen.crews[seat]
    match phase:
        case LosingPoints():
            return pending(seen, phase.then, seat) - 0.8 * phase.points
        case FacingDanger():
            return pending(seen, phase.then, seat) - (0.5 if crew.escorts else 1.5)
        case Scouting() | DrawingMap():
            return sum([LAID[tile] for tile in phase.tiles])
        case Repairing():
            return repair_worth(seen, crew)
        case ChoosingSupplies():
            return sum(sorted([CARDS[card] for card in phase.drawn])[1:])
        case Removing():
            return 0.42
        case Hunting():
            return 0.4
        case Sabotaging():
            return 0.8
        case Swindling():
            return 0.1
        case _:
            return 0.0


def repair_worth(seen: View, crew: CrewSeen) -> float:
    """What the repair in progress can still mend, less what it costs: the best of all mixtures."""
    price = PARTS_PRICE[crew.space]
    hand, best = seen.hand, 0.0
    cost = way(seen.goal, seen.board, NO_TASTE).cost[crew.space % SPACES]
    for sets in range(2 if crew.money >= price else 1):
        paid = money_worth(crew.money) - money_worth(crew.money - sets * price)
        for toolboxes in range(hand.count(TOOLBOX) + 1):
            for parts in range(hand.count(PARTS) + 1):
                mended = mending_worth(crew, sets + parts + TOOLBOX_POINTS * toolboxes, cost)
                cards = CARDS[TOOLBOX] * toolboxes + CARDS[PARTS] * parts
                best = max(best, mended - cards - paid)
    return best


def mending_worth(crew: CrewSeen, points: int, cost: float) -> float:
    """So many points more, the engine's first."""
    engine = min(MOST_ENGINE, crew.engine + points)
    chassis = min(MOST_CHASSIS, crew.chassis + crew.engine + points - engine)
    before = points_worth(crew.engine + crew.chassis, cost)
    before += ENGINE[crew.engine] + CHASSIS[crew.chassis]
    return points_worth(engine + chassis, cost) + ENGINE[engine] + CHASSIS[chassis] - before
