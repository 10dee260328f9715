"""The figures of many races between bots.

`python -m tools.games.heat_figures rounds --track usa --races 200 --seats 4`: how many rounds the
winner needed, beside the fewest in which the track can be driven at all.
`python -m tools.games.heat_figures shares --bots greedy,random --races 40`: how often the first bot
beats the second, on each track.
`python -m tools.games.heat_figures shares --bots hard,medium --races 100 --track base`
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from statistics import median

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.referee import AnyReferee, Referee
from paddock.core.statistics import mean, wilson_interval
from paddock.games.heat import RACE
from paddock.games.heat.data import TRACKS
from paddock.games.heat.events import Finished
from paddock.games.heat.rules.course import COURSES, GRID, spell
from paddock.games.heat.state import Options
from paddock.measure.simulate import make_plan, simulate

BASE = tuple(track.id for track in TRACKS.values() if track.box == "base")

# ---------------------------------------------------------------- rounds of the winner


def rounds(track: str, seats: int, races: int, seed: int, bot: str = "greedy") -> list[int]:
    """The rounds that the winner of each race needed."""
    return [winner(track, [bot] * seats, f"{seed} {number}") for number in range(races)]


def winner(track: str, bots: list[str], seed: str) -> int:
    """The round in which the first car of a race comes home; there the race is broken off."""
    options = Options(track=track)  # type: ignore[arg-type]
    referee: AnyReferee = Referee(RACE.game, options, len(bots), random.Random(seed))
    players = [make_bot(bot, RACE) for bot in bots]
    lucks = [UnrecordedChance(random.Random(f"{seed} {seat}")) for seat in range(len(bots))]
    while True:
        ask = referee.asks[0]
        seat, now = ask.seat, referee.state.round
        view = RACE.game.view(referee.state, seat)
        step = referee.play(seat, players[seat].choose(view, ask, lucks[seat]))
        if any(isinstance(event, Finished) for event in step.events):
            return int(now)


# ---------------------------------------------------------------- the fewest rounds there can be

FASTEST = (5, 9, 13, 17)
"""By gear: 5, then 4, 4 and 4 out of the hand."""
COOLS = (3, 1, 0, 0)
FLIP, PULL = 4, 2


def fewest(track: str, pulled: bool) -> int:
    """The fewest rounds in which a track can be driven at all: a driver who always holds the cards
    that are wanted, who cools down as much as the gear allows and turns up a 4 at every boost;
    with adrenaline and a slipstream in every turn (`pulled`), or never."""
    crs = COURSES[spell(track, TRACKS[track].laps)]
    most = crs.track.heat + 1
    pulls = (0, PULL) if pulled else (0,)

    def ends(pos: int, gear: int, engine: int) -> Iterator[tuple[int, int]]:
        for boost in (0, 1) if engine else (0,):
            fast = FASTEST[gear] + FLIP * boost + pulled
            for speed in range(gear + 1, fast + 1):
                for pull in pulls:
                    left = engine - boost - owed(pos, pos + speed + pull, speed)
                    if left >= 0:
                        yield pos + speed + pull, left

    def owed(start: int, end: int, speed: int) -> int:
        heat, line = 0, crs.next_line[start + GRID]
        while line < len(crs.lines) and crs.lines[line] <= end:
            heat += max(0, speed - crs.limits[line])
            line += 1
        return heat

    now = {(-1, 0, crs.track.heat)}
    seen: set[tuple[int, int, int]] = set()
    count = 0
    while True:
        count += 1
        after = set()
        for pos, gear, engine in now:
            for new in range(max(0, gear - 2), min(3, gear + 2) + 1):
                left = engine - (abs(new - gear) == 2)
                if left < 0:
                    continue
                for end, heat in ends(pos, new, min(most, left + COOLS[new] + pulled)):
                    if end >= crs.goal:
                        return count
                    after.add((end, new, heat))
        now = after - seen
        seen |= after


# ---------------------------------------------------------------- duels


def wins(track: str, bots: tuple[str, str], races: int, seed: int) -> int:
    """How often the first of two bots beats the other."""
    todo = make_plan(RACE, bots, races, seed, Options(track=track))  # type: ignore[arg-type]
    return sum(race.places[race.entries.index(0)] == 1 for race in simulate(todo, 1, RACE))


# ---------------------------------------------------------------- the command


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.games.heat_figures")
    parser.add_argument("what", choices=["rounds", "shares"])
    parser.add_argument("--track", default="base", help="a track, several with commas, base or all")
    parser.add_argument("--races", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="greedy,random")
    given = parser.parse_args()
    tracks = {"base": BASE, "all": tuple(TRACKS)}.get(given.track) or given.track.split(",")
    for track in tracks:
        if given.what == "rounds":
            line = told(track, rounds(track, given.seats, given.races, given.seed))
        else:
            line = duel(track, given.bots, given.races, given.seed)
        print(line, flush=True)  # noqa: T201


def duel(track: str, bots: str, races: int, seed: int) -> str:
    first, second = bots.split(",")
    count = wins(track, (first, second), races, seed)
    low, high = wilson_interval(count, races)
    return (
        f"{track:12} {first} beats {second} in {count} of {races}"
        f" = {count / races:.1%} (95 %: {low:.1%} to {high:.1%})"
    )


def told(track: str, found: list[int]) -> str:
    middle = mean(found)
    by_rounds = ", ".join(f"{n}: {count}" for n, count in sorted(Counter(found).items()))
    return (
        f"{track:12} {len(found)} races, median {median(found):g},"
        f" mean {middle.value:.2f} ± {middle.margin:.2f} (95 %); races by rounds: {by_rounds};"
        f" fewest possible {fewest(track, pulled=False)},"
        f" with adrenaline and slipstream in every turn {fewest(track, pulled=True)}"
    )


if __name__ == "__main__":
    main()
