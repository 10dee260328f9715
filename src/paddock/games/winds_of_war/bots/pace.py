"""Turns to the finish without traffic: dynamic programming along the best line, back from the
finish. Tests cost their expected loss in turns."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from paddock.games.winds_of_war.data.enums import DOWN, PLAIN, UP, Ending, Slope
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.state.pieces import TRACK, allowance

TEST_COST = (0.0, 0.6, 1.5, 4.0, 8.0)  # turns lost by points too fast in a curve
EMERGENCY_BRAKING_COST = (0.0, 0.2, 0.45)  # emergency braking by one or two points
RED_PLAN_COST = 0.2  # the heat of a red plan
SPEED_COUNT = 18
CHECK_POINT_SPEED = 2  # 40 km/h at a check point: each point above costs a turn
SPEED_POINT_TURNS, MAX_USEFUL_SPEED = (
    0.25,
    8,
)  # turns that a point of speed saves in the next stage, up to 160 km/h
PLAN_TIE_BREAK = 0.003  # tie-break: the plan that goes farther and faster

Table = Sequence[Sequence[float]]
Legs = list[list[tuple[int, int, float]]]


class Pace:
    """Turns to go by distance and speed, for one car in one condition on one circuit."""

    __slots__ = ("goal", "table", "track")

    def __init__(
        self,
        circuit: str,
        laps: int,
        top: int,
        red: int,
        gain: int,
        brake: int,
        turns: tuple[int, ...],
    ) -> None:
        self.track = TRACK[circuit]
        self.goal = goal_of(self.track, laps)
        self.table = solve_turns_to_go(
            self.track, find_legs(self.track, top, red, turns), self.goal, top, gain, brake
        )

    def to_go(self, at: float, speed: int) -> float:
        """Turns from a position in spaces with laps, interpolated between two spaces."""
        goal = self.goal
        if at >= goal:
            return arrival_cost(self.track, speed)
        here = int(at)
        row = self.table[here] if here >= 0 else self.table[0]
        now = row[speed]
        share = at - here
        if share:
            after = (
                self.table[here + 1][speed] if here + 1 < goal else arrival_cost(self.track, speed)
            )
            now += share * (after - now)
        return now + PLAN_TIE_BREAK * (goal - at - speed / 4)


@functools.lru_cache(maxsize=2048)
def pace(
    circuit: str, laps: int, top: int, red: int, gain: int, brake: int, turns: tuple[int, ...]
) -> Pace:
    return Pace(circuit, laps, top, red, gain, brake, turns)


def goal_of(track: Track, laps: int) -> int:
    """The space at which a car has finished. An open road is counted from the box before its start,
    a circuit from the line a lap before the first."""
    return track.spaces + 1 if track.open else (laps + 1) * track.spaces


def arrival_cost(track: Track, speed: int) -> float:
    """The cost of finishing at a speed: minutes of a check point, or what the speed saves later."""
    if track.ending is Ending.CONTROLLO:
        return float(max(0, speed - CHECK_POINT_SPEED))
    return -SPEED_POINT_TURNS * min(speed, MAX_USEFUL_SPEED) if track.open else 0.0


class Road(NamedTuple):
    """The middle lane, space by space: the turning speed of its curve (0: none), and the slope."""

    limit: list[int]
    slope: list[Slope]

    def over(self, i: int, speed: int) -> int:
        """Points too fast of a step from this space, if it enters a curve."""
        n = len(self.limit)
        here, there = self.limit[i % n], self.limit[(i + 1) % n]
        return speed - there if there and not here else 0


def find_legs(track: Track, top: int, red: int, turns: tuple[int, ...]) -> Legs:
    """For each space and planned speed: the distance, the final speed and the cost."""
    middle = middle_of(track)
    letters = [track.curves[c].letter if (c := track.curve[b]) >= 0 else -1 for b in middle]
    beyond = SPEED_COUNT if track.open else 0  # so that an open road does not wrap round at its end
    road = Road(
        [turns[letter] if letter >= 0 else 0 for letter in letters] + [0] * beyond,
        [track.slope[b] for b in middle] + [PLAIN] * beyond,
    )
    return [
        [find_leg(road, i, speed, top, red) for speed in range(SPEED_COUNT)]
        for i in range(len(middle))
    ]


def middle_of(track: Track) -> list[int]:
    """The boxes of the middle lane in order; on an open road with the box before the start."""
    if not track.open:
        return [b for b in range(len(track.lane)) if track.lane[b] == 1 and b != track.door]
    found = [track.door]
    for _ in range(track.spaces):
        found.append(track.ahead[found[-1]])
    return found


def find_leg(road: Road, i: int, speed: int, top: int, red: int) -> tuple[int, int, float]:
    """One plan from one space: a curve that is too fast is risked, or the last points are
    dropped."""
    n, boxes = len(road.limit), allowance(speed)
    cost, final = RED_PLAN_COST if speed >= red else 0.0, speed
    standing = road.limit[i] if road.limit[(i + 1) % n] else 0  # it begins inside a curve
    if standing and speed - standing > 1:
        cost += TEST_COST[min(speed - standing, 4)]
        final = standing
    tally, last = [0, 0, 0], 0
    for k in range(boxes):
        over = road.over(i + k, speed)
        if over > 1:
            left = boxes - k
            if left <= 2 and k:
                return k, final, cost + EMERGENCY_BRAKING_COST[left]
            cost += TEST_COST[min(over, 4)]
            final = min(final, speed - over)
        last = road.slope[(i + k + 1) % n]
        tally[last] += 1
    if not boxes or ruling_slope(tally, last) != DOWN:
        return boxes, final, cost
    over = road.over(i + boxes, speed)
    if over > 1:
        cost += TEST_COST[min(over, 4)]
        final = min(final, speed - over)
    if final == speed:
        final = min(top, final + 1)
        cost += RED_PLAN_COST if final >= red else 0.0
    return boxes + 1, final, cost


def ruling_slope(tally: list[int], last: int) -> int:
    most = max(tally)
    return last if tally[last] == most else tally.index(most)


def solve_turns_to_go(
    track: Track, ways: Legs, goal: int, top: int, gain: int, brake: int
) -> list[list[float]]:
    """The fewest turns to go from every space of the race at every speed."""
    middle = middle_of(track)
    n = len(middle)
    home = [arrival_cost(track, speed) for speed in range(SPEED_COUNT)]
    uphill = max(1, gain >> 1)
    reach = [
        [uphill if track.mostly[b][allowance(s)] == UP else gain for s in range(SPEED_COUNT)]
        for b in middle
    ]
    table: list[list[float]] = [[]] * goal
    for at in range(goal - 1, -1, -1):
        i = at % n
        worth = []
        for speed in range(top + 1):
            moved, final, cost = ways[i][speed]
            end = at + moved
            if not moved:
                worth.append(999.0)
            else:
                worth.append(cost + (table[end][final] if end < goal else home[final]))
        row = []
        allowed = reach[i]
        for speed in range(SPEED_COUNT):
            best = 999.0
            for planned in range(max(1, speed - brake), min(top, speed + gain) + 1):
                if worth[planned] < best and planned - speed <= allowed[planned]:
                    best = worth[planned]
            if best == 999.0:  # faster than any possible plan: a limit has come down
                best = worth[min(top, max(1, speed))]
            row.append(1 + best)
        table[at] = row
    return table
