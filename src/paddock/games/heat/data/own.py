"""Tracks that players bring: read, judged rule by rule, every fault told.

T1 to T7 are about the whole lap, T8 to T13 about a corner or what lies on the road; what each says
stands in `words.toml` under `fault`.
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
KEPT = 64  # tracks of strangers that are held ready
WORDS = Words("paddock.games.heat")  # those of faults

SPACES = (40, 120)
DISTANCE = (80, 240)  # spaces of all laps
CORNERS = (2, len(ROAD_TOKENS))  # a road token for each
LIMIT = (2, 12)  # a lower one than any printed could hold somebody up for ever
ENGINE = (3, 9)
STRESS = (0, 5)
AWAY, GRID = 4, 4  # spaces before the first corner, and behind the last one: two cars each
APART = 3  # of two corners
CHICANE = 6  # at most, from its first line to its second
DIAMONDS = 9  # the farthest chevron from its line
BEFORE = 3  # a Legends line lies as far before its corner as the limit says, and so much more

Few = Annotated[int, Meta(ge=0, le=999)]
Span = tuple[Few, Few]


class OwnCorner(Struct, frozen=True, forbid_unknown_fields=True):
    """A corner line: the first space after it, its limit, and for the eye which way it turns."""

    at: Few
    limit: Few
    turn: Literal["left", "right"] = "right"
    lane: Literal[1, 2] = 1
    chicane: bool = False
    legends: Few | None = None
    chevrons: Annotated[tuple[Few, ...], Meta(max_length=12)] = ()
    double: Annotated[tuple[Few, ...], Meta(max_length=12)] = ()
    letters: Annotated[str, Meta(max_length=6)] = ""


class OwnFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A track as a player writes it."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]+$")]
    spaces: Few
    corners: Annotated[tuple[OwnCorner, ...], Meta(max_length=40)]
    laps: Annotated[int, Meta(ge=1, le=4)] = 2
    heat: Few = 6
    stress: Few = 3
    flooded: Annotated[tuple[Span, ...], Meta(max_length=20)] = ()
    tunnels: Annotated[tuple[Span, ...], Meta(max_length=20)] = ()


def read_own(text: str) -> tuple[OwnFile | None, tuple[Fault, ...]]:
    """What a text says, if it can be read, and everything that is wrong with it."""
    if len(text) > MAX_TRACK_CHARACTERS:
        return None, (Fault(UNREADABLE, why=f"{len(text)} > {MAX_TRACK_CHARACTERS}"),)
    try:
        given = msgspec.convert(tomllib.loads(text), OwnFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError, RecursionError) as wrong:
        return None, (Fault(UNREADABLE, why=str(wrong)),)
    return given, judge(given)


def judge(given: OwnFile) -> tuple[Fault, ...]:
    """Everything that is wrong with a track."""
    if not given.corners:
        return (*of_lap(given), Fault("T3"))
    return (*of_lap(given), *of_corners(given), *of_ground(given))


def within(value: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= value <= bounds[1]


def of_lap(given: OwnFile) -> Iterator[Fault]:
    if not within(given.spaces, SPACES):
        yield Fault("T1")
    if not within(given.spaces * given.laps, DISTANCE):
        yield Fault("T2")
    if given.corners and not within(sum(not c.chicane for c in given.corners), CORNERS):
        yield Fault("T3")
    if not (within(given.heat, ENGINE) and within(given.stress, STRESS)):
        yield Fault("T4")


def of_corners(given: OwnFile) -> Iterator[Fault]:
    lines = [corner.at for corner in given.corners]
    if any(a >= b for a, b in pairwise(lines)) or lines[-1] >= given.spaces:
        yield Fault("T5")
    if lines[0] < AWAY:
        yield Fault("T6", 1)
    if lines[-1] > given.spaces - GRID:
        yield Fault("T7", len(lines))
    for number, corner in enumerate(given.corners, 1):
        before = given.corners[number - 2] if number > 1 else None
        yield from of_corner(number, corner, before)


def of_corner(number: int, corner: OwnCorner, before: OwnCorner | None) -> Iterator[Fault]:
    last = before.at if before else 0
    if not within(corner.limit, LIMIT):
        yield Fault("T8", number)
    if corner.legends is not None and not last <= corner.legends < corner.at:
        yield Fault("T9", number)
    if corner.chicane:
        if before is None or before.chicane or corner.at - last > CHICANE:
            yield Fault("T10", number)
    elif before is not None and corner.at - last < APART:
        yield Fault("T11", number)
    farthest = min(DIAMONDS, corner.at - 1)
    seen = corner.chevrons
    known = len(set(seen)) == len(seen) and all(d <= farthest for d in seen)
    if not known or not set(corner.double) <= set(seen):
        yield Fault("T12", number)


def of_ground(given: OwnFile) -> Iterator[Fault]:
    """Water and tunnels: each within the lap, none over another."""
    lies = sorted((*given.flooded, *given.tunnels))
    wrong = any(a > b or b >= given.spaces for a, b in lies)
    if wrong or any(end >= start for (_, end), (start, _) in pairwise(lies)):
        yield Fault("T13")


def refuse(faults: tuple[Fault, ...]) -> str:
    """Every fault of a track, for whoever brought it."""
    return fault_texts(faults, WORDS, first_language())


@functools.lru_cache(maxsize=KEPT)
def own_track(text: str) -> Track:
    """The track of a text; its id is the text, so that whoever holds the id holds the track."""
    given, faults = read_own(text)
    if given is None or faults:
        raise BadTrack(refuse(faults))
    lines = [corner.at for corner in given.corners]
    return Track(
        id=text,
        name=given.name,
        box="base",
        spaces=given.spaces,
        laps=given.laps,
        heat=given.heat,
        stress=given.stress,
        grid=2 * GRID,
        sectors=(given.spaces - lines[-1] + lines[0], *(b - a for a, b in pairwise(lines))),
        confidence="own",
        corners=tuple(
            Corner(
                corner.at,
                corner.limit,
                legends_line(corner, last),
                corner.letters,
                corner.lane,
                tuple(sorted(corner.chevrons)),
                tuple(sorted(corner.double)),
                corner.chicane,
            )
            for corner, last in zip(given.corners, [0, *lines], strict=False)
        ),
        flooded=tuple(sorted(given.flooded)),
        tunnels=tuple(sorted(given.tunnels)),
        reconstructed=True,
    )


def written(track: Track) -> str:
    """A board of ours as a player would write it."""
    lines = [
        f'name = "{track.name}"',
        *(f"{key} = {getattr(track, key)}" for key in ("spaces", "laps", "heat", "stress")),
        *(f"{key} = {spans(getattr(track, key))}" for key in ("flooded", "tunnels")),
        "corners = [",
        *(f"    {{{corner_text(corner)}}}," for corner in track.corners),
        "]",
    ]
    return "".join(line + "\n" for line in lines)


def spans(found: tuple[tuple[int, int], ...]) -> str:
    return str([list(span) for span in found])


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
    return max(last, corner.at - corner.limit - BEFORE)


def track_of(id: str) -> Track:
    """A board by its id, or by its text one that a player brings."""
    return TRACKS.get(id) or own_track(id)
