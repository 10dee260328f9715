"""How well a seat stands, from what it knows.

Everything is counted in actions, that is, in what an assistant is worth: the way that is still to
go, less what the crew has to go it with (fuel, points, money, cards, assistants). A crew is judged
where it can be at the end of the round, not where it is. To arrive a round later costs a round's
assistants; not to have arrived when the race ends is to have lost.
"""

from __future__ import annotations

import functools
import math

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.great_race.bots.deeds import if_let
from paddock.games.great_race.bots.journey import MOST_POINTS, Outlook, outlook, worth_less
from paddock.games.great_race.bots.prices import (
    A_POINT,
    A_ROUND,
    A_START,
    CARDS,
    CHASSIS,
    ENGINE,
    LOST,
    NOT_YET,
    PRESTIGE,
    TILE_COST,
    money_worth,
)
from paddock.games.great_race.bots.ways import ground, hops
from paddock.games.great_race.data import (
    ARRIVAL,
    ASSISTANTS,
    DANGER_POINTS,
    FRANCS_A_POINT,
    GUIDE,
    MOST_CHASSIS,
    MOST_ENGINE,
    NEXT,
    PARTS,
    PARTS_PRICE,
    RANGER,
    SABOTEUR,
    SPACES,
    TOOLBOX,
    TOOLBOX_POINTS,
    Card,
    Space,
    Tile,
)
from paddock.games.great_race.phases import (
    Cancelling,
    ChoosingSupplies,
    DrawingMap,
    Driving,
    FacingDanger,
    Halting,
    Handover,
    Hunting,
    LosingPoints,
    Repairing,
    Sabotaging,
    Scouting,
    Sequence,
    StopMet,
    Swindling,
)
from paddock.games.great_race.view import CrewSeen, PhaseSeen, PlanningSeen, View

AWAY = 0.85  # no lead is much better than this: the race is won at the goal
ALONE = 10.0  # rivals who need so many actions more are no danger in this round or the next
RIVALS = 0.5  # what their standing counts against one's own
LEVEL = -4.0
SPREAD = 8.0  # so many actions ahead is a good lead
CLOSE = 0.7  # and so much prestige, when only that counts
SURE = (0.85, 0.7, 0.5, 0.35, 0.2)  # to arrive, by steps into the unknown
A_SLACK = 0.6  # as much of what may go wrong is left with a mechanic more than needed
NEARLY = 0.25  # to arrive though it does not look so
A_TURN = 0.7  # a turn more or less is that much of certainty
LIKELY = (2, 5, 3)  # mechanics of a rival's plan, the rest on financing
FURTHEST = 5  # nobody comes home in one round from further away, in steps
HURRY = 0.8  # a rival who may arrive before
NOT_IN = 0.02  # to be about to arrive is less than to have arrived
LAST = 0.005  # but to arrive last is better than to stay outside
EVEN_SO = 0.001  # prestige that decides nothing
BEATEN = -0.1  # not to arrive at all is worse than to arrive last


def evaluate(view: View, seat: Seat) -> float:
    """Between 0 and 1: how many of the rivals this crew is likely to beat; below 0 if the race is
    ending without it."""
    if isinstance(view.phase, Cancelling):
        view = if_let(view, view.phase, seat)
    mine = worn(planned(view.crews[seat], view.phase), view.phase, seat, view.hand)
    saboteurs = [SABOTEUR in crew.known for crew in view.crews]
    all_threats = sum(saboteurs)
    own = look(view, seat, mine, view.hand, all_threats - saboteurs[seat])
    others = [
        (other, expected(view, other, crew, all_threats - saboteurs[other]))
        for other, crew in enumerate(view.crews)
        if other != seat
    ]
    if view.arrivals or own is None or own.home:
        return at_the_end(view, seat, own, others) + 0.001 * pending(view, view.phase, seat)
    ends = max([arrives(there) for _, there in others if there is not None])
    worth = standing(own, ends) + pending(view, view.phase, seat)
    leads = [worth - RIVALS * standing(there, 0.0) - LEVEL for _, there in others]
    hopes = sum([1 / (1 + math.exp(-lead / SPREAD)) for lead in leads]) / len(leads)
    return min(hopes, AWAY + 0.1 * (hopes - AWAY))


