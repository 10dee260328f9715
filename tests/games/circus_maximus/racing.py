"""Counts over many races between bots: each race gives a counter, and counters add up."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Protocol

from paddock.bots import AnyBot, make_bot
from paddock.core.chance import Chance, UnrecordedChance
from paddock.core.game import Ask, Step
from paddock.core.referee import Referee
from paddock.core.statistics import Z_95, wilson_interval
from paddock.games.circus_maximus import RACE
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.events import Event
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.state import Options, State
from paddock.games.circus_maximus.view import View

Race = Referee[State, Move, Event, View, Options]
Count = Counter[tuple[object, ...]]
CHUNK = 8


class Prepared:
    """A bot whose chariots are built by the test."""

    def __init__(self, bot: AnyBot, allot: mv.Allot) -> None:
        self.bot, self.allot = bot, allot

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        if ask.question.prompt == "allot":
            return self.allot
        move: Move = self.bot.choose(view, ask, chance)
        return move


class Watch(Protocol):
    """An observer of a race."""

    def see(self, race: Race, before: State, step: Step[State, Event]) -> None: ...


def drive(options: Options, bots: list[AnyBot], seed: str, watch: Watch | None = None) -> Race:
    """A whole race."""
    race: Race = Referee(RACE.game, options, len(bots), random.Random(seed))
    luck = [UnrecordedChance(random.Random(f"{seed} {seat}")) for seat in range(len(bots))]
    view = RACE.game.view
    while race.asks:
        ask = race.asks[0]
        seat, before = ask.seat, race.state
        step = race.play(seat, bots[seat].choose(view(before, seat), ask, luck[seat]))
        if watch is not None:
            watch.see(race, before, step)
    return race


def bots(name: str, allots: list[mv.Allot]) -> list[AnyBot]:
    """One bot of a kind for each seat, with these preparation points."""
    return [Prepared(make_bot(name, RACE), allot) for allot in allots]


def count_races(
    one: Callable[[int], Count], races: int, first: int, seconds: float, workers: int
) -> Count:
    """The sum over the races from `first` on; after this many seconds no new race begins."""
    found: Count = Counter()
    end = time.monotonic() + seconds if seconds else float("inf")
    for count in each(one, range(first, first + races), workers):
        found.update(count)
        if time.monotonic() > end:
            break
    return found


def each(one: Callable[[int], Count], numbers: range, workers: int) -> Iterator[Count]:
    if workers <= 1:
        yield from map(one, numbers)
        return
    pool = ProcessPoolExecutor(workers)
    try:
        yield from pool.map(one, numbers, chunksize=CHUNK)
    finally:
        pool.shutdown(cancel_futures=True)


def at(one: Callable[..., Count], *given: object) -> Callable[[int], Count]:
    """The races of a kind, by number."""
    return partial(one, *given)


# ---------------------------------------------------------------- intervals


def share_text(hits: int, tries: int) -> str:
    """A share with its 95 % interval."""
    if not tries:
        return "none"
    low, high = wilson_interval(hits, tries)
    return f"{hits / tries:.1%} [{low:.1%}, {high:.1%}] of {tries}"


def margin(total: float, squares: float, count: int) -> tuple[float, float]:
    """A mean and half of its 95 % interval, from sums."""
    if not count:
        return 0.0, 0.0
    mean = total / count
    spread = max(0.0, squares / count - mean * mean)
    return mean, Z_95 * (spread / max(1, count - 1)) ** 0.5


def mean(count: Count, *key: object) -> str:
    """The mean of the recorded values, with its 95 % interval."""
    number = count[(*key, "n")]
    middle, half = margin(count[(*key, "sum")], count[(*key, "squares")], number)
    return f"{middle:.2f} ± {half:.2f} of {number}" if number else "none"


def record(count: Count, value: int, *key: object) -> None:
    """Records one value for a mean."""
    count[(*key, "n")] += 1
    count[(*key, "sum")] += value
    count[(*key, "squares")] += value * value
