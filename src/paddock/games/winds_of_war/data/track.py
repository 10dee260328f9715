"""A road as boxes: three lanes of intervals along one centre line.

One box of a straight is 60 units long. The inner lane of an A, B or C curve has one box less than
the middle lane and the outer lane one more. All three begin and end together, so a box is an
interval of the centre line and *ahead* means a leading edge farther along.

A circuit is a ring: ahead of its last boxes are its first ones, a lap on. An open road ends: ahead
of its last boxes are three more, one per lane, beyond the finish. A car on one of them has crossed
the finish. They are measured like the first boxes of a next lap, so crossing a line works the same
on every road. Behind its first boxes is one from which cars start, into any lane.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from paddock.games.winds_of_war.data.enums import Ending, Ground, Lane, Letter, Slope, Way

BOX_UNITS = 60  # length of a box of a straight, on the centre line
FAR = 999  # steps to something that is not ahead


class Stretch(Struct, frozen=True):
    """A stretch of a curve that turns one way; a chicane has two."""

    boxes: int  # of its middle lane
    inner: Lane  # the one inside
    start: int
    end: int


class Curve(Struct, frozen=True):
    """A curve between its braking line and its exit line."""

    letter: Letter
    parts: tuple[Stretch, ...]
    start: int
    end: int
    segment: int
    line: tuple[int, ...]  # the boxes of the best line, in order

    def part(self, edge: int) -> Stretch:
        """The part just beyond a leading edge; the last one at the end."""
        for part in self.parts:
            if edge < part.end:
                return part
        return self.parts[-1]


class Track(Struct, frozen=True):
    """A road in tables by box. Boxes are numbered lane by lane from the line; the box before the
    start and the three beyond the finish of an open road come last."""

    id: str
    name: str
    icons: tuple[str, ...]  # of qualifying, the most important first
    laps: int  # default; an open road has one
    ending: Ending
    estimate: tuple[float, ...]
    length: int  # of the centre line, in units; an open road includes the box before the start
    spaces: int
    curves: tuple[Curve, ...]
    name_of: tuple[str, ...]  # 2R1: segment, lane, box
    box_of: Mapping[str, int]
    lane: tuple[Lane, ...]
    start: tuple[int, ...]
    end: tuple[int, ...]  # the leading edge, measured from the line
    ahead: tuple[int, ...]  # the box directly in front
    onward: tuple[tuple[int, ...], ...]  # the boxes straight ahead, as many as a move may use
    behind: tuple[int, ...]
    ways: tuple[tuple[tuple[Way, int], ...], ...]  # with the box each leads to
    level: tuple[tuple[int, int, int], ...]  # the box of each lane level with this one
    curve: tuple[int, ...]  # its curve, or -1
    coming: tuple[int, ...]  # the curve it is in or comes to; -1 beyond the last of an open road
    to_line: tuple[int, ...]
    # steps to the last box before the braking line, or before a check point; FAR if none comes
    to_exit: tuple[int, ...]  # steps to the last box of the curve; FAR on a straight
    outward: tuple[Way, ...]  # to the outside of the curve it is in or comes to
    inside: tuple[int, ...]  # number of lanes from the inside of that curve
    hexagon: tuple[int, ...]
    slope: tuple[Slope, ...]
    mostly: tuple[tuple[Slope, ...], ...]  # the slope of the next n boxes ahead, n = 0 to 9
    climbs: tuple[int, ...]  # bit set of the numbers of boxes ahead that are mostly uphill
    falls: tuple[int, ...]  # the same for downhill
    pits: tuple[bool, ...]
    ground: tuple[Ground | None, ...]  # along its edge; none in the middle lane
    verge: tuple[int, ...]  # the curve whose ground lies along its edge; -1: it has its own
    on_line: tuple[int, ...]  # its place on a best line, or -1
    next_line: tuple[int, ...]  # the next box of that line, or -1
    grid: tuple[tuple[int, int, int], ...]  # three rows of boxes before the line, front row first
    hexagons: tuple[str, ...]
    letters: tuple[Letter, ...]  # of the curves
    lies_in: tuple[int, ...]  # the hexagon of each curve
    assistance: tuple[int, ...]  # the curves where mechanics may wait, in the order of the road
    damage: tuple[int, int, int]  # of a stage, at its end: engine, brakes, tyres
    km: int
    door: int  # the box from which cars start one by one, behind the first ones, or -1
    section: int  # length of a section of a long road, after which cards are renewed; 0: none

    @property
    def open(self) -> bool:
        """Whether the road begins and ends; a circuit does not."""
        return self.ending is not Ending.RING

    @property
    def has_night(self) -> bool:
        """Whether races along it may last into the night: not on a ring, nor in Calabria."""
        return self.open and not self.section

    def next_box(self, box: int, way: Way) -> int:
        """The neighbouring box diagonally forward, or -1 off the road."""
        for side, there in self.ways[box]:
            if side is way:
                return there
        return -1
