"""The figures of many races between bots: rounds, the winners' corridors, what each seat wins.

`python -m tests.games.great_race.figures --races 1000 --continent africa --direction south`
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from paddock.bots import make
from paddock.core.chance import Fresh
from paddock.core.referee import Referee
from paddock.games.great_race import RACE
from paddock.games.great_race.data import LANDS, Space
from paddock.games.great_race.events import Drove, Reached
from paddock.games.great_race.state import Options


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
    within = sum(n for r, n in rounds.items() if 4 <= r <= 9) / len(found)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=100)
    parser.add_argument("--continent", default="africa", choices=sorted(LANDS))
    parser.add_argument("--direction", default="south", choices=["north", "south"])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    options = Options(given.continent, given.direction)
    found = list(races(options, given.seats, given.races, given.seed))
    head = f"{given.continent}, to the {given.direction}, {given.seats} crews, seed {given.seed}"
    print("\n  ".join([head, *told(found, given.seats)]), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
