"""The track: squares as small numbers, and their neighbours."""

from __future__ import annotations

import functools
import itertools
import math
from typing import Any

from paddock.core.citations import cites
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import INSIDE, OUTSIDE, Side

SEGMENTS = 4
FRONT, CORNER_1, BACK, CORNER_2 = range(SEGMENTS)
"""The four segments of a lap: two straights and the half-turns after them."""
WALL = -1
"""The target of a move that does not exist."""
NOWHERE = -1
"""The square of something that is not on the track."""
LANES, PART, LETTERS = 8, 40, "fcbd"
"""A square number encodes lane, segment and position, the same on every track."""
GREY_SQUARES = 3


def square_of(lane: int, segment: int, number: int) -> int:
    """The square of a lane with this number in a segment; grey ones go from -3 to 0."""
    return ((lane - 1) * 4 + segment) * PART + number + (GREY_SQUARES if segment == FRONT else 0)


def square_name(square: int) -> str:
    """4f12: lane 4, front straight, square 12; c and d are the corners, b is the back straight."""
    if square < 0:
        return "-"
    lane, segment, number = place_of(square)
    return f"{lane}{LETTERS[segment]}{number}"


def place_of(square: int) -> tuple[int, int, int]:
    """The lane of a square, its segment and its number there."""
    part, number = divmod(square, PART)
    lane, segment = divmod(part, 4)
    return lane + 1, segment, number + (-GREY_SQUARES, 1, 0, 1)[segment]


def named_square(text: str) -> int:
    """The square of a name."""
    if text == "-":
        return WALL
    segment = LETTERS.index(text[1])
    return square_of(int(text[0]), segment, int(text[2:]) - segment % 2)


