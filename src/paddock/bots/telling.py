"""A review in words: the moments that decided a race, and each seat's dearest decisions."""

from __future__ import annotations

from collections.abc import Iterator

from paddock.bots.review import Decision, Moment, Review
from paddock.core.house import AnyHouse
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language

DEAREST = 3


def told(house: AnyHouse, record: AnyRecord, review: Review, language: Language) -> Iterator[str]:
    """Sentence by sentence."""
    words = house.words
    said = happened(house, record, {moment.row for moment in review.moments}, language)
    yield words.tell("review.moments", language)
    for moment in review.moments:
        yield "  " + moment_told(house, record, review, moment, said[moment.row], language)
    yield words.tell("review.dearest", language)
    for seat in range(len(record.names)):
        its = [one for one in review.decisions if one.seat == seat and one.kind != "good"]
        for one in sorted(its, key=lambda one: -one.cost)[:DEAREST]:
            yield "  " + decision_told(house, record, one, language)


def decision_told(house: AnyHouse, record: AnyRecord, one: Decision, language: Language) -> str:
    """What was chosen, what would have been better, and by how much."""
    words, names = house.words, record.names
    return words.tell(
        f"review.{one.kind}" if one.kind != "good" else "review.inaccuracy",
        language,
        names,
        row=one.row,
        seat=one.seat,
        chosen=words.label(one.move, names, language),
        better=words.label(one.best, names, language),
        places=f"{one.cost:.2f}",
    )


def moment_told(
    house: AnyHouse,
    record: AnyRecord,
    review: Review,
    moment: Moment,
    said: str,
    language: Language,
) -> str:
    if moment.kind == "decision":
        its = next(
            one for one in review.decisions if (one.row, one.seat) == (moment.row, moment.seat)
        )
        return decision_told(house, record, its, language)
    return house.words.tell(
        "review.good-luck" if moment.worth > 0 else "review.bad-luck",
        language,
        record.names,
        row=moment.row,
        seat=moment.seat,
        places=f"{abs(moment.worth):.2f}",
        said=said,
    )


def happened(
    house: AnyHouse, record: AnyRecord, rows: set[int], language: Language
) -> dict[int, str]:
    """What everybody was told in some of the rows."""
    referee: AnyReferee = Referee.start(house.game, record)
    found = {}
    for n, row in enumerate(record.rows):
        step = referee.repeat(row)
        if n in rows:
            found[n] = " ".join(
                [house.words.say(event, record.names, language) for event in step.events]
            )
    return found
