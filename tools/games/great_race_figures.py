"""The figures of many races between bots, against the bounds that the components are tuned for.

`python -m tools.games.great_race_figures --races 170 --seed 2` races each of the twelve kinds (both
continents, both ways, two to four crews) so often and says what holds: it fails if something does
not. `--kind "africa south 4"` takes one kind, `--kind 4` all with that word, `--workers 2` two
processes; the same seed is the same races. `--ways` prints another table instead: which spaces and
routes are used, and whether the first to arrive wins (`--kind 3 --bot hard --races 100 --ways`).
"""

from __future__ import annotations

import argparse
import functools
import operator
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.referee import Referee
from paddock.core.seats import Seat
from paddock.games.great_race import RACE
from paddock.games.great_race import events as ev
from paddock.games.great_race.data import (
    BLACK,
    CONTINENTS,
    LANDS,
    NEXT,
    ROUTES,
    SPACE_ID,
    Continent,
    Land,
    Space,
    steps_from,
)
from paddock.games.great_race.moves import GO, HALT
from paddock.games.great_race.state import Options

Direction: TypeAlias = Literal["south", "north"]
DIRECTIONS: tuple[Direction, ...] = ("south", "north")
FAR = 3  # spaces of a drive that is a long one


class Kind(Struct, frozen=True):
    """One of the twelve kinds of race."""

    continent: Continent
    direction: Direction
    crews: int

    def __str__(self) -> str:
        return f"{self.continent} {self.direction} {self.crews}"


KINDS = tuple(
    Kind(continent, direction, crews)
    for continent in CONTINENTS
    for direction in DIRECTIONS
    for crews in (2, 3, 4)
)


class Tally(Struct, frozen=True):
    """What was counted in some races; two of them can be added."""

    races: int = 0
    crews: int = 0
    moved_at_once: int = 0  # crews that moved in round 1
    plans: int = 0
    all_on_one: int = 0
    scouts: int = 0
    mechanics: int = 0
    escorts: int = 0
    financing: int = 0
    drives: int = 0
    at_the_limit: int = 0  # drives as long as the engine's level
    far: int = 0  # drives of three spaces or more
    gained: int = 0  # cards
    thrown_away: int = 0
    laid_down: int = 0  # cards still in hand on arrival
    at_the_door: int = 0  # drives ended beside the goal by a crew that could have gone in
    arrived: int = 0  # races that somebody won
    several: int = 0  # in which two or more arrived
    first_wins: int = 0
    rounds: Counter[int] = Counter()
    corridors: Counter[str] = Counter()  # of the winners
    winners: Counter[tuple[int, int]] = Counter()  # by number of crews and seat
    entered: Counter[Space] = Counter()  # races in which a crew entered this space
    sailed: Counter[tuple[Space, Space]] = Counter()  # races with this passage, lower number first
    with_passage: int = 0  # races with any passage by sea or air

    def __add__(self, other: Tally) -> Tally:
        return Tally(*map(operator.add, astuple(self), astuple(other)))


class Watch:
    """Follows the events of one race and counts."""

    def __init__(self, seats: int, start: Space) -> None:
        self.round = 1
        self.where = [start] * seats
        self.moved: set[Seat] = set()
        self.plans: list[tuple[int, int, int, int]] = []
        self.drives: list[list[int]] = []  # limit, spaces
        self.gained = self.thrown_away = self.laid_down = 0
        self.visited: list[list[Space]] = [[] for _ in range(seats)]
        self.arrivals: tuple[Seat, ...] = ()
        self.sailed: set[tuple[Space, Space]] = set()

    def see(self, event: ev.Event) -> None:
        match event:
            case ev.RoundBegan():
                self.round = event.round
            case ev.Opened():
                self.plans.append((event.scouts, event.mechanics, event.escorts, event.financing))
            case ev.SetOff():
                self.drives.append([event.steps, 0])
            case ev.Drove() | ev.Reached():
                self.drives[-1][1] += 1
                self.visited[event.seat].append(event.space)
                self.where[event.seat] = event.space
                if self.round == 1:
                    self.moved.add(event.seat)
            case ev.Sailed():
                here = self.where[event.seat]
                self.sailed.add((min(here, event.space), max(here, event.space)))
            case ev.Took() | ev.Left() | ev.Drew():
                self.gained += 1
            case ev.Discarded():
                self.thrown_away += 1
            case ev.LaidDown():
                self.laid_down += len(event.cards)
            case ev.Arrived():
                self.arrivals = event.arrivals