class Track:
    """Tables by square, built once from the counts.

    The squares of a lane follow one another: grey, front straight, corner, back straight, corner.
    Laps are not stored here: a chariot counts its own segments.
    """

    def __init__(self, name: str, counts: dict[str, Any]) -> None:
        self.name = name
        self.lanes: int = counts["lanes"]
        self.straight: int = counts["straight"]
        self.corner: tuple[int, ...] = tuple(counts["corner"])
        self.safe: tuple[int, ...] = (0, *counts["safe"])  # by lane, from 1
        self.rows: tuple[int, int] = (counts["row-1"], counts["row-2"])
        stretches = (counts["stretches"], counts["short-stretches"])
        self.laps: tuple[int, int] = (
            stretches[0] // 2,
            stretches[1] // 2,
        )  # of a long race, of a short one
        self.last_segment: tuple[int, int] = (2 * stretches[0] - 2, 2 * stretches[1] - 2)
        self.scale = math.lcm(*self.corner)  # fronts of squares as whole numbers
        size = LANES * 4 * PART
        self.squares: list[int] = []
        self.lane, self.segment, self.number = [0] * size, [0] * size, [0] * size
        self._number_squares()
        self.ahead, self.behind = [WALL] * size, [WALL] * size
        self.front = [0] * size
        none: tuple[int, ...] = ()
        self.touching = [[none] * size, [none] * size]
        self.change, self.slip = ([[WALL] * size, [WALL] * size] for _ in range(2))
        self.reach = [none] * size
        self._join()
        nowhere: tuple[tuple[int, ...], int] = ((), 0)
        self.straight_on = [nowhere] * size
        self._line_up()
        self.in_corner = [segment in (CORNER_1, CORNER_2) for segment in self.segment]
        self.is_grey = [n < 1 and not c for n, c in zip(self.number, self.in_corner, strict=True)]

    def _number_squares(self) -> None:
        for lane in range(1, self.lanes + 1):
            corner = self.corner[lane - 1]
            parts = (
                (FRONT, range(-GREY_SQUARES, self.straight + 1)),
                (CORNER_1, range(corner)),
                (BACK, range(1, self.straight + 1)),
                (CORNER_2, range(corner)),
            )
            for segment, numbers in parts:
                for number in numbers:
                    square = square_of(lane, segment, number)
                    self.squares.append(square)
                    self.lane[square] = lane
                    self.segment[square] = segment
                    self.number[square] = number

    def _join(self) -> None:
        for q in self.squares:
            self.ahead[q], self.behind[q] = self._beside(q, 1), self._beside(q, -1)
            self.front[q] = self._front(q)
        for q in self.squares:
            for side in (INSIDE, OUTSIDE):
                self.touching[side][q] = self._touching(q, side)
        for q in self.squares:
            for side in (INSIDE, OUTSIDE):
                self.change[side][q] = self._change(q, side)
                self.slip[side][q] = self._slip(q, side)
            self.reach[q] = self._reach(q)

    def _line_up(self) -> None:
        """Each lane as one row, twice round; for each square the index of the next one in its
        row."""
        for lane in range(1, self.lanes + 1):
            begin = self.at(lane, FRONT, 1)
            ring = [begin]
            while self.ahead[ring[-1]] != begin:
                ring.append(self.ahead[ring[-1]])
            grey = [self.at(lane, FRONT, number) for number in range(-GREY_SQUARES, 1)]
            row = (*grey, *ring, *ring)
            for k, square in enumerate(row[: len(grey) + len(ring)]):
                self.straight_on[square] = (row, k + 1)

    def at(self, lane: int, segment: int, number: int) -> int:
        """The square of a lane with this number in a segment."""
        return square_of(lane, segment, number)

    def length(self, lane: int, segment: int) -> int:
        return self.corner[lane - 1] if segment % 2 else self.straight

    def _beside(self, square: int, step: int) -> int:
        """The next or the previous square of the lane; the front straight follows the corner."""
        lane, segment = self.lane[square], self.segment[square]
        number = self.number[square] + step
        first = 0 if segment % 2 else (1 if self.number[square] > 0 else -GREY_SQUARES)
        last = self.length(lane, segment) - segment % 2
        if number > last:
            segment = (segment + 1) % 4
            return square_of(lane, segment, 1 - segment % 2)
        if number >= first:
            return square_of(lane, segment, number)
        if first == -GREY_SQUARES:
            return WALL
        segment = (segment - 1) % 4
        return square_of(lane, segment, self.length(lane, segment) - segment % 2)

    def _front(self, square: int) -> int:
        if self.segment[square] in (FRONT, BACK):
            return self.number[square] * self.scale
        return (self.number[square] + 1) * (self.scale // self.corner[self.lane[square] - 1])

    def _touching(self, square: int, side: Side) -> tuple[int, ...]:
        """The squares of the next lane that share an edge, from the rear."""
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

    @cites(R("B6.41"), R("B6.42"), R("E2.8.6.2"), R("E2.8.6.3"))
    def _change(self, square: int, side: Side) -> int:
        """The target of a lane change: a step forward, then sideways."""
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

    def _slip(self, square: int, side: Side) -> int:
        """The target of a sideslip: adjacent or partly behind, without a step."""
        near = self.touching[side][square]
        if not near:
            return WALL
        return max((q for q in near if self.front[q] <= self.front[square]), default=near[0])

    @cites(R("B9.2"), R("X28"))
    def _reach(self, square: int) -> tuple[int, ...]:
        """The squares a car here may attack: they touch, and it is level with them or ahead."""
        near = self.touching[INSIDE][square] + self.touching[OUTSIDE][square]
        return tuple(q for q in near if self.front[q] <= self.front[square])

    def back(self, square: int, segments: int) -> int:
        """The square behind; on the first straight that is a grey one."""
        if segments == 0 and self.number[square] == 1 and self.segment[square] == FRONT:
            return square - 1  # grey
        return self.behind[square]

    def segments_crossed(self, old: int, new: int) -> int:
        """The number of segments finished by a step forward: 0 or 1."""
        return (self.segment[new] - self.segment[old]) % 4

    def to_line(self, square: int, segments: int, last: int) -> int:
        """The steps in this lane until the team is over the line at the end of segment `last`."""
        corner = self.corner[self.lane[square] - 1]
        left = (corner - 1 if segments % 2 else self.straight) - self.number[square]
        rest = last - segments
        corners = rest // 2
        straights = (rest + 1) // 2
        return left + straights * self.straight + corners * corner + 1

    def next_squares(self, square: int, number: int) -> tuple[int, ...]:
        """This many squares straight ahead in the lane, one lap at most."""
        row, first = self.straight_on[square]
        return row[first : first + number]

    @functools.cache  # noqa: B019  only two tracks exist, and they are never freed
    def near(self, square: int, most: int) -> dict[int, int]:
        """Distances to the squares around, without diagonals, up to a range."""
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
    """Checks everything the books and the strategy article say about the board."""
    right = data.require
    squares, safe, over = track.corner, track.safe[1:], clues["to-clear"]
    right(track.straight == 34, "34 squares a straight")
    right([squares[0], safe[0]] == clues["lane-1"], "lane 1")
    right(squares[0] + over <= safe[0], "lane 1 is cleared without strain")
    right(safe[1] == clues["lane-2"], "lane 2 is the lane of 9")
    right(clues["named-safe"] in safe, "some lane has the safe speed 15")
    right(all(a < b for a, b in itertools.pairwise(safe)), "safe speeds rise outwards")
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
        need = [track.to_line(track.at(n, FRONT, 0), 0, track.last_segment[0]) for n in (1, 4, 8)]
        right(need == clues["shortest"], "the length of a race")


TRACKS = {name: Track(name, data.TRACK[name]) for name in ("model-a", "model-b", "model-c")}
for _track in TRACKS.values():
    check_clues(_track, data.TRACK["clues"])
