"""Circuits and roads that players bring: files like ours, less what can be reckoned."""

from __future__ import annotations

import functools
import sys
import tomllib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from paddock.core.studio import MAX_TRACK_CHARACTERS, BadTrack, Fault
from paddock.games.winds_of_war.data.enums import Letter
from paddock.games.winds_of_war.data.getting_through import in_time
from paddock.games.winds_of_war.data.judging import judge, pieces_of, warn
from paddock.games.winds_of_war.data.laying import read_track, refuse
from paddock.games.winds_of_war.data.track import Track

UNREADABLE = "V0"
RING, ROAD = KINDS = ("ring", "road")  # brought where the other kind is raced on
KEPT = 64  # tracks of strangers that are held ready
Icon = Literal["top-speed", "c-turn", "skill"]


class Wear(Struct, frozen=True, forbid_unknown_fields=True):
    """What a stage costs every car when all are in."""

    engine: int = 0
    brakes: int = 0
    tyres: int = 0


class OwnFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A circuit or a road as a player writes it. What ours have beside is read and not needed."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]+$")]
    hexagons: Annotated[tuple[Annotated[str, Meta(max_length=120)], ...], Meta(max_length=90)]
    laps: Annotated[int, Meta(ge=1, le=6)] = 2
    qualifying: tuple[Icon, Icon, Icon] = ("top-speed", "c-turn", "skill")
    reconstructed: bool = False
    spaces: int = 0  # 0: as many as there are
    id: str = ""
    source: str = ""
    estimate: tuple[float, ...] = ()
    open: bool = False  # it begins and ends; all that follows is only for such a road
    end: Literal["", "arrivo", "controllo"] = ""
    km: Annotated[int, Meta(ge=0, le=700)] = 0  # of a stage; 0: a road for an evening
    damage: Wear = Wear()
    section: Annotated[int, Meta(ge=0, le=300)] = 0  # spaces; with pits, as in Calabria
    years: tuple[int, ...] = ()


@functools.lru_cache(maxsize=KEPT)
def read_own(text: str) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """What a text says, as far as it can be read, and everything that is wrong with it."""
    if len(text) > MAX_TRACK_CHARACTERS:
        return {}, (Fault(UNREADABLE, why=f"{len(text)} > {MAX_TRACK_CHARACTERS}"),)
    try:
        given = msgspec.convert(tomllib.loads(text), OwnFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError, RecursionError) as wrong:
        return {}, (Fault(UNREADABLE, why=str(wrong)),)
    data = msgspec.to_builtins(given)
    if len(set(given.qualifying)) < len(given.qualifying):
        return data, (Fault(UNREADABLE, why="qualifying"),)
    if not given.end:
        del data["end"]
    if given.open:
        data["laps"] = 1
    data["id"] = text
    data["spaces"] = given.spaces or sum(piece.boxes for piece in pieces_of(given.hexagons))
    faults = judge(data)
    if not faults and given.open and not in_time(given.hexagons):
        faults = (Fault("V20"),)
    return data, faults


def warned(text: str) -> tuple[Fault, ...]:
    """What is unwise about a road that is in order."""
    data, faults = read_own(text)
    return () if faults else tuple(warn(data))


@functools.lru_cache(maxsize=KEPT)
def own_track(text: str) -> Track:
    """The road of a text; its id is the text, so that whoever holds the id holds the road."""
    data, faults = read_own(text)
    if faults:
        raise BadTrack(refuse(faults))
    return read_track(data)


def of_kind(text: str, opened: bool) -> Track:
    """The road of a text, or a refusal if it is of the other kind: a ring, or one with an end."""
    track = own_track(text)
    if track.open is not opened:
        raise BadTrack(refuse((Fault(RING if opened else ROAD),)))
    return track


MARK = "\x00"  # stands in no file


def lettered(road: str, letters: Sequence[Letter]) -> str:
    """A road as somebody imagines it who cannot read all of its curves: its id, and the letters
    they might have."""
    id, _, _ = road.partition(MARK)
    # One value for all that ask: bots remember much by it, and the text of a road is long.
    return sys.intern(f"{id}{MARK}{''.join([letter.name for letter in letters])}")


class Tracks(dict[str, Track]):
    """Roads by id: the printed ones, by its text any that a player brings, and either with other
    letters. It calls itself as it did without them."""

    __slots__ = ("imagined",)

    def __init__(self, printed: Mapping[str, Track]) -> None:
        super().__init__(printed)
        self.imagined: dict[str, Track] = {}

    def __missing__(self, road: str) -> Track:
        if MARK not in road:
            return own_track(road)
        found = self.imagined.get(road)
        if found is None:
            if len(self.imagined) >= KEPT:
                self.imagined.clear()
            id, _, letters = road.partition(MARK)
            found = self.imagined[road] = with_letters(self[id], letters)
        return found


def with_letters(track: Track, names: str) -> Track:
    letters = tuple([Letter[name] for name in names])
    curves = zip(track.curves, letters, strict=True)
    curved = tuple([replace(curve, letter=letter) for curve, letter in curves])
    return replace(track, curves=curved, letters=letters)