def at_the_end(
    view: View, seat: Seat, own: Outlook | None, others: list[tuple[Seat, Outlook | None]]
) -> float:
    """The last convoy: who is in by its end, and with how much prestige."""
    if own is not None and not own.home:
        return BEATEN - 0.001 * worth_less(own.need, own.spare)
    if own is None:
        return beaten(view, seat, None, others) + EVEN_SO * view.prestige[seat]
    worth = beaten(view, seat, own, others) + EVEN_SO * final_prestige(view, seat, own, 0)
    if own.more_turns and is_late(view, seat, own, others):
        worth = max(worth, beaten(view, seat, at_leisure(own), others))
    worth = arrives(own) * worth - NOT_IN
    if all(there is not None and there.need > ALONE for _, there in others):
        worth = max(worth, AWAY + 0.1 * arrives(own))
    return max(-LAST, worth - LAST) if waits(view, seat) else max(LAST, worth)


def waits(view: View, seat: Seat) -> bool:
    """Whether a crew stands before the goal and does not drive."""
    left, _ = drive_in_progress(view.phase, seat, view.hand)
    return not left and view.crews[seat].space in NEXT[view.goal]


def is_late(
    view: View, seat: Seat, own: Outlook, others: list[tuple[Seat, Outlook | None]]
) -> bool:
    """Whether somebody is in, or will be, before this crew: then it may take its time."""
    return any(
        there is None or (there.home and comes_later(view, seat, own, other, there) > 0.5)
        for other, there in others
    )


def at_leisure(own: Outlook) -> Outlook:
    """The same arrival, with all that can be brought along."""
    return replace(
        own,
        points=own.points + own.more_points,
        money=own.money + own.more_money,
        turns=own.turns + own.more_turns,
    )


def beaten(
    view: View, seat: Seat, own: Outlook | None, others: list[tuple[Seat, Outlook | None]]
) -> float:
    """How many of the rivals a crew beats that has arrived or will."""
    total = 0.0
    for other, there in others:
        if there is None:
            lead = final_prestige(view, seat, own, 0) - view.prestige[other]
            settled = own is None or not (own.blind or own.more_turns)
            total += lead >= 1 if settled else ahead(lead)
        elif not there.home:
            total += 1 - arrives(there)
        else:
            later = 0.0 if own is None else comes_later(view, seat, own, other, there)
            his = at_leisure(there)
            first = ahead(final_prestige(view, seat, own, 0) - final_prestige(view, other, his, 1))
            second = ahead(final_prestige(view, seat, own, 1) - final_prestige(view, other, his, 0))
            chance = later * second + (1 - later) * first
            total += 1 - arrives(there) * (1 - chance)
    return total / len(others)


def ahead(lead: float) -> float:
    """How likely so much more prestige is to be enough."""
    return 1 / (1 + math.exp(-lead / CLOSE))


def comes_later(view: View, seat: Seat, own: Outlook, other: Seat, there: Outlook) -> float:
    """How likely a crew is to come in after a rival: nobody knows what cards he holds."""
    turns = float(own.turns - there.turns)
    turns += 0.25 if view.order.index(other) < view.order.index(seat) else -0.25
    return 1 / (1 + math.exp(-turns / A_TURN))


def final_prestige(view: View, seat: Seat, there: Outlook | None, late: int) -> float:
    """What a crew counts, or will count when it comes in after so many others."""
    if there is None:
        return float(view.prestige[seat])
    place = min(len(view.arrivals) + late, len(ARRIVAL) - 1)
    return prestige(ARRIVAL[place], there.points, there.money)


def arrives(there: Outlook) -> float:
    """How likely a crew with such an outlook is to arrive in this round."""
    if not there.home:
        return max(0.0, NEARLY - 0.15 * there.need)
    fails = 1 - SURE[min(there.blind, len(SURE) - 1)]
    return 1 - (fails * A_SLACK if there.slack else fails)


def expected(view: View, seat: Seat, crew: CrewSeen, threats: int) -> Outlook | None:
    """Where the round leads a rival. If his assistants have done nothing yet he may have planned
    anything."""
    if crew.scouts + crew.mechanics + crew.escorts + crew.financing < ASSISTANTS:
        return look(view, seat, crew, crew.known, threats)
    if seat in view.arrivals:
        return None
    left, buys = drive_in_progress(view.phase, seat, crew.known)
    return any_plan(crew, left, buys, view.goal, view.board, threats)


@functools.lru_cache(maxsize=1 << 14)
def any_plan(
    crew: CrewSeen, left: int, buys: bool, goal: Space, board: tuple[Tile, ...], threats: int
) -> Outlook:
    """A crew that may have planned anything: say, to drive; and with all its assistants if that
    brings it home."""
    for mechanics in LIKELY if hops(goal)[crew.space % SPACES] <= FURTHEST else LIKELY[-1:]:
        plan = replace(
            crew, scouts=0, mechanics=mechanics, escorts=0, financing=ASSISTANTS - mechanics
        )
        there = outlook(plan, crew.known, left, buys, goal, board, threats)
        if there.home:
            break
    return there


