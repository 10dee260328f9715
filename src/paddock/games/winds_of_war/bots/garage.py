"""Before the race: what a car, a driver, tuning and spare parts are worth, in turns."""

from __future__ import annotations

import enum
import functools

from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.pace import pace
from paddock.games.winds_of_war.data import DRIVERS, MODELS, NOBODY, SPARES, TUNINGS
from paddock.games.winds_of_war.data.enums import Part, TuningCard
from paddock.games.winds_of_war.moves import MOST_LIRE
from paddock.games.winds_of_war.phases import Auction, Hiring, Stocking, TakingUnsold, Tuning
from paddock.games.winds_of_war.rules.dashboard import sheet
from paddock.games.winds_of_war.state.pieces import TRACK, Team
from paddock.games.winds_of_war.view import View

# In turns of a race of two laps, measured in races of six that differed in nothing else.
LIRA = 0.0025  # what money is worth that will be spent some time
SKILL = {"S": 1.6, "A": 1.1, "B": 0.9, "C": 0.45, "D": 0.25, "X": 0.0}
DICE = (0.0, 0.2, 0.45)  # a reliability die: green, yellow, red
GAUGE = 0.05  # a box more of thermometer, bodywork, brakes
EXTRAS = {
    TuningCard.ALCOHOL_FUEL_BLEND: 0.4,
    TuningCard.LARGE_RADIATOR: 0.2,
    TuningCard.OIL_COOLER: 0.15,
    TuningCard.FINNED_DRUMS: 0.05,
    TuningCard.RAIN_TREADS: 0.1,
    TuningCard.REINFORCED_SPRINGS: 0.1,
    TuningCard.RIDING_MECHANIC: 0.03,
}
IN_HAND = 0.9  # what may still be bought against what has been: else one puts it off for ever
Ware = tuple[int, float]  # a price, and the turns it saves
PARTS = ((0.08, 0.04, 0.02), (0.06, 0.03), (0.04,), (0.0,), (0.04,))


@functools.lru_cache(maxsize=4096)
def strength(
    circuit: str, laps: int, model: int, driver: int, tuning: tuple[TuningCard, ...]
) -> float:
    """How good a car is on a circuit, in turns saved; the larger the better."""
    made = sheet(Team(0, 0, model, driver, tuning))
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
    dice = sum(DICE[colour] for colour in made.reliability)
    gauges = GAUGE * (made.heat + made.body + made.brakes)
    extras = sum(EXTRAS.get(card, 0.0) for card in tuning)
    return SKILL[DRIVERS[driver].grade] + extras + gauges - dice - turns


# ------------------------------------------------------------------ what money can still buy

UNIT = 5  # Lire: every price is so many of them
PENNILESS = -60.0  # a team that has no car and cannot have one


class Stage(enum.IntEnum):
    """What a team may still buy: from this on."""

    DRIVER = 0
    TUNING = 1
    SPARES = 2
    NOTHING = 3


