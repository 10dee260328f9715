"""Reasons for a choice: its expected place, how it may turn out, and the alternatives, all by what
the player could see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from paddock.analysis.advice import explain_option, places_after
from paddock.analysis.review import Reviewer
from paddock.analysis.scale import mean
from paddock.core.game import Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import format_tenths
from paddock.core.record import AnyRecord, Play
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language, Names

DecisionPoint: TypeAlias = tuple[Any, Ask[Any], Any]
"""What a seat saw, what it was asked, and what it chose."""
OTHER_OPTIONS = 2
"""Options named in addition to the chosen one."""
EXTREME_ONE_IN = 5
"""A good or bad result is the best or worst one in this many."""


class Prospect(Struct, frozen=True):
    """What may be expected of an option, in places."""

    move: Any
    place: float
    well: float  # or better, if it goes well
    badly: float  # or worse, if it goes badly


def prospects(reviewer: Reviewer, row: int, asked: DecisionPoint) -> tuple[Prospect, ...]:
    """Of the move that was chosen, then of the best others: what the review calls better, by as
    much as it says, and what comes next."""
    seen, ask, move = asked
    moves, leads = [move], [0.0]
    if len(ask.candidates) > 1:
        decision = reviewer.judge_decision(row, seen, ask, move)
        ranked = reviewer.judge.rank(seen, ask, move, reviewer.luck(row))
        others = [other for _, other in ranked if other not in (move, decision.other)]
        moves += [decision.other, *others[: OTHER_OPTIONS - 1]]
        leads.append(decision.cost)
        leads += [
            min(decision.cost, lead(reviewer, asked, other, row))
            for other in others[: OTHER_OPTIONS - 1]
        ]

    def places_of(state: Any) -> Sequence[float]:
        return reviewer.places(state, row + 1)

    found = places_after(reviewer.spec, seen, ask, moves, reviewer.luck(row, ":why"), places_of)
    usual, last = mean(found[0]), float(reviewer.field)
    return tuple(
        [
            make_prospect(option, its, min(max(1.0, usual - lead), last), last)
            for option, its, lead in zip(moves, found, leads, strict=True)
        ]
    )


def lead(reviewer: Reviewer, asked: DecisionPoint, other: Any, row: int) -> float:
    """By how many places another option is better than the chosen one (negative: worse), scaled by
    how far the search can be trusted."""
    seen, ask, move = asked
    judge = reviewer.judge
    better, _ = judge.lead(seen, ask, other, move, reviewer.luck(row, ":other"))
    worse = 0.0
    if not better:
        worse, _ = judge.lead(seen, ask, move, other, reviewer.luck(row, ":other"))
    return judge.trust.share * (better - worse)


def make_prospect(move: Any, places: list[float], usual: float, last: float) -> Prospect:
    """The place to be expected of an option, and how far from that it may go, by what comes of
    it."""
    off = usual - mean(places)
    places = sorted([min(max(1.0, place + off), last) for place in places])
    edge = len(places) // EXTREME_ONE_IN
    return Prospect(move, usual, min(usual, places[edge]), max(usual, places[-1 - edge]))


def decision_of_row(spec: AnyGameSpec, record: AnyRecord, row: int) -> DecisionPoint | None:
    """What the seat saw that made a row, what it was asked, and what it chose; none: no move."""
    if not 0 <= row < len(record.rows) or not isinstance(play := record.rows[row], Play):
        return None
    referee: AnyReferee = Referee.start(spec.game, record)
    for earlier in record.rows[:row]:
        referee.repeat(earlier)
    ask = ask_of(referee.asks, play.seat)
    assert ask is not None, "the record is of this race"
    return spec.game.view(referee.state, play.seat), ask, play.move


def reason_lines(
    spec: AnyGameSpec,
    names: Names,
    view: Any,
    ask: Ask[Any],
    found: tuple[Prospect, ...],
    language: Language,
) -> Iterator[str]:
    """Sentence by sentence. Equal places are told once."""
    words = spec.words
    for i, one in enumerate(found):
        well, badly = (format_tenths(place, language) for place in (one.well, one.badly))
        id = "review.why.other" if i else "review.why.chosen"
        args: dict[str, object] = {
            "seat": ask.seat,
            "chosen": words.label(one.move, names, language),
            "place": format_tenths(one.place, language),
        }
        if well == badly:
            yield words.tell(f"{id}-sure", language, names, **args)
        else:
            yield words.tell(id, language, names, well=well, badly=badly, **args)
        danger = spec.option_info(view, ask.seat, one.move, language).danger
        reason = danger or explain_option(spec, view, ask, one.move, language)
        if reason:
            yield f"  {reason}"
