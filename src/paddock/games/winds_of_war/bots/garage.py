"""Values before the race, in turns: a car, a driver, tuning and spare parts."""

from __future__ import annotations

import enum
import functools

from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.pace import pace
from paddock.games.winds_of_war.data import DRIVER_X, DRIVERS, MODELS, SPARES, TUNINGS
from paddock.games.winds_of_war.data.enums import Part, TuningCard
from paddock.games.winds_of_war.moves import MAX_LIRE
from paddock.games.winds_of_war.phases import Auction, Hiring, Stocking, TakingUnsold, Tuning
from paddock.games.winds_of_war.rules.dashboard import make_sheet
from paddock.games.winds_of_war.rules.purchases import drivers_on_offer
from paddock.games.winds_of_war.state.pieces import TRACK, Team
from paddock.games.winds_of_war.view import View

# In turns of a race of two laps. Measured in races of six that differ in nothing else.
TURNS_PER_LIRA = 0.0025  # value of money that will be spent later
SKILL_TURNS = {"S": 1.6, "A": 1.1, "B": 0.9, "C": 0.45, "D": 0.25, "X": -0.2}
RELIABILITY_DIE_COST = (0.0, 0.2, 0.45)  # a reliability die: green, yellow, red
GAUGE_BOX_TURNS = 0.05  # one more box of thermometer, bodywork or brakes
TUNING_TURNS = {
    TuningCard.ALCOHOL_FUEL_BLEND: 0.4,
    TuningCard.LARGE_RADIATOR: 0.2,
    TuningCard.OIL_COOLER: 0.15,
    TuningCard.FINNED_DRUMS: 0.05,
    TuningCard.RAIN_TREADS: 0.1,
    TuningCard.REINFORCED_SPRINGS: 0.1,
    TuningCard.RIDING_MECHANIC: 0.03,
}
USUAL_DRIVER_LIRE = 150  # a driver of grade C
NO_DRIVER_COST = 60.0  # of a bid above the printed price that leaves less than that
FUTURE_PURCHASE_FACTOR = (
    0.9  # discount on purchases still to come: without it bots put them off until the end
)
PricedGain = tuple[int, float]  # a price, and the turns it saves
SPARE_PART_TURNS = ((0.08, 0.04, 0.02), (0.06, 0.03), (0.04,), (0.0,), (0.04,))


@functools.lru_cache(maxsize=4096)
def car_strength(
    circuit: str, laps: int, model: int, driver: int, tuning: tuple[TuningCard, ...]
) -> float:
    """How good a car is on a circuit, in turns saved; larger is better."""
    made = make_sheet(Team(0, 0, model, driver, tuning))
    speed = pace(
        circuit,
        laps,
        made.top,
        made.top - made.red + 1,
        made.acceleration,
        made.braking,
        made.turns,
    )
    track = TRACK[circuit]
    turns = speed.to_go(0 if track.open else track.spaces - 2, 0)
    dice = sum(RELIABILITY_DIE_COST[colour] for colour in made.reliability)
    gauges = GAUGE_BOX_TURNS * (made.heat + made.body + made.brakes)
    extras = sum(TUNING_TURNS.get(card, 0.0) for card in tuning)
    return SKILL_TURNS[DRIVERS[driver].grade] + extras + gauges - dice - turns


# ------------------------------------------------------------------ what money can still buy

LIRE_PER_STEP = 5  # Lire: every price is a multiple of it
NO_CAR_TURNS = -60.0  # a team that has no car and cannot get one


class PurchaseStage(enum.IntEnum):
    """The first kind of purchase that is still open to a team."""

    DRIVER = 0
    TUNING = 1
    SPARES = 2
    NOTHING = 3


