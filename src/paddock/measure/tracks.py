"""What a track is like, found out by several processes: the report is the same with any number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from paddock import games
from paddock.analysis.track_trials import Report, make_report, run_trials, studio_of
from paddock.core.studio import Trial

CHUNKS_PER_WORKER = 8  # pieces for each worker


def report_on_track(game: str, text: str, races: int, seed: int, workers: int = 1) -> Report:
    """A track that is in order, tried out by bots."""
    studio = studio_of(games.find_spec(game))
    found = list(run_all_trials(game, text, races, seed, workers))
    return make_report(studio.measure(text), found, seed)


def run_all_trials(game: str, text: str, races: int, seed: int, workers: int) -> Iterator[Trial]:
    if workers <= 1:
        yield from run_some_trials(game, text, seed, range(races))
        return
    size = max(1, races // (workers * CHUNKS_PER_WORKER))
    parts = [range(races)[start : start + size] for start in range(0, races, size)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        n = len(parts)
        for done in pool.map(run_some_trials, [game] * n, [text] * n, [seed] * n, parts):
            yield from done


def run_some_trials(game: str, text: str, seed: int, races: Sequence[int]) -> tuple[Trial, ...]:
    """In a worker: some of the races."""
    return run_trials(games.find_spec(game), text, seed, races)
