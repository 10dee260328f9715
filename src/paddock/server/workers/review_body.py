"""HTTP body of a review: in words, by moments of the replay."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from paddock.analysis.review import GOOD_PLACES, KINDS, Decision, Moment, Review, field_of
from paddock.analysis.review_text import RowEvents, decision_text, events_of_rows, moment_text
from paddock.core.seats import Language, Seat
from paddock.server.api import bodies
from paddock.server.rendering.replay import MOMENTS
from paddock.server.tables import table_log
from paddock.server.tables.table import Table
from paddock.server.workers import exercises


class Timeline:
    """Maps race rows of the record to moments of the replay. They differ where a guide has gone
    back."""

    def __init__(self, table: Table) -> None:
        self.rows: list[int] = []  # race rows at each moment
        self.after: list[int] = []  # moment after each race row
        for one in table.history:
            entry = one.row.entry
            if not isinstance(entry, MOMENTS):
                continue
            if isinstance(entry, table_log.Rewound):
                del self.after[entry.rows :]
            elif not isinstance(entry, table_log.Started):
                self.after.append(len(self.rows))
            self.rows.append(len(self.after))

    def before(self, row: int) -> int:
        """Moment at which the move of a row was chosen."""
        return self.after[row] - 1


def expected_places(review: Review, timeline: Timeline) -> tuple[tuple[float, ...], ...]:
    """Expected place of every seat, by moment."""
    return tuple([tuple([round(one, 2) for one in review.expected[row]]) for row in timeline.rows])


def sum_body(review: Review, seat: Seat) -> bodies.ReviewSum:
    one = review.sums[seat]
    figures = (one.result, one.without_luck, one.start, one.luck, -one.cost, -one.rest)
    return bodies.ReviewSum(seat, *[round(figure, 2) for figure in figures])


def read_decision(table: Table, one: Decision) -> Decision:
    """A stored decision with decoded moves."""

    def again(move: object) -> Any:
        return msgspec.convert(move, table.spec.move)

    return replace(one, move=again(one.move), other=again(one.other))


def by_kind(table: Table, review: Review, language: Language) -> tuple[bodies.ReviewKind, ...]:
    """Cost of each kind of decision for a seat, the most expensive first."""
    found: dict[tuple[Seat, str], list[float]] = {}
    for one in review.decisions:
        if one.cost > 0:
            found.setdefault((one.seat, one.question), []).append(one.cost)
    told = [
        bodies.ReviewKind(
            seat, table.spec.words.kind(question, language), len(costs), round(sum(costs), 2)
        )
        for (seat, question), costs in found.items()
    ]
    return tuple(sorted(told, key=lambda one: -one.cost))


def moment_of(
    table: Table,
    review: Review,
    timeline: Timeline,
    moment: Moment,
    then: RowEvents,
    language: Language,
) -> bodies.ReviewMoment:
    said = moment_text(table.spec, table.names, review, moment, then, language)
    at = timeline.before(moment.row)
    return bodies.ReviewMoment(moment.kind, at, moment.seat, round(moment.worth, 2), said)


def decision_of(
    table: Table,
    timeline: Timeline,
    one: Decision,
    then: RowEvents,
    language: Language,
    *,
    exercise: bool,
) -> bodies.ReviewDecision:
    assert one.kind is not None, "only those are kept that have a name"
    said = decision_text(table.spec, table.names, one, then.ask, language)
    at, cost, least = timeline.before(one.row), round(one.cost, 2), round(one.least, 2)
    return bodies.ReviewDecision(one.kind, at, one.seat, cost, least, said, exercise)


THRESHOLDS = bodies.Thresholds(**dict(KINDS), good=GOOD_PLACES)


def as_body(table: Table, review: Review, language: Language) -> bodies.Reviewed:
    """Body of a review, maybe partial. Only for finished races, so nothing is secret."""
    timeline = Timeline(table)
    decisions = tuple([read_decision(table, one) for one in review.decisions])
    review = replace(review, decisions=decisions)
    assert table.referee is not None, "the race is over"
    fit = exercises.retryable_mistakes(table, decisions)
    named = {one.row for one in decisions} | {one.row for one in review.moments}
    rows = events_of_rows(table.spec, table.referee.record(), named)
    return bodies.Reviewed(
        expected=expected_places(review, timeline),
        field=field_of(table.spec, table.referee.state),
        sums=tuple([sum_body(review, seat) for seat in range(len(review.sums))]),
        moments=tuple(
            [
                moment_of(table, review, timeline, one, rows[one.row], language)
                for one in review.moments
            ]
        ),
        decisions=tuple(
            [
                decision_of(table, timeline, one, rows[one.row], language, exercise=one in fit)
                for one in decisions
            ]
        ),
        kinds=by_kind(table, review, language),
    )
