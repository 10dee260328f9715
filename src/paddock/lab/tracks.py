"""What a track is like: many races of bots on it, and what came of them by class, corner and slot.

The same seed gives the same report, whatever the number of workers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from multiprocessing import get_context

from msgspec import Struct

from paddock import bots, games
from paddock.core.chance import Fresh
from paddock.core.errors import PaddockError
from paddock.core.house import AnyHouse
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat
from paddock.core.studio import AnyStudio, Length, Runner
from paddock.lab.statistics import Mean, mean

BOT = "greedy"
FIELD = 6  # seats, where a game has so many
CHUNKS = 8  # pieces for each worker


class NoStudio(PaddockError):
    """A game that has only its own tracks."""


class Trial(Struct, frozen=True):
    """What one race showed."""

    kind: str
    laps: tuple[int, ...]  # turns of every lap that was driven
    passes: dict[int, int]  # by corner
    accidents: dict[int, int]
    places: tuple[int, ...]  # by slot of the grid, among the seats
    turns: int  # of the whole race


class Kind(Struct, frozen=True):
    """The races of one kind: a class of cars."""

    kind: str
    races: int
    lap: Mean  # in turns or rounds
    turns: Mean  # of a race


class Corner(Struct, frozen=True):
    """A corner, by how often something happens there or on the way to it, a race."""

    corner: int  # from 1
    sign: str
    passes: float
    accidents: float


class Slot(Struct, frozen=True):
    """A slot of the grid: the place that comes of it, and how much better that is than the mean."""

    slot: int  # from 1
    place: Mean
    advantage: float
    wins: float


class Report(Struct, frozen=True):
    name: str
    spaces: int
    laps: int
    races: int
    seed: int
    kinds: tuple[Kind, ...]
    corners: tuple[Corner, ...]
    slots: tuple[Slot, ...]


def studio_of(house: AnyHouse) -> AnyStudio:
    if house.studio is None:
        raise NoStudio(f"{house.card.title} has only its own tracks")
    return house.studio


def report(game: str, text: str, races: int, seed: int, workers: int = 1) -> Report:
    """A track that is in order, tried out by bots."""
    studio = studio_of(games.find(game))
    trials = list(tried(game, text, races, seed, workers))
    return summed(studio.measure(text), trials, seed)


def tried(game: str, text: str, races: int, seed: int, workers: int) -> Iterator[Trial]:
    if workers <= 1:
        yield from some(game, text, seed, range(races))
        return
    size = max(1, races // (workers * CHUNKS))
    parts = [range(races)[start : start + size] for start in range(0, races, size)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        n = len(parts)
        for done in pool.map(some, [game] * n, [text] * n, [seed] * n, parts):
            yield from done


def some(game: str, text: str, seed: int, races: Sequence[int]) -> list[Trial]:
    """In a worker: some of the races."""
    house = games.find(game)
    return [trial(house, text, seed, race) for race in races]


def trial(house: AnyHouse, text: str, seed: int, race: int) -> Trial:
    """Race number r, of the kinds in turn."""
    studio = studio_of(house)
    kinds = studio.races(text)
    kind, options = kinds[race % len(kinds)]
    seats = min(FIELD, house.card.seats[1])
    names = tuple(f"{BOT}-{seat + 1}" for seat in range(seats))
    referee: AnyReferee = Referee(house.game, options, names, random.Random(f"{seed}:{race}"))
    return driven(house, studio, referee, kind, f"{seed}:{race}")


class Watch:
    """What is seen of a race from the edge of the road."""

    def __init__(self, studio: AnyStudio, state: object) -> None:
        self.studio = studio
        self.before = studio.runners(state)
        self.grid: tuple[Seat, ...] = ()
        self.laps: list[int] = []
        self.passes: Counter[int] = Counter()
        self.accidents: Counter[int] = Counter()
        self.crossed: dict[Seat, int] = {}  # when a car was last on the line
        self.ahead: set[tuple[Seat, Seat]] = set()  # who was last seen before whom

    def see(self, state: object, events: Sequence[object]) -> None:
        """What a move led to."""
        before, after = self.before, self.studio.runners(state)
        self.grid = self.grid or self.studio.grid(state)
        if before:
            hurt = self.studio.mishaps(events)
            self.accidents.update(before[seat].corner for seat in hurt)
            if after != before:
                self.passes.update(self.passed(before, after))
                self.time(before, after, self.studio.clock(state))
        self.before = after

    def passed(self, before: tuple[Runner, ...], after: tuple[Runner, ...]) -> Iterator[int]:
        """The corners to which a car was coming when it passed another; cars may have been side by
        side for a while."""
        for a, b in permutations(after, 2):
            if a.out or b.out or a.at <= b.at:
                continue
            if (b.seat, a.seat) in self.ahead:
                self.ahead.remove((b.seat, a.seat))
                yield before[a.seat].corner
            self.ahead.add((a.seat, b.seat))

    def time(self, before: tuple[Runner, ...], after: tuple[Runner, ...], clock: int) -> None:
        for was, now in zip(before, after, strict=True):
            if now.lap > was.lap:
                if now.seat in self.crossed:
                    self.laps.append(clock - self.crossed[now.seat])
                self.crossed[now.seat] = clock


def driven(house: AnyHouse, studio: AnyStudio, referee: AnyReferee, kind: str, luck: str) -> Trial:
    """A race to its end, watched move by move."""
    player = bots.make(BOT, house)
    lucks = [Fresh(random.Random(f"{luck}:{seat}")) for seat in range(len(referee.names))]
    watch = Watch(studio, referee.state)
    while referee.asks:
        ask = referee.asks[0]
        seen = house.game.view(referee.state, ask.seat)
        step = referee.play(ask.seat, player.choose(seen, ask, lucks[ask.seat]))
        watch.see(step.state, step.events)
    outcome = referee.outcome()
    assert outcome is not None
    places = outcome.among_seats()
    return Trial(
        kind,
        tuple(watch.laps),
        dict(watch.passes),
        dict(watch.accidents),
        tuple(places[seat] for seat in watch.grid),
        studio.clock(referee.state),
    )


# ---------------------------------------------------------------- figures


def summed(length: Length, trials: Sequence[Trial], seed: int) -> Report:
    return Report(
        length.name,
        length.spaces,
        length.laps,
        len(trials),
        seed,
        tuple(kind_of(kind, trials) for kind in dict.fromkeys(t.kind for t in trials)),
        tuple(
            Corner(
                number + 1,
                sign,
                sum(t.passes.get(number, 0) for t in trials) / len(trials),
                sum(t.accidents.get(number, 0) for t in trials) / len(trials),
            )
            for number, sign in enumerate(length.corners)
        ),
        tuple(slots_of(trials)),
    )


def kind_of(kind: str, trials: Sequence[Trial]) -> Kind:
    own = [t for t in trials if t.kind == kind]
    laps = [lap for t in own for lap in t.laps]
    return Kind(kind, len(own), mean(laps) if laps else Mean(0, 0), mean([t.turns for t in own]))


def slots_of(trials: Sequence[Trial]) -> Iterator[Slot]:
    whole = [place for t in trials for place in t.places]
    usual = sum(whole) / len(whole)
    for slot in range(len(trials[0].places)):
        places = [t.places[slot] for t in trials]
        found = mean(places)
        yield Slot(slot + 1, found, usual - found.value, places.count(1) / len(places))
