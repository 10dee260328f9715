"""How many turns a car needs from here: the fastest plan along the best line, by looking back from
the finish. Traffic and dice are left out; what asks for a test costs what it may be expected to."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from paddock.games.winds_of_war.data.track import DOWN, UP, Track
from paddock.games.winds_of_war.state.pieces import TRACK, allowance

RISK = (0.0, 0.6, 1.5, 4.0, 8.0)  # turns lost when a curve is taken so many points too fast
DROP = (0.0, 0.2, 0.45)  # emergency braking by one or two points
RED = 0.2  # the heat of a red plan
SPEEDS = 18
NUDGE = 0.003  # among equal plans the one that is farther and faster

Table = Sequence[Sequence[float]]
Ways = list[list[tuple[int, int, float]]]


class Pace:
    """Turns to go by distance and speed, for one car in one state on one circuit."""

    __slots__ = ("laps", "spaces", "table", "track", "turns", "ways")

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
        self.laps, self.spaces, self.turns = laps, self.track.spaces, turns
        self.ways = ways(self.track, top, red, turns)
        self.table = look_back(self.track, self.ways, laps, top, gain, brake)

    def to_go(self, at: float, speed: int) -> float:
        """Turns from a place on the road, in spaces with laps, between two of which it may lie."""
        goal = (self.laps + 1) * self.spaces
        if at >= goal:
            return 0.0
        here = int(at)
        row = self.table[here] if here >= 0 else self.table[0]
        now = row[speed]
        share = at - here
        if share:
            after = self.table[here + 1][speed] if here + 1 < goal else 0.0
            now += share * (after - now)
        return now + NUDGE * (goal - at - speed / 4)


@functools.lru_cache(maxsize=2048)
def pace(
    circuit: str, laps: int, top: int, red: int, gain: int, brake: int, turns: tuple[int, ...]
) -> Pace:
    return Pace(circuit, laps, top, red, gain, brake, turns)


def ways(track: Track, top: int, red: int, turns: tuple[int, ...]) -> Ways:
    """For each space and planned speed: how far it leads, at which speed it ends, what it costs."""
    middle = [b for b in range(len(track.lane)) if track.lane[b] == 1]
    curve = [track.curve[b] for b in middle]
    slope = [track.slope[b] for b in middle]
    n = len(middle)
    found: Ways = []
    for i in range(n):
        row = []
        for speed in range(SPEEDS):
            boxes = allowance(speed)
            cost = RED if speed >= red else 0.0
            final, moved, dropped = speed, 0, False
            if speed and curve[i] >= 0 and curve[(i + 1) % n] == curve[i]:
                over = speed - turns[track.curves[curve[i]].letter]
                if over > 1:
                    cost += RISK[min(over, 4)]
                    final = speed - over
            tally = [0, 0, 0]
            last = 0
            for k in range(boxes):
                here, there = (i + k) % n, (i + k + 1) % n
                if curve[there] >= 0 and curve[here] < 0:
                    over = speed - turns[track.curves[curve[there]].letter]
                    if over > 1:
                        left = boxes - k
                        if left <= 2 and k:
                            cost += DROP[left]
                            dropped = True
                            break
                        cost += RISK[min(over, 4)]
                        final = min(final, speed - over)
                moved += 1
                tally[slope[there]] += 1
                last = slope[there]
            if boxes and not dropped and rules(tally, last) == DOWN:
                here, there = (i + moved) % n, (i + moved + 1) % n
                moved += 1
                if curve[there] >= 0 and curve[here] < 0:
                    over = speed - turns[track.curves[curve[there]].letter]
                    if over > 1:
                        cost += RISK[min(over, 4)]
                        final = min(final, speed - over)
                if final == speed:
                    final = min(top, final + 1)
                    cost += RED if final >= red else 0.0
            row.append((moved, final, cost))
        found.append(row)
    return found


def rules(tally: list[int], last: int) -> int:
    most = max(tally)
    return last if tally[last] == most else tally.index(most)


def look_back(
    track: Track, ways: Ways, laps: int, top: int, gain: int, brake: int
) -> list[list[float]]:
    """The least turns to go from every space of the race at every speed."""
    n = track.spaces
    goal = (laps + 1) * n
    middle = [b for b in range(len(track.lane)) if track.lane[b] == 1]
    uphill = max(1, gain >> 1)
    reach = [
        [uphill if track.mostly[b][allowance(s)] == UP else gain for s in range(SPEEDS)]
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
                worth.append(cost + (table[end][final] if end < goal else 0.0))
        row = []
        allowed = reach[i]
        for speed in range(SPEEDS):
            best = 999.0
            for planned in range(max(1, speed - brake), min(top, speed + gain) + 1):
                if worth[planned] < best and planned - speed <= allowed[planned]:
                    best = worth[planned]
            if best == 999.0:  # faster than anything it can plan: a limit has come down
                best = worth[min(top, max(1, speed))]
            row.append(1 + best)
        table[at] = row
    return table
