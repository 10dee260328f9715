"""A series of races: points, ties, the team nobody drives, and its spec."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance, NoChance
from paddock.core.game import Ask, Card, Outcome, Question, Step
from paddock.core.notation import read_facts
from paddock.core.options import option_fields, parse_options
from paddock.core.referee import Referee
from paddock.core.seats import numbered_names
from paddock.core.series import OthersScored, RaceOver, Scored, Series, State, by_points
from paddock.games.street_illegal import SERIES as STREET
from paddock.games.template import GAMES, RACE
from paddock.games.template.phases import Over
from paddock.games.template.state import Options

SERIES = GAMES[1]


class Go(Struct, frozen=True, tag=True):
    pass


class OneMove:
    """A race of one move, whose outcomes are given."""

    card = Card("one-move", "One Move", 2026, (2, 2), "1", 1, 1)

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = list(outcomes)

    def setup(self, options: object, seats: int, chance: Chance) -> Step[int, Any]:
        return Step(0)

    def asks(self, state: int) -> tuple[Ask[Go], ...]:
        return () if state else (Ask(0, Question("go", ""), (Go(),)),)

    def play(self, state: int, seat: int, move: Go, chance: Chance) -> Step[int, Any]:
        return Step(1)

    def view(self, state: int, seat: int | None) -> int:
        return state

    def imagine(self, seen: int, seat: int, chance: Chance) -> int:
        return seen

    def why_not(self, state: int, seat: int, move: Go) -> Any:
        raise AssertionError

    def outcome(self, state: int) -> Outcome | None:
        return self.outcomes[0] if state else None


class Twice(Struct, frozen=True):
    race: int = 0
    races: int = 2


def run(*outcomes: Outcome, team: bool = False) -> tuple[Outcome | None, list[Any]]:
    """A series in which each race ends as given; its outcome, and the last events."""
    race = OneMove(*outcomes)
    game: Series[int, Go, Any, int, Any] = Series(race, (5, 3, 2, 1), team=team)
    state = game.setup(Twice(races=len(outcomes)), 2, NoChance()).state
    told: list[Any] = []
    for outcome in outcomes:
        race.outcomes = [outcome]
        step = game.play(state, 0, Go(), NoChance())
        state, told = step.state, list(step.events)
    return game.outcome(state), told


def test_points_are_added_and_told() -> None:
    outcome, told = run(Outcome((1, 2), "x"), Outcome((1, 2), "x"))
    assert outcome == Outcome((1, 2), "series-over")
    assert told == [RaceOver(2, 2), Scored(0, 5, 10), Scored(1, 3, 6)]


def test_a_tie_goes_to_the_better_place_in_the_last_race() -> None:
    outcome, _ = run(Outcome((1, 2), "x"), Outcome((2, 1), "x"))
    assert outcome == Outcome((2, 1), "series-over")


def test_out_of_the_race_is_worth_nothing() -> None:
    _, told = run(Outcome((0, 1), "x"))
    assert told[1] == Scored(0, 0, 0)


def test_the_team_scores_its_best_place_and_may_win() -> None:
    outcome, told = run(Outcome((2, 4), "x", (3, 1)), team=True)
    assert told[-1] == OthersScored(5, 5)
    assert outcome == Outcome((2, 3), "series-over", (1,))


def test_a_car_of_the_team_that_is_out_does_not_hide_its_best() -> None:
    _, told = run(Outcome((1, 2), "x", (0, 3)), team=True)
    assert told[-1] == OthersScored(2, 2)


def test_a_tie_with_the_team_has_one_winner() -> None:
    outcome, _ = run(Outcome((1, 3), "x", (2,)), Outcome((2, 3), "x", (1,)), team=True)
    assert outcome == Outcome((2, 3), "series-over", (1,))
    outcome, _ = run(Outcome((2, 3), "x", (1,)), Outcome((1, 3), "x", (2,)), team=True)
    assert outcome == Outcome((1, 3), "series-over", (2,))


def test_a_race_that_ends_opens_the_next_in_the_same_step() -> None:
    referee: Any = Referee(SERIES.game, SERIES.options(races=2), 2, random.Random(3))
    while referee.state.race == 1:
        ask = referee.asks[0]
        step = referee.play(ask.seat, ask.default_move)
    assert RaceOver(1, 2) in step.events
    assert referee.asks
    assert referee.outcome() is None
    assert sum(referee.state.points) == 8


def test_options_of_the_race_are_named_with_a_dot() -> None:
    names = [field.name for field in option_fields(SERIES.options, SERIES.words)]
    assert names == ["race.length", "race.blocking", "race.grid", "races"]
    made = parse_options(SERIES.options, {"race.length": "12", "races": "4"}, SERIES.words)
    assert made.race == Options(length=12)
    assert made.races == 4


def test_positions_have_points() -> None:
    names = ("alex", "bob")
    given = read_facts(["alex at 3 points 5", "bob points 3", "series race 2"])
    state = SERIES.notation.place(given, SERIES.options(), names)
    assert isinstance(state, State)
    assert (state.race, state.points) == (2, (5, 3))
    facts = SERIES.notation.facts(state, names)
    assert facts["alex"]["points"] == "5"
    assert facts["series"]["race"] == "2"
    assert SERIES.notation.begin(state, "end", First()).state.race == 2


class First:
    """Always the first face."""

    def pick(self, faces: Any, label: str, to: int | None = None) -> int:
        return 0


def test_a_lead_in_points_is_worth_more_late() -> None:
    state = SERIES.notation.place({}, SERIES.options(races=4), ("alex", "bob"))
    view = SERIES.game.view(replace(state, points=(5, 0), race=2), 0)
    late = replace(view, race=4)
    assert SERIES.evaluate(late, 0) > SERIES.evaluate(view, 0) > RACE.evaluate(view.now, 0)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_points_stand_above_the_board(language: Any) -> None:
    state = SERIES.notation.place({}, SERIES.options(), ("alex", "bob"))
    drawn = SERIES.draw(SERIES.game.view(state, 0), 0, ("alex", "bob"), language)
    assert drawn.plain.startswith("1/3   alex 0   bob 0\n")


def finished(*points: int, places: tuple[int, ...], others: int = 0, others_place: int = 0) -> Any:
    """A series that is over."""
    names = numbered_names(len(points))
    now = RACE.notation.place({}, Options(length=10), names)
    over = replace(now, phase=Over())
    state = State(SERIES.options(), 3, points, others, places, others_place, over)
    return SERIES.game.view(state, None)


def test_while_a_race_is_on_the_standings_are_the_races() -> None:
    state = SERIES.notation.place(read_facts(["bob at 3 points 5"]), SERIES.options(), ("a", "bob"))
    view = SERIES.game.view(state, 0)
    assert SERIES.standings(view) == RACE.standings(view.now)
    assert not view.over


def test_when_it_is_over_they_are_by_points_and_agree_with_the_outcome() -> None:
    seen = finished(5, 9, 9, places=(1, 3, 2))
    assert seen.over
    told = by_points(seen, None)
    assert [(one.seat, one.place, one.gap) for one in told] == [(2, 1, 0), (1, 2, 0), (0, 3, 4)]
    assert RACE.words.tell("standing.points", "en", (), **dict(told[0].args)) == "9 points"


def test_the_team_stands_among_them_by_its_own_name() -> None:
    seen = finished(5, 3, places=(2, 3), others=7, others_place=1)
    told = by_points(seen, -2)
    assert [(one.seat, one.place) for one in told] == [(-2, 1), (0, 2), (1, 3)]
    assert STREET.words.name(-2, (), "en") == "the Old Pros"
