"""The review: it adds up, comes out the same again, and names what was a folly."""

from __future__ import annotations

import random
import re
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace
from tools.bots.blunders import is_found, planted, raced

from paddock import bots, games
from paddock.analysis import exercises
from paddock.analysis.review import (
    Decision,
    Draw,
    Glance,
    Moment,
    Review,
    Reviewer,
    key_moments,
    make_review,
    merge_glances,
    review,
    skill_of,
    split_rows,
)
from paddock.analysis.review_text import MAX_EVENT_SENTENCES, relevant_events, review_lines
from paddock.analysis.scale import Skill
from paddock.bots.bot import place_share
from paddock.core import record
from paddock.core.chance import UnrecordedChance
from paddock.core.languages import languages
from paddock.core.referee import AnyReferee, Referee
from paddock.core.words import placeholders

GAMES = Path(__file__).parents[1] / "games"
RACES = ("street_illegal/replays/taken-back", "great_race/replays/taken-back")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.analysis.judge.WORLDS_PER_ROUND", 6)
    monkeypatch.setattr("paddock.analysis.judge.MAX_ROUNDS", 2)
    monkeypatch.setattr("paddock.analysis.judge.SEARCH_SAMPLES", 12)


@pytest.mark.parametrize("name", RACES)
def test_what_was_taken_back_was_not_decided(name: str) -> None:
    spec, found, _ = record.read_record((GAMES / f"{name}.race").read_text(), games.find_spec)
    took = {row.row for row in found.rows if isinstance(row, record.TakeBack)}
    reviewer = Reviewer(spec, found)
    stood = {n for n, row in enumerate(found.rows) if isinstance(row, record.Play)} - took
    assert {n for n, *_ in reviewer.rows()} == stood
    expected = reviewer.curve()
    assert all(expected[row + 1] == expected[row] for row in took)


def test_a_review_is_the_same_each_time() -> None:
    spec, found, _ = record.read_record((GAMES / f"{RACES[0]}.race").read_text(), games.find_spec)
    assert review(spec, found) == review(spec, found)


