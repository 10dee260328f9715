"""Evaluation of a view, counted in actions of an assistant.

The value is what the crew has (fuel, points, money, cards, assistants) less the cost of the path
still to go. A crew is judged where it can be at the end of the round. Arriving a round later costs
a round's assistants; not arriving before the race ends is a loss.
"""

from __future__ import annotations

import functools
import math

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.great_race.bots.deeds import if_allowed
from paddock.games.great_race.bots.journey import MAX_POINTS, Outlook, outlook, worth_less
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
from paddock.games.great_race.bots.ways import ahead, ground, hops, purse, way_from
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

MAX_LEAD_VALUE = 0.85  # leads count little above this: the race is won at the goal
HARMLESS_RIVAL_ACTIONS = (
    10.0  # rivals who need more actions cannot arrive in this round or the next
)
RIVAL_WEIGHT = 0.5  # weight of a rival's value against the own
LEVEL_LEAD = -4.0
GOOD_LEAD_ACTIONS = 8.0  # a good lead
GOOD_LEAD_PRESTIGE = 0.7  # a good lead in prestige, at the end of the race
ARRIVAL_CHANCES = (0.85, 0.7, 0.5, 0.35, 0.2)  # chance to arrive, by steps onto unknown ground
SLACK_RISK_FACTOR = 0.6  # risk that is left with one spare mechanic
UNEXPECTED_ARRIVAL = 0.25  # chance to arrive against the forecast
TURN_SPREAD = 0.7  # uncertainty of who arrives first, in turns
LIKELY_MECHANICS = (2, 5, 3)  # mechanics of a rival's plan, the rest on financing
MAX_STEPS_HOME = 5  # no crew arrives within one round from further away
RIVAL_ARRIVAL_COST = 0.8  # cost of a rival who may arrive before
NOT_YET_ARRIVED_COST = 0.02  # an arrival to come is worth less than a past one
ARRIVED_LAST_VALUE = 0.005  # arriving last is better than not arriving
NOT_YET_LAST_VALUE = -0.002  # a last place to come is worth less than one at the end (0)
TINY_PRESTIGE_VALUE = 0.001  # value of prestige that changes no place
NOT_ARRIVED_VALUE = -0.1  # not arriving is worse than arriving last


def evaluate(view: View, seat: Seat) -> float:
    """The expected share of rivals beaten, 0 to 1; below 0 if the race is ending without it."""
    if isinstance(view.phase, Cancelling):
        view = if_allowed(view, view.phase, seat)
    mine = after_costs(with_plan(view.crews[seat], view.phase), view.phase, seat, view.hand)
    saboteurs = [SABOTEUR in crew.known for crew in view.crews]
    all_threats = sum(saboteurs)
    own = crew_outlook(view, seat, mine, view.hand, all_threats - saboteurs[seat])
    others = [
        (other, expected_outlook(view, other, crew, all_threats - saboteurs[other]))
        for other, crew in enumerate(view.crews)
        if other != seat
    ]
    if view.arrivals or own is None or own.home:
        return last_convoy_value(view, seat, own, others) + 0.001 * pending_value(
            view, view.phase, seat
        )
    ends = max([arrival_chance(there) for _, there in others if there is not None])
    worth = crew_value(own, ends) + pending_value(view, view.phase, seat)
    leads = [worth - RIVAL_WEIGHT * crew_value(there, 0.0) - LEVEL_LEAD for _, there in others]
    hopes = sum([1 / (1 + math.exp(-lead / GOOD_LEAD_ACTIONS)) for lead in leads]) / len(leads)
    return min(hopes, MAX_LEAD_VALUE + 0.1 * (hopes - MAX_LEAD_VALUE))


def last_convoy_value(
    view: View, seat: Seat, own: Outlook | None, others: list[tuple[Seat, Outlook | None]]
) -> float:
    """The value in the last convoy: arrivals before its end, and their prestige."""
    if own is not None and not own.home:
        return NOT_ARRIVED_VALUE - 0.001 * worth_less(own.need, own.spare)
    if own is None:
        return share_beaten(view, seat, None, others) + TINY_PRESTIGE_VALUE * view.prestige[seat]
    worth = share_beaten(view, seat, own, others) + TINY_PRESTIGE_VALUE * final_prestige(
        view, seat, own, 0
    )
    if own.more_turns and is_late(view, seat, own, others):
        worth = max(worth, share_beaten(view, seat, at_leisure(own), others))
    worth = arrival_chance(own) * worth - NOT_YET_ARRIVED_COST
    if all(there is not None and there.need > HARMLESS_RIVAL_ACTIONS for _, there in others):
        worth = max(worth, MAX_LEAD_VALUE + 0.1 * arrival_chance(own))
    return (
        max(-ARRIVED_LAST_VALUE, worth - ARRIVED_LAST_VALUE)
        if is_waiting(view, seat)
        else max(NOT_YET_LAST_VALUE, worth)
    )


