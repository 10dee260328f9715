"""The oval: squares as small numbers, and for each the squares it leads to, touches and threatens."""

from __future__ import annotations

import functools
import math
from typing import Any

from paddock.core.citing import cites
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R

FRONT, CORNER_1, BACK, CORNER_2 = range(4)
"""The four segments of a lap: two straights and the half-turns after them."""
WALL = -1
INSIDE, OUTSIDE = 0, 1
"""The two ways to leave a lane; also the two sides of a chariot: its left is the inside."""


class Track:
    """Tables by square: built once from counts, and only read afterwards.

    A lane's squares are numbered in a row: grey, front straight, corner, back straight, corner. What
    differs between laps is not here: a chariot counts the segments it has done by itself.
    """

    @cites(R("B6.311"), R("B6.4"), R("B6.41"), R("B6.42"), R("B9.2"), R("X27"), R("X28"))
    def __init__(self, name: str, counts: dict[str, Any]) -> None:
        self.name = name
        self.lanes: int = counts["lanes"]
        self.straight: int = counts["straight"]
        self.corner: tuple[int, ...] = tuple(counts["corner"])
        self.safe: tuple[int, ...] = (0, *counts["safe"])  # by lane, from 1
        self.grey: int = counts["grey"]
        self.rows: tuple[int, int] = (counts["row-1"], counts["row-2"])
        self.stretches: tuple[int, int] = (counts["stretches"], counts["short-stretches"])
        self.scale = math.lcm(*self.corner)  # fronts of squares as whole numbers
        self.lane: list[int] = []
        self.segment: list[int] = []
        self.number: list[int] = []  # -3…34 on a straight; in a corner 0, 1, 2, …
        self.base: list[int] = [0]
        self._number_squares()
        self.squares = len(self.lane)
        self.ahead = [self._beside(q, 1) for q in range(self.squares)]
        self.behind = [self._beside(q, -1) for q in range(self.squares)]
        self.front = [self._front(q) for q in range(self.squares)]
        ways = range(self.squares)
        self.touching = [[self._touching(q, side) for q in ways] for side in (INSIDE, OUTSIDE)]
        self.change = [[self._change(q, side) for q in ways] for side in (INSIDE, OUTSIDE)]
        self.slip = [[self._slip(q, side) for q in ways] for side in (INSIDE, OUTSIDE)]
        self.reach = [self._reach(q) for q in ways]
        self.in_corner = [segment in (CORNER_1, CORNER_2) for segment in self.segment]
        self.is_grey = [n < 1 and not c for n, c in zip(self.number, self.in_corner, strict=True)]

    def _number_squares(self) -> None:
        for lane in range(1, self.lanes + 1):
            self.base.append(len(self.lane))
            corner = self.corner[lane - 1]
            parts = (
                (FRONT, range(1 - self.grey, self.straight + 1)),
                (CORNER_1, range(corner)),
                (BACK, range(1, self.straight + 1)),
                (CORNER_2, range(corner)),
            )
            for segment, numbers in parts:
                for number in numbers:
                    self.lane.append(lane)
                    self.segment.append(segment)
                    self.number.append(number)

    def at(self, lane: int, segment: int, number: int) -> int:
        """The square of a lane with this number in a segment."""
        corner = self.corner[lane - 1]
        start = self.base[lane]
        if segment == FRONT:
            return start + number + self.grey - 1
        start += self.grey + self.straight
        if segment == CORNER_1:
            return start + number
        start += corner
        if segment == BACK:
            return start + number - 1
        return start + self.straight + number

    def _beside(self, square: int, step: int) -> int:
        """The next or the previous square of the lane; the front straight follows the last corner."""
        lane = self.lane[square]
        first = self.at(lane, FRONT, 1)
        last = self.at(lane, CORNER_2, self.corner[lane - 1] - 1)
        if step == 1:
            return first if square == last else square + 1
        if square == first:
            return last
        return WALL if square == self.base[lane] else square - 1

    def _front(self, square: int) -> int:
        if self.segment[square] in (FRONT, BACK):
            return self.number[square] * self.scale
        return (self.number[square] + 1) * (self.scale // self.corner[self.lane[square] - 1])

    def _touching(self, square: int, side: int) -> tuple[int, ...]:
        """The squares of the next lane that share an edge, from the hindmost."""
        lane = self.lane[square] + (1 if side == OUTSIDE else -1)
        if not 1 <= lane <= self.lanes:
            return ()
        segment, number = self.segment[square], self.number[square]
        if segment in (FRONT, BACK):
            return (self.at(lane, segment, number),)
        mine, theirs = self.corner[self.lane[square] - 1], self.corner[lane - 1]
        return tuple(
            self.at(lane, segment, k)
            for k in range(theirs)
            if k * mine < (number + 1) * theirs and number * theirs < (k + 1) * mine
        )

    def _change(self, square: int, side: int) -> int:
        """Where a lane change takes a team: a step forward, then sideways."""
        lane = self.lane[square] + (1 if side == OUTSIDE else -1)
        if not 1 <= lane <= self.lanes:
            return WALL
        step = self.ahead[square]
        segment, number = self.segment[step], self.number[step]
        if segment in (FRONT, BACK) or self.segment[square] in (FRONT, BACK):
            return self.at(lane, segment, number)
        near = self.touching[side][step]
        if side == OUTSIDE:
            return min(q for q in near if self.front[q] >= self.front[step])
        return max((q for q in near if self.front[q] <= self.front[step]), default=near[0])

    def _slip(self, square: int, side: int) -> int:
        """Where a sideslip takes a team: beside it or partly behind, without a step."""
        near = self.touching[side][square]
        if not near:
            return WALL
        return max((q for q in near if self.front[q] <= self.front[square]), default=near[0])

    def _reach(self, square: int) -> tuple[int, ...]:
        """The squares a car here may attack: they touch, and it is level with them or ahead."""
        near = self.touching[INSIDE][square] + self.touching[OUTSIDE][square]
        return tuple(q for q in near if self.front[q] <= self.front[square])

    def back(self, square: int, half: int) -> int:
        """The square behind; on the first straight that is a grey one."""
        if half == 0 and self.number[square] == 1 and self.segment[square] == FRONT:
            return square - 1
        return self.behind[square]

    def crossed(self, old: int, new: int) -> int:
        """How many segments a step forward has finished: 0 or 1."""
        return (self.segment[new] - self.segment[old]) % 4

    def to_line(self, square: int, half: int, stretches: int) -> int:
        """The steps in this lane until the team is over the line."""
        last = 2 * stretches - 2
        corner = self.corner[self.lane[square] - 1]
        left = corner - self.number[square] - 1 if half % 2 else self.straight - self.number[square]
        rest = last - half
        corners = rest // 2
        straights = (rest + 1) // 2
        return left + straights * self.straight + corners * corner + 1

    @functools.cache  # noqa: B019  two tracks, for ever
    def near(self, square: int, most: int) -> dict[int, int]:
        """How far the squares around are, counted without diagonals, up to a range."""
        found = {square: 0}
        edge = [square]
        for far in range(1, most + 1):
            fresh: list[int] = []
            for q in edge:
                around = (self.ahead[q], self.behind[q])
                for other in around + self.touching[0][q] + self.touching[1][q]:
                    if other != WALL and other not in found:
                        found[other] = far
                        fresh.append(other)
            edge = fresh
        return found


def check_clues(track: Track, clues: dict[str, Any]) -> None:
    """Everything the books and the strategy article say about the board must hold."""
    right = data.complain
    squares, safe, over = track.corner, track.safe[1:], clues["to-clear"]
    right(track.straight == 34, "34 squares a straight")
    right([squares[0], safe[0]] == clues["lane-1"], "lane 1")
    right(squares[0] + over <= safe[0], "lane 1 is cleared without strain")
    right(safe[1] == clues["lane-2"], "lane 2 is the lane of 9")
    right(clues["named-safe"] in safe, "some lane has the safe speed 15")
    right(all(a < b for a, b in zip(safe, safe[1:], strict=False)), "safe speeds rise outwards")
    right(all(squares[n - 1] == safe[n - 1] for n in clues["equal"]), "lanes 2 to 4")
    right(all(squares[n - 1] == safe[n - 1] + 1 for n in clues["one-more"]), "lanes 5 and 6")
    long = [squares[n - 1] + over > clues["best-speed"] for n in clues["too-long"]]
    right(all(long), "lanes 7 and 8 need a whip")
    ratios = [s / n for s, n in zip(safe, squares, strict=True)]
    right(max(ratios) == ratios[0], "lane 1 allows most speed for its length")
    lane, out, speed = clues["rail"]
    square = track.at(lane, FRONT, track.straight - out + 0)
    spent = 0
    while track.lane[square] > 1:
        square, spent = track.change[INSIDE][square], spent + 2
    right(spent + track.straight - track.number[square] == speed, "22 reaches the rail")
    if track.name == "model-a":
        need = [track.to_line(track.at(n, FRONT, 0), 0, 6) for n in (1, 4, 8)]
        right(need == clues["shortest"], "the length of a race")


TRACKS = {name: Track(name, data.TRACK[name]) for name in ("model-a", "model-b")}
for _track in TRACKS.values():
    check_clues(_track, data.TRACK["clues"])