def race(kind: Kind, seed: str, bot: str = "greedy") -> Tally:
    """One race between bots of a kind."""
    game, seats = RACE.game, kind.crews
    referee = Referee(game, Options(kind.continent, kind.direction), seats, random.Random(seed))
    bots = [make_bot(bot, RACE) for _ in range(seats)]
    luck = [UnrecordedChance(random.Random(f"{seed} {seat}")) for seat in range(seats)]
    watch, at_the_door = Watch(seats, referee.state.crews[0].space), 0
    while referee.asks:
        ask = referee.asks[0]
        view = game.view(referee.state, ask.seat)
        move = bots[ask.seat].choose(view, ask, luck[ask.seat])
        at_the_door += move == HALT and GO[view.goal] in ask.options
        step = referee.play(ask.seat, move)
        for event in step.events:
            watch.see(event)
    outcome = referee.outcome()
    assert outcome is not None
    won = outcome.places.index(1) if watch.arrivals else None
    scouts, mechanics, escorts, financing = (
        sum(plan[post] for plan in watch.plans) for post in range(4)
    )
    return Tally(
        1,
        seats,
        len(watch.moved),
        len(watch.plans),
        sum(max(plan) == sum(plan) for plan in watch.plans),
        scouts,
        mechanics,
        escorts,
        financing,
        len(watch.drives),
        sum(spaces >= limit for limit, spaces in watch.drives),
        sum(spaces >= FAR for _, spaces in watch.drives),
        watch.gained,
        watch.thrown_away,
        watch.laid_down,
        at_the_door,
        won is not None,
        len(watch.arrivals) > 1,
        won is not None and watch.arrivals[0] == won,
        Counter([referee.state.round]),
        Counter() if won is None else Counter([corridor(watch.visited[won])]),
        Counter() if won is None else Counter([(seats, won)]),
        Counter({space for visited in watch.visited for space in visited}),
        Counter(watch.sailed),
        len(watch.sailed) > 0,
    )


def corridor(visited: list[Space]) -> str:
    """The way across that a crew took: the one in which it entered most spaces."""
    land = next(land for land in LANDS.values() if visited[0] in land.spaces)
    counts = {c.id: sum(space in c.spaces for space in visited) for c in land.corridors}
    return max(counts, key=lambda id: counts[id])


def races(kind: Kind, count: int, seed: int, bot: str = "greedy") -> Tally:
    """So many races of a kind."""
    return functools.reduce(
        operator.add, (race(kind, f"{seed} {number}", bot) for number in range(count)), Tally()
    )


# ------------------------------------------------------------------ the bounds
class Bound(Struct, frozen=True):
    """What should hold over all kinds together."""

    name: str
    figure: Callable[[Tally], float]
    least: float = 0.0
    most: float = float("inf")
    percent: bool = True

    def shown(self, value: float) -> str:
        return f"{value:.1%}" if self.percent else f"{value:.2f}"

    def holds(self, tally: Tally) -> bool:
        return self.least <= self.figure(tally) <= self.most

    def row(self, tally: Tally) -> str:
        least = self.shown(self.least) if self.least else ""
        most = self.shown(self.most) if self.most < float("inf") else ""
        verdict = "holds" if self.holds(tally) else "DOES NOT HOLD"
        return f"{self.name:<44}{least:>8}{most:>8}{self.shown(self.figure(tally)):>9}  {verdict}"


def share(part: str, whole: str) -> Callable[[Tally], float]:
    return lambda tally: getattr(tally, part) / max(1, getattr(tally, whole))


