"""A track that a player brings: its text is judged, drawn, raced on, and carried whole by the
option that names it, so that a record of the race needs nothing else."""

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
"""What the type of the option says of itself: its form is a file, not a line of text."""
TrackText: TypeAlias = Annotated[str, Meta(max_length=MAX_TRACK_CHARACTERS, extra=TRACK_META)]
MAX_TRACKS_PER_SEASON = 4  # that a season may have of players


class Fault(Struct, frozen=True):
    """A rule of tracks that is broken, and where: counted from 1, or 0 for the whole track."""

    rule: str
    at: int = 0
    why: str = ""


class BadTrack(ValueError):
    """A track that breaks the rules of tracks; its text names every fault."""


def fault_text(fault: Fault, words: Words, language: Language) -> str:
    """A fault as a sentence; what is only a warning has no number."""
    where = words.tell("fault.where", language, at=fault.at) if fault.at else ""
    said = words.tell(f"fault.{fault.rule}", language, why=fault.why)
    number = f" ({fault.rule})" if fault.rule[-1].isdigit() else ""
    return f"{where}{said}{number}"


def fault_texts(faults: Iterable[Fault], words: Words, language: Language) -> str:
    return "; ".join(fault_text(fault, words, language) for fault in faults)


class Runner(Struct, frozen=True, gc=False):
    """Where a car is: how far it has come, in any unit, its lap, and the corner it is in or comes
    to, counted from 0."""

    seat: Seat
    at: int
    lap: int
    corner: int
    out: bool


class Length(Struct, frozen=True):
    """How long a track is."""

    name: str
    spaces: int
    laps: int  # 0: it begins and ends
    corners: tuple[str, ...]  # what stands on their signs, in the order of the road
    at: tuple[int, ...]  # where each lies, as faults count


class Studio(Struct, Generic[S, E, O], frozen=True):
    """What a house says of tracks that players bring."""

    judge: Callable[[str], tuple[Fault, ...]]
    """Everything that is wrong with a text."""
    warn: Callable[[str], tuple[Fault, ...]]
    """What is unwise about a text that is in order."""
    game_id: Callable[[str], str]
    """The game in which such a track is raced, by its id."""
    draw: Callable[[str], object]
    """A track as the browser's board draws it; the text must be in order."""
    sketch: Callable[[str], object]
    """What can be drawn and named of a text, also while it is being built and not in order."""
    sketch_type: type
    """Of which type that is."""
    printed_tracks: Callable[[], Mapping[str, str]]
    """The texts of the printed tracks, by id."""
    blank: str
    """The text with which one begins."""
    measure: Callable[[str], Length]
    races: Callable[[str], tuple[tuple[str, O], ...]]
    """The kinds of race by which a track is tried out, each with a name: a class of cars."""
    set_up_race: Callable[[O, int, Chance], S]
    """Such a race before its first decision, with so many seats: no slot of the grid goes to the
    better cars."""
    runners: Callable[[S], tuple[Runner, ...]]
    clock: Callable[[S], int]
    """The turns or rounds raced so far."""
    mishaps: Callable[[Sequence[E]], tuple[Seat, ...]]
    """Whose accidents are among these events."""
    grid: Callable[[S], tuple[Seat, ...]]
    """Who starts where, the first slot first; empty as long as nobody knows."""


AnyStudio: TypeAlias = Studio[Any, Any, Any]
