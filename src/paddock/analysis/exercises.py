"""Exercises: decisions that matter, found in a race and checked by deep search.

An exercise is a race that stops at a decision, so it is stored as a record. Daily ones come from
races of bots, are the same for all, and have one clear answer. Others are mistakes from a player's
own races: any answer as good as the best is right.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paddock.analysis.judge import MIN_NAMED_PLACES
from paddock.analysis.review import Reviewer, review
from paddock.bots.greedy import Greedy
from paddock.bots.search import AnySearch, Search
from paddock.core.chance import Chance, UnrecordedChance
from paddock.core.game import Amount, Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat

EXERCISES_PER_DAY = 3
"""Exercises of a day."""
ANSWER_SAMPLES = 200
"""Samples to find the answer."""
MIN_LEAD_PLACES = 0.3
"""The answer is certainly better than any other by this many places."""
MIN_APPARENT_LEAD_PLACES = 0.2
"""Apparent lead in places that makes a decision worth a deep search."""
MAX_SEATS = 4
MAX_RACES_PER_DAY = 60
"""Races of bots searched for a day, at most."""


class Exercise(Struct, frozen=True):
    """A decision, and what is best there."""

    record: AnyRecord  # up to the decision
    seat: Seat
    answer: Any
    least: float  # any other costs so much of a place, at least; 0: others may be as good

    def view_and_ask(self, spec: AnyGameSpec) -> tuple[Any, Ask[Any]]:
        """What is seen, and what is asked."""
        return view_and_ask_at_end(spec, self.record, self.seat)


def view_and_ask_at_end(spec: AnyGameSpec, record: AnyRecord, seat: Seat) -> tuple[Any, Ask[Any]]:
    """What a seat sees and is asked where a record stops; others may be asked there as well."""
    referee: AnyReferee = Referee.replay(spec.game, record)
    ask = ask_of(referee.asks, seat)
    assert ask is not None, "the record stops where the seat is asked"
    return spec.game.view(referee.state, seat), ask


def make_exercise(
    spec: AnyGameSpec, record: AnyRecord, seat: Seat | None = None, *, clear: bool
) -> Exercise | None:
    """The decision of a seat where a record stops, or of the first who is asked there; if it must
    be clear, only if one answer is the best."""
    referee: AnyReferee = Referee.replay(spec.game, record)
    asks = [ask for ask in referee.asks if seat in (None, ask.seat)]
    if not asks or not is_answerable(asks[0]):
        return None
    seen, ask = spec.game.view(referee.state, asks[0].seat), asks[0]
    luck = chance_for(record)
    search: AnySearch = Search(spec, ANSWER_SAMPLES)
    best, *others = search.rank_options(seen, ask, luck)
    judge, least = Reviewer(spec, record).judge, math.inf
    for other in others if clear else ():
        lead, surely = judge.lead(seen, ask, best.move, other.move, luck)
        if min(least, surely) >= MIN_LEAD_PLACES:  # played to the finish as well
            _, surely = judge.lead_to_finish(
                seen, ask, best.move, other.move, luck, MIN_LEAD_PLACES, lead
            )
        least = min(least, surely)
        if least < MIN_LEAD_PLACES:
            return None
    return Exercise(record, ask.seat, best.move, least if clear else 0.0)


def is_answerable(ask: Ask[Any]) -> bool:
    """Whether a person can name the answer by choosing it."""
    return not isinstance(ask.options, Amount) and len(ask.options) > 1


def chance_for(record: AnyRecord) -> Chance:
    """The same position is always thought about in the same way."""
    return UnrecordedChance(random.Random(f"exercise:{record.game}:{len(record.rows)}"))


def check_answer(spec: AnyGameSpec, its: Exercise, move: Any) -> tuple[bool, float]:
    """Whether an answer is as good as the best, and what it costs, in places."""
    lost = answer_cost(spec, its, move)
    return lost < MIN_NAMED_PLACES, lost


def answer_cost(spec: AnyGameSpec, its: Exercise, move: Any) -> float:
    """What another answer costs, in places."""
    if move == its.answer:
        return 0.0
    seen, ask = its.view_and_ask(spec)
    judge = Reviewer(spec, its.record).judge
    lead, _ = judge.lead(seen, ask, its.answer, move, chance_for(its.record))
    return lead


# ---------------------------------------------------------------- where they come from


def exercises_of_race(spec: AnyGameSpec, record: AnyRecord, seat: Seat) -> Iterator[Exercise]:
    """The mistakes of a seat in a race."""
    its = [one for one in review(spec, record).decisions if one.seat == seat]
    wrong = {one.row: one for one in its if one.kind in ("mistake", "blunder")}
    for row in answerable_rows(spec, record, wrong):
        yield Exercise(truncate_record(record, row), seat, wrong[row].other, 0.0)


def answerable_rows(spec: AnyGameSpec, record: AnyRecord, rows: Collection[int]) -> list[int]:
    """Those of some moves that a person can name by choosing, in the order of the race."""
    referee: AnyReferee = Referee.start(spec.game, record)
    found: list[int] = []
    for n, row in enumerate(record.rows[: max(rows, default=-1) + 1]):
        ask = ask_of(referee.asks, row.seat) if n in rows else None
        if ask is not None and is_answerable(ask):
            found.append(n)
        referee.repeat(row)
    return found


def truncate_record(record: AnyRecord, row: int) -> AnyRecord:
    """A race up to a row."""
    return replace(record, rows=record.rows[:row])


def exercises_of_day(
    spec: AnyGameSpec, day: str, most: int = EXERCISES_PER_DAY
) -> Iterator[Exercise]:
    """The exercises of a day."""
    found = 0
    for race in range(MAX_RACES_PER_DAY):
        its = find_daily_exercise(spec, day, race)
        if its is not None:
            yield its
            found += 1
        if found == most:
            return


def find_daily_exercise(spec: AnyGameSpec, day: str, race: int) -> Exercise | None:
    """One of a race of bots, if it has any; where the answer is not what a clock would play."""
    chance = random.Random(f"{spec.card.id}:{day}:{race}")
    record = play_bot_race(spec, chance)
    for row in promising_rows(spec, record, chance):
        its = make_exercise(spec, truncate_record(record, row), record.rows[row].seat, clear=True)
        if its is not None:
            return its
    return None


def play_bot_race(spec: AnyGameSpec, chance: random.Random) -> AnyRecord:
    least, most = spec.card.seats
    names = ("A", "B", "C", "D")[: max(least, min(MAX_SEATS, most))]
    referee: AnyReferee = Referee(spec.game, spec.options(), names, chance)
    driver: Greedy[Any, Any] = Greedy(spec)
    luck = UnrecordedChance(chance)
    while referee.asks:
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        referee.play(ask.seat, driver.choose(view, ask, luck))
    return referee.record()


TRIES_PER_RACE = 4
"""Decisions of a race that are looked at deeply before the next race is."""


def promising_rows(spec: AnyGameSpec, record: AnyRecord, chance: random.Random) -> list[int]:
    """Rows that seem to have one good answer that is neither the default nor given away by
    warnings. Kinds of questions alternate, those with many options first."""
    reviewer = Reviewer(spec, record)
    rows: dict[str, list[tuple[int, int]]] = {}
    for row, state, ask, _, _ in reviewer.rows():
        if not is_answerable(ask) or ask.question.prompt in spec.bot_hints.error_free_prompts:
            continue
        view = spec.game.view(state, ask.seat)
        ranked = reviewer.judge.greedy.rank(view, ask, reviewer.luck(row), 2)
        lead = (ranked[0][0] - ranked[1][0]) * (reviewer.field - 1)
        best = ranked[0][1]
        if (
            lead >= MIN_APPARENT_LEAD_PLACES
            and best != ask.default_move
            and not is_given_away(spec, view, ask, best)
        ):
            rows.setdefault(ask.question.prompt, []).append((len(ask.options), row))
    kinds = list(rows.values())
    chance.shuffle(kinds)
    for kind in kinds:
        chance.shuffle(kind)
        kind.sort(key=lambda one: -one[0])
    in_turn = [one for some in itertools.zip_longest(*kinds) for one in some if one is not None]
    return [row for _, row in in_turn[:TRIES_PER_RACE]]


def is_given_away(spec: AnyGameSpec, view: Any, ask: Ask[Any], best: Any) -> bool:
    """Whether every other option has a warning."""
    others = [move for move in ask.options if move != best]
    return all(spec.option_info(view, ask.seat, move, "en").danger for move in others)
