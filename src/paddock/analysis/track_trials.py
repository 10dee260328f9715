"""Track tests: races of bots on a track, with figures by class, corner and slot.

The draws of a race depend on its number and the seed: the report is the same for any number of
workers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from msgspec import Struct

from paddock import games
from paddock.bots.greedy import Greedy
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import PaddockError
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat
from paddock.core.statistics import Mean, mean
from paddock.core.studio import AnyStudio, Length, Runner, Trial

MAX_SEATS = 6  # or fewer, if the game has fewer


class NoStudio(PaddockError):
    """A game that has only its own tracks."""


class KindFigures(Struct, frozen=True):
    """The races of one kind: a class of cars."""

    kind: str
    races: int
    lap: Mean  # in turns or rounds
    turns: Mean  # of a race


class Corner(Struct, frozen=True):
    """A corner, by how often something happens there or on the way to it, a race."""

    corner: int  # from 1
    at: int  # where it lies, as faults of the track count
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
    kinds: tuple[KindFigures, ...]
    corners: tuple[Corner, ...]
    slots: tuple[Slot, ...]


def studio_of(spec: AnyGameSpec) -> AnyStudio:
    if spec.studio is None:
        raise NoStudio(f"{spec.card.title} has only its own tracks")
    return spec.studio


def run_trials(spec: AnyGameSpec, text: str, seed: int, races: Sequence[int]) -> tuple[Trial, ...]:
    """Some of the races on a track that is in order, by their numbers."""
    return tuple([run_trial(spec, text, seed, race) for race in races])


def run_trial(spec: AnyGameSpec, text: str, seed: int, race: int) -> Trial:
    """Race number r, of the kinds in turn, watched move by move to its end."""
    studio = studio_of(spec)
    spec = games.find_spec(studio.game_id(text))
    game = spec.game
    kinds = studio.races(text)
    kind, options = kinds[race % len(kinds)]
    seats = min(MAX_SEATS, spec.card.seats[1])
    luck = UnrecordedChance(random.Random(f"{seed}:{race}"))
    lucks = [UnrecordedChance(random.Random(f"{seed}:{race}:{seat}")) for seat in range(seats)]
    state = studio.set_up_race(options, seats, luck)
    watch = RaceWatch(studio, state)
    bot: Greedy[Any, Any] = Greedy(spec)
    while asks := game.asks(state):
        ask = asks[0]
        move = bot.choose(game.view(state, ask.seat), ask, lucks[ask.seat])
        step = game.play(state, ask.seat, move, luck)
        state = step.state
        watch.add_move(state, step.events)
    watch.end_turn(studio.runners(state))
    outcome = game.outcome(state)
    assert outcome is not None
    places = outcome.among_seats()
    return Trial(
        kind,
        tuple(watch.laps),
        dict(watch.passes),
        dict(watch.accidents),
        tuple(places[seat] for seat in watch.grid),
        studio.clock(state),
    )


class RaceWatch:
    """Collects laps, passes and accidents of a race."""

    def __init__(self, studio: AnyStudio, state: object) -> None:
        self.studio = studio
        self.before = studio.runners(state)
        self.clock = studio.clock(state)
        self.turn = self.before  # where everybody was when the turn began
        self.grid: tuple[Seat, ...] = studio.grid(state)
        self.laps: list[int] = []
        self.passes: Counter[int] = Counter()
        self.accidents: Counter[int] = Counter()
        under_way = [runner.seat for runner in self.before if runner.lap > 0]
        self.crossed = dict.fromkeys(under_way, self.clock)  # when a car was last on the line
        self.ahead: set[tuple[Seat, Seat]] = set()  # who was last seen before whom

    def add_move(self, state: object, events: Sequence[object]) -> None:
        """What a move led to."""
        before, after = self.before, self.studio.runners(state)
        clock = self.studio.clock(state)
        self.grid = self.grid or self.studio.grid(state)
        if before:
            hurt = self.studio.mishaps(events)
            self.accidents.update(before[seat].corner for seat in hurt)
            if after != before:
                self.time(before, after, clock)
        self.before = after
        if clock != self.clock:
            self.clock = clock
            self.end_turn(after)

    def end_turn(self, after: tuple[Runner, ...]) -> None:
        """Passes count by what a whole turn has brought: within one, everybody moves by others."""
        if self.turn:
            self.passes.update(self.passed_corners(self.turn, after))
        self.turn = after

    def passed_corners(
        self, before: tuple[Runner, ...], after: tuple[Runner, ...]
    ) -> Iterator[int]:
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


# ---------------------------------------------------------------- figures


def make_report(length: Length, trials: Sequence[Trial], seed: int) -> Report:
    return Report(
        name=length.name,
        spaces=length.spaces,
        laps=length.laps,
        races=len(trials),
        seed=seed,
        kinds=tuple(kind_figures(kind, trials) for kind in dict.fromkeys(t.kind for t in trials)),
        corners=tuple(
            Corner(
                number + 1,
                length.at[number],
                sign,
                sum(t.passes.get(number, 0) for t in trials) / len(trials),
                sum(t.accidents.get(number, 0) for t in trials) / len(trials),
            )
            for number, sign in enumerate(length.corners)
        ),
        slots=tuple(slot_figures(trials)),
    )


def kind_figures(kind: str, trials: Sequence[Trial]) -> KindFigures:
    own = [t for t in trials if t.kind == kind]
    laps = [lap for t in own for lap in t.laps]
    return KindFigures(
        kind, len(own), mean(laps) if laps else Mean(0, 0), mean([t.turns for t in own])
    )


def slot_figures(trials: Sequence[Trial]) -> Iterator[Slot]:
    whole = [place for t in trials for place in t.places]
    usual = sum(whole) / len(whole)
    for slot in range(len(trials[0].places)):
        places = [t.places[slot] for t in trials]
        found = mean(places)
        yield Slot(slot + 1, found, usual - found.value, places.count(1) / len(places))
