"""Tracks made by players: checked, drawn, raced on. The option contains the whole text, so a record
needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Generic, TypeAlias

from msgspec import Meta, Struct

from paddock.core.chance import Chance
from paddock.core.game import E, O, S
from paddock.core.seats import Language, Seat
from paddock.core.words import Words

MAX_TRACK_CHARACTERS = 4000  # characters of a track
TRACK_META = {"kind": "track"}
"""Marks the type of a track option: its form field is a file, not a line of text."""
TrackText: TypeAlias = Annotated[str, Meta(max_length=MAX_TRACK_CHARACTERS, extra=TRACK_META)]
MAX_TRACKS_PER_SEASON = 4  # that a season may have of players


class Fault(Struct, frozen=True):
    """A broken track rule, and where: counted from 1, or 0 for the whole track."""

    rule: str
    at: int = 0
    why: str = ""


class BadTrack(ValueError):
    """A track that breaks the track rules; its text names every fault."""


def fault_text(fault: Fault, words: Words, language: Language) -> str:
    """A fault as a sentence; a warning has no number."""
    where = words.tell("fault.where", language, at=fault.at) if fault.at else ""
    said = words.tell(f"fault.{fault.rule}", language, why=fault.why)
    number = f" ({fault.rule})" if fault.rule[-1].isdigit() else ""
    return f"{where}{said}{number}"


def fault_texts(faults: Iterable[Fault], words: Words, language: Language) -> str:
    return "; ".join(fault_text(fault, words, language) for fault in faults)


class Runner(Struct, frozen=True, gc=False):
    """Where a car is: distance in any unit, lap, and the corner it is in or comes to, from 0."""

    seat: Seat
    at: int
    lap: int
    corner: int
    out: bool


class Trial(Struct, frozen=True):
    """What one race of bots showed of a track."""

    kind: str
    laps: tuple[int, ...]  # turns of every lap that was driven
    passes: dict[int, int]  # by corner
    accidents: dict[int, int]
    places: tuple[int, ...]  # by slot of the grid, among the seats
    turns: int  # of the whole race


class Length(Struct, frozen=True):
    """The length of a track."""

    name: str
    spaces: int
    laps: int  # 0: it begins and ends
    corners: tuple[str, ...]  # what stands on their signs, in the order of the road
    at: tuple[int, ...]  # where each lies, as faults count


class Studio(Struct, Generic[S, E, O], frozen=True):
    """What a game offers for tracks made by players."""

    judge: Callable[[str], tuple[Fault, ...]]
    """All faults of a text."""
    warn: Callable[[str], tuple[Fault, ...]]
    """Warnings about a valid text."""
    game_id: Callable[[str], str]
    """The id of the game in which such a track is raced."""
    draw: Callable[[str], object]
    """A valid track as the board in the browser draws it."""
    sketch: Callable[[str], object]
    """What can be drawn of a text, also while it is unfinished or invalid."""
    sketch_type: type
    """The type of that sketch."""
    printed_tracks: Callable[[], Mapping[str, str]]
    """The texts of the printed tracks, by id."""
    unreadable: str
    """The rule of a fault that says that a text cannot be read at all."""
    blank: str
    """The text of a new track."""
    measure: Callable[[str], Length]
    races: Callable[[str], tuple[tuple[str, O], ...]]
    """The kinds of race that test a track, each with a name: a class of cars."""
    set_up_race: Callable[[O, int, Chance], S]
    """Such a race before its first decision, with this many seats: slots on the grid do not depend
    on the cars."""
    runners: Callable[[S], tuple[Runner, ...]]
    clock: Callable[[S], int]
    """The turns or rounds raced so far."""
    mishaps: Callable[[Sequence[E]], tuple[Seat, ...]]
    """The seats with an accident in these events."""
    grid: Callable[[S], tuple[Seat, ...]]
    """The seats by slot of the grid, the first slot first; empty until it is known."""


AnyStudio: TypeAlias = Studio[Any, Any, Any]