def median(tally: Tally) -> float:
    return sorted(tally.rounds.elements())[tally.races // 2]


def within(low: int, high: int) -> Callable[[Tally], float]:
    return lambda tally: sum(n for r, n in tally.rounds.items() if low <= r <= high) / tally.races


BOUNDS = (
    Bound("crews that move in round 1", share("moved_at_once", "crews"), 0.80),
    Bound("plans with all five on one post", share("all_on_one", "plans"), most=0.10),
    Bound("scouts, of five", share("scouts", "plans"), 0.5, percent=False),
    Bound("mechanics, of five", share("mechanics", "plans"), 1.2, percent=False),
    Bound("escorts, of five", share("escorts", "plans"), 0.4, percent=False),
    Bound("financing, of five", share("financing", "plans"), most=2.0, percent=False),
    Bound("drives that reach the engine's limit", share("at_the_limit", "drives"), 0.20),
    Bound("drives of three spaces or more", share("far", "drives"), 0.25),
    Bound("cards gained and thrown away", share("thrown_away", "gained"), most=0.20),
    Bound("races in which two or more crews arrive", share("several", "races"), 0.55),
    Bound("first to arrive also wins", share("first_wins", "arrived"), most=0.75),
    Bound("rounds: median", median, 4, 7, percent=False),
    Bound("races of 3 to 10 rounds", within(3, 10), 0.99),
    Bound("halts beside the goal, a race", share("at_the_door", "races"), most=0.0, percent=False),
)
CORRIDOR = Bound("winners by the most used corridor", lambda tally: most_used(tally)[1], most=0.60)


def most_used(tally: Tally) -> tuple[str, float]:
    (id, used), *_ = tally.corridors.most_common(1) or [("none", 0)]
    return id, used / max(1, tally.arrived)


def luckiest_seat(tally: Tally) -> float:
    """The luckiest seat's wins, times its share of the races it was in."""
    played: Counter[int] = Counter()
    for (crews, _), n in tally.winners.items():
        played[crews] += n
    worst = 0.0
    for seat in range(max(played, default=0)):
        due = sum(n / crews for crews, n in played.items() if crews > seat)
        worst = max(worst, sum(n for (_, s), n in tally.winners.items() if s == seat) / due)
    return worst


def light_way(land: Land) -> int | None:
    """The steps of the shortest way by land without black spaces; none if there is no such way."""
    light = tuple(
        () if BLACK[s] else tuple(b for b in NEXT[s] if not BLACK[b]) for s in range(len(NEXT))
    )
    return steps_from(land.north, light).get(land.south)


def courses(found: dict[Kind, Tally]) -> Iterator[tuple[str, Tally]]:
    """Each continent in each direction that was raced, whatever the crews, and as a whole."""
    for continent in CONTINENTS:
        ways = {}
        for direction in DIRECTIONS:
            here = (continent, direction)
            cells = [t for kind, t in found.items() if (kind.continent, kind.direction) == here]
            if cells:
                ways[direction] = functools.reduce(operator.add, cells)
                yield f"{continent} {direction}", ways[direction]
        if len(ways) == len(DIRECTIONS):
            yield continent, functools.reduce(operator.add, ways.values())


def holds(found: dict[Kind, Tally]) -> bool:
    """Whether every bound does."""
    total = functools.reduce(operator.add, found.values())
    return (
        all(bound.holds(total) for bound in BOUNDS)
        and all(CORRIDOR.holds(course) for _, course in courses(found))
        and all(light_way(land) is not None for land in LANDS.values())
    )


def report(found: dict[Kind, Tally]) -> Iterator[str]:
    """A line for each kind, then the bounds."""
    yield f"{'':<22}races  round1  all5   sc   me   es   fi  limit  far3  thrown  2+arr  first"
    for kind, tally in found.items():
        yield f"{kind!s:<22}{brief(tally)}"
    total = functools.reduce(operator.add, found.values())
    yield f"{'all':<22}{brief(total)}"
    yield "rounds: " + ", ".join(f"{r} in {n}" for r, n in sorted(total.rounds.items()))
    kept = total.laid_down / max(1, total.gained)
    yield f"cards still in hand on arrival: {kept:.1%} of those gained"
    yield f"luckiest seat: {luckiest_seat(total):.2f} times its share"
    yield f"{'':<44}{'least':>8}{'most':>8}{'figure':>9}"
    for bound in BOUNDS:
        yield bound.row(total)
    for name, course in courses(found):
        yield f"{CORRIDOR.row(course)} ({name}: {dict(course.corridors.most_common())})"
    for place in LANDS.values():
        steps = light_way(place)
        verdict = "DOES NOT HOLD" if steps is None else f"holds: {steps} steps"
        yield f"a way by land without black spaces, {place.id:<13}{'one':>4}{'':>17}  {verdict}"


# ------------------------------------------------------------------ the ways
LITTLE_USED = 0.05  # of the races: a space below this share has its reason in the data file
WAY_BOUNDS = (
    Bound("races with a passage by sea or air", share("with_passage", "races"), 0.30),
    Bound("first to arrive also wins", share("first_wins", "arrived"), 0.55, 0.75),
    Bound("races in which two or more crews arrive", share("several", "races"), 0.70),
)


def way_report(found: dict[Kind, Tally]) -> Iterator[str]:
    """For each continent: the spaces and routes by use, then whether its ways are all ridden."""
    for continent in CONTINENTS:
        cells = [tally for kind, tally in found.items() if kind.continent == continent]
        if not cells:
            continue
        tally, land = functools.reduce(operator.add, cells), LANDS[continent]
        used = {SPACE_ID[space]: tally.entered[space] / tally.races for space in land.spaces}
        yield f"{continent}: {tally.races} races"
        by_use = sorted(used.items(), key=lambda one: one[1])
        yield "  spaces: " + ", ".join(f"{id} {part:.0%}" for id, part in by_use)
        yield "  routes: " + ", ".join(
            f"{SPACE_ID[here]}-{SPACE_ID[route.to]} ({route.price} F)"
            f" {tally.sailed[here, route.to] / tally.races:.0%}"
            for here in land.spaces
            for route in ROUTES[here]
            if here < route.to
        )
        few = [id for id, part in by_use if part < LITTLE_USED]
        yield f"  spaces entered in less than {LITTLE_USED:.0%}: {', '.join(few) or 'none'}"
        for bound in WAY_BOUNDS:
            yield "  " + bound.row(tally)


def brief(tally: Tally) -> str:
    """The figures of some races in one line."""
    posts = (tally.scouts, tally.mechanics, tally.escorts, tally.financing)
    on = "".join(f"{n / tally.plans:>5.2f}" for n in posts)
    low, high = min(tally.rounds), max(tally.rounds)
    id, used = most_used(tally)
    return (
        f"{tally.races:>5}{tally.moved_at_once / tally.crews:>8.0%}"
        f"{tally.all_on_one / tally.plans:>6.0%} {on}"
        f"{tally.at_the_limit / tally.drives:>7.0%}{tally.far / tally.drives:>6.0%}"
        f"{tally.thrown_away / tally.gained:>8.0%}{tally.several / tally.races:>7.0%}"
        f"{tally.first_wins / max(1, tally.arrived):>7.0%}  {median(tally):.0f} ({low}-{high})"
        f"  {id} {used:.0%}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=20, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="", help='words of a kind, as "africa 4"')
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--ways", action="store_true", help="the use of spaces and routes instead")
    given = parser.parse_args()
    kinds = [kind for kind in KINDS if set(given.kind.split()) <= set(str(kind).split())]
    run = functools.partial(races, count=given.races, seed=given.seed, bot=given.bot)
    if given.workers > 1:
        with ProcessPoolExecutor(given.workers) as pool:
            found = dict(zip(kinds, pool.map(run, kinds), strict=True))
    else:
        found = {kind: run(kind) for kind in kinds}
    for line in way_report(found) if given.ways else report(found):
        print(line, flush=True)  # noqa: T201
    if given.ways:
        return 0
    return 0 if holds(found) else 1


if __name__ == "__main__":
    sys.exit(main())
