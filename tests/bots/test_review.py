"""The review: it adds up, comes out the same again, and names what was a folly."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from paddock import bots, games
from paddock.bots import exercises
from paddock.bots.bot import candidates, standing
from paddock.bots.review import (
    Decision,
    Draw,
    Glance,
    Moment,
    Reviewer,
    added_up,
    moments,
    parts,
    review,
    skill_of,
    together,
)
from paddock.bots.scale import Skill
from paddock.bots.telling import review_lines
from paddock.core import record
from paddock.core.chance import Fresh
from paddock.core.referee import AnyReferee, Referee
from tests.bots.blunders import is_found, planted, raced

GAMES = Path(__file__).parents[1] / "games"
RACES = ("street_illegal/replays/taken-back", "great_race/replays/taken-back")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.bots.judge.CLOSELY", 6)
    monkeypatch.setattr("paddock.bots.judge.TIMES", 2)
    monkeypatch.setattr("paddock.bots.judge.WEIGHED", 12)


@pytest.mark.parametrize("name", RACES)
def test_what_luck_skill_and_the_rest_come_to_is_the_result(name: str) -> None:
    house, found, closing = record.read((GAMES / f"{name}.race").read_text(), games.find)
    its = review(house, found)
    assert its == review(house, found)
    assert closing.outcome is not None
    for seat, one in enumerate(its.sums):
        assert one.start - one.luck + one.cost + one.rest == pytest.approx(one.result)
        worth = standing(closing.outcome, seat)
        field = len((*closing.outcome.places, *closing.outcome.others))
        assert one.result == pytest.approx(1 + (1 - worth) * (field - 1))
    assert len(its.expected) == len(found.rows) + 1
    for language in ("en", "it"):
        lines = list(review_lines(house, found, its, language))
        assert len(lines) >= 2 + len(its.moments)
        assert all("{" not in line for line in lines)


def test_a_race_of_good_drivers_has_few_blunders_and_one_that_is_planted_is_found() -> None:
    house = games.find("street-illegal")
    its = planted(house, raced(house, 11), 11, deep=True)
    assert its is not None
    assert is_found(house, *its)


def test_where_somebody_went_wrong_is_an_exercise_with_another_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("paddock.bots.judge.CLOSELY", 8)
    monkeypatch.setattr("paddock.bots.judge.TIMES", 2)
    house = games.find("street-illegal")
    its = planted(house, raced(house, 5), 5, deep=True)
    assert its is not None
    found, row, seat = its
    (one,) = [one for one in exercises.of_race(house, found, seat) if len(one.record.rows) == row]
    played = found.rows[row]
    assert isinstance(played, record.Play)
    done = played.move
    assert one.answer != done
    assert exercises.solved(house, one, one.answer) == (True, 0.0)
    assert exercises.solved(house, one, done)[0] is False


def test_the_moments_are_the_greatest_of_both_kinds_in_the_order_of_the_race() -> None:
    draws = [Draw(row, 0, (worth, -worth / 2)) for row, worth in enumerate((0.1, 0.9, -0.4, 0.2))]
    decisions = [
        Decision(7, 1, "drive", "a", "b", 0.6, 0.5),
        Decision(8, 1, "drive", "a", "b", -2.0, 1.5),  # well found: nothing was decided by it
    ]
    assert moments(decisions, draws) == (
        Moment("luck", 1, 0, 0.9),
        Moment("luck", 2, 0, -0.4),
        Moment("decision", 7, 1, -0.6),
    )


def test_a_decision_is_judged_by_what_the_seat_could_know() -> None:
    """In a world that looks the same it costs the same, whatever the others hold there."""
    house = games.find("street-illegal")
    referee: AnyReferee = Referee(house.game, house.options(), 3, random.Random(4))
    luck, dear = Fresh(random.Random(2)), 0
    while len(referee.rows) < 30:
        ask = referee.asks[0]
        seen = house.game.view(referee.state, ask.seat)
        world = house.game.imagine(seen, ask.seat, luck)
        judged = []
        if len(ask.options) > 1:
            for state in (referee.state, world):
                reviewer = Reviewer(house, referee.record())
                judged.append(reviewer.decided(0, state, ask, ask.options[-1]))
            assert judged[0] == judged[1]
            dear += judged[0].cost > 0
        referee.play(ask.seat, bots.make("random", house).choose(seen, ask, luck))
    assert dear


def test_luck_apart_goes_by_the_result_and_by_all_decisions() -> None:
    """Who won by luck and drove badly comes down, by so much as others drove better."""
    draws = (Draw(0, 0, (0.6, -0.6)),)
    expected = ((1.5, 1.5), (1.0, 2.0))
    plain = added_up(expected, Glance(draws, ()), (), None).sums
    assert [one.without_luck for one in plain] == pytest.approx([1.6, 1.4])
    costs, skill = ({"drive": 0.9}, {"drive": 0.1}), Skill({"drive": 5.0}, reach=0.5)
    behind = skill.places(costs)
    assert behind[0] == -behind[1] == pytest.approx(0.5, abs=0.01)
    judged = added_up(expected, Glance(draws, (), costs), (), skill).sums
    assert judged[0].without_luck > plain[0].without_luck > 1.5 > judged[1].without_luck
    assert sum([one.without_luck for one in judged]) == pytest.approx(3.0)


def test_looks_can_be_taken_one_at_a_time() -> None:
    """A server takes them as it has time."""
    house, found, _ = record.read((GAMES / f"{RACES[0]}.race").read_text(), games.find)
    rows = parts(house, len(found.rows))
    assert len(rows) > 1, "decisions are searched through, some rows at a time"
    glance = together([Reviewer(house, found).glance(some) for some in rows])
    closely = glance.closely()
    decisions = [one for row in closely for one in Reviewer(house, found).closely((row,))]
    whole = added_up(Reviewer(house, found).curve(), glance, tuple(decisions), skill_of(house))
    assert whole == review(house, found)


def test_what_is_not_certain_has_no_name() -> None:
    assert Decision(0, 0, "drive", "a", "b", 1.4, 0.05).kind is None
    assert Decision(0, 0, "drive", "a", "b", 1.4, 0.3).kind == "mistake"
    assert Decision(0, 0, "drive", "a", "b", -1.4, 0.3).kind == "good"
    assert Decision(0, 0, "drive", "a", "b", -1.4, 0.2).kind is None


@pytest.mark.parametrize("game", sorted(games.houses()))
def test_a_move_that_was_kept_is_the_same_move(game: str) -> None:
    """From a worker, then from where reviews are kept: a yes is no number."""
    house, chance = games.find(game), random.Random(7)
    names = ("Ada", "Bob", "Cat", "Dan")[: house.card.seats[1]]
    referee: AnyReferee = Referee(house.game, house.options(), names, chance)
    for _ in range(60):
        if not referee.asks:
            break
        ask = referee.asks[0]
        for move in {ask.default_move, *candidates(ask)}:
            sent = msgspec.msgpack.decode(msgspec.msgpack.encode(move))
            kept = msgspec.json.decode(msgspec.json.encode(sent))
            assert msgspec.convert(kept, house.move) == move
        referee.play(ask.seat, chance.choice(candidates(ask)))