def is_waiting(view: View, seat: Seat) -> bool:
    """Whether a crew is next to the goal and does not drive."""
    left, _ = drive_in_progress(view.phase, seat, view.hand)
    return not left and view.crews[seat].space in NEXT[view.goal]


def is_late(
    view: View, seat: Seat, own: Outlook, others: list[tuple[Seat, Outlook | None]]
) -> bool:
    """Whether a rival arrives before this crew: then it may take its time."""
    return any(
        there is None or (there.home and later_chance(view, seat, own, other, there) > 0.5)
        for other, there in others
    )


def at_leisure(own: Outlook) -> Outlook:
    """The same arrival later, with more points and money."""
    return replace(
        own,
        points=own.points + own.more_points,
        money=own.money + own.more_money,
        turns=own.turns + own.more_turns,
    )


def share_beaten(
    view: View, seat: Seat, own: Outlook | None, others: list[tuple[Seat, Outlook | None]]
) -> float:
    """The expected share of rivals that an arriving crew beats."""
    total = 0.0
    for other, there in others:
        if there is None:
            lead = final_prestige(view, seat, own, 0) - view.prestige[other]
            settled = own is None or not (own.blind or own.more_turns)
            total += lead >= 1 if settled else lead_chance(lead)
        elif not there.home:
            total += 1 - arrival_chance(there)
        else:
            later = 0.0 if own is None else later_chance(view, seat, own, other, there)
            rival = at_leisure(there)
            first = lead_chance(
                final_prestige(view, seat, own, 0) - final_prestige(view, other, rival, 1)
            )
            second = lead_chance(
                final_prestige(view, seat, own, 1) - final_prestige(view, other, rival, 0)
            )
            chance = later * second + (1 - later) * first
            total += 1 - arrival_chance(there) * (1 - chance)
    return total / len(others)


def lead_chance(lead: float) -> float:
    """The chance that this lead in prestige is enough."""
    return 1 / (1 + math.exp(-lead / GOOD_LEAD_PRESTIGE))


def later_chance(view: View, seat: Seat, own: Outlook, other: Seat, there: Outlook) -> float:
    """The chance to arrive after a rival, whose cards are unknown."""
    turns = float(own.turns - there.turns)
    turns += 0.25 if view.order.index(other) < view.order.index(seat) else -0.25
    return 1 / (1 + math.exp(-turns / TURN_SPREAD))


def final_prestige(view: View, seat: Seat, there: Outlook | None, late: int) -> float:
    """The prestige of a crew now, or when it arrives after `late` further crews."""
    if there is None:
        return float(view.prestige[seat])
    place = min(len(view.arrivals) + late, len(ARRIVAL) - 1)
    return prestige(ARRIVAL[place], there.points, there.money)


def arrival_chance(there: Outlook) -> float:
    """The chance that a crew with this forecast arrives in this round."""
    if not there.home:
        return max(0.0, UNEXPECTED_ARRIVAL - 0.15 * there.need)
    fails = 1 - ARRIVAL_CHANCES[min(there.blind, len(ARRIVAL_CHANCES) - 1)]
    return 1 - (fails * SLACK_RISK_FACTOR if there.slack else fails)


def expected_outlook(view: View, seat: Seat, crew: CrewSeen, threats: int) -> Outlook | None:
    """The forecast of a rival. Before its first action its plan is unknown."""
    if crew.scouts + crew.mechanics + crew.escorts + crew.financing < ASSISTANTS:
        return crew_outlook(view, seat, crew, crew.known, threats)
    if seat in view.arrivals:
        return None
    left, buys = drive_in_progress(view.phase, seat, crew.known)
    return any_plan(crew, left, buys, view.goal, view.board, threats)


