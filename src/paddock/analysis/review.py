"""The review of a race: what every decision cost and every draw brought, from the record alone.

A decision is judged by what its seat could know: its options are tried in states imagined from its
view. A draw is judged by drawing again: the expected places after it, minus the mean of the
alternatives. The rest is due to the others and to errors of the rating.

It has three passes, each from the record alone, so that they can run separately: the curve, a
glance at every row (in slices if that takes long), and a close look at decisions that stand out.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from paddock.analysis.advice import expected_place
from paddock.analysis.draws import StratifiedChance
from paddock.analysis.judge import MIN_NAMED_PLACES, Judge
from paddock.analysis.scale import (
    DEFAULT_TRUST,
    Costs,
    Scale,
    Skill,
    add_costs,
    draw_labels,
    expected_results,
    scale_of,
)
from paddock.bots.search import ROOT_OPTIONS
from paddock.core.chance import Chance, UnrecordedChance
from paddock.core.game import Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord, Play, TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat

REDRAWS = 8
"""How often each draw is repeated."""
MAX_COSTLY_PER_SEAT = 8
"""Decisions of a seat that are judged closely: those that seem to cost most."""
MAX_GOOD_PER_SEAT = 3
"""And those that seem to be the only good one."""
DecisionKind: TypeAlias = Literal["blunder", "mistake", "inaccuracy", "good"]
KINDS: tuple[tuple[DecisionKind, float], ...] = (
    ("blunder", 0.5),
    ("mistake", 0.25),
    ("inaccuracy", MIN_NAMED_PLACES),
)
"""Names of decisions by their certain cost in places."""
GOOD_PLACES = 0.25
"""A good decision is the best one, where any other would certainly have cost this much."""
MAX_MOMENTS = 3
MIN_MOMENT_PLACES = 0.1
"""Moments worth fewer places are not named. Of both kinds, one is named from `GOOD_PLACES` on."""
ROWS_PER_GLANCE = 60
"""Rows rated in one step, for games whose decisions are searched."""
DECISIONS_SHARE = 4 / 5
"""Share of the place without luck that is estimated from decisions alone."""

Places: TypeAlias = tuple[float, ...]
"""The expected place of each seat."""


class Decision(Struct, frozen=True):
    """A choice, and its cost in places."""

    row: int
    seat: Seat
    question: str
    move: Any
    other: Any  # the best one; where that was chosen, the next best
    cost: float  # against that one; negative: what was won by it
    least: float  # the absolute cost is at least this, with certainty

    @property
    def kind(self) -> DecisionKind | None:
        """The class of the decision, if it has one."""
        if self.cost < 0:
            return "good" if self.least >= GOOD_PLACES else None
        return next((kind for kind, least in KINDS if self.least >= least), None)


class Draw(Struct, frozen=True):
    """What luck brought to each seat, in places; more is better."""

    row: int
    seat: Seat  # that had moved
    brought: Places


class Moment(Struct, frozen=True):
    """A row that decided something, for one seat."""

    kind: Literal["decision", "luck"]
    row: int
    seat: Seat
    worth: float  # places won by it, or lost


class Sum(Struct, frozen=True):
    """A seat's race in places: what it may have expected at the start, what luck brought, what its
    own decisions cost, the rest, and what came of it."""

    start: float
    luck: float
    cost: float
    rest: float
    result: float
    without_luck: float = 0.0
    """The place with the luck of the average: the result less what luck brought, and, since not all
    luck is seen, for the greater part the place to which its decisions alone would lead."""


class Review(Struct, frozen=True):
    """The review of a race."""

    expected: tuple[Places, ...]  # the place of each seat, at the start and by row
    decisions: tuple[Decision, ...]
    draws: tuple[Draw, ...]
    sums: tuple[Sum, ...]
    moments: tuple[Moment, ...]


class Doubt(Struct, frozen=True):
    """A decision that stands out at a glance: by its apparent cost, or, if negative, by the
    apparent cost of any other option."""

    row: int
    seat: Seat
    cost: float


class Glance(Struct, frozen=True):
    """The result of the first pass, for a race or some of its rows."""

    draws: tuple[Draw, ...]
    doubts: tuple[Doubt, ...]
    costs: tuple[Costs, ...] = ()
    """What all decisions of each seat seem to have cost, small ones too."""

    def rows_to_judge(self) -> tuple[int, ...]:
        """The rows that deserve a close look, of each seat the most expensive and the best."""
        rows = []
        for seat in {doubt.seat for doubt in self.doubts}:
            its = sorted([d for d in self.doubts if d.seat == seat], key=lambda d: -abs(d.cost))
            rows += [doubt.row for doubt in its if doubt.cost > 0][:MAX_COSTLY_PER_SEAT]
            rows += [doubt.row for doubt in its if doubt.cost < 0][:MAX_GOOD_PER_SEAT]
        return tuple(sorted(rows))


def split_rows(spec: AnyGameSpec, rows: int) -> list[range]:
    """The rows of the glances at a race."""
    step = ROWS_PER_GLANCE if spec.bot_hints.samples else max(1, rows)
    return [range(at, min(at + step, rows)) for at in range(0, rows, step)]


def merge_glances(glances: Sequence[Glance]) -> Glance:
    """The glance at a race, from those at its parts."""
    by_seat = zip(*[one.costs for one in glances], strict=True)
    return Glance(
        tuple([draw for one in glances for draw in one.draws]),
        tuple([doubt for one in glances for doubt in one.doubts]),
        tuple([functools.reduce(add_costs, costs) for costs in by_seat]),
    )


def review(spec: AnyGameSpec, record: AnyRecord, seed: int = 0, *, deep: bool = False) -> Review:
    """The same record and seed give the same review, to the last figure: its parts are added up as
    those that a server looks at one by one. A deep one plays more races to the finish."""
    reviewer = Reviewer(spec, record, seed, deep=deep)
    glance = merge_glances([reviewer.glance(rows) for rows in split_rows(spec, len(record.rows))])
    decisions = reviewer.judge_rows(glance.rows_to_judge())
    return make_review(reviewer.curve(), glance, decisions, skill_of(spec))


class Reviewer:
    """Runs the passes of a review. Draws depend on the row alone, so rows can be judged in any
    order."""

    def __init__(
        self,
        spec: AnyGameSpec,
        record: AnyRecord,
        seed: int = 0,
        scale: Scale | None = None,
        *,
        deep: bool = False,
    ) -> None:
        self.spec, self.record, self.seed = spec, record, seed
        self.scale = scale or scale_of(spec)
        self.seats = len(record.names)
        self.taken_back = {row.row for row in record.rows if isinstance(row, TakeBack)}
        last: AnyReferee = Referee.replay(spec.game, record)
        self.field = field_of(spec, last.state)  # some are known only after the start
        trust = DEFAULT_TRUST if self.scale is None else self.scale.trust
        self.judge = Judge(spec, self.field, trust, deep=deep)

    def luck(self, row: int, look: str = "") -> Chance:
        return UnrecordedChance(random.Random(f"review:{self.seed}:{row}{look}"))

    def rows(self) -> Iterator[tuple[int, Any, Ask[Any], Play[Any], Any]]:
        """Every move that stood: its row, the state before, what was asked, the move, the state
        after. What was taken back was not decided."""
        referee: AnyReferee = Referee.start(self.spec.game, self.record)
        for n, row in enumerate(self.record.rows):
            before, asks = referee.state, referee.asks
            referee.repeat(row)
            if isinstance(row, Play) and n not in self.taken_back:
                ask = ask_of(asks, row.seat)
                assert ask is not None, "the record was repeated"
                yield n, before, ask, row, referee.state

    # ------------------------------------------------------------ the curve

    def curve(self) -> tuple[Places, ...]:
        """The expected places at the start and after every row. If the game has a cutoff, positions
        are rated there: between cutoffs only some cars have moved."""
        game, pause = self.spec.game, self.spec.bot_hints.cutoff
        referee: AnyReferee = Referee.start(game, self.record)
        begun = referee.state
        expected = [self.places(begun, 0)]
        for n, row in enumerate(self.record.rows):
            referee.repeat(row)
            now = referee.state
            if n in self.taken_back:
                expected.append(expected[-1])
            elif pause is None or pause(begun, now) or game.outcome(now) is not None:
                begun = now
                expected.append(self.places(now, n + 1))
            else:
                expected.append(expected[-1])
        return tuple(expected)

    def places(self, state: Any, row: int) -> Places:
        """The expected place of every seat after this many rows."""
        return tuple([expected_place(share, self.field) for share in self.shares(state, row)])

    def shares(self, state: Any, row: int) -> Sequence[float]:
        """The same, from 0, the last, to 1, the first."""
        part = row / max(1, len(self.record.rows))
        line = None if self.scale is None else self.scale.line_at(part)
        return expected_results(self.spec, state, self.seats, self.field, line)

    # ------------------------------------------------------------ a glance

    def glance(self, rows: range | None = None) -> Glance:
        """Luck of every draw, and the decisions that stand out; of these rows, or of all."""
        draws, doubts = [], []
        costs: list[Costs] = [{} for _ in range(self.seats)]
        for n, before, ask, play, after in self.rows():
            if rows is not None and n not in rows:
                continue
            if len(ask.candidates) > 1:
                view = self.spec.game.view(before, ask.seat)
                seems = self.judge.judge_move(view, ask, play.move, self.luck(n))
                costs[ask.seat] = add_costs(costs[ask.seat], seems.costs)
                if seems.found and seems.lead >= GOOD_PLACES:
                    doubts.append(Doubt(n, ask.seat, -seems.lead))
                elif not seems.won and seems.lead >= MIN_NAMED_PLACES:
                    doubts.append(Doubt(n, ask.seat, seems.lead))
            if play.draws:
                draws.append(self.judge_draw(n, before, play, after))
        return Glance(tuple(draws), tuple(doubts), tuple(costs))

    def draws(self) -> Iterator[Draw]:
        """The luck of every draw."""
        for n, before, _, play, after in self.rows():
            if play.draws:
                yield self.judge_draw(n, before, play, after)

    def judge_draw(self, row: int, state: Any, play: Play[Any], after: Any) -> Draw:
        """Luck: what is, less the mean of what might have been drawn; as much of it as is kept to
        the end."""
        now, might = self.places(after, row + 1), [0.0] * self.seats
        luck = StratifiedChance(self.luck(row), REDRAWS)
        for _ in range(REDRAWS):
            luck.next_try()
            other = self.spec.game.play(state, play.seat, play.move, luck).state
            for seat, its in enumerate(self.places(other, row + 1)):
                might[seat] += its / REDRAWS
        kept = 1.0 if self.scale is None else self.scale.luck_share(draw_labels(play))
        return Draw(
            row, play.seat, tuple([kept * (m - n) for m, n in zip(might, now, strict=True)])
        )

    # ------------------------------------------------------------ a close look

    def judge_rows(self, rows: Sequence[int]) -> tuple[Decision, ...]:
        """What the decisions of these rows cost."""
        wanted = set(rows)
        return tuple(
            [
                self.judge_decision(n, self.spec.game.view(before, ask.seat), ask, play.move)
                for n, before, ask, play, _ in self.rows()
                if n in wanted
            ]
        )

    def judge_decision(self, row: int, view: Any, ask: Ask[Any], move: Any) -> Decision:
        """The choice and the best other option, in the same imagined states. A likely mistake is
        also played to the finish, because ratings may be wrong and the worst of many looks too bad.
        A best option counts as good only if no other comes near it."""
        judge, luck = self.judge, self.luck(row, ":closely")
        (_, first), *rest = judge.rank(view, ask, move, self.luck(row))
        won = first == move
        others = [other for _, other in rest][: ROOT_OPTIONS - 1] if won else [move]
        looks = []
        for other in others:
            looks.append((*judge.lead(view, ask, first, other, luck), other))
            if looks[-1][1] < GOOD_PLACES:
                break
        lead, least, less = min(looks, key=lambda look: look[0])
        if least >= GOOD_PLACES:
            enough = GOOD_PLACES if won else KINDS[0][1]
            lead, least = judge.lead_to_finish(view, ask, first, less, luck, enough, lead)
        other, cost = (less, -lead) if won else (first, lead)
        return Decision(row, ask.seat, ask.question.prompt, move, other, cost, least)


def field_of(spec: AnyGameSpec, state: Any) -> int:
    """The number of competitors, including cars without a player."""
    outcome = spec.game.outcome(state)
    if outcome is not None:
        return len(outcome.places) + len(outcome.others)
    return spec.field_size(spec.game.view(state, None))


def skill_of(spec: AnyGameSpec) -> Skill | None:
    """How what decisions cost is to be read; none: it is not known."""
    scale = scale_of(spec)
    return None if scale is None else scale.skill


def make_review(
    expected: tuple[Places, ...],
    glance: Glance,
    decisions: tuple[Decision, ...],
    skill: Skill | None,
) -> Review:
    """The review from its passes; decisions without a name are left out."""
    named = tuple([one for one in decisions if one.kind is not None])
    draws, sums = glance.draws, []
    level = sum(expected[-1]) / len(expected[-1])
    last = max(len(expected[0]), math.ceil(max([max(places) for places in expected])))
    behind = None if skill is None or not glance.costs else skill.places(glance.costs)
    for seat, (start, result) in enumerate(zip(expected[0], expected[-1], strict=True)):
        luck = sum([draw.brought[seat] for draw in draws])
        cost = sum([max(0.0, one.cost) for one in named if one.seat == seat])
        apart = result + luck
        if behind is not None:
            apart += DECISIONS_SHARE * (level + behind[seat] - apart)
        apart = min(max(apart, 1.0), last)
        sums.append(Sum(start, luck, cost, result - start + luck - cost, result, apart))
    return Review(expected, named, draws, tuple(sums), key_moments(named, draws))


def key_moments(decisions: Sequence[Decision], draws: Sequence[Draw]) -> tuple[Moment, ...]:
    """What decided the race: the costliest decisions and the largest luck, in order of rows; both
    kinds if both were worth much."""
    found = [Moment("decision", one.row, one.seat, -one.cost) for one in decisions if one.cost > 0]
    for draw in draws:
        seat = max(range(len(draw.brought)), key=lambda seat: abs(draw.brought[seat]))
        found.append(Moment("luck", draw.row, seat, draw.brought[seat]))
    found = [moment for moment in found if abs(moment.worth) >= MIN_MOMENT_PLACES]
    found.sort(key=lambda moment: -abs(moment.worth))
    first = found[:MAX_MOMENTS]
    kinds = {moment.kind for moment in first}
    others = [one for one in found if one.kind not in kinds and abs(one.worth) >= GOOD_PLACES]
    if others:
        first[-1] = others[0]
    return tuple(sorted(first, key=lambda moment: moment.row))
