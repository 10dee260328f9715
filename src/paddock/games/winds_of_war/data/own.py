"""Circuits and roads made by players: files like the printed ones, without computed fields."""

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
from paddock.games.winds_of_war.data.getting_through import is_in_time
from paddock.games.winds_of_war.data.judging import find_warnings, judge, pieces_of
from paddock.games.winds_of_war.data.laying import describe_faults, read_track
from paddock.games.winds_of_war.data.track import Track

UNREADABLE = "V0"
RING, ROAD = KINDS = ("ring", "road")  # fault ids: a track of the wrong kind for this race
MAX_CACHED_TRACKS = 64  # cached tracks made by players
Icon = Literal["top-speed", "c-turn", "skill"]


class Wear(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage of every car at the end of a stage."""

    engine: int = 0
    brakes: int = 0
    tyres: int = 0


class OwnFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A circuit or road file written by a player. Fields that only printed files need are accepted
    and ignored."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]+$")]
    hexagons: Annotated[tuple[Annotated[str, Meta(max_length=120)], ...], Meta(max_length=90)]
    laps: Annotated[int, Meta(ge=1, le=6)] = 2
    qualifying: tuple[Icon, Icon, Icon] = ("top-speed", "c-turn", "skill")
    reconstructed: bool = False
    spaces: int = 0  # 0: counted from the hexagons
    id: str = ""
    source: str = ""
    estimate: tuple[float, ...] = ()
    open: bool = False  # an open road; all fields below are for open roads only
    end: Literal["", "arrivo", "controllo"] = ""
    km: Annotated[int, Meta(ge=0, le=700)] = 0  # of a stage; 0: a road for an evening
    damage: Wear = Wear()
    section: Annotated[int, Meta(ge=0, le=300)] = 0  # spaces; with pits, as in Calabria
    years: tuple[int, ...] = ()


@functools.lru_cache(maxsize=MAX_CACHED_TRACKS)
def read_own(text: str) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """Parse a track file: its data as far as it can be read, and all faults."""
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
    if not faults and given.open and not is_in_time(given.hexagons):
        faults = (Fault("V20"),)
    return data, faults


def track_warnings(text: str) -> tuple[Fault, ...]:
    """Warnings about a road without faults."""
    data, faults = read_own(text)
    return () if faults else tuple(find_warnings(data))


@functools.lru_cache(maxsize=MAX_CACHED_TRACKS)
def own_track(text: str) -> Track:
    """The track of a text. Its id is the text itself, so the id is enough to rebuild it."""
    data, faults = read_own(text)
    if faults:
        raise BadTrack(describe_faults(faults))
    return read_track(data)


def own_track_of_kind(text: str, opened: bool) -> Track:
    """The track of a text; an error if it is of the other kind (ring or open road)."""
    track = own_track(text)
    if track.open is not opened:
        raise BadTrack(describe_faults((Fault(RING if opened else ROAD),)))
    return track


LETTERS_SEPARATOR = "\x00"  # separator: never part of a file


def id_with_letters(road: str, letters: Sequence[Letter]) -> str:
    """The id of a road with assumed letters, for a viewer who cannot read all its curves."""
    id, _, _ = road.partition(LETTERS_SEPARATOR)
    # Interned: bots use it as a cache key, and the text of a road is long.
    return sys.intern(f"{id}{LETTERS_SEPARATOR}{''.join([letter.name for letter in letters])}")


class Tracks(dict[str, Track]):
    """Tracks by id: printed ones, own ones by their text, and both with assumed letters. A track
    with assumed letters keeps its id."""

    __slots__ = ("imagined",)

    def __init__(self, printed: Mapping[str, Track]) -> None:
        super().__init__(printed)
        self.imagined: dict[str, Track] = {}

    def __missing__(self, road: str) -> Track:
        if LETTERS_SEPARATOR not in road:
            return own_track(road)
        found = self.imagined.get(road)
        if found is None:
            if len(self.imagined) >= MAX_CACHED_TRACKS:
                self.imagined.clear()
            id, _, letters = road.partition(LETTERS_SEPARATOR)
            found = self.imagined[road] = with_letters(self[id], letters)
        return found


def with_letters(track: Track, names: str) -> Track:
    letters = tuple([Letter[name] for name in names])
    curves = zip(track.curves, letters, strict=True)
    curved = tuple([replace(curve, letter=letter) for curve, letter in curves])
    return replace(track, curves=curved, letters=letters)