@functools.lru_cache(maxsize=1 << 14)
def any_plan(
    crew: CrewSeen, left: int, buys: bool, goal: Space, board: tuple[Tile, ...], threats: int
) -> Outlook:
    """The forecast of a crew with an unknown plan: it drives, and with all assistants if that
    brings it home."""
    for mechanics in (
        LIKELY_MECHANICS
        if hops(goal)[crew.space % SPACES] <= MAX_STEPS_HOME
        else LIKELY_MECHANICS[-1:]
    ):
        plan = replace(
            crew, scouts=0, mechanics=mechanics, escorts=0, financing=ASSISTANTS - mechanics
        )
        there = outlook(plan, crew.known, left, buys, goal, board, threats)
        if there.home:
            break
    return there


def crew_outlook(
    view: View, seat: Seat, crew: CrewSeen, hand: tuple[Card, ...], threats: int
) -> Outlook | None:
    """The forecast of a crew; None if it has arrived."""
    if seat in view.arrivals:
        return None
    left, buys = drive_in_progress(view.phase, seat, hand)
    return outlook(crew, hand, left, buys, view.goal, view.board, threats)


def crew_value(there: Outlook | None, ends: float) -> float:
    """The value of a crew; `ends` is the chance that a rival ends the race in this round."""
    assert there is not None, "a crew has arrived"
    if there.home:
        counts = prestige(ARRIVAL[0], there.points, there.money)
        return PRESTIGE * counts - NOT_YET - there.need - RIVAL_ARRIVAL_COST * ends
    later = PRESTIGE * prestige(ARRIVAL[1], MAX_POINTS / 2, FRANCS_A_POINT) - A_ROUND
    later -= worth_less(there.need, there.spare)
    return later + ends * min(0.0, LOST - 0.3 * there.need - later)


def prestige(place: int, points: float, money: int) -> float:
    """The prestige of an arrival, with a little for francs short of the next point."""
    return place + points + 0.8 * (money // FRANCS_A_POINT) + 0.2 * money / FRANCS_A_POINT


def with_plan(crew: CrewSeen, phase: PhaseSeen) -> CrewSeen:
    """The own crew with the assistants of its sealed plan."""
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


def after_costs(crew: CrewSeen, phase: PhaseSeen, seat: Seat, hand: tuple[Card, ...]) -> CrewSeen:
    """A crew after the costs of the tile that it is entering."""
    if isinstance(phase, LosingPoints) and phase.seat == seat:
        return after_costs(without_points(crew, phase.points), phase.then, seat, hand)
    if isinstance(phase, FacingDanger) and phase.seat == seat:
        if crew.escorts:
            return replace(crew, escorts=crew.escorts - 1)
        return crew if RANGER in hand else without_points(crew, DANGER_POINTS)
    return crew


def without_points(crew: CrewSeen, points: int) -> CrewSeen:
    """A crew after losing points: the chassis loses more than the engine, as long as it can."""
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


def pending_value(view: View, phase: PhaseSeen, seat: Seat) -> float:
    """The remaining value of the decision in progress for its seat."""
    if getattr(phase, "seat", None) != seat:
        return 0.0
    crew = view.crews[seat]
    match phase:
        case Driving():
            return -A_START if phase.first else 0.0
        case LosingPoints() | FacingDanger():
            return pending_value(view, phase.then, seat)
        case Scouting() | DrawingMap():
            return laying_worth(view, crew, phase.tiles)
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


def laying_worth(view: View, crew: CrewSeen, tiles: tuple[Tile, ...]) -> float:
    """The value of tiles to be laid: the best ones on the unknown spaces ahead."""
    far = way_from(crew.space, view.goal, view.board, purse(crew.money))
    blanks = ahead(crew.space, far, view.board).blanks
    unknown = ground(view.goal - view.goal % SPACES).unknown
    gains = sorted([max(0.0, unknown - TILE_COST[tile]) for tile in tiles], reverse=True)
    return sum(gains[:blanks])


def repair_worth(view: View, crew: CrewSeen) -> float:
    """The value of the repair in progress less its cost: the best of all combinations."""
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
    """The value of repaired points, the engine first."""
    points = min(points, MAX_POINTS - crew.engine - crew.chassis)
    engine = min(MOST_ENGINE, crew.engine + points)
    chassis = min(MOST_CHASSIS, crew.chassis + crew.engine + points - engine)
    gain = ENGINE[engine] + CHASSIS[chassis] - ENGINE[crew.engine] - CHASSIS[crew.chassis]
    return A_POINT * points + gain
