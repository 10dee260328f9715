"""Circuits that players bring: the same file as one of ours, less what can be reckoned."""

from __future__ import annotations

import functools
import tomllib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from paddock.core.studio import MOST, BadTrack, Fault
from paddock.games.winds_of_war.data.judging import judge, read_piece
from paddock.games.winds_of_war.data.laying import read_track, refuse
from paddock.games.winds_of_war.data.track import Track

UNREADABLE = "V0"
KEPT = 64  # tracks of strangers that are held ready
Icon = Literal["top-speed", "c-turn", "skill"]


class OwnFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A circuit as a player writes it. What ours have beside is read and not needed."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]+$")]
    hexagons: Annotated[tuple[Annotated[str, Meta(max_length=120)], ...], Meta(max_length=60)]
    laps: Annotated[int, Meta(ge=1, le=6)] = 2
    qualifying: tuple[Icon, Icon, Icon] = ("top-speed", "c-turn", "skill")
    reconstructed: bool = False
    spaces: int = 0  # 0: as many as there are
    id: str = ""
    source: str = ""
    estimate: tuple[float, ...] = ()


def read_own(text: str) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """What a text says, as far as it can be read, and everything that is wrong with it."""
    if len(text) > MOST:
        return {}, (Fault(UNREADABLE, why=f"{len(text)} > {MOST}"),)
    try:
        given = msgspec.convert(tomllib.loads(text), OwnFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError, RecursionError) as wrong:
        return {}, (Fault(UNREADABLE, why=str(wrong)),)
    data = msgspec.to_builtins(given)
    if len(set(given.qualifying)) < len(given.qualifying):
        return data, (Fault(UNREADABLE, why="qualifying"),)
    data["id"] = text
    data["spaces"] = given.spaces or sum(
        piece.boxes
        for number, line in enumerate(given.hexagons)
        for word in line.split()
        if (piece := read_piece(word, number))
    )
    return data, judge(data)


@functools.lru_cache(maxsize=KEPT)
def own_track(text: str) -> Track:
    """The circuit of a text; its id is the text, so that whoever holds the id holds the circuit."""
    data, faults = read_own(text)
    if faults:
        raise BadTrack(refuse(faults))
    return read_track(data)


class Tracks(dict[str, Track]):
    """Roads by id: the printed ones, and by its text any that a player brings."""

    __slots__ = ()

    def __missing__(self, road: str) -> Track:
        return own_track(road)
