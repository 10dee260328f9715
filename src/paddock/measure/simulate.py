"""Many races between bots: the same seed gives the same races, whatever the number of workers."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock import bots, cluster, files, games
from paddock.bots.own import with_position
from paddock.core import record
from paddock.core.chance import Draw, UnrecordedChance
from paddock.core.errors import BadOption, BadSeats, BotFailed, RulesBug, UnknownBot
from paddock.core.game import Amount, Ask, Outcome
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import numbered_names

MAX_RACES_PER_CHUNK = 100
"""Races that a worker is given at once, at most."""


class SimulationPlan(Struct, frozen=True):
    """What is to be raced. It travels to the workers, so the options are JSON."""

    game: str
    options: bytes
    bots: tuple[str, ...]
    races: int
    seed: int
    records: str = ""  # a folder, or nothing
    seconds: float | None = None  # for a decision of a bot of one's own
    decisions: bool = False  # whether the races list their decisions


class DecisionRow(Struct, frozen=True, gc=False):
    """One decision of a race."""

    race: int
    row: int
    seat: int
    question: str
    options: tuple[str, ...]  # in notation; an amount is one text: least, most and step
    chosen: int  # its index among the options
    move: str
    draws: tuple[Draw, ...]


class Race(Struct, frozen=True):
    """How one race went; the tuples are by seat."""

    race: int
    entries: tuple[int, ...]  # which of the plan's bots sat in each seat
    places: tuple[int, ...]  # among the seats
    places_among_all: tuple[int, ...]
    decisions: int
    rounds: int  # 0 where the game counts none
    reason: str
    made: tuple[DecisionRow, ...] = ()  # if the plan asks for them


def make_plan(
    spec: AnyGameSpec,
    seats: tuple[str, ...],
    races: int,
    seed: int,
    options: Any = None,
    records: Path | None = None,
    *,
    seconds: float | None = None,
    decisions: bool = False,
) -> SimulationPlan:
    """A plan that can be carried out, or a clear error."""
    if not spec.card.allows_seats(len(seats)):
        least, most = spec.card.seats
        raise BadSeats(f"{spec.card.title} seats {least} to {most}, not {len(seats)}")
    for name in seats:
        bots.make_bot(name, spec, own=True)
    chosen = spec.options() if options is None else options
    folder = "" if records is None else str(records)
    return SimulationPlan(
        spec.card.id,
        msgspec.json.encode(chosen),
        seats,
        races,
        seed,
        folder,
        seconds=seconds,
        decisions=decisions,
    )


def refuse_clocks(seats: tuple[str, ...]) -> None:
    """With a seed the races must come out the same again: no bot may think by the clock."""
    timed = [name for name in seats if bots.is_timed(name)]
    if timed:
        raise UnknownBot(
            f"{timed[0]} thinks by the clock and cannot be repeated: "
            "leave out the seed, or give it a number of samples (search:200)"
        )


def simulate(
    plan: SimulationPlan,
    workers: int = 1,
    spec: AnyGameSpec | None = None,
    at_once: int = MAX_RACES_PER_CHUNK,
    ray: str = "",
) -> Iterator[Race]:
    """The races of a plan in order, as they finish; `at_once` limits the races per chunk, `ray` is
    the address of a cluster that runs them."""
    if ray:
        check_cluster_plan(plan)
        for done in cluster.run_jobs(run_chunk, chunks(plan, RAY_WORKERS, at_once), ray):
            yield from done
        return
    if plan.records:
        Path(plan.records).mkdir(parents=True, exist_ok=True)
    if workers <= 1:
        here = spec or games.find_spec(plan.game)
        yield from (run_race(here, plan, r) for r in range(plan.races))
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        for done in pool.map(run_chunk, *zip(*chunks(plan, workers, at_once), strict=True)):
            yield from done
    finally:
        pool.shutdown(cancel_futures=True)


RAY_WORKERS = 8
"""Processors for which the pieces are cut; the races do not depend on it."""


def check_cluster_plan(plan: SimulationPlan) -> None:
    """Refuse what only works on one machine."""
    if plan.records:
        raise BadOption("records are written on one machine: leave out --records, or --ray")


def chunks(
    plan: SimulationPlan, workers: int, at_once: int = MAX_RACES_PER_CHUNK
) -> list[tuple[SimulationPlan, int, int]]:
    """Pieces small enough that no worker is left alone at the end."""
    size = max(1, min(at_once, plan.races // (workers * 8)))
    starts = range(0, plan.races, size)
    return [(plan, start, min(start + size, plan.races)) for start in starts]


def run_chunk(plan: SimulationPlan, start: int, end: int) -> list[Race]:
    """In a worker: some of the races."""
    spec = games.find_spec(plan.game)
    return [run_race(spec, plan, r) for r in range(start, end)]


def run_race(spec: AnyGameSpec, plan: SimulationPlan, race: int) -> Race:
    """Race number r, in which every bot sits r places further."""
    seats = len(plan.bots)
    entries = tuple((seat - race) % seats for seat in range(seats))
    options = convert_options(spec.options, msgspec.json.decode(plan.options))
    names = tuple(entry_name(plan.bots, entry) for entry in entries)
    generator = random.Random(f"{plan.seed}:{race}")
    try:
        referee: AnyReferee = Referee(spec.game, options, names, generator)
        made = play_bots(
            spec,
            referee,
            [plan.bots[entry] for entry in entries],
            plan.seed,
            race,
            seconds=plan.seconds,
            decisions=plan.decisions,
        )
    except BotFailed:
        raise
    except Exception as wrong:
        where = f"race {race} of seed {plan.seed}"
        raise RulesBug(f"{where}: {type(wrong).__name__}: {wrong}") from wrong
    outcome = referee.outcome()
    if outcome is None:
        raise RulesBug(f"race {race} of seed {plan.seed}: nobody is asked and there is no outcome")
    if plan.records:
        path = Path(plan.records) / f"{plan.game}-{plan.seed}-{race:05}.race"
        save_record(spec, referee, [plan.bots[entry] for entry in entries], path)
    return Race(
        race=race,
        entries=entries,
        places=outcome.among_seats(),
        places_among_all=places_among_all(outcome),
        decisions=len(referee.rows),
        rounds=getattr(referee.state, "round", 0) or 0,
        reason=outcome.reason,
        made=tuple(made),
    )


def play_bots(
    spec: AnyGameSpec,
    referee: AnyReferee,
    seats: list[str],
    seed: int,
    race: int,
    *,
    seconds: float | None = None,
    decisions: bool = False,
) -> list[DecisionRow]:
    """Every bot plays with its own draws until the race is over; the decisions, if asked for."""
    players = [bots.make_bot(name, spec, own=True, seconds=seconds) for name in seats]
    looks = [bots.looks(player) for player in players]
    luck = [UnrecordedChance(random.Random(f"{seed}:{race}:{seat}")) for seat in range(len(seats))]
    view, made = spec.game.view, []
    try:
        while referee.asks:
            ask = referee.asks[0]
            seat = ask.seat
            seen = view(referee.state, seat) if looks[seat] else None
            move = players[seat].choose(seen, ask, luck[seat])
            referee.play(seat, move)
            if decisions:
                made.append(decision_row(spec, referee, race, ask, move))
    except BotFailed as failed:
        raise with_position(spec, referee, f"race {race} of seed {seed}", failed) from failed
    return made


def decision_row(
    spec: AnyGameSpec, referee: AnyReferee, race: int, ask: Ask[Any], move: Any
) -> DecisionRow:
    """The last row of a race as a decision."""
    tokens, options, row = numbered_names(len(referee.names)), ask.options, referee.rows[-1]
    texts = (
        (f"{options.least} to {options.most} by {options.step}",)
        if isinstance(options, Amount)
        else tuple([record.move_text(spec, option, tokens) for option in options])
    )
    return DecisionRow(
        race=race,
        row=referee.count - 1,
        seat=ask.seat,
        question=ask.question.prompt,
        options=texts,
        chosen=options.index(move),
        move=record.move_text(spec, move, tokens),
        draws=row.draws if isinstance(row, record.Play) else (),
    )


def entry_name(names: tuple[str, ...], entry: int) -> str:
    """A bot's name, numbered where several of the same kind race."""
    name = names[entry]
    return name if names.count(name) == 1 else f"{name}-{1 + names[:entry].count(name)}"


def places_among_all(outcome: Outcome) -> tuple[int, ...]:
    """The places among all competitors; those out of the race share the one after the last."""
    last = 1 + sum(place > 0 for place in (*outcome.places, *outcome.others))
    return tuple(place or last for place in outcome.places)


def save_record(spec: AnyGameSpec, referee: AnyReferee, seats: list[str], path: Path) -> None:
    """Put a race into a file."""
    kept = replace(referee.record(), players=tuple(seats))
    text = record.write_record(spec, kept, referee.state, referee.outcome())
    files.write_text(path, text)


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self.start = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.start
