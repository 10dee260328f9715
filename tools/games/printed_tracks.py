"""The reports on the printed tracks, beside what is known of them.

`python -m tools.games.printed_tracks --races 50 --workers 2`: of a circuit of Winds of War the laps
of the classes whose cars its data file has estimates for; of a road of the Mille Miglia the turns
on it, between two searches for cars of the class, alone on the road and without a test: at least
those of the fastest if it brakes hard and leaves curves fast wherever it may, at most 1.6 times
what they take on the mean if they spare tyres, brakes and engine; of a track of Heat the rounds of
a race, at least the fewest it can be driven in and at most twice as many. It fails where they do
not agree.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from msgspec import Struct

from paddock import games
from paddock.analysis.track_trials import Report, studio_of
from paddock.games.winds_of_war.data import CLASSES, MODEL_INDEX, MODELS, Model
from paddock.games.winds_of_war.data.enums import DOWN, UP, Slope
from paddock.games.winds_of_war.data.getting_through import NO_SPEED_LIMIT, UNREACHABLE_TURNS
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.rules.road import slope_of
from paddock.games.winds_of_war.state.pieces import TRACK, allowance
from paddock.measure.tracks import report_on_track
from tools.games.heat_figures import fewest
from tools.games.winds_figures import CARS, ideal

ESTIMATED = ("1", "3", "4", "5")  # of the four cars of an estimate
FAR_OFF = 0.25  # a lap in a field of six, against that of one car alone
SLOW = 2.0
TROUBLE = 1.6  # tests, failures, heat and traffic on a road, against a search that knows none


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
        cars = [MODELS[car] for car in CLASSES[int(kind.kind)]]
        least = min(turns_along(TRACK[track], car, False) for car in cars)  # they are dealt
        usual = sum(turns_along(TRACK[track], car, True) for car in cars) / len(cars)
        what = f"class {kind.kind}: {least} turns at least, {usual:.1f} sparing"
        yield Line(what, kind.lap.value, least, TROUBLE * usual)


class Search:
    """The fewest turns after the first from a standstill over the end of a road: any lanes, best
    lines for free, slopes (W3.8), no test, nobody else about. Who spares nothing also takes every
    box to a braking or an exit line that may be had (W3.9.9, W3.9.10), whatever it costs."""

    def __init__(self, track: Track, car: Model, sparing: bool) -> None:
        self.track, self.car, self.sparing = track, car, sparing
        turning = [car.turns[letter] + 1 for letter in track.letters]
        self.limit = [turning[curve] if curve >= 0 else NO_SPEED_LIMIT for curve in track.curve]
        self.best = [[UNREACHABLE_TURNS] * (car.top + 1) for _ in range(track.door + 1)]
        self.best[track.door][0] = 0
        self.least = UNREACHABLE_TURNS
        for box in (track.door, *sorted(range(track.door), key=track.end.__getitem__)):
            self.drive_on(box, self.best[box])

    def drive_on(self, box: int, row: list[int]) -> None:
        gain, brake = self.car.acceleration, self.car.braking
        for speed in range(1, self.car.top + 1):
            level = 1 + min(row[max(0, speed - gain) : speed + brake + 1])
            uphill = 1 + min(row[max(0, speed - max(1, gain >> 1)) : speed + brake + 1])
            for to, slope in self.ends(box, speed) if level <= UNREACHABLE_TURNS else ():
                turns = uphill if slope is UP else level
                if slope is not DOWN or to > self.track.door:
                    self.arrive(to, speed, turns)
                    continue
                for farther in self.onward(to, speed):
                    self.arrive(farther, min(self.car.top, speed + 1), turns)

    def ends(self, box: int, speed: int) -> set[tuple[int, Slope]]:
        """Where the points of a speed lead, and over which slope."""
        ways: set[tuple[int, tuple[Slope, ...]]] = {(box, ())}
        for _ in range(allowance(speed)):
            ways = {
                (there, (*trail, self.track.slope[there]))
                for here, trail in ways
                for there in ([here] if here > self.track.door else self.onward(here, speed))
            }
        return {(there, slope_of(trail)) for there, trail in ways}

    def onward(self, box: int, speed: int) -> list[int]:
        return [there for _, there in self.track.ways[box] if self.limit[there] >= speed]

    def arrive(self, box: int, speed: int, turns: int) -> None:
        if box > self.track.door:
            self.least = min(self.least, turns)
            return
        reached = [box] if self.sparing else [box, *self.last_boxes(box)]
        for there in reached:
            self.best[there][speed] = min(self.best[there][speed], turns)

    def last_boxes(self, box: int) -> Iterator[int]:
        for steps in (self.track.to_line, self.track.to_exit):
            if steps[box] not in (1, 2):
                continue
            found = {box}
            for _ in range(steps[box]):
                found = {there for here in found for _, there in self.track.ways[here]}
            yield from (there for there in found if there < self.track.door and not steps[there])


def turns_along(track: Track, car: Model, sparing: bool) -> int:
    return Search(track, car, sparing).least - 1


def estimates(track: str) -> tuple[float, ...]:
    """Those of the data file; where it has none, of a search without slopes."""
    if TRACK[track].estimate:
        return TRACK[track].estimate
    spaces = TRACK[track].spaces
    return tuple(ideal(track, MODEL_INDEX[car], False).to_go(spaces - 1, 0) / 3 for car in CARS)


def of_heat(track: str, found: Report) -> Iterator[Line]:
    (kind,) = found.kinds
    least = fewest(track, pulled=True)
    yield Line(f"at least {least} rounds", kind.turns.value, least, SLOW * least)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.games.printed_tracks")
    parser.add_argument("--races", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tracks", nargs="+", help="only these, by their ids")
    given = parser.parse_args()
    wrong = 0
    for game, compared in (("winds-of-war", of_winds), ("heat", of_heat)):
        studio = studio_of(games.find_spec(game))
        for track, text in studio.printed_tracks().items():
            if given.tracks and track not in given.tracks:
                continue
            if faults := studio.judge(text):
                wrong += 1
                sys.stdout.write(f"{track}: {faults}\n")
                continue
            found = report_on_track(game, text, given.races, given.seed, given.workers)
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
