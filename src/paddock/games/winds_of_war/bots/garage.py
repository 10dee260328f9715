"""Before the race: what a car, a driver, tuning and spare parts are worth, in turns."""

from __future__ import annotations

import functools

from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots.pace import pace
from paddock.games.winds_of_war.data import DRIVERS, MODELS, NOBODY
from paddock.games.winds_of_war.data.enums import TuningCard
from paddock.games.winds_of_war.phases import Auction, TakingUnsold
from paddock.games.winds_of_war.rules.dashboard import sheet
from paddock.games.winds_of_war.state.pieces import TRACK, Team
from paddock.games.winds_of_war.view import View

LIRA = 0.003  # what money left is worth while there is something to buy
SKILL = {"S": 3.2, "A": 2.4, "B": 1.6, "C": 0.8, "D": 0.3, "X": 0.0}
DICE = (0.0, 0.4, 0.9)  # a reliability die: green, yellow, red
EXTRAS = {
    TuningCard.ALCOHOL_FUEL_BLEND: 0.35,
    TuningCard.LARGE_RADIATOR: 0.4,
    TuningCard.OIL_COOLER: 0.5,
    TuningCard.FINNED_DRUMS: 0.35,
    TuningCard.RAIN_TREADS: 0.2,
    TuningCard.REINFORCED_SPRINGS: 0.4,
    TuningCard.RIDING_MECHANIC: 0.15,
    TuningCard.TWIN_FOG_LAMPS: 0.0,
}
PARTS = ((0.5, 0.25, 0.1), (0.3, 0.1), (0.2,), (0.0,), (0.25,))


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
    turns = speed.to_go(TRACK[circuit].spaces - 2, 0)
    dice = sum(DICE[colour] for colour in made.reliability)
    gauges = 0.15 * (made.heat + made.body + made.brakes)
    extras = sum(EXTRAS.get(card, 0.0) for card in tuning)
    return SKILL[DRIVERS[driver].grade] + extras + gauges - dice - turns


def prospects(seen: View, seat: Seat) -> float:
    """From what a team has and may still get."""
    mine = worth(seen, seat)
    return 0.5 + 0.45 * mine / (60 + abs(mine))


def worth(seen: View, seat: Seat) -> float:
    """The turns of a team's race, and its money."""
    team, phase = seen.teams[seat], seen.phase
    circuit, laps = seen.options.circuit, seen.laps
    driver = team.driver if team.driver >= 0 else NOBODY
    money = LIRA * team.purse
    if team.model >= 0:
        spares = sum(sum(PARTS[part][:n]) for part, n in enumerate(team.spares))
        return strength(circuit, laps, team.model, driver, team.tuning) + spares + money
    if isinstance(phase, Auction):
        if phase.holder == seat:
            return strength(circuit, laps, phase.model, driver, ()) + money - LIRA * phase.high
        rest = phase.bag + phase.unsold or (phase.model,)
    elif isinstance(phase, TakingUnsold):
        rest = phase.unsold
    else:
        return money - 60
    mean = sum(
        strength(circuit, laps, model, driver, ()) - LIRA * MODELS[model].price for model in rest
    )
    return mean / len(rest) + money
