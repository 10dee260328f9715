"""The reports on the printed tracks, beside what is known of them.

`python -m tests.lab.printed --races 50 --workers 2`: of a circuit of Winds of War the laps of the
classes whose cars its data file has estimates for; of a road of the Mille Miglia the turns on it,
which lie between 0.9 and 1.6 times what a search finds for the cars of the class: it brakes hard
and leaves curves fast wherever it may, and knows no inner lanes, no slopes, no dice and no others
on the road; of a track of Heat the rounds of a race, at least the fewest it can be driven in and
at most twice as many. It fails where they do not agree.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from msgspec import Struct

from paddock import games
from paddock.bots.trials import Report, studio_of
from paddock.games.winds_of_war.data import CLASSES, MODEL, MODELS, Model
from paddock.games.winds_of_war.data.enums import Lane
from paddock.games.winds_of_war.data.getting_through import FREELY, NEVER
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.state.pieces import TRACK, allowance
from paddock.lab.tracks import report
from tests.games.heat.figures import fewest
from tests.games.winds_of_war.figures import CARS, ideal

ESTIMATED = ("1", "3", "4", "5")  # of the four cars of an estimate
FAR_OFF = 0.25  # a lap in a field of six, against that of one car alone
SLOW = 2.0
BOUNDS = (0.9, 1.6)  # of a road, against a search without slopes, heat, tests and traffic


class Line(Struct, frozen=True):
    """What a report says of one thing, and between what it should lie."""

    what: str
    found: float
    least: float
    most: float

    @property
    def agrees(self) -> bool:
        return self.least <= self.found <= self.most


def of_winds(track: str, found: Report) -> Iterator[Line]:
    if TRACK[track].open:
        yield from of_road(track, found)
        return
    laps = {kind.kind: kind.lap.value for kind in found.kinds}
    for group, car, known in zip(ESTIMATED, CARS, estimates(track), strict=True):
        bounds = (known * (1 - FAR_OFF), known * (1 + FAR_OFF))
        yield Line(f"class {group}, {car}: {known:.1f} turns a lap", laps[group], *bounds)


def of_road(track: str, found: Report) -> Iterator[Line]:
    for kind in found.kinds:
        cars = [turns_along(TRACK[track], MODELS[car]) for car in CLASSES[int(kind.kind)]]
        known = sum(cars) / len(cars)
        yield Line(
            f"class {kind.kind}: {known:.1f} turns by a search",
            kind.lap.value,
            *(known * bound for bound in BOUNDS),
        )


def turns_along(track: Track, car: Model) -> int:
    """The fewest turns after the first from a standstill over the end, along the middle lane: best
    lines for free, every box to a braking or an exit line that may be had (W3.9.9, W3.9.10)."""
    way = [b for b in range(track.door) if track.lane[b] is Lane.MIDDLE]
    curve = [track.curve[b] for b in way]
    limit = [car.turns[track.letters[c]] + 1 if c >= 0 else FREELY for c in curve]
    best = [[NEVER] * (car.top + 1) for _ in way]
    least, before = NEVER, [0] + [NEVER] * car.top
    for at in range(-1, len(way)):
        row = best[at] if at >= 0 else before
        for speed in range(1, car.top + 1):
            turns = 1 + min(row[max(0, speed - car.acceleration) : speed + car.braking + 1])
            to = at + allowance(speed)
            if turns > NEVER or any(most < speed for most in limit[at + 1 : to + 1]):
                continue
            if to >= len(way):
                least = min(least, turns)
                continue
            best[to][speed] = min(best[to][speed], turns)
            for away in (track.to_line[way[to]], track.to_exit[way[to]]):
                if away in (1, 2):
                    best[to + away][speed] = min(best[to + away][speed], turns)
    return least - 1


def estimates(track: str) -> tuple[float, ...]:
    """Those of the data file; where it has none, of a search without slopes."""
    if TRACK[track].estimate:
        return TRACK[track].estimate
    spaces = TRACK[track].spaces
    return tuple(ideal(track, MODEL[car], False).to_go(spaces - 1, 0) / 3 for car in CARS)


def of_heat(track: str, found: Report) -> Iterator[Line]:
    (kind,) = found.kinds
    least = fewest(track, pulled=True)
    yield Line(f"at least {least} rounds", kind.turns.value, least, SLOW * least)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.lab.printed")
    parser.add_argument("--races", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tracks", nargs="+", help="only these, by their ids")
    given = parser.parse_args()
    wrong = 0
    for game, compared in (("winds-of-war", of_winds), ("heat", of_heat)):
        studio = studio_of(games.find(game))
        for track, text in studio.printed().items():
            if given.tracks and track not in given.tracks:
                continue
            if faults := studio.judge(text):
                wrong += 1
                sys.stdout.write(f"{track}: {faults}\n")
                continue
            found = report(game, text, given.races, given.seed, given.workers)
            for line in compared(track, found):
                wrong += not line.agrees
                mark = "" if line.agrees else "  *"
                sys.stdout.write(f"{track:16} {line.what:45} {line.found:6.2f}{mark}\n")
            best = max(found.slots, key=lambda slot: slot.advantage)
            accidents = sum(corner.accidents for corner in found.corners)
            passes = sum(corner.passes for corner in found.corners)
            sys.stdout.write(
                f"{track:16} {passes:.1f} passes, {accidents:.2f} accidents a race; best start "
                f"{best.slot} ({best.advantage:+.2f})\n"
            )
            sys.stdout.flush()
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
