"""A review in words: what decided a race, and the decisions of each seat that have a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from paddock.bots.review import Decision, Moment, Review
from paddock.core.house import AnyHouse
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language, Names, Seat

DEAREST = 3
SENTENCES = 4
"""Of what happened with the luck of a moment, so much is told."""


def review_lines(
    house: AnyHouse, record: AnyRecord, review: Review, language: Language
) -> Iterator[str]:
    """Sentence by sentence."""
    words, names = house.words, record.names
    events = happened(house, record, {moment.row for moment in review.moments})

    def line(row: int, said: str) -> str:
        return "  " + words.tell("review.row", language, row=row, said=said)

    yield words.tell("review.moments", language)
    for moment in review.moments:
        said = moment_told(house, names, review, moment, events[moment.row], language)
        yield line(moment.row, said)
    yield words.tell("review.dearest", language)
    for seat in range(len(names)):
        its = [one for one in review.decisions if one.seat == seat and one.cost > 0]
        for one in sorted(its, key=lambda one: -one.cost)[:DEAREST]:
            yield line(one.row, decision_told(house, names, one, language))
    good = [one for one in review.decisions if one.kind == "good"]
    if good:
        yield words.tell("review.good-ones", language)
        for one in sorted(good, key=lambda one: one.cost)[:DEAREST]:
            yield line(one.row, decision_told(house, names, one, language))


def decision_told(house: AnyHouse, names: Names, one: Decision, language: Language) -> str:
    """What was chosen, what the other choice was, and by how much it was better, or worse."""
    words = house.words
    return words.tell(
        f"review.{one.kind}",
        language,
        names,
        seat=one.seat,
        chosen=words.label(one.move, names, language),
        better=words.label(one.other, names, language),
        places=f"{one.least if one.kind == 'good' else one.cost:.2f}",
    )


def moment_told(
    house: AnyHouse,
    names: Names,
    review: Review,
    moment: Moment,
    events: Sequence[Any],
    language: Language,
) -> str:
    """What decided something: a decision, or luck and what happened with it."""
    if moment.kind == "decision":
        its = next(
            one for one in review.decisions if (one.row, one.seat) == (moment.row, moment.seat)
        )
        return decision_told(house, names, its, language)
    words = house.words
    return words.tell(
        "review.good-luck" if moment.worth > 0 else "review.bad-luck",
        language,
        names,
        seat=moment.seat,
        places=f"{abs(moment.worth):.2f}",
        said=" ".join(
            [words.say(event, names, language) for event in about(house, moment.seat, events)]
        ),
    )


def about(house: AnyHouse, seat: Seat, events: Sequence[Any]) -> Sequence[Any]:
    """Of what happened, what concerns a seat; where nothing does, what came first."""
    its = [
        event
        for event in events
        if any(getattr(event, name, None) == seat for name in house.words.seats)
    ]
    return (its or events)[:SENTENCES]


def happened(house: AnyHouse, record: AnyRecord, rows: set[int]) -> dict[int, Sequence[Any]]:
    """What happened in some of the rows, secrets included: nothing is hidden after a race."""
    referee: AnyReferee = Referee.start(house.game, record)
    found: dict[int, Sequence[Any]] = {}
    for n, row in enumerate(record.rows):
        step = referee.repeat(row)
        if n in rows:
            found[n] = step.events
    return found
