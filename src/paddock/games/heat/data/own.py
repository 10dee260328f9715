"""Players' own tracks: parsing and validation, with all faults of a track at once.

Rules T1 to T7 are about the whole lap, T8 to T13 about a corner, water or tunnels. Their texts are
in `words.toml` under `fault`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from paddock.core.languages import first_language
from paddock.core.studio import MAX_TRACK_CHARACTERS, BadTrack, Fault, fault_texts
from paddock.core.words import Words
from paddock.games.heat.data import ROAD_TOKENS, TRACKS, Corner, Track

UNREADABLE = "T0"
RULES = tuple(f"T{number}" for number in range(1, 14))
CACHED_TRACKS = 64  # size of the cache of players' tracks
WORDS = Words("paddock.games.heat")  # the texts of faults

SPACES_RANGE = (40, 120)
DISTANCE_RANGE = (80, 240)  # spaces of all laps
CORNERS_RANGE = (2, len(ROAD_TOKENS))  # a road token for each
LIMIT_RANGE = (2, 12)  # below the lowest printed limit a driver may never get past
HEAT_RANGE = (3, 9)
STRESS_RANGE = (0, 5)
MIN_SPACES_TO_CORNER, GRID_SPACES = (
    4,
    4,
)  # spaces before the first corner and after the last one; two cars a space
MIN_CORNER_GAP = 3  # spaces between two corners
MAX_CHICANE_SPACES = 6  # from its first line to its second
MAX_CHEVRON_DISTANCE = 9  # the farthest chevron from its line
LEGENDS_LINE_EXTRA = 3  # spaces from a Legends line to its corner, more than the limit

SmallNumber = Annotated[int, Meta(ge=0, le=999)]
Span = tuple[SmallNumber, SmallNumber]


class OwnCorner(Struct, frozen=True, forbid_unknown_fields=True):
    """A corner line: the first space after it, its limit, and its direction for the drawing."""

    at: SmallNumber
    limit: SmallNumber
    turn: Literal["left", "right"] = "right"
    lane: Literal[1, 2] = 1
    chicane: bool = False
    legends: SmallNumber | None = None
    chevrons: Annotated[tuple[SmallNumber, ...], Meta(max_length=12)] = ()
    double: Annotated[tuple[SmallNumber, ...], Meta(max_length=12)] = ()
    letters: Annotated[str, Meta(max_length=6)] = ""


class OwnFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A track as a player writes it."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]+$")]
    spaces: SmallNumber
    corners: Annotated[tuple[OwnCorner, ...], Meta(max_length=40)]
    laps: Annotated[int, Meta(ge=1, le=4)] = 2
    heat: SmallNumber = 6
    stress: SmallNumber = 3
    flooded: Annotated[tuple[Span, ...], Meta(max_length=20)] = ()
    tunnels: Annotated[tuple[Span, ...], Meta(max_length=20)] = ()


def read_own(text: str) -> tuple[OwnFile | None, tuple[Fault, ...]]:
    """Parse the text of a track: the track, if it is readable, and all its faults."""
    if len(text) > MAX_TRACK_CHARACTERS:
        return None, (Fault(UNREADABLE, why=f"{len(text)} > {MAX_TRACK_CHARACTERS}"),)
    try:
        given = msgspec.convert(tomllib.loads(text), OwnFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError, RecursionError) as wrong:
        return None, (Fault(UNREADABLE, why=str(wrong)),)
    return given, judge(given)


def judge(given: OwnFile) -> tuple[Fault, ...]:
    """All faults of a track."""
    if not given.corners:
        return (*lap_faults(given), Fault("T3"))
    return (*lap_faults(given), *all_corner_faults(given), *ground_faults(given))


def is_within(value: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= value <= bounds[1]


def lap_faults(given: OwnFile) -> Iterator[Fault]:
    if not is_within(given.spaces, SPACES_RANGE):
        yield Fault("T1")
    if not is_within(given.spaces * given.laps, DISTANCE_RANGE):
        yield Fault("T2")
    if given.corners and not is_within(sum(not c.chicane for c in given.corners), CORNERS_RANGE):
        yield Fault("T3")
    if not (is_within(given.heat, HEAT_RANGE) and is_within(given.stress, STRESS_RANGE)):
        yield Fault("T4")


def all_corner_faults(given: OwnFile) -> Iterator[Fault]:
    lines = [corner.at for corner in given.corners]
    if any(a >= b for a, b in pairwise(lines)) or lines[-1] >= given.spaces:
        yield Fault("T5")
    if lines[0] < MIN_SPACES_TO_CORNER:
        yield Fault("T6", 1)
    if lines[-1] > given.spaces - GRID_SPACES:
        yield Fault("T7", len(lines))
    for number, corner in enumerate(given.corners, 1):
        before = given.corners[number - 2] if number > 1 else None
        yield from corner_faults(number, corner, before)


def corner_faults(number: int, corner: OwnCorner, before: OwnCorner | None) -> Iterator[Fault]:
    last = before.at if before else 0
    if not is_within(corner.limit, LIMIT_RANGE):
        yield Fault("T8", number)
    if corner.legends is not None and not last <= corner.legends < corner.at:
        yield Fault("T9", number)
    if corner.chicane:
        if before is None or before.chicane or corner.at - last > MAX_CHICANE_SPACES:
            yield Fault("T10", number)
    elif before is not None and corner.at - last < MIN_CORNER_GAP:
        yield Fault("T11", number)
    farthest = min(MAX_CHEVRON_DISTANCE, corner.at - 1)
    chevrons = corner.chevrons
    valid = len(set(chevrons)) == len(chevrons) and all(d <= farthest for d in chevrons)
    if not valid or not set(corner.double) <= set(chevrons):
        yield Fault("T12", number)


def ground_faults(given: OwnFile) -> Iterator[Fault]:
    """Faults of water and tunnels: each must lie within the lap and overlap no other."""
    lies = sorted((*given.flooded, *given.tunnels))
    wrong = any(a > b or b >= given.spaces for a, b in lies)
    if wrong or any(end >= start for (_, end), (start, _) in pairwise(lies)):
        yield Fault("T13")


def refusal_text(faults: tuple[Fault, ...]) -> str:
    """All faults of a track as text for its author."""
    return fault_texts(faults, WORDS, first_language())


@functools.lru_cache(maxsize=CACHED_TRACKS)
def own_track(text: str) -> Track:
    """The track of a text. Its id is the whole text, so the id is enough to rebuild it."""
    given, faults = read_own(text)
    if given is None or faults:
        raise BadTrack(refusal_text(faults))
    lines = [corner.at for corner in given.corners]
    return Track(
        id=text,
        name=given.name,
        box="base",
        spaces=given.spaces,
        laps=given.laps,
        heat=given.heat,
        stress=given.stress,
        grid=2 * GRID_SPACES,
        sectors=(given.spaces - lines[-1] + lines[0], *(b - a for a, b in pairwise(lines))),
        confidence="own",
        corners=tuple(
            Corner(
                at=corner.at,
                limit=corner.limit,
                legends=legends_line(corner, last),
                letters=corner.letters,
                lane=corner.lane,
                chevrons=tuple(sorted(corner.chevrons)),
                double=tuple(sorted(corner.double)),
                chicane=corner.chicane,
            )
            for corner, last in zip(given.corners, [0, *lines], strict=False)
        ),
        flooded=tuple(sorted(given.flooded)),
        tunnels=tuple(sorted(given.tunnels)),
        reconstructed=True,
    )


def track_text(track: Track) -> str:
    """A printed board in the text format of players' tracks."""
    lines = [
        f'name = "{track.name}"',
        *(f"{key} = {getattr(track, key)}" for key in ("spaces", "laps", "heat", "stress")),
        *(f"{key} = {spans_text(getattr(track, key))}" for key in ("flooded", "tunnels")),
        "corners = [",
        *(f"    {{{corner_text(corner)}}}," for corner in track.corners),
        "]",
    ]
    return "".join(line + "\n" for line in lines)


def spans_text(spans: tuple[tuple[int, int], ...]) -> str:
    return str([list(span) for span in spans])


def corner_text(corner: Corner) -> str:
    words = [f"at = {corner.at}, limit = {corner.limit}, legends = {corner.legends}"]
    words += [f"lane = {corner.lane}"] if corner.lane != 1 else []
    words += ["chicane = true"] if corner.chicane else []
    words += [f"chevrons = {list(corner.chevrons)}"] if corner.chevrons else []
    words += [f"double = {list(corner.double)}"] if corner.double else []
    words += [f'letters = "{corner.letters}"'] if corner.letters else []
    return ", ".join(words)


def legends_line(corner: OwnCorner, last: int) -> int:
    if corner.legends is not None:
        return corner.legends
    return max(last, corner.at - corner.limit - LEGENDS_LINE_EXTRA)


def track_of(id: str) -> Track:
    """A printed board by its id, or a player's track by its text."""
    return TRACKS.get(id) or own_track(id)