@functools.cache
def best_purchases(stage: PurchaseStage, last: int, had: int) -> tuple[float, ...]:
    """By units of money, the most turns it can buy. Tuning cards start after the last one bought,
    spare parts at the last one, of which the team has `had`."""
    best = [0.0] * (MAX_LIRE // LIRE_PER_STEP + 1)
    for first, goods in enumerate(goods_on_sale(stage, last, had)):
        best = with_one_of(best, goods) if first < 1 else with_any_of(best, goods)
    return tuple(best)


def goods_on_sale(
    stage: PurchaseStage, last: int, had: int
) -> tuple[list[PricedGain], list[PricedGain]]:
    """What is on sale: the drivers, of whom one is hired, and everything else."""
    drivers, rest = [], []
    if stage == PurchaseStage.DRIVER:
        nobody = SKILL_TURNS["X"]
        drivers = [
            (driver.price, SKILL_TURNS[driver.grade] - nobody) for driver in DRIVERS if driver.years
        ]
    if stage <= PurchaseStage.TUNING:
        after = last if stage == PurchaseStage.TUNING else -1
        rest += [(TUNINGS[c].price, TUNING_TURNS.get(c, 0.0)) for c in TuningCard if c > after]
    if stage <= PurchaseStage.SPARES:
        first = last if stage == PurchaseStage.SPARES else 0
        for part in Part:
            gains = (
                SPARE_PART_TURNS[part][had:]
                if part == last and stage == PurchaseStage.SPARES
                else SPARE_PART_TURNS[part]
            )
            rest += [(SPARES[part].price, gain) for gain in gains if part >= first]
    return drivers, rest


def with_one_of(best: list[float], goods: list[PricedGain]) -> list[float]:
    """The best values with at most one of these goods (knapsack step)."""
    return [
        max(
            [
                had,
                *[
                    best[k - price // LIRE_PER_STEP] + gain
                    for price, gain in goods
                    if price <= k * LIRE_PER_STEP
                ],
            ]
        )
        for k, had in enumerate(best)
    ]


def with_any_of(best: list[float], goods: list[PricedGain]) -> list[float]:
    """The best values with any number of these goods, each once (knapsack step)."""
    for ware in goods:
        best = with_one_of(best, [ware])
    return best


def value_of_money(stage: PurchaseStage, lire: int, last: int = -1, had: int = 0) -> float:
    """The value of an amount of money, in turns."""
    return (
        best_purchases(stage, last, had)[max(0, lire) // LIRE_PER_STEP]
        if stage < PurchaseStage.NOTHING
        else 0.0
    )


# ------------------------------------------------------------------ teams


def evaluate_garage(view: View, seat: Seat) -> float:
    """Evaluation before the race: what a team has and may still get, against the others."""
    worths = [team_value(view, s) for s in range(len(view.teams))]
    mine = worths.pop(seat)
    lead = mine - sum(worths) / len(worths) if worths else 0.0
    return 0.5 + 0.3 * lead / (8 + abs(lead)) + 0.1 * mine / (60 + abs(mine))


def team_value(view: View, seat: Seat) -> float:
    """The turns of a team's race, with what its money may still buy."""
    team, phase = view.teams[seat], view.phase
    circuit, laps = view.road, view.laps
    if team.model >= 0:
        driver = team.driver if team.driver >= 0 else DRIVER_X
        spares = sum(sum(SPARE_PART_TURNS[part][:n]) for part, n in enumerate(team.spares))
        made = car_strength(circuit, laps, team.model, driver, team.tuning) + spares
        later = FUTURE_PURCHASE_FACTOR if isinstance(phase, Tuning | Stocking) else 1.0
        left = purchases_left(view, seat)
        if left[0] is PurchaseStage.DRIVER and team.driver < 0:
            made -= overbid_cost(view, team.model, team.spent, left[1])
        return made + later * value_of_money(*left)
    if isinstance(phase, Auction):
        if phase.holder == seat:
            price = phase.high if phase.contested else MODELS[phase.model].price
            return value_with_car(view, seat, phase.model, price)
        rest = phase.bag + phase.unsold or (phase.model,)
    elif isinstance(phase, TakingUnsold):
        rest = phase.unsold
    else:
        return NO_CAR_TURNS
    return sum([value_with_car(view, seat, model, MODELS[model].price) for model in rest]) / len(
        rest
    )


def value_with_car(view: View, seat: Seat, model: int, price: int) -> float:
    """The value of a car bought for a price, and of the money left."""
    made = car_strength(view.road, view.laps, model, DRIVER_X, ())
    left = estimated_purse(view, seat, price) - price
    made -= overbid_cost(view, model, price, left)
    return made + value_of_money(PurchaseStage.DRIVER, left)


def overbid_cost(view: View, model: int, price: int, left: int) -> float:
    """The cost of a price above the printed one that leaves too little for a driver."""
    if price <= MODELS[model].price:
        return 0.0
    needed = driver_reserve(drivers_on_offer(view), len(view.teams))
    return NO_DRIVER_COST if left < needed else 0.0


@functools.cache
def driver_reserve(drivers: tuple[int, ...], teams: int) -> int:
    """The money for a driver of grade C, and for one who is left if all others hire before."""
    prices = sorted([DRIVERS[driver].price for driver in drivers])
    return max([USUAL_DRIVER_LIRE, *prices[:teams][-1:]])


def estimated_purse(view: View, seat: Seat, price: int) -> int:
    """What a team may spend in all. In an arcade race this is unknown until the last car is sold.
    The estimate is the highest price so far: paid, bid, or printed on a car still to come."""
    phase, team = view.phase, view.teams[seat]
    if view.options.style == "simulation" or not isinstance(phase, Auction | TakingUnsold):
        return team.purse + team.spent
    coming = phase.bag if isinstance(phase, Auction) else ()
    likely = sorted([MODELS[model].price for model in coming])[len(coming) // 2 :]
    high = phase.high if isinstance(phase, Auction) else 0
    return max([price, high, *likely[:1], *[team.spent for team in view.teams]])


def purchases_left(view: View, seat: Seat) -> tuple[PurchaseStage, int, int, int]:
    """What a team with a car may still buy: stage, money, the last purchase, and how many spare
    parts of that kind it has."""
    phase, team = view.phase, view.teams[seat]
    if isinstance(phase, Auction | TakingUnsold):
        return PurchaseStage.DRIVER, estimated_purse(view, seat, team.spent) - team.spent, -1, 0
    if not isinstance(phase, Hiring | Tuning | Stocking):
        return PurchaseStage.NOTHING, 0, -1, 0
    stage = STAGE_OF_PHASE[type(phase)]
    if seat not in phase.queue:
        return PurchaseStage(stage + 1), team.purse, -1, 0
    last = phase.last if not isinstance(phase, Hiring) and phase.queue[0] == seat else -1
    had = team.spares[last] if stage is PurchaseStage.SPARES and last >= 0 else 0
    return stage, team.purse, last, had


STAGE_OF_PHASE = {
    Hiring: PurchaseStage.DRIVER,
    Tuning: PurchaseStage.TUNING,
    Stocking: PurchaseStage.SPARES,
}
