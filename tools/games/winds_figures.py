"""The figures of many races of greedy bots: laps against the estimates, and wins by car.

`python -m tools.games.winds_figures laps --races 20 --circuit salerno`
`python -m tools.games.winds_figures balance --races 400 --group 3`

A lap is compared with the estimate of the circuit's data file. Where they lie more than 15 % apart
the difference is told in turns a lap, and the parts add up to it: what a search of ours without
slopes finds against the estimate, what it finds with slopes, and what the bot then lost in turns
with failed tests, cards, repairs, heat and so on against that search. The estimates know none of
these.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from paddock.bots import make_bot
from paddock.bots.bot import Bot
from paddock.core.chance import Chance, UnrecordedChance
from paddock.core.flow import settle
from paddock.games.winds_of_war import RACE
from paddock.games.winds_of_war.bots.outlook import position_of
from paddock.games.winds_of_war.data import CIRCUITS, CLASSES, MODEL_INDEX, MODELS, WORKS_DRIVER
from paddock.games.winds_of_war.data.enums import DOWN, HOME, PITS, PLAIN, PLUG, PUNCTURE, UP
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import (
    Cooled,
    EmergencyBraked,
    Event,
    EventDrawn,
    ExitedFast,
    HardBraked,
    Launched,
    Pitted,
    Planned,
    Stalled,
    Tested,
)
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases.grid import next_challenger, qualify
from paddock.games.winds_of_war.rules.dashboard import engine_loss, make_sheet
from paddock.games.winds_of_war.rules.dice import CURVE, EXTRA_POINT
from paddock.games.winds_of_war.rules.road import slope_of
from paddock.games.winds_of_war.state import Car, Options, Sheet, State, Team
from paddock.games.winds_of_war.state.pieces import TRACK, allowance
from paddock.games.winds_of_war.view import View

CARS = ("mercedes-benz-w25", "delahaye-135-cs", "bmw-328-roadster", "lancia-aprilia")
LAPS = 3  # of the estimates
# The ring of 1940 has one estimate only: 196 minutes of an ideal coupé for three laps.
RING, COUPE, RING_TURNS = "brescia-1940", "bmw-328-touring-coupe", 196 / 4 / LAPS
FAR_OFF = 0.15
FIELD = 6
MOST = 0.35  # of the races a car of a class may win
SPEEDS = 18
NEVER = 9999.0


# ------------------------------------------------------------------ a search without dice


class Ideal:
    """The least turns to go on one lane: best lines for free, one box below the top speed, nothing
    that asks for a test; with or without slopes."""

    def __init__(self, track: Track, made: Sheet, slopes: bool) -> None:
        self.track, self.goal = track, (LAPS + 1) * track.spaces
        middle = [b for b in range(len(track.lane)) if track.lane[b] == 1]
        letter = [track.curves[c].letter if (c := track.curve[b]) >= 0 else -1 for b in middle]
        self.limit = [made.turns[k] + 1 if k >= 0 else 99 for k in letter]
        self.curve = [track.curve[b] for b in middle]
        self.slope = [track.slope[b] if slopes else PLAIN for b in middle]
        self.top, self.gain, self.brake = made.top - 1, made.acceleration, made.braking
        self.table = self.look_back()

    def way(self, i: int, speed: int) -> tuple[int, int] | None:
        """Boxes and final speed of a plan; nothing if a curve on the way is too slow for it."""
        n, boxes = self.track.spaces, allowance(speed)
        here, there = self.curve[i], self.curve[(i + 1) % n]
        if here >= 0 and here == there and speed > self.limit[i]:
            return None
        trail = tuple([self.slope[(i + k) % n] for k in range(1, boxes + 1)])
        down = slope_of(trail) == DOWN
        for k in range(1, boxes + down + 1):
            entered, before = self.curve[(i + k) % n], self.curve[(i + k - 1) % n]
            if entered >= 0 and before < 0 and speed > self.limit[(i + k) % n]:
                return None
        return boxes + down, min(self.top, speed + down)

    def reach(self, i: int, speed: int) -> int:
        n, boxes = self.track.spaces, allowance(speed)
        trail = tuple([self.slope[(i + k) % n] for k in range(1, boxes + 1)])
        return max(1, self.gain >> 1) if slope_of(trail) == UP else self.gain

    def look_back(self) -> list[list[float]]:
        n, goal = self.track.spaces, self.goal
        ways = [[self.way(i, s) for s in range(self.top + 1)] for i in range(n)]
        gains = [[self.reach(i, s) for s in range(self.top + 1)] for i in range(n)]
        table: list[list[float]] = [[0.0] * SPEEDS for _ in range(goal + 1)]
        for at in range(goal - 1, -1, -1):
            i = at % n
            for speed in range(SPEEDS):
                best = NEVER
                for planned in range(max(1, speed - self.brake), self.top + 1):
                    found = ways[i][planned]
                    if found is None or planned - speed > gains[i][planned]:
                        continue
                    moved, final = found
                    best = min(best, 1 + table[min(goal, at + moved)][final])
                table[at][speed] = best
        for at in range(goal - 1, -1, -1):  # too fast for a curve: as if it had braked in time
            for speed in range(1, SPEEDS):
                if table[at][speed] >= NEVER:
                    table[at][speed] = table[at][speed - 1]
        return table

    def to_go(self, at: float, speed: int) -> float:
        if at >= self.goal:
            return 0.0
        here = max(0, int(at))
        share = max(0.0, at - here)
        now, after = self.table[here][speed], self.table[here + 1][speed]
        return now + share * (after - now)

    def left(self, car: Car) -> float:
        return 0.0 if car.status == HOME else self.to_go(position_of(self.track, car), car.speed)


@functools.cache
def ideal(circuit: str, model: int, slopes: bool) -> Ideal:
    return Ideal(TRACK[circuit], make_sheet(Team(0, 0, model, WORKS_DRIVER)), slopes)


# ------------------------------------------------------------------ races


def lined_up(
    options: Options, models: Sequence[int], grid: Sequence[int] | None, luck: Chance
) -> State:
    """The state before the first decision of a race with these cars, works drivers, a tyre and
    water each; on a grid that is given, which may still be challenged, or by qualifying."""
    state = RACE.game.setup(options, len(models), luck).state
    teams = tuple(Team(0, 0, model, WORKS_DRIVER, (), (1, 1, 0, 0, 0)) for model in models)
    state = replace(state, teams=teams, turn=0, cars=())
    events: list[Event] = []
    state = settle(qualify(state, events, luck), events, luck).state
    if grid is None:
        return state
    state = replace(state, grid=tuple(grid), turn=0, cars=())
    state = next_challenger(state, tuple(grid)[1:], events, luck)
    return settle(state, events, luck).state


def play(
    state: State, seed: str, watch: Callable[[State, State, Sequence[Event]], None] | None = None
) -> State:
    """A race of greedy bots to its end."""
    game = RACE.game
    luck = UnrecordedChance(random.Random(f"{seed} luck"))
    bot: Bot[View, Move] = make_bot("greedy", RACE)
    while asks := game.asks(state):
        ask = asks[0]
        move = bot.choose(game.view(state, ask.seat), ask, luck)
        step = game.play(state, ask.seat, move, luck)
        if watch:
            watch(state, step.state, step.events)
        state = step.state
    return state


# ------------------------------------------------------------------ solo laps

REASONS = (
    "search",
    "slopes",
    "start",
    "failed tests",
    "passed tests",
    "event cards",
    "failures",
    "engine",
    "pits",
    "top speed",
    "cooling",
    "braking",
    "extras",
    "lanes",
)


class Solo(Struct, frozen=True):
    """A race alone: turns a lap, or none for a car that did not come home, and where they went."""

    turns: float
    lost: dict[str, float]


class Watch:
    """Where the turns of a car go, against the search: at the end of each of its turns."""

    def __init__(self, circuit: str, model: int, state: State) -> None:
        self.ideal = ideal(circuit, model, True)
        self.made = state.sheets[0]
        self.lost = dict.fromkeys(REASONS, 0.0)
        self.told: list[Event] = []
        self.car = state.cars[0]
        self.left = self.ideal.left(self.car)

    def __call__(self, before: State, after: State, told: Sequence[Event]) -> None:
        """Turns end within steps: what is told up to the new turn belongs to the old one."""
        turns = after.turn - before.turn
        self.told += told
        home = after.cars[0].status == HOME
        if not turns and not home:
            return
        left = self.ideal.left(after.cars[0])
        self.lost[self.reason(after.cars[0])] += max(1, turns) + left - self.left
        self.left, self.car = left, after.cars[0]
        self.told = [event for event in told if isinstance(event, EventDrawn)]

    def reason(self, now: Car) -> str:
        told, car = self.told, self.car
        kinds = {type(event) for event in told}
        curves = [e.warnings for e in told if isinstance(e, Tested) and e.test == CURVE]
        extra = any(isinstance(e, Tested) and e.test == EXTRA_POINT for e in told)
        if EventDrawn in kinds:
            return "event cards"
        if any(curves):
            return "failed tests"
        if Pitted in kinds or car.status == PITS:
            return "pits"
        if kinds & {Stalled, Launched} or not car.splits:
            return "start"
        if curves:
            return "passed tests"
        if PUNCTURE in car.broken or PLUG in car.broken:
            return "failures"
        if engine_loss(self.made, car):
            return "engine"
        if Cooled in kinds:
            return "cooling"
        if EmergencyBraked in kinds:
            return "braking"
        if kinds & {HardBraked, ExitedFast} or extra:
            return "extras"
        if any(isinstance(e, Planned) and e.speed >= self.made.top for e in told):
            return "top speed"
        return "lanes"


def solo(circuit: str, model: int, weather: str, seed: str) -> Solo:
    """One race of three laps, alone."""
    options = Options(circuit, LAPS, weather=weather)  # type: ignore[arg-type]
    state = lined_up(options, [model], None, UnrecordedChance(random.Random(f"{seed} grid")))
    watch = Watch(circuit, model, state)
    start = watch.left
    end = play(state, seed, watch)
    car = end.cars[0]
    if car.status != HOME:
        return Solo(0.0, {})
    flat = ideal(circuit, model, False).left(state.cars[0])
    estimate = estimate_of(circuit, model)
    lost = dict(watch.lost)
    lost["search"] = flat - LAPS * estimate
    lost["slopes"] = start - flat
    turns = car.splits[-1]
    assert abs(sum(lost.values()) + LAPS * estimate - turns) < 1e-6, "the parts do not add up"
    return Solo(turns / LAPS, {k: v / LAPS for k, v in lost.items()})


def estimate_of(circuit: str, model: int) -> float:
    """The estimate of the data file; where it has none, the search without slopes."""
    track = TRACK[circuit]
    if track.estimate and MODELS[model].id in CARS:
        return track.estimate[CARS.index(MODELS[model].id)]
    if (circuit, MODELS[model].id) == (RING, COUPE):
        return RING_TURNS
    return ideal(circuit, model, False).to_go(track.spaces - 1, 0) / LAPS


def laps(circuits: Sequence[str], cars: Sequence[str], given: argparse.Namespace) -> Iterator[str]:
    """A line for each circuit and car: estimate (~: by our search), mean, difference, and where it
    lies far off the reasons in turns a lap."""
    far = cells = 0
    for circuit in circuits:
        for car in (*cars, COUPE) if circuit == RING else cars:
            cells += 1
            model = MODEL_INDEX[car]
            runs = [
                solo(circuit, model, given.weather, f"{given.seed} {circuit} {car} {number}")
                for number in range(given.races)
            ]
            home = [run for run in runs if run.turns]
            if not home:
                yield f"{circuit:13} {car:22} nobody came home"
                continue
            mean = sum(run.turns for run in home) / len(home)
            off = mean / estimate_of(circuit, model) - 1
            far += abs(off) > FAR_OFF
            known = bool(TRACK[circuit].estimate) or car == COUPE
            out = f"{len(runs) - len(home):3} of {len(runs)} retired"
            head = (
                f"{circuit:13} {car:22} {estimate_of(circuit, model):5.1f}{' ' if known else '~'}"
                f" {mean:6.2f} {off:+7.1%} {out}"
            )
            lost = {k: sum(r.lost.get(k, 0.0) for r in home) / len(home) for k in REASONS}
            why = ", ".join(f"{k} {v:+.2f}" for k, v in lost.items() if abs(v) >= 0.05)
            mark = "  *  " if abs(off) > FAR_OFF else "     "
            yield head + (mark + why if abs(off) > FAR_OFF or given.reasons else "")
    yield f"{far} of {cells} more than {FAR_OFF:.0%} off"


# ------------------------------------------------------------------ balance


class Grand(Struct, frozen=True):
    """A race of a class: the cars by place on the first grid, and which of them won (-1: none)."""

    circuit: str
    models: tuple[int, ...]
    winner: int
    turns: int


def fields(group: int, generator: random.Random) -> Iterator[tuple[int, ...]]:
    """Six cars of a class for each race, by place on the grid: every car as often as any other, and
    on every place of the grid as often as on any other."""
    cars = list(CLASSES[group])
    while True:
        generator.shuffle(cars)
        for first in range(len(cars)):  # as many races as cars: each starts once on each place
            yield tuple(cars[(first + place) % len(cars)] for place in range(FIELD))


def grand(circuit: str, models: tuple[int, ...], given: argparse.Namespace, seed: str) -> Grand:
    options = Options(circuit, given.laps, weather=given.weather)  # type: ignore[arg-type]
    grid = None if given.grid == "qualified" else range(FIELD)
    luck = UnrecordedChance(random.Random(f"{seed} grid"))
    end = play(lined_up(options, models, grid, luck), seed)
    outcome = RACE.game.outcome(end)
    assert outcome is not None
    winner = outcome.places.index(1) if 1 in outcome.places else -1
    return Grand(circuit, models, winner, end.turn)


def interval(wins: int, races: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson."""
    z = 1.96
    share = wins / races
    middle = (share + z * z / (2 * races)) / (1 + z * z / races)
    half = z * math.sqrt(share * (1 - share) / races + z * z / (4 * races**2)) / (1 + z * z / races)
    return middle - half, middle + half


