"""Random chariots and drivers for the market."""

from __future__ import annotations

from collections.abc import Collection

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership.rules.names import random_name
from paddock.games.circus_maximus.ownership.rules.stable import Log
from paddock.games.circus_maximus.rules.dice import dice, die

FIRST_MARKET, LEAST_MARKET = 20, 10


@cites(R("E1.4.6"))
def random_chariot(chance: Chance, used: Collection[str], invented: str = "") -> Log:
    """A random team with endurance, a car, and a driver with hits and a name: an invented one, or
    by the charts."""
    horses, row = data.RANDOM_TEAM[dice(chance, 2, "team")]
    endurance = row[die(chance, "endurance") - 1]
    weight = data.RANDOM_CAR[die(chance, "car") - 1]
    dm = data.RANDOM_DRIVER[die(chance, "driver") - 1]
    hits = driver_hits(chance, dm)
    return Log(
        invented or random_name(chance, used),
        dm,
        hits,
        hits,
        horses=horses,
        boxes=horses,
        endurance=endurance,
        weight=weight,
    )


@cites(R("E1.8.6.2"))
def driver_hits(chance: Chance, dm: int) -> int:
    """Hits by a die and the modifier, ten at most."""
    return data.HITS[die(chance, "hits") + dm - 1]
