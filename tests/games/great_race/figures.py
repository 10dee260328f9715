"""The figures of many races between bots: rounds, the winners' corridors, what each seat wins.

`python -m tests.games.great_race.figures --races 1000 --continent africa --direction south`, or
`--all --races 334`: every continent, direction and number of crews, one line each, and what holds.
"""

from __future__ import annotations

import argparse
import functools
import operator
import random
from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from paddock.bots import make
from paddock.core.chance import Fresh
from paddock.core.referee import Referee
from paddock.games.great_race import RACE
from paddock.games.great_race.data import CONTINENTS, LANDS, Space
from paddock.games.great_race.events import Drove, Reached
from paddock.games.great_race.state import Options

Direction: TypeAlias = Literal["south", "north"]

ROUNDS = range(4, 10)  # every race lasts so many
CORRIDOR = 0.60  # of the winners, at the most
DIRECTIONS: tuple[Direction, ...] = ("south", "north")
SEAT = 1.25  # times its share of the wins, at the most, in many races
MANY = 1000  # in fewer, luck alone makes a seat look better


class Race(Struct, frozen=True):
    """How one race went."""

    rounds: int
    winner: int  # -1: nobody arrived
    place: int  # of the winner in the first turn order
    corridor: str  # of the winner
    arrivals: int


def race(options: Options, seats: int, seed: str, bot: str = "greedy") -> Race:
    """One race between bots of a kind."""
    game = RACE.game
    referee = Referee(game, options, seats, random.Random(seed))
    bots = [make(bot, RACE) for _ in range(seats)]
    luck = [Fresh(random.Random(f"{seed} {seat}")) for seat in range(seats)]
    visited: list[list[Space]] = [[crew.space] for crew in referee.state.crews]
    order = referee.state.order
    while referee.asks:
        ask = referee.asks[0]
        seen = game.view(referee.state, ask.seat)
        step = referee.play(ask.seat, bots[ask.seat].choose(seen, ask, luck[ask.seat]))
        for event in step.events:
            if isinstance(event, Drove | Reached):
                visited[event.seat].append(event.space)
    outcome = referee.outcome()
    assert outcome is not None
    if outcome.reason != "arrived":
        return Race(referee.state.round, -1, -1, "", 0)
    winner = outcome.places.index(1)
    arrivals = len(referee.state.arrivals)
    return Race(
        referee.state.round, winner, order.index(winner), corridor(visited[winner]), arrivals
    )


def corridor(visited: list[Space]) -> str:
    """The way across that a crew took: the one in which it entered most spaces."""
    land = next(land for land in LANDS.values() if visited[0] in land.spaces)
    counts = {c.id: sum(space in c.spaces for space in visited) for c in land.corridors}
    return max(counts, key=lambda id: counts[id])


def races(options: Options, seats: int, count: int, seed: int) -> Iterator[Race]:
    for number in range(count):
        yield race(options, seats, f"{seed} {number}")


def told(found: list[Race], seats: int) -> list[str]:
    """The figures, one line each."""
    won = [r for r in found if r.winner >= 0]
    rounds = Counter(r.rounds for r in found)
    within = sum(n for r, n in rounds.items() if r in ROUNDS) / len(found)
    mean = sum(r.rounds for r in found) / len(found)
    corridors = Counter(r.corridor for r in won)
    wins = Counter(r.winner for r in won)
    places = Counter(r.place for r in won)
    shares = {s + 1: round(wins[s] * seats / len(won), 2) for s in range(seats)}
    orders = {s + 1: round(places[s] * seats / len(won), 2) for s in range(seats)}
    used = {id: f"{n / len(won):.0%}" for id, n in corridors.most_common()}
    return [
        f"{len(found)} races, {len(found) - len(won)} without an arrival",
        f"rounds {dict(sorted(rounds.items()))}, mean {mean:.2f}, 4 to 9 in {within:.1%}",
        f"winners' corridors {used}",
        f"wins by seat, times its share {shares}; by place in the first turn order {orders}",
        f"arrivals in the last convoy {dict(sorted(Counter(r.arrivals for r in found).items()))}",
    ]


