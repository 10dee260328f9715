"""Hints and reasons: who competes, what is said of an option, and what comes first."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest
from tools.bots.blunders import raced

from paddock import bots, games
from paddock.analysis import advice
from paddock.analysis.advice import advise, explain_option
from paddock.analysis.exercises import is_given_away
from paddock.analysis.reasons import decision_of_row, prospects
from paddock.analysis.review import Reviewer
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options
from paddock.core.referee import AnyReferee, Referee
from tests.seeds import seeded


def first_asked(spec: AnyGameSpec, prompt: str, seed: int = 3) -> tuple[Any, Ask[Any]]:
    """The first such question of a race."""
    referee: AnyReferee = Referee(spec.game, spec.options(), 2, random.Random(seed))
    driver, luck = bots.make_bot("greedy", spec), UnrecordedChance(random.Random(seed))
    while (ask := referee.asks[0]).question.prompt != prompt or len(ask.options) < 3:
        view = spec.game.view(referee.state, ask.seat)
        referee.play(ask.seat, driver.choose(view, ask, luck))
    return spec.game.view(referee.state, ask.seat), ask


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("circus-maximus-season", {"races": 1, "two_laps": True}),
        ("street-illegal-series", {"races": 1}),
        ("street-illegal", {}),
    ],
)
def test_as_many_compete_all_along_as_in_the_end(id: str, options: dict[str, Any]) -> None:
    """Chariots on the track are not the players of a season."""
    spec = games.find_spec(id)
    referee: AnyReferee = Referee(
        spec.game, convert_options(spec.options, options), 2, random.Random(3)
    )
    driver, luck, fields = bots.make_bot("greedy", spec), UnrecordedChance(random.Random(3)), set()
    while referee.asks:
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        fields.add(spec.field_size(view))
        referee.play(ask.seat, driver.choose(view, ask, luck))
    outcome = referee.outcome()
    assert outcome is not None
    assert fields == {len(outcome.places) + len(outcome.others)}


GAMES = ("street-illegal", "heat", "circus-maximus", "winds-of-war", "great-race")


@pytest.mark.parametrize("id", GAMES)
def test_a_reason_is_about_this_option_and_not_about_all_of_its_kind(id: str) -> None:
    """What was found: three scouts and one mechanic, because "two mechanics move you twice"."""
    spec = games.find_spec(id)
    referee: AnyReferee = Referee(spec.game, spec.options(), 2, random.Random(3))
    driver, luck = bots.make_bot("greedy", spec), UnrecordedChance(random.Random(3))
    told = 0
    for _ in range(80):
        if not referee.asks:
            break
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        topics = [spec.topic(ask, move) for move in ask.candidates]
        for move, topic in zip(ask.candidates, topics, strict=True):
            usual = spec.words.explain(topic, "en", why=True).rstrip(".")
            said = explain_option(spec, view, ask, move, "en")
            if topics.count(topic) == 1:
                assert usual in said
                told += 1
            else:
                assert said == "" or not said.endswith(f"{usual}.")
        referee.play(ask.seat, driver.choose(view, ask, luck))
    assert told


@pytest.mark.parametrize("id", GAMES)
def test_every_recommendation_has_a_reason_that_agrees_with_it(id: str) -> None:
    """What was found: many had none."""
    spec = games.find_spec(id)
    referee: AnyReferee = Referee(spec.game, spec.options(), 2, random.Random(3))
    driver, luck = bots.make_bot("greedy", spec), UnrecordedChance(random.Random(3))
    for n in range(24):
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        if n % 4 == 0:
            best, *others = advise(spec, view, ask, luck, 2)
            assert best.lead >= 0
            said = advice.explain_advice(spec, view, ask, best, "en")
            assert "worse." in said or "as good." in said or "no other choice." in said
            assert "About" not in advice.compare_advice(spec, ask, best, "en")
            assert not (others and advice.is_even(best)), "others are listed where they matter"
            for one in others:
                assert one.lead < 0
                assert f"{one.place:.1f}" != f"{best.place:.1f}", "equal ones are not listed"
                assert "places worse." in advice.compare_advice(spec, ask, one, "en")
        referee.play(ask.seat, driver.choose(view, ask, luck))


@seeded(2)
def test_a_hint_names_the_best_first_and_what_suggests_itself_before_its_equals(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = games.find_spec("street-illegal")
    seen, ask = first_asked(spec, "lay", seed)
    found = advise(spec, seen, ask, UnrecordedChance(random.Random(seed)), 20)
    best = min([one.place for one in found])
    assert found[0].place <= best + advice.EVEN_COST_PLACES
    assert all(one.place <= best + advice.MAX_COST_PLACES for one in found)
    monkeypatch.setattr(advice, "places_after", lambda *_: [[2.0]])
    proposed = advice.proposed_move(spec, seen, ask)
    monkeypatch.setattr(advice, "Search", lambda *_: Ranked(ask, proposed))
    # another is as good: the ones that are worse do not matter
    [first] = advise(spec, seen, ask, UnrecordedChance(random.Random(seed)))
    assert first.move == proposed
    assert first.place < 2.0 + advice.EVEN_COST_PLACES
    assert "as good." in advice.compare_advice(spec, ask, first, "en")


@seeded(2)
@pytest.mark.parametrize("cost", [0.4, -0.3])
def test_the_reasons_for_a_move_say_what_the_review_says(
    seed: int, cost: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found: of what it called a blunder of 0.9 places it said that what would have been
    better leads to a worse place."""
    spec = games.find_spec("heat")
    record = raced(spec, seed)
    reviewer = Reviewer(spec, record, seed)
    row = 5
    while (asked := decision_of_row(spec, record, row)) is None or len(asked[1].candidates) < 3:
        row += 1
    _, ask, move = asked
    other = next(one for one in reversed(ask.candidates) if one != move)
    monkeypatch.setattr(Reviewer, "judge_decision", lambda *_: Verdict(other, cost))
    chosen, better, third = prospects(reviewer, row, asked)
    assert (chosen.move, better.move) == (move, other)
    assert chosen.place - better.place == pytest.approx(cost)
    assert third.place >= better.place
    assert all(one.well <= one.place <= one.badly for one in (chosen, better, third))


class Verdict(NamedTuple):
    """What a review has found of a decision."""

    other: Any
    cost: float


class Ranked:
    """A search that finds what is proposed second."""

    def __init__(self, ask: Ask[Any], proposed: Any) -> None:
        first, last = [move for move in ask.options if move != proposed][:2]
        self.moves = {first: 0.5, proposed: 0.498, last: 0.48}

    def rank_options(self, *_: Any) -> list[Any]:
        return [type("Branch", (), {"move": m, "worth": w}) for m, w in self.moves.items()]


def test_an_exercise_is_none_where_every_other_option_has_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = games.find_spec("winds-of-war")
    seen, ask = first_asked(spec, "plan")
    best, *others = ask.candidates
    warned = set(others)

    def beside(self: AnyGameSpec, view: Any, seat: int, move: Any, language: str) -> Any:
        return type("Beside", (), {"danger": "!" if move in warned else ""})

    monkeypatch.setattr(type(spec), "option_info", beside)
    assert is_given_away(spec, seen, ask, best)
    warned.remove(others[-1])
    assert not is_given_away(spec, seen, ask, best)