def look(
    view: View, seat: Seat, crew: CrewSeen, hand: tuple[Card, ...], threats: int
) -> Outlook | None:
    """Where the round leads a crew; None: it has arrived."""
    if seat in view.arrivals:
        return None
    left, buys = drive_in_progress(view.phase, seat, hand)
    return outlook(crew, hand, left, buys, view.goal, view.board, threats)


def standing(there: Outlook | None, ends: float) -> float:
    """The worth of a crew; `ends` is how likely a rival ends the race in this round."""
    assert there is not None, "somebody has arrived"
    if there.home:
        counts = prestige(ARRIVAL[0], there.points, there.money)
        return PRESTIGE * counts - NOT_YET - there.need - HURRY * ends
    later = PRESTIGE * prestige(ARRIVAL[1], MOST_POINTS / 2, FRANCS_A_POINT) - A_ROUND
    later -= worth_less(there.need, there.spare)
    return later + ends * min(0.0, LOST - 0.3 * there.need - later)


def prestige(place: int, points: float, money: int) -> float:
    """What an arrival counts; francs by the whole note, and a little for the rest."""
    return place + points + 0.8 * (money // FRANCS_A_POINT) + 0.2 * money / FRANCS_A_POINT


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


def worn(crew: CrewSeen, phase: PhaseSeen, seat: Seat, hand: tuple[Card, ...]) -> CrewSeen:
    """A crew that must still bear what a tile costs, as it will be then."""
    if isinstance(phase, LosingPoints) and phase.seat == seat:
        return worn(without_points(crew, phase.points), phase.then, seat, hand)
    if isinstance(phase, FacingDanger) and phase.seat == seat:
        if crew.escorts:
            return replace(crew, escorts=crew.escorts - 1)
        return crew if RANGER in hand else without_points(crew, DANGER_POINTS)
    return crew


def without_points(crew: CrewSeen, points: int) -> CrewSeen:
    """The chassis bears more than the engine, as long as it can."""
    chassis = min(points, max(0, crew.chassis - max(1, crew.engine - 2)))
    engine = min(crew.engine, points - chassis)
    left = max(0, crew.chassis - (points - engine))
    return replace(crew, engine=crew.engine - engine, chassis=left)


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


def pending(view: View, phase: PhaseSeen, seat: Seat) -> float:
    """What the decision in progress is still worth to the seat that takes it."""
    if getattr(phase, "seat", None) != seat:
        return 0.0
    crew = view.crews[seat]
    match phase:
        case Driving():
            return -A_START if phase.first else 0.0
        case LosingPoints() | FacingDanger():
            return pending(view, phase.then, seat)
        case Scouting() | DrawingMap():
            unknown = ground(view.goal - view.goal % SPACES).unknown
            return sum([max(0.1, unknown - TILE_COST[tile]) for tile in phase.tiles])
        case Repairing():
            return repair_worth(view, crew)
        case ChoosingSupplies():
            return sum(sorted([CARDS[card] for card in phase.drawn])[1:])
        case Hunting():
            return 0.3
        case Sabotaging():
            return 0.8
        case Swindling():
            return 0.2
        case _:
            return 0.0


def repair_worth(view: View, crew: CrewSeen) -> float:
    """What the repair in progress can still mend, less what it costs: the best of all mixtures."""
    price = PARTS_PRICE[crew.space]
    hand, best = view.hand, 0.0
    for sets in range(2 if crew.money >= price else 1):
        paid = money_worth(crew.money) - money_worth(crew.money - sets * price)
        for toolboxes in range(hand.count(TOOLBOX) + 1):
            for parts in range(hand.count(PARTS) + 1):
                mended = mending_worth(crew, sets + parts + TOOLBOX_POINTS * toolboxes)
                cards = CARDS[TOOLBOX] * toolboxes + CARDS[PARTS] * parts
                best = max(best, mended - cards - paid)
    return best


def mending_worth(crew: CrewSeen, points: int) -> float:
    """So many points more, the engine's first."""
    points = min(points, MOST_POINTS - crew.engine - crew.chassis)
    engine = min(MOST_ENGINE, crew.engine + points)
    chassis = min(MOST_CHASSIS, crew.chassis + crew.engine + points - engine)
    gain = ENGINE[engine] + CHASSIS[chassis] - ENGINE[crew.engine] - CHASSIS[crew.chassis]
    return A_POINT * points + gain