class Cell(Struct, frozen=True):
    """Some races: how many of what was found."""

    races: int
    arrived: int
    within: int  # so many had 4 to 9 rounds
    rounds: Counter[int]
    corridors: Counter[str]
    seats: Counter[tuple[int, int]]  # wins of a seat, by number of crews
    places: Counter[tuple[int, int]]  # the same of a place in the first turn order
    crews: Counter[int]  # races that somebody won, by number of crews

    def __add__(self, other: Cell) -> Cell:
        return Cell(
            self.races + other.races,
            self.arrived + other.arrived,
            self.within + other.within,
            self.rounds + other.rounds,
            self.corridors + other.corridors,
            self.seats + other.seats,
            self.places + other.places,
            self.crews + other.crews,
        )

    def row(self, name: str) -> str:
        """A line of the table, with what does not hold."""
        corridor, used = self.corridors.most_common(1)[0]
        share = used / self.arrived
        seat, place = self.times_its_share(self.seats), self.times_its_share(self.places)
        found = [
            (self.within < self.races, "rounds"),
            (share > CORRIDOR, "corridor"),
            (seat > SEAT and self.races >= MANY, "seat"),
        ]
        verdict = ", ".join(what for fails, what in found if fails) or "holds"
        low, high = min(self.rounds), max(self.rounds)
        mean = sum(r * n for r, n in self.rounds.items()) / self.races
        return (
            f"{name:<24}{self.races:>6}{low:>4} to {high:<2}{mean:>6.2f}"
            f"{self.within / self.races:>8.1%}{share:>7.1%} {corridor:<9}{seat:>6.2f}{place:>7.2f}"
            f"  {verdict}"
        )

    def times_its_share(self, wins: Counter[tuple[int, int]]) -> float:
        """The luckiest place's wins, each counted against its part of the races it was in."""
        worst = 0.0
        for place in range(max(self.crews)):
            share = sum(n / crews for crews, n in self.crews.items() if crews > place)
            won = sum(n for (_, p), n in wins.items() if p == place)
            worst = max(worst, won / share)
        return worst


HEAD = (
    f"{'':<24}{'races':>6}{'rounds':>9}{'mean':>7}{'4 to 9':>8}"
    f"{'corridor':>13}{'seat':>10}{'place':>7}  verdict"
)


def cell(found: list[Race], seats: int) -> Cell:
    won = [r for r in found if r.winner >= 0]
    return Cell(
        len(found),
        len(won),
        sum(r.rounds in ROUNDS for r in found),
        Counter(r.rounds for r in found),
        Counter(r.corridor for r in won),
        Counter((seats, r.winner) for r in won),
        Counter((seats, r.place) for r in won),
        Counter({seats: len(won)}),
    )


def table(count: int, seed: int) -> Iterator[str]:
    """Every continent, both ways, 2 to 4 crews; then the sums."""
    yield HEAD
    sums: list[tuple[str, Cell]] = []
    for continent in CONTINENTS:
        cells = []
        for direction in DIRECTIONS:
            for seats in (2, 3, 4):
                options = Options(continent, direction)
                one = cell(list(races(options, seats, count, seed)), seats)
                cells.append(one)
                yield one.row(f"{continent} {direction} {seats}")
        sums.append((continent, functools.reduce(operator.add, cells)))
    for name, total in sums:
        yield total.row(f"{name}, all")
    every = functools.reduce(operator.add, (total for _, total in sums))
    yield every.row("all")
    yield "rounds of all: " + ", ".join(f"{r} in {n}" for r, n in sorted(every.rounds.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=100)
    parser.add_argument("--continent", default="africa", choices=sorted(LANDS))
    parser.add_argument("--direction", default="south", choices=["north", "south"])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="the table of every kind of race")
    given = parser.parse_args()
    if given.all:
        for line in table(given.races, given.seed):
            print(line, flush=True)  # noqa: T201
        return
    options = Options(given.continent, given.direction)
    found = list(races(options, given.seats, given.races, given.seed))
    head = f"{given.continent}, to the {given.direction}, {given.seats} crews, seed {given.seed}"
    print("\n  ".join([head, *told(found, given.seats)]), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