@functools.cache
def shopping(stage: Stage, last: int, had: int) -> tuple[float, ...]:
    """By units of money, the most turns that it buys; of tuning cards those after the last one
    bought, of spare parts from it on, as many as it has of that."""
    best = [0.0] * (MOST_LIRE // UNIT + 1)
    for first, goods in enumerate(counters(stage, last, had)):
        best = with_one_of(best, goods) if first < 1 else with_any_of(best, goods)
    return tuple(best)


def counters(stage: Stage, last: int, had: int) -> tuple[list[Ware], list[Ware]]:
    """The drivers, of whom one is hired, and everything else."""
    drivers, rest = [], []
    if stage == Stage.DRIVER:
        drivers = [(driver.price, SKILL[driver.grade]) for driver in DRIVERS if driver.years]
    if stage <= Stage.TUNING:
        after = last if stage == Stage.TUNING else -1
        rest += [(TUNINGS[c].price, EXTRAS.get(c, 0.0)) for c in TuningCard if c > after]
    if stage <= Stage.SPARES:
        first = last if stage == Stage.SPARES else 0
        for part in Part:
            gains = PARTS[part][had:] if part == last and stage == Stage.SPARES else PARTS[part]
            rest += [(SPARES[part].price, gain) for gain in gains if part >= first]
    return drivers, rest


def with_one_of(best: list[float], goods: list[Ware]) -> list[float]:
    """The most with at most one of these."""
    return [
        max([had, *[best[k - price // UNIT] + gain for price, gain in goods if price <= k * UNIT]])
        for k, had in enumerate(best)
    ]


def with_any_of(best: list[float], goods: list[Ware]) -> list[float]:
    """The most with as many of these as the money allows, each once."""
    for ware in goods:
        best = with_one_of(best, [ware])
    return best


def buys(stage: Stage, lire: int, last: int = -1, had: int = 0) -> float:
    """The turns that so much money is worth."""
    return shopping(stage, last, had)[max(0, lire) // UNIT] if stage < Stage.NOTHING else 0.0


# ------------------------------------------------------------------ teams


def prospects(view: View, seat: Seat) -> float:
    """From what a team has and may still get, against what the others have."""
    worths = [worth(view, s) for s in range(len(view.teams))]
    mine = worths.pop(seat)
    lead = mine - sum(worths) / len(worths) if worths else 0.0
    return 0.5 + 0.3 * lead / (8 + abs(lead)) + 0.1 * mine / (60 + abs(mine))


def worth(view: View, seat: Seat) -> float:
    """The turns of a team's race, with what its money may still buy."""
    team, phase = view.teams[seat], view.phase
    circuit, laps = view.road, view.laps
    if team.model >= 0:
        driver = team.driver if team.driver >= 0 else NOBODY
        spares = sum(sum(PARTS[part][:n]) for part, n in enumerate(team.spares))
        made = strength(circuit, laps, team.model, driver, team.tuning) + spares
        later = IN_HAND if isinstance(phase, Tuning | Stocking) else 1.0
        return made + later * buys(*left_to_buy(view, seat))
    if isinstance(phase, Auction):
        if phase.holder == seat:
            price = phase.high if phase.contested else MODELS[phase.model].price
            return owned(view, seat, phase.model, price)
        rest = phase.bag + phase.unsold or (phase.model,)
    elif isinstance(phase, TakingUnsold):
        rest = phase.unsold
    else:
        return PENNILESS
    return sum([owned(view, seat, model, MODELS[model].price) for model in rest]) / len(rest)


def owned(view: View, seat: Seat, model: int, price: int) -> float:
    """A car bought for so much, and what is left for the rest."""
    made = strength(view.road, view.laps, model, NOBODY, ())
    return made + buys(Stage.DRIVER, purse(view, seat, price) - price)


def purse(view: View, seat: Seat, price: int) -> int:
    """What a team may spend in all. In an arcade race nobody knows before the last car is sold: the
    highest price so far, of what has been paid, is bid, or is printed on a car still to come."""
    phase, team = view.phase, view.teams[seat]
    if view.options.style == "simulation" or not isinstance(phase, Auction | TakingUnsold):
        return team.purse + team.spent
    coming = phase.bag if isinstance(phase, Auction) else ()
    likely = sorted([MODELS[model].price for model in coming])[len(coming) // 2 :]
    high = phase.high if isinstance(phase, Auction) else 0
    return max([price, high, *likely[:1], *[team.spent for team in view.teams]])


def left_to_buy(view: View, seat: Seat) -> tuple[Stage, int, int, int]:
    """What a team with a car may still buy, its money, what it has bought last, and how many spare
    parts it has of that."""
    phase, team = view.phase, view.teams[seat]
    if isinstance(phase, Auction | TakingUnsold):
        return Stage.DRIVER, purse(view, seat, team.spent) - team.spent, -1, 0
    if not isinstance(phase, Hiring | Tuning | Stocking):
        return Stage.NOTHING, 0, -1, 0
    stage = BUYING[type(phase)]
    if seat not in phase.queue:
        return Stage(stage + 1), team.purse, -1, 0
    last = phase.last if not isinstance(phase, Hiring) and phase.queue[0] == seat else -1
    had = team.spares[last] if stage is Stage.SPARES and last >= 0 else 0
    return stage, team.purse, last, had


BUYING = {Hiring: Stage.DRIVER, Tuning: Stage.TUNING, Stocking: Stage.SPARES}
