"""Many races of Heat between simple bots in the kernel: `paddock sim heat --fast`.

The races are others than without it, because chance is the kernel's own, but of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from paddock.core.errors import BadOption
from paddock.core.game import Outcome
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options
from paddock.games.heat.kernel.batch import Batch, plain_race
from paddock.games.heat.kernel.compiler import IS_COMPILED
from paddock.games.heat.kernel.entries import AT_RANDOM, BY_POLICY
from paddock.games.heat.kernel.policy_tables import PolicyTables, drive
from paddock.games.heat.kernel.records import NOTHING_WRONG
from paddock.games.heat.rules.driving import all_places
from paddock.measure.simulate import Race, SimulationPlan, places_among_all

PLAYERS = {"random": AT_RANDOM, "rollout": BY_POLICY}
RACES_AT_ONCE = 500
RACE_BITS = 24
"""The number of a race is the seed, then its own number in this many bits."""


class OnRoad(Struct, frozen=True):
    """Where a car ended."""

    pos: int
    line: bool
    place: int


def refuse_others(spec: AnyGameSpec, bots: tuple[str, ...]) -> None:
    """Only Heat has a kernel, and only these bots drive in it."""
    if spec.card.id != "heat":
        raise BadOption("only heat has a kernel: name it, or leave out --fast")
    others = [name for name in bots if name not in PLAYERS]
    if others:
        raise BadOption(f"--fast knows the bots {', '.join(PLAYERS)}, not {others[0]}")


def simulate_fast(plan: SimulationPlan, spec: AnyGameSpec) -> Iterator[Race]:
    """The races of a plan in order, each bot one seat further every race."""
    refuse_others(spec, plan.bots)
    options = convert_options(spec.options, msgspec.json.decode(plan.options))
    seats = len(plan.bots)
    random_only = BY_POLICY not in [PLAYERS[name] for name in plan.bots]
    for first in range(0, plan.races, RACES_AT_ONCE):
        races = range(first, min(first + RACES_AT_ONCE, plan.races))
        entries = [tuple([(seat - race) % seats for seat in range(seats)]) for race in races]
        players = [[PLAYERS[plan.bots[entry]] for entry in row] for row in entries]
        batch = Batch([(options, seats)] * len(races), (plan.seed << RACE_BITS) + first)
        made = drive(batch, players, PolicyTables(batch, random_only=random_only))
        for i, race in enumerate(races):
            yield result_of(batch, i, race, entries[i], int(made[i]))


def result_of(batch: Batch, i: int, race: int, entries: tuple[int, ...], decisions: int) -> Race:
    """How a race of a batch went."""
    field, rounds, wrong, cars = read_end(batch, i)
    if wrong != NOTHING_WRONG:
        raise BadOption(f"race {race} has no room in the kernel ({wrong}): leave out --fast")
    places, seats = all_places(cars[:field]), len(entries)
    outcome = Outcome(places[:seats], "home", places[seats:])
    return Race(
        race,
        entries,
        outcome.among_seats(),
        places_among_all(outcome),
        decisions,
        rounds,
        outcome.reason,
    )


def read_end(batch: Batch, i: int) -> tuple[int, int, int, list[OnRoad]]:
    """Cars, rounds, what went wrong, and where the cars are."""
    if not IS_COMPILED:
        race: Any = plain_race(batch.races, i)
        cars = [OnRoad(car.pos, bool(car.line), car.place) for car in race.cars]
        return race.field, race.rounds, race.wrong, cars
    row = batch.races[i]
    ends = row["cars"]
    triples = zip(ends["pos"].tolist(), ends["line"].tolist(), ends["place"].tolist(), strict=True)
    cars = [OnRoad(pos, bool(line), place) for pos, line, place in triples]
    return int(row["field"]), int(row["rounds"]), int(row["wrong"]), cars