def balance(group: int, circuits: Sequence[str], given: argparse.Namespace) -> Iterator[str]:
    """What each car of a class wins of the races it takes part in."""
    line = fields(group, random.Random(f"{given.seed} {group}"))
    around = itertools.cycle(circuits)
    found = [
        grand(next(around), next(line), given, f"{given.seed} {group} {number}")
        for number in range(given.races)
    ]
    wins = Counter(race.models[race.winner] for race in found if race.winner >= 0)
    starts = Counter(model for race in found for model in race.models)
    places = Counter(race.winner + 1 for race in found if race.winner >= 0)
    yield f"class {group}: {len(found)} races, {sum(r.winner < 0 for r in found)} without a winner"
    for model in sorted(starts, key=lambda m: (-wins[m] / starts[m], m)):
        low, high = interval(wins[model], starts[model])
        share = wins[model] / starts[model]
        mark = "  *" if share > MOST else ""
        yield (
            f"  {MODELS[model].id:28} {wins[model]:4} of {starts[model]:4}  {share:6.1%}"
            f"  [{low:.1%}, {high:.1%}]{mark}"
        )
    if given.grid == "rotated":
        yield f"  wins by place on the grid {dict(sorted(places.items()))}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parts = parser.add_subparsers(dest="what", required=True)
    alone = parts.add_parser("laps", help="solo laps against the estimates")
    alone.add_argument("--races", type=int, default=20, help="for each circuit and car")
    alone.add_argument("--car", choices=CARS, action="append")
    alone.add_argument("--reasons", action="store_true", help="for every cell")
    six = parts.add_parser("balance", help="wins by car in races of six")
    six.add_argument("--races", type=int, default=400, help="for each class")
    six.add_argument("--group", type=int, choices=sorted(CLASSES), action="append")
    six.add_argument("--laps", type=int, default=0, help="0: as the circuit says")
    six.add_argument("--grid", choices=["rotated", "qualified"], default="rotated")
    for part, weather in ((alone, "dry"), (six, "roll")):
        part.add_argument("--circuit", choices=CIRCUITS, action="append")
        part.add_argument("--weather", choices=["dry", "wet", "roll"], default=weather)
        part.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    circuits = given.circuit or CIRCUITS
    if given.what == "laps":
        lines = laps(circuits, given.car or CARS, given)
    else:
        groups = given.group or sorted(CLASSES)
        lines = itertools.chain.from_iterable(balance(g, circuits, given) for g in groups)
    for line in lines:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
