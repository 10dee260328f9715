"""The figures of many races of eight: random play, the four builds, the article's claims, speed.

`python -m tools.games.circus_figures random --book epic --races 1000`
`python -m tools.games.circus_figures random --bot charioteer,random --races 100`
`python -m tools.games.circus_figures builds --races 500`
`python -m tools.games.circus_figures article --races 200 --seconds 600`
`python -m tools.games.circus_figures speed`

With `--seconds` no new race begins after that time; `--first` goes on where another run ended.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from typing import cast

from tests.games.circus_maximus import article, claims
from tests.games.circus_maximus.counts import census
from tests.games.circus_maximus.racing import (
    Count,
    Race,
    at,
    bots,
    count_races,
    drive,
    mean,
    record,
    share_text,
)

from paddock.bots import make_bot
from paddock.core.game import Step
from paddock.games.circus_maximus import RACE, data
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.data.kinds import HOME, RACING
from paddock.games.circus_maximus.events import Event
from paddock.games.circus_maximus.phases import Over
from paddock.games.circus_maximus.state import Book, Options, State

EIGHT = 8


def say(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


# ---------------------------------------------------------------- random play


class Everything:
    """What happens, by its name; and what must hold of every chariot does."""

    def __init__(self) -> None:
        self.happened: Counter[type[Event]] = Counter()

    def see(self, race: Race, before: State, step: Step[State, Event]) -> None:
        self.happened.update(map(type, step.events))
        census(step.state)


def random_race(book: str, bot: str, seed: int, number: int) -> Count:
    """One race; a fault is counted and told, with the number that brings it back."""
    count: Count = Counter()
    watch = Everything()
    options = Options(cast("Book", book), EIGHT)
    try:
        seated = [make_bot(name, RACE) for name in bot.split(",")]
        race = drive(options, (seated * EIGHT)[:EIGHT], f"{seed} {number}", watch)
    except Exception:  # whatever it is, it is a fault of the game
        sys.stderr.write(f"race {number} of seed {seed}\n{traceback.format_exc()}\n")
        return Counter({("races",): 1, ("faults",): 1})
    outcome, state, happened = race.outcome(), race.state, watch.happened
    if outcome is None:
        sys.stderr.write(f"race {number} of seed {seed}: nobody is asked, and no outcome\n")
        return Counter({("races",): 1, ("faults",): 1})
    count[("races",)] += 1
    count[("reason", outcome.reason)] += 1
    count[("home", sum(c.condition == HOME for c in state.chariots))] += 1
    record(count, state.turn, "rounds")
    record(count, len(race.rows), "decisions")
    record(count, happened[ev.Flipped] + happened[ev.HorsesGone], "wrecks")
    record(count, happened[ev.Died], "deaths")
    record(count, happened[ev.Crossed], "over the line")
    record(count, happened[ev.Attacked], "attacks")
    record(count, sum(place > 0 for place in finished(state).places), "placed")
    record(count, sum(c.condition == RACING for c in state.chariots), "still driven")
    return count


def finished(state: State) -> Over:
    assert isinstance(state.phase, Over)
    return state.phase


def tell_random(count: Count) -> list[str]:
    races = count[("races",)]
    reasons = {key[1]: n for key, n in sorted(count.items(), key=str) if key[0] == "reason"}
    home = {key[1]: n for key, n in sorted(count.items(), key=str) if key[0] == "home"}
    names = ("rounds", "decisions", "wrecks", "deaths", "attacks", "over the line", "placed")
    return [
        f"{races} races, {count[('faults',)]} faults; ended by {reasons}",
        *(f"{name}: {mean(count, name)}" for name in (*names, "still driven")),
        f"races by chariots over the line: {home}",
    ]


# ---------------------------------------------------------------- the four builds


def build_race(book: str, bot: str, seed: int, number: int) -> Count:
    """Two of each build, every one a seat further in each race."""
    names = list(data.BUILDS) * 2
    seats = [names[(seat - number) % EIGHT] for seat in range(EIGHT)]
    allots = [mv.Allot(*data.BUILDS[name]) for name in seats]
    race = drive(Options(cast("Book", book), EIGHT), bots(bot, allots), f"{seed} {number}")
    count: Count = Counter({("races",): 1})
    outcome = race.outcome()
    assert outcome is not None
    count[("reason", outcome.reason)] += 1
    for seat, place in enumerate(outcome.places):
        name = seats[seat]
        count[("win", name)] += place == 1
        count[("out", name)] += place == 0
        record(count, place or EIGHT, "place", name)
    return count


def tell_builds(count: Count) -> list[str]:
    races = count[("races",)]
    reasons = {key[1]: n for key, n in sorted(count.items(), key=str) if key[0] == "reason"}
    lines = [f"{races} races, two of each; ended by {reasons}"]
    for name in sorted(data.BUILDS, key=lambda name: -count[("win", name)]):
        won = share_text(count[("win", name)], races)
        out = share_text(count[("out", name)], 2 * races)
        lines.append(f"{name}: wins {won}; place {mean(count, 'place', name)}; out {out}")
    return lines


# ---------------------------------------------------------------- speed


def speed(seconds: float) -> list[str]:
    """Races a second of processor time."""
    lines = []
    for bot in ("random", "charioteer", "greedy"):
        start, races, decisions = time.process_time(), 0, 0
        while time.process_time() - start < seconds:
            generator = random.Random(races)
            allots = [generator.choice(mv.ALLOTMENTS) for _ in range(EIGHT)]
            race = drive(Options(), bots(bot, allots), f"speed {races}")
            races, decisions = races + 1, decisions + len(race.rows)
        spent = time.process_time() - start
        lines.append(
            f"eight {bot}s: {races / spent:.2f} races a second ({spent / races:.3f} s each), "
            f"{decisions / spent:.0f} decisions a second; {races} races in {spent:.1f} s"
        )
    return lines


# ---------------------------------------------------------------- which figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["random", "builds", "article", "speed"])
    parser.add_argument("--book", default="advanced", choices=["basic", "advanced", "epic"])
    parser.add_argument("--bot", default="", help="who drives; for `random` a list, in turn")
    parser.add_argument("--races", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.book == "epic" and given.what in ("builds", "article"):
        parser.error("in Epic the dice build the chariots: there are no points to compare")
    many = (given.races, given.first, given.seconds, given.workers)
    start = time.process_time()
    if given.what == "speed":
        say(*speed(given.seconds or 10.0))
        return 0
    say(f"{given.what}, {given.book}, eight chariots, seed {given.seed}, from {given.first}")
    if given.what == "article":
        seen = [
            count_races(at(article.race, given.book, bot, given.seed), *many)
            for bot in ([given.bot] if given.bot else ["greedy", "charioteer"])
        ]
        say(*claims.tell(seen))
        return 0
    if given.what == "builds":
        bot = given.bot or "charioteer"
        say(*tell_builds(count_races(at(build_race, given.book, bot, given.seed), *many)))
        return 0
    found = count_races(at(random_race, given.book, given.bot or "random", given.seed), *many)
    say(*tell_random(found), f"{time.process_time() - start:.0f} s of processor time")
    return 1 if found[("faults",)] else 0


if __name__ == "__main__":
    sys.exit(main())
