"""A record as sentences: a line for each row, then the outcome and the hash of the final state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from paddock import games
from paddock.core import record
from paddock.core.errors import UnreadableRecord
from paddock.core.game import Outcome
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord, Row, TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language, Names


class Transcript(Struct, frozen=True):
    """A race as text."""

    title: str
    lines: tuple[str, ...]
    ending: tuple[str, ...]  # the outcome, or that the race goes on
    hash: str
    reason: str = ""  # why the race is over

    @property
    def text(self) -> str:
        rows = (self.title, *self.lines, *self.ending, f"state {self.hash}")
        return "".join(f"{row}\n" for row in rows)


def transcribe(
    text: str, language: Language = "en", find: Callable[[str], AnyGameSpec] = games.find_spec
) -> Transcript:
    """The transcript of a record's text; a record that leads elsewhere than it says is refused."""
    spec, found, closing = record.read_record(text, find)
    lines, referee = retell(spec, found, language)
    reached = record.fingerprint(spec, referee.state, len(found.names))
    outcome = referee.outcome()
    if not closing.matches_state(reached):
        raise UnreadableRecord(
            f"the record leads to state {reached[:12]}…, and says {str(closing.state)[:12]}…"
        )
    if outcome != closing.outcome:
        raise UnreadableRecord("the record leads to another outcome than it says")
    card = spec.card
    title = f"{card.title}, edition {card.edition}: {', '.join(found.names)}"
    ending = ending_lines(spec, outcome, found.names, language)
    reason = "" if outcome is None else outcome.reason
    return Transcript(title, tuple(lines), ending, reached, reason)


def retell(spec: AnyGameSpec, found: AnyRecord, language: Language) -> tuple[list[str], AnyReferee]:
    """Repeat a race row by row; each row with what happened."""
    referee: AnyReferee = Referee.start(spec.game, found)
    lines = [row_line("    -", "", referee.opening, spec, found, language)]
    for n, row in enumerate(found.rows):
        step = referee.repeat(row)
        said = row_text(spec, row, found.names, language)
        lines.append(row_line(f"{n:5}", said, step.events, spec, found, language))
    return lines, referee


def row_text(spec: AnyGameSpec, row: Row[Any], names: Names, language: Language) -> str:
    """What the seat said."""
    if isinstance(row, TakeBack):
        return spec.words.tell("row.taken-back", language, names, seat=row.seat, at=row.row)
    return f"{names[row.seat]}: {spec.notation.text(row.move, names)}"


def row_line(
    number: str,
    said: str,
    events: Sequence[msgspec.Struct],
    spec: AnyGameSpec,
    found: AnyRecord,
    language: Language,
) -> str:
    told = [sentence(spec, event, found, language) for event in events]
    return "  ".join([number, *([said] if said else []), *(["|", *told] if told else [])])


def sentence(
    spec: AnyGameSpec, event: msgspec.Struct, found: AnyRecord, language: Language = "en"
) -> str:
    """An event with its clause; in notation if it has no words (a law forbids that)."""
    try:
        text = spec.words.say(event, found.names, language)
    except LookupError:
        text = spec.notation.event(event, found.names)
    clause = spec.clause(getattr(event, "clause", ""), found.options)
    return f"{text} ({clause})" if clause else text


def ending_lines(
    spec: AnyGameSpec, outcome: Outcome | None, names: Names, language: Language
) -> tuple[str, ...]:
    """The places from the first down, after the reason."""
    words = spec.words
    if outcome is None:
        return (words.tell("goes-on", language),)
    lines = [words.reason(outcome.reason, language)]
    places = spec.shown_places(outcome)
    for seat in outcome.ranking():
        place = places[seat]
        id = "place" if place else "place.out"
        lines.append("  " + words.tell(id, language, names, seat=seat, place=place))
    return tuple(lines)
