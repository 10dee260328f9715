"""Many races of Heat between simple bots in the kernel: `paddock sim heat --fast`.

The races are others than without it, because chance is the kernel's own, but of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from paddock.core.errors import BadOption
from paddock.core.game import Outcome
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options
from paddock.games.heat.kernel.batch import Batch
from paddock.games.heat.kernel.entries import AT_RANDOM, BY_POLICY
from paddock.games.heat.kernel.greedy_entries import BY_GREEDY
from paddock.games.heat.kernel.greedy_races import race_watched, refuse_modules
from paddock.games.heat.kernel.policy_tables import PolicyTables, drive
from paddock.games.heat.kernel.records import NOTHING_WRONG
from paddock.games.heat.rules.driving import all_places
from paddock.measure.simulate import Race, SimulationPlan, places_among_all

PLAYERS = {"random": AT_RANDOM, "rollout": BY_POLICY}
RACES_AT_ONCE = 500
RACE_BITS = 24
"""The number of a race is the seed, then its own number in this many bits."""


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
    greedily = BY_GREEDY in [PLAYERS[name] for name in plan.bots]
    if greedily:
        refuse_modules(options)
    random_only = BY_POLICY not in [PLAYERS[name] for name in plan.bots]
    for first in range(0, plan.races, RACES_AT_ONCE):
        races = range(first, min(first + RACES_AT_ONCE, plan.races))
        entries = [tuple([(seat - race) % seats for seat in range(seats)]) for race in races]
        players = [[PLAYERS[plan.bots[entry]] for entry in row] for row in entries]
        batch = Batch([(options, seats)] * len(races), (plan.seed << RACE_BITS) + first)
        if greedily:
            made, _ = race_watched(batch, players)
        else:
            made = drive(batch, players, PolicyTables(batch, random_only=random_only))
        for i, race in enumerate(races):
            yield result_of(batch, i, race, entries[i], int(made[i]))


def result_of(batch: Batch, i: int, race: int, entries: tuple[int, ...], decisions: int) -> Race:
    """How a race of a batch went."""
    end = batch.look(i)
    if end.wrong != NOTHING_WRONG:
        raise BadOption(f"race {race} has no room in the kernel ({end.wrong}): leave out --fast")
    places, seats = all_places(end.cars), len(entries)
    outcome = Outcome(places[:seats], "home", places[seats:])
    return Race(
        race,
        entries,
        outcome.among_seats(),
        places_among_all(outcome),
        decisions,
        end.rounds,
        outcome.reason,
    )
