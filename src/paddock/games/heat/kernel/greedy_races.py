"""Races with the bot `greedy` in the kernel, and what they show of a track."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from paddock.core.errors import BadOption
from paddock.core.game import Outcome
from paddock.core.studio import Trial
from paddock.games.heat.bots.exact import MAX_DISCARDS_IN_FULL
from paddock.games.heat.bots.hands import FILL_SAMPLES, SHUFFLE_FACTORS
from paddock.games.heat.kernel.batch import (
    Batch,
    OnRoad,
    RoadView,
    many_numbers,
    many_records,
    many_rows,
)
from paddock.games.heat.kernel.greedy_entries import BY_GREEDY, GREEDY_ENTRIES
from paddock.games.heat.kernel.greedy_turns import (
    LONG_PILE,
    MOST_FLIPS,
    PLAN_KEYS,
    SHORT_PILE,
    TOSSABLE,
    TOTALS,
    Notes,
)
from paddock.games.heat.kernel.playouts import outlook_on
from paddock.games.heat.kernel.policy_tables import corner_texts, unknown_numbers
from paddock.games.heat.kernel.records import (
    MOST_OPTIONS,
    MOST_OWN_CARDS,
    NOTHING_WRONG,
    PLAIN_KINDS,
    Race,
    new_record,
)
from paddock.games.heat.kernel.watch import MOST_CORNERS, MOST_LAP_TIMES, Watch
from paddock.games.heat.moves import TOP_GEAR
from paddock.games.heat.rules.driving import all_places
from paddock.games.heat.state import MOST_CARS, Options

SEED_BYTES = 7
PILE_SIZE = 1 << MOST_OWN_CARDS.bit_length()
PLAIN_CARDS_ONLY = "the kernel's greedy drives with plain cards only: leave out {}"


def refuse_modules(options: Options) -> None:
    """Greedy judges plain cards: what brings others is refused by name."""
    if options.first_game:
        return
    if options.garage != "none":
        raise BadOption(PLAIN_CARDS_ONLY.format("garage"))
    if options.tournament:
        raise BadOption(PLAIN_CARDS_ONLY.format("tournament"))


# ---------------------------------------------------------------- room to think


def many_fractions(n: int) -> Any:
    """Room for n fractions."""
    return unknown_numbers(n)


@lru_cache(maxsize=1)
def fixed_orders() -> tuple[int, ...]:
    """The fixed orders in which the bots take cards from a short pile, and from any other."""
    found: list[int] = []
    for size in (SHORT_PILE, LONG_PILE):
        for factor in SHUFFLE_FACTORS:
            found += sorted(range(size), key=lambda i: (i + 1) * factor % (LONG_PILE + 1))
    return tuple(found)


def new_notes() -> Notes:
    """Room for what greedy finds out in a decision."""
    rows = 2 * (MOST_FLIPS + 1)
    orders = many_numbers(FILL_SAMPLES * (SHORT_PILE + LONG_PILE))
    for i, at in enumerate(fixed_orders()):
        orders[i] = at
    return Notes(
        worlds=many_records([new_record(Race)] * 2, Race),
        places=many_numbers(MOST_CARS),
        values=many_fractions(MOST_OPTIONS),
        keys=many_numbers(MOST_OPTIONS),
        found=many_fractions(PLAN_KEYS),
        chances=many_fractions(rows * TOTALS),
        totals=many_numbers(rows * TOTALS),
        counts=many_numbers(rows),
        loose=many_numbers(TOSSABLE),
        gone=many_numbers(TOSSABLE),
        hand=many_numbers(PLAIN_KINDS),
        bag=many_numbers(PLAIN_KINDS),
        sums=many_numbers(TOP_GEAR + 1),
        deck=many_numbers(PILE_SIZE),
        pile=many_numbers(PILE_SIZE),
        orders=orders,
        best=many_numbers(MAX_DISCARDS_IN_FULL),
        rough=many_fractions(MAX_DISCARDS_IN_FULL),
    )


def new_watch(races: int) -> Watch:
    """Room for what these races show."""
    return Watch(
        pos=many_numbers(MOST_CARS),
        place=many_numbers(MOST_CARS),
        at=many_numbers(MOST_CARS),
        corner=many_numbers(MOST_CARS),
        cards=many_numbers(MOST_CARS),
        turn_corner=many_numbers(MOST_CARS),
        crossed=many_numbers(MOST_CARS),
        ahead=many_numbers(MOST_CARS * MOST_CARS),
        laps=many_rows(races, MOST_LAP_TIMES, "int64"),
        counts=many_numbers(races),
        passes=many_rows(races, MOST_CORNERS, "int64"),
        accidents=many_rows(races, MOST_CORNERS, "int64"),
    )


# ---------------------------------------------------------------- races


def race_watched(batch: Batch, players: Sequence[Sequence[int]]) -> tuple[Any, Watch]:
    """Play every race of a batch to its end, by race and seat at random, by the policy or by
    greedy; the decisions of each race, and what was seen."""
    rows = many_rows(len(batch.races), MOST_CARS, "int8")
    for row, given in zip(rows, players, strict=True):
        row[: len(given)] = given
    made, notes, watch = many_numbers(len(batch.races)), new_notes(), new_watch(len(batch.races))
    by_text: dict[str, list[int]] = {}
    for i, text in enumerate(corner_texts(batch)):
        by_text.setdefault(text, []).append(i)
    for text, races in by_text.items():
        chosen = many_numbers(len(races))
        for at, i in enumerate(races):
            chosen[at] = i
        shared = outlook_on(text)
        GREEDY_ENTRIES.race(
            races=batch.races,
            chosen=chosen,
            courses=batch.courses,
            players=rows,
            outlook=shared,
            notes=notes,
            watch=watch,
            made=made,
            chance=batch.chance,
        )
    return made, watch


def number_of_race(seed: int, race: int) -> int:
    """The number by which a race of a report is drawn."""
    digest = hashlib.sha256(f"{seed}:{race}".encode()).digest()
    return int.from_bytes(digest[:SEED_BYTES], "big")


def try_out(options: Options, seats: int, numbers: Sequence[int]) -> tuple[Trial, ...] | None:
    """What races of greedy drivers show of a track, by their numbers; None if one of them has no
    room in the kernel."""
    batch = Batch([(options, seats)] * len(numbers))
    batch.reset(numbers)
    grids = [grid_of(batch.look(i).cars) for i in range(len(numbers))]
    _, watch = race_watched(batch, [[BY_GREEDY] * seats] * len(numbers))
    ends = [batch.look(i) for i in range(len(numbers))]
    if any(end.wrong != NOTHING_WRONG for end in ends):
        return None
    return tuple([trial_of(ends[i], grids[i], watch, i) for i in range(len(numbers))])


def grid_of(cars: Sequence[OnRoad]) -> tuple[int, ...]:
    """The drivers by slot of the grid."""
    return tuple(sorted(range(len(cars)), key=lambda i: (-cars[i].pos, not cars[i].line)))


def trial_of(end: RoadView, grid: Sequence[int], watch: Watch, i: int) -> Trial:
    """What a race without Legends showed."""
    places = Outcome(all_places(end.cars), "home").among_seats()
    return Trial(
        "",
        tuple([int(lap) for lap in watch.laps[i][: int(watch.counts[i])]]),
        {at: int(n) for at, n in enumerate(watch.passes[i]) if n},
        {at: int(n) for at, n in enumerate(watch.accidents[i]) if n},
        tuple([places[seat] for seat in grid]),
        end.rounds,
    )
