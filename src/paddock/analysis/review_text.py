"""A review as text: what decided a race, and the named decisions of each seat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from paddock.analysis.review import Decision, Moment, Review
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import format_tenths
from paddock.core.record import AnyRecord, Play
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language, Names, Seat

MAX_DECISIONS_PER_SEAT = 3
MAX_EVENT_SENTENCES = 5
"""Events described for the luck of a moment, at most."""
SHOWN_PLACES = 0.1
"""What counts at all is never shown as 0."""
REDRAWS = 24
"""How often a row is drawn again, to see which events were luck."""


class RowEvents(Struct, frozen=True):
    """What was asked in a row, and what came of the answer by luck."""

    ask: Ask[Any]
    events: Sequence[Any]


def review_lines(
    spec: AnyGameSpec, record: AnyRecord, review: Review, language: Language
) -> Iterator[str]:
    """Sentence by sentence."""
    words, names = spec.words, record.names
    named = {one.row for one in review.moments} | {one.row for one in review.decisions}
    rows = events_of_rows(spec, record, named)

    def line(row: int, said: str) -> str:
        return "  " + words.tell("review.row", language, at=row, said=said)

    def decision_line(one: Decision) -> str:
        return line(one.row, decision_text(spec, names, one, rows[one.row].ask, language))

    yield words.tell("review.moments" if review.moments else "review.no-moments", language)
    for moment in review.moments:
        said = moment_text(spec, names, review, moment, rows[moment.row], language)
        yield line(moment.row, said)
    dear = [one for one in review.decisions if one.cost > 0]
    yield words.tell("review.dearest" if dear else "review.no-dearest", language)
    for seat in range(len(names)):
        mine = [one for one in dear if one.seat == seat]
        for one in sorted(mine, key=lambda one: -one.cost)[:MAX_DECISIONS_PER_SEAT]:
            yield decision_line(one)
    good = [one for one in review.decisions if one.kind == "good"]
    if good:
        yield words.tell("review.good-ones", language)
        for one in sorted(good, key=lambda one: one.cost)[:MAX_DECISIONS_PER_SEAT]:
            yield decision_line(one)
    yield words.tell("review.method", language)


def decision_text(
    spec: AnyGameSpec, names: Names, one: Decision, ask: Ask[Any], language: Language
) -> str:
    """What was decided, and for which car; what was chosen, what was better, and what it cost."""
    words = spec.words
    about = words.kind(one.question, language)
    car = words.car(ask, names, language)
    return words.tell(
        f"review.{one.kind}",
        language,
        names,
        decided=f"{about}, {car}" if car else about,
        seat=one.seat,
        chosen=words.label(one.move, names, language),
        better=words.label(one.other, names, language),
        places=places_text(one.cost, language),
    )


def places_text(places: float, language: Language) -> str:
    """How much was gained or lost, as exactly as it can be known."""
    return format_tenths(max(SHOWN_PLACES, abs(places)), language)


def moment_text(
    spec: AnyGameSpec,
    names: Names,
    review: Review,
    moment: Moment,
    then: RowEvents,
    language: Language,
) -> str:
    """What decided something: a decision, or luck and what happened with it."""
    if moment.kind == "decision":
        its = next(
            one for one in review.decisions if (one.row, one.seat) == (moment.row, moment.seat)
        )
        return decision_text(spec, names, its, then.ask, language)
    words = spec.words
    return words.tell(
        "review.good-luck" if moment.worth > 0 else "review.bad-luck",
        language,
        names,
        seat=moment.seat,
        places=places_text(moment.worth, language),
        said=" ".join(
            [
                end_sentence(words.say(event, names, language))
                for event in relevant_events(spec, moment.seat, then.events)
            ]
        ),
    )


def relevant_events(spec: AnyGameSpec, seat: Seat, events: Sequence[Any]) -> Sequence[Any]:
    """The events to describe, in order: those of the seat first, then draws and results before what
    lies between."""

    def far(n: int) -> tuple[bool, int, int]:
        its = any(getattr(events[n], name, None) == seat for name in spec.words.seats)
        return not its, min(n, len(events) - 1 - n), -n

    kept = sorted(range(len(events)), key=far)[:MAX_EVENT_SENTENCES]
    return [events[n] for n in sorted(kept)]


def end_sentence(said: str) -> str:
    """With its full stop, where a line of a log has none."""
    return said if said.endswith((".", "!", "?")) else f"{said}."


def events_of_rows(spec: AnyGameSpec, record: AnyRecord, rows: set[int]) -> dict[int, RowEvents]:
    """Some of the moves of a race, secrets included: nothing is hidden after it."""
    referee: AnyReferee = Referee.start(spec.game, record)
    found = {}
    for n, row in enumerate(record.rows):
        state, asks = referee.state, referee.asks
        step = referee.repeat(row)
        if n in rows and isinstance(row, Play):
            ask = ask_of(asks, row.seat)
            assert ask is not None, "the record was repeated"
            found[n] = RowEvents(ask, events_by_luck(spec, state, row, step.events))
    return found


def events_by_luck(
    spec: AnyGameSpec, state: Any, play: Play[Any], events: Sequence[Any]
) -> Sequence[Any]:
    """Of what happened, what other draws would have changed, and all that followed."""
    if not play.draws:
        return events
    sure, chance = len(events), UnrecordedChance(random.Random("otherwise"))
    for _ in range(REDRAWS):
        other = spec.game.play(state, play.seat, play.move, chance).events
        alike = zip(events[:sure], other, strict=False)
        sure = next((n for n, (one, its) in enumerate(alike) if one != its), min(sure, len(other)))
    return events[sure:] or events
