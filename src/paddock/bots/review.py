"""The review of a race: what every decision cost and every draw brought, from the record alone.

A decision is judged by what its seat could know: its options are tried in worlds imagined from its
view. A draw is judged by drawing again: what the seats have after it, less the mean of what they
might have had. What is left over is what the others did, and what the house misjudged.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from paddock.bots.advice import place
from paddock.bots.bot import candidates, standing
from paddock.bots.greedy import Greedy
from paddock.bots.search import AnySearch, Branch, Search
from paddock.core.chance import Chance, Fresh
from paddock.core.game import Ask, ask_of
from paddock.core.house import AnyHouse
from paddock.core.record import AnyRecord, Play
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat

AGAIN = 6
"""So often a draw is made again."""
DOUBTFUL = 0.1
"""A decision that seems to cost so much of a place is looked at closely."""
CLOSELY = 60
TWICE = 2
"""By so many samples, and so often: what it cost at least is believed."""
MOST = 12
"""And no more of them for a seat: those that seem to cost most."""
KINDS = (("blunder", 0.5), ("mistake", 0.25), ("inaccuracy", 0.1))
"""What a decision is called that costs so much of a place, or more."""
MOMENTS = 3


class Decision(Struct, frozen=True):
    """What somebody chose, and what it cost in places."""

    row: int
    seat: Seat
    question: str
    move: Any
    best: Any
    cost: float

    @property
    def kind(self) -> str:
        return next((kind for kind, least in KINDS if self.cost >= least), "good")


class Draw(Struct, frozen=True):
    """What luck brought to each seat, in places; more is better."""

    row: int
    seat: Seat  # who had moved
    brought: tuple[float, ...]


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

    @property
    def without_luck(self) -> float:
        """The place that the seat would have had with the luck of the average."""
        return self.result + self.luck


class Review(Struct, frozen=True):
    """A race looked back upon."""

    expected: tuple[tuple[float, ...], ...]  # the place of each seat, at the start and by row
    decisions: tuple[Decision, ...]
    draws: tuple[Draw, ...]
    sums: tuple[Sum, ...]
    moments: tuple[Moment, ...]


class Doubt(Struct, frozen=True):
    """A decision that seems to have cost something."""

    row: int
    seen: Any
    ask: Ask[Any]
    move: Any
    ranked: tuple[tuple[float, Any], ...]
    cost: float


def review(house: AnyHouse, record: AnyRecord, seed: int = 0) -> Review:
    """The same record and seed give the same review."""
    reviewer = Reviewer(house, record, Fresh(random.Random(f"review:{seed}")))
    for _ in reviewer.rows():
        pass
    return reviewer.done()


class Reviewer:
    """Looks at a race row by row; the curve is there before decisions are looked at closely."""

    def __init__(self, house: AnyHouse, record: AnyRecord, chance: Chance) -> None:
        self.house, self.record, self.chance = house, record, chance
        self.referee: AnyReferee = Referee.start(house.game, record)
        self.seats = len(record.names)
        last: AnyReferee = Referee.again(house.game, record)
        competitors = house.standings(house.game.view(last.state, None))
        self.field = max(self.seats, len(competitors))  # some are known only after the start
        self.expected = [self.places(self.referee.state)]
        self.draws: list[Draw] = []
        self.doubts: list[Doubt] = []
        self.looked = 0
        self.greedy: Greedy[Any, Any] = Greedy(house)

    def rows(self) -> Iterator[int]:
        """Row after row."""
        for n, row in enumerate(self.record.rows):
            before, asks = self.referee.state, self.referee.asks
            self.referee.repeat(row)
            self.expected.append(self.places(self.referee.state))
            if isinstance(row, Play):
                ask = ask_of(asks, row.seat)
                assert ask is not None, "the record was repeated"
                self.decision(n, before, ask, row.move)
                if row.draws:
                    self.drawn(n, before, row)
            yield n

    def places(self, state: Any) -> tuple[float, ...]:
        """The place of every seat, as it may be expected. Where nobody else races they add up."""
        outcome = self.house.game.outcome(state)
        if outcome is not None:
            worths = [standing(outcome, seat) for seat in range(self.seats)]
        else:
            judged = self.house.mind.worth or self.by_view
            worths = [judged(state, seat) for seat in range(self.seats)]
            if self.field == self.seats > 1:
                level = 0.5 - sum(worths) / self.seats
                worths = [worth + level for worth in worths]
        return tuple([place(worth, self.field) for worth in worths])

    def by_view(self, state: Any, seat: Seat) -> float:
        return self.house.evaluate(self.house.game.view(state, seat), seat)

    def decision(self, row: int, state: Any, ask: Ask[Any], move: Any) -> None:
        """At first only a glance."""
        options = candidates(ask)
        if len(options) == 1:
            return
        self.looked += 1
        seen = self.house.game.view(state, ask.seat)
        ranked = self.greedy.ranked(seen, ask, self.chance, len(options))
        worth = next((worth for worth, option in ranked if option == move), ranked[0][0])
        cost = (ranked[0][0] - worth) * (self.field - 1)
        if cost >= DOUBTFUL:
            self.doubts.append(Doubt(row, seen, ask, move, tuple(ranked[:1]), cost))

    def drawn(self, row: int, state: Any, play: Play[Any]) -> None:
        """Luck: what is, less the mean of what might have been drawn."""
        game = self.house.game
        might = [0.0] * self.seats
        for _ in range(AGAIN):
            other = game.play(state, play.seat, play.move, self.chance).state
            for seat, its in enumerate(self.places(other)):
                might[seat] += its / AGAIN
        brought = [mean - now for mean, now in zip(might, self.expected[-1], strict=True)]
        self.draws.append(Draw(row, play.seat, tuple(brought)))

    def closely(self, doubt: Doubt) -> Decision:
        """The best option and the one that was taken, in the same imagined worlds."""
        (worth, best), less = doubt.ranked[0], doubt.cost / (self.field - 1)
        search: AnySearch = Search(self.house, CLOSELY)
        costs = []
        for _ in range(TWICE):
            root: list[Branch[Any]] = [Branch(best, worth), Branch(doubt.move, worth - less)]
            search.compared(doubt.seen, doubt.ask, list(root), self.chance)
            costs.append((root[0].seen - root[1].seen) * (self.field - 1))
        cost = min(costs)
        question = doubt.ask.question.prompt
        return Decision(doubt.row, doubt.ask.seat, question, doubt.move, best, max(0.0, cost))

    def done(self) -> Review:
        """The costliest decisions looked at closely, and everything added up."""
        decisions = []
        for seat in range(self.seats):
            its = [doubt for doubt in self.doubts if doubt.ask.seat == seat]
            its = sorted(its, key=lambda doubt: -doubt.cost)[:MOST]
            decisions += [self.closely(doubt) for doubt in its]
        decisions.sort(key=lambda one: one.row)
        sums = tuple([self.added_up(seat, decisions) for seat in range(self.seats)])
        return Review(
            tuple(self.expected),
            tuple(decisions),
            tuple(self.draws),
            sums,
            moments(decisions, self.draws),
        )

    def added_up(self, seat: Seat, decisions: list[Decision]) -> Sum:
        start, result = self.expected[0][seat], self.expected[-1][seat]
        luck = sum([draw.brought[seat] for draw in self.draws])
        cost = sum([one.cost for one in decisions if one.seat == seat])
        return Sum(start, luck, cost, result - start + luck - cost, result)


def moments(decisions: list[Decision], draws: list[Draw]) -> tuple[Moment, ...]:
    """What decided the race: the dearest decisions and the greatest luck, as they came."""
    found = [Moment("decision", one.row, one.seat, -one.cost) for one in decisions]
    for draw in draws:
        seat = max(range(len(draw.brought)), key=lambda seat: abs(draw.brought[seat]))
        found.append(Moment("luck", draw.row, seat, draw.brought[seat]))
    found.sort(key=lambda moment: -abs(moment.worth))
    return tuple(sorted(found[:MOMENTS], key=lambda moment: moment.row))