@pytest.mark.parametrize("name", RACES)
def test_what_luck_skill_and_the_rest_come_to_is_the_result(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sums hold with any number of samples, so few are enough for a race of 300 rows."""
    monkeypatch.setattr("paddock.analysis.judge.WORLDS_PER_ROUND", 2)
    monkeypatch.setattr("paddock.analysis.judge.MAX_ROUNDS", 1)
    monkeypatch.setattr("paddock.analysis.judge.SEARCH_SAMPLES", 4)
    spec, found, closing = record.read_record((GAMES / f"{name}.race").read_text(), games.find_spec)
    its = review(spec, found)
    assert closing.outcome is not None
    for seat, one in enumerate(its.sums):
        assert one.start - one.luck + one.cost + one.rest == pytest.approx(one.result)
        worth = place_share(closing.outcome, seat)
        field = len((*closing.outcome.places, *closing.outcome.others))
        assert one.result == pytest.approx(1 + (1 - worth) * (field - 1))
    assert len(its.expected) == len(found.rows) + 1
    took = {row.row for row in found.rows if isinstance(row, record.TakeBack)}
    assert took
    assert not took & ({one.row for one in its.decisions} | {one.row for one in its.draws})
    for language in ("en", "it"):
        lines = list(review_lines(spec, found, its, language))
        assert len(lines) >= 2 + len(its.moments)
        assert all("{" not in line for line in lines)


@pytest.mark.parametrize("game", list(games.all_specs()))
def test_a_row_is_told_by_its_number(game: str) -> None:
    """As `--why` and `--json` have it, whatever a game calls a row of its own; and so is every
    other figure of a review."""
    words = games.all_specs()[game].words
    for language in languages():
        for id in ("review.row", "review.why.no-move"):
            told = words.tell(id, language, at=7, said="")
            assert [word for word in re.split(r"\W+", told) if word.isdigit()] == ["7"]
    for id, texts in words.messages.items():
        if id.startswith(("review.", "exercise.")):
            assert not words.shows.keys() & {
                name for t in texts.values() for name in placeholders(t)
            }


def test_a_decision_is_told_in_one_line_with_what_was_better_and_the_cost() -> None:
    name = "circus_maximus/replays/basic-finish"
    spec, found, _ = record.read_record((GAMES / f"{name}.race").read_text(), games.find_spec)
    written = found.rows[2]
    assert isinstance(written, record.Play)
    one = Decision(2, 0, "write", written.move, written.move, 0.49, 0.27)
    its = Review((), (one,), (), (), (Moment("decision", 2, 0, -0.49),))
    _, moment, _, dearest, method = review_lines(spec, found, its, "en")
    assert moment == dearest
    assert moment.startswith("  Move 2: Speeds, Green: Ada chose “23")
    assert moment.endswith("was better. Cost: about 0.5 places.")
    assert "paddock review --help" in method
    _, moment, *_ = review_lines(spec, found, its, "it")
    assert moment.startswith("  Mossa 2: Velocità scritte, ")
    assert moment.endswith("era meglio. Costo: circa 0,5 posti.")
    good = replace(its, decisions=(replace(one, cost=-0.49),))
    assert "was about 0.5 places worse." in "".join(review_lines(spec, found, good, "en"))


def test_luck_is_told_by_what_was_drawn_and_what_it_led_to() -> None:
    """Not by what would have come in any case."""
    spec, found, _ = record.read_record(
        (GAMES / "heat/replays/base-1.race").read_text(), games.find_spec
    )
    bob = found.names.index("bob")
    its = Review((), (), (), (), (Moment("luck", 19, bob, 0.3),))
    said = list(review_lines(spec, found, its, "en"))[1]
    assert said.endswith(": about 0.3 places better. Bob flips 3. Bob moves 3 spaces.")


class Told(Struct, frozen=True):
    n: int
    seat: int | None = None


def test_of_much_that_happened_the_beginning_and_the_end_are_told() -> None:
    spec = games.find_spec("template")
    some = [Told(n) for n in range(5)]
    assert relevant_events(spec, 1, some) == some
    assert [one.n for one in relevant_events(spec, 1, [Told(n) for n in range(9)])] == [
        0,
        1,
        6,
        7,
        8,
    ]
    its = [Told(n, n % 3) for n in range(9)]
    assert [one.n for one in relevant_events(spec, 1, its)] == [0, 1, 4, 7, 8]
    assert len(relevant_events(spec, 1, [Told(n, 1) for n in range(9)])) == MAX_EVENT_SENTENCES


def test_a_race_of_good_drivers_has_few_blunders_and_one_that_is_planted_is_found() -> None:
    spec = games.find_spec("street-illegal")
    its = planted(spec, raced(spec, 12), 12, deep=True)
    assert its is not None
    assert is_found(spec, *its)


def test_where_somebody_went_wrong_is_an_exercise_with_another_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("paddock.analysis.judge.WORLDS_PER_ROUND", 8)
    monkeypatch.setattr("paddock.analysis.judge.MAX_ROUNDS", 2)
    spec = games.find_spec("street-illegal")
    its = planted(spec, raced(spec, 5), 5, deep=True)
    assert its is not None
    found, row, seat = its
    (one,) = [
        one for one in exercises.exercises_of_race(spec, found, seat) if len(one.record.rows) == row
    ]
    played = found.rows[row]
    assert isinstance(played, record.Play)
    done = played.move
    assert one.answer != done
    assert exercises.check_answer(spec, one, one.answer) == (True, 0.0)
    assert exercises.check_answer(spec, one, done)[0] is False


def test_the_moments_are_the_greatest_of_both_kinds_in_the_order_of_the_race() -> None:
    draws = [Draw(row, 0, (worth, -worth / 2)) for row, worth in enumerate((0.1, 0.9, -0.4, 0.2))]
    decisions = [
        Decision(7, 1, "drive", "a", "b", 0.6, 0.5),
        Decision(8, 1, "drive", "a", "b", -2.0, 1.5),  # well found: nothing was decided by it
    ]
    assert key_moments(decisions, draws) == (
        Moment("luck", 1, 0, 0.9),
        Moment("luck", 2, 0, -0.4),
        Moment("decision", 7, 1, -0.6),
    )


def test_what_was_worth_next_to_nothing_decided_nothing() -> None:
    luck = [Draw(row, 0, (worth, 0.0)) for row, worth in enumerate((0.06, 0.2, 0.0))]
    costs = [Decision(row, 1, "drive", "a", "b", 0.3 + row / 100, 0.2) for row in (5, 6, 7)]
    assert key_moments((), luck[:1]) == ()
    assert key_moments((), [luck[2]]) == ()
    assert key_moments((), luck) == (Moment("luck", 1, 0, 0.2),)
    assert [one.row for one in key_moments(costs, luck)] == [5, 6, 7], (
        "luck of 0.2 displaces nothing"
    )
    assert [one.row for one in key_moments(costs[:1], luck)] == [1, 5]
    assert [one.row for one in key_moments(costs, [Draw(9, 0, (-0.3, 0.0))])] == [6, 7, 9]


def test_a_decision_is_judged_by_what_the_seat_could_know() -> None:
    """In a world that looks the same it costs the same, whatever the others hold there."""
    spec = games.find_spec("street-illegal")
    referee: AnyReferee = Referee(spec.game, spec.options(), 3, random.Random(4))
    luck, dear = UnrecordedChance(random.Random(2)), 0
    while len(referee.rows) < 30:
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        world = spec.game.imagine(view, ask.seat, luck)
        judged = []
        if len(ask.options) > 1:
            for state in (referee.state, world):
                its = spec.game.view(state, ask.seat)
                reviewer = Reviewer(spec, referee.record())
                judged.append(reviewer.judge_decision(0, its, ask, ask.options[-1]))
            assert judged[0] == judged[1]
            dear += judged[0].cost > 0
        referee.play(ask.seat, bots.make_bot("random", spec).choose(view, ask, luck))
    assert dear


def test_luck_apart_goes_by_the_result_and_by_all_decisions() -> None:
    """Who won by luck and drove badly comes down, by so much as others drove better."""
    draws = (Draw(0, 0, (0.6, -0.6)),)
    expected = ((1.5, 1.5), (1.0, 2.0))
    plain = make_review(expected, Glance(draws, ()), (), None).sums
    assert [one.without_luck for one in plain] == pytest.approx([1.6, 1.4])
    costs, skill = ({"drive": 0.9}, {"drive": 0.1}), Skill({"drive": 5.0}, reach=0.5)
    behind = skill.places(costs)
    assert behind[0] == -behind[1] == pytest.approx(0.5, abs=0.01)
    judged = make_review(expected, Glance(draws, (), costs), (), skill).sums
    assert judged[0].without_luck > plain[0].without_luck > 1.5 > judged[1].without_luck
    assert sum([one.without_luck for one in judged]) == pytest.approx(3.0)


def test_luck_apart_is_a_place_of_the_field() -> None:
    draws = (Draw(0, 0, (-0.4, 0.4)),)
    its = make_review(((1.5, 1.5), (1.0, 2.0)), Glance(draws, ()), (), None)
    assert [one.without_luck for one in its.sums] == [1.0, 2.0]


def test_a_race_in_which_nothing_was_done_adds_up() -> None:
    spec = games.find_spec("street-illegal")
    referee: AnyReferee = Referee(spec.game, spec.options(), 3, random.Random(4))
    its = review(spec, referee.record())
    assert [one.result for one in its.sums] == [one.start for one in its.sums]
    assert its.moments == ()
    undecided, cheap, _ = review_lines(spec, referee.record(), its, "en")
    assert "No single moment decided the race" in undecided
    assert cheap == "No clear mistakes."


def test_looks_can_be_taken_one_at_a_time() -> None:
    """A server takes them as it has time."""
    spec, found, _ = record.read_record((GAMES / f"{RACES[0]}.race").read_text(), games.find_spec)
    rows = split_rows(spec, len(found.rows))
    assert len(rows) > 1, "decisions are searched through, some rows at a time"
    glance = merge_glances([Reviewer(spec, found).glance(some) for some in rows])
    closely = glance.rows_to_judge()
    decisions = [one for row in closely for one in Reviewer(spec, found).judge_rows((row,))]
    whole = make_review(Reviewer(spec, found).curve(), glance, tuple(decisions), skill_of(spec))
    assert whole == review(spec, found)


def test_what_is_not_certain_has_no_name() -> None:
    assert Decision(0, 0, "drive", "a", "b", 1.4, 0.05).kind is None
    assert Decision(0, 0, "drive", "a", "b", 1.4, 0.3).kind == "mistake"
    assert Decision(0, 0, "drive", "a", "b", -1.4, 0.3).kind == "good"
    assert Decision(0, 0, "drive", "a", "b", -1.4, 0.2).kind is None


@pytest.mark.parametrize("game", sorted(games.all_specs()))
def test_a_move_that_was_kept_is_the_same_move(game: str) -> None:
    """From a worker, then from where reviews are kept: a yes is no number."""
    spec, chance = games.find_spec(game), random.Random(7)
    names = ("Ada", "Bob", "Cat", "Dan")[: spec.card.seats[1]]
    referee: AnyReferee = Referee(spec.game, spec.options(), names, chance)
    for _ in range(60):
        if not referee.asks:
            break
        ask = referee.asks[0]
        for move in {ask.default_move, *ask.candidates}:
            sent = msgspec.msgpack.decode(msgspec.msgpack.encode(move))
            kept = msgspec.json.decode(msgspec.json.encode(sent))
            assert msgspec.convert(kept, spec.move) == move
        referee.play(ask.seat, chance.choice(ask.candidates))
