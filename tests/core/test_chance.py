"""Chance: drawn, remembered, replayed, scripted, refused."""

from __future__ import annotations

import random

import pytest

from paddock.core.chance import (
    ChanceNeeded,
    Dealer,
    NoChance,
    RecordedChance,
    ReplayedDealer,
    ScriptedChance,
    UnrecordedChance,
    pick_one,
    shuffle,
)
from paddock.core.errors import WrongDraw

DIE = range(1, 7)


def test_luck_comes_again_label_by_label_until_there_is_none_left() -> None:
    before = [("die", 6, 4), ("card", 10, 7), ("die", 6, 0)]
    again = ReplayedDealer(random.Random(1), before, [])
    assert again.pick(range(5), "card") == 3  # among fewer, the one that lies as high
    assert [again.pick(DIE, "die") for _ in range(2)] == [4, 0]
    fresh = Dealer(random.Random(1))
    assert [again.pick(DIE, "die") for _ in range(9)] == [fresh.pick(DIE, "die") for _ in range(9)]
    assert again.draws[:3] == [("card", 5, 3), ("die", 6, 4), ("die", 6, 0)]
    later = ReplayedDealer(random.Random(1), before, [("die", 6, 4)])
    assert later.pick(DIE, "die") == 0


def test_a_dealer_remembers_and_a_recorded_gives_back() -> None:
    dealer = Dealer(random.Random(1))
    rolled = [pick_one(dealer, DIE, "die") for _ in range(20)]
    again = RecordedChance(dealer.draws)
    assert [pick_one(again, DIE, "die") for _ in range(20)] == rolled
    again.check_all_used()


def test_fresh_luck_is_the_dealers_luck() -> None:
    dealer, fresh = Dealer(random.Random(1)), UnrecordedChance(random.Random(1))
    assert [dealer.pick(DIE, "die") for _ in range(9)] == [fresh.pick(DIE, "x") for _ in range(9)]


def test_every_face_turns_up() -> None:
    dealer = Dealer(random.Random(1))
    assert {dealer.pick(DIE, "die") for _ in range(200)} == set(range(6))


@pytest.mark.parametrize(
    ("draw", "why"),
    [
        (("wheel", 6, 0), "ask for 'die' of 6"),
        (("die", 8, 0), "ask for 'die' of 6"),
        (("die", 6, 6), "ask for 'die' of 6"),
        (("die", 6, -1), "ask for 'die' of 6"),
    ],
)
def test_a_record_of_something_else_is_noticed(draw: tuple[str, int, int], why: str) -> None:
    with pytest.raises(WrongDraw, match=why):
        RecordedChance([draw]).pick(DIE, "die")


def test_a_record_must_hold_enough_and_no_more() -> None:
    with pytest.raises(WrongDraw, match="has no draw"):
        RecordedChance([]).pick(DIE, "die")
    with pytest.raises(WrongDraw, match="nobody asked for"):
        RecordedChance([("die", 6, 1)]).check_all_used()


def name(label: str, face: object) -> str:
    return f"<{face}>"


def test_a_script_turns_up_faces_by_name_and_else_the_first() -> None:
    script = ScriptedChance({"die": ["<4>", "<6>"]}, name)
    assert [pick_one(script, DIE, "die") for _ in range(3)] == [4, 6, 1]
    assert pick_one(script, "abc", "card") == "a"
    assert script.drawn == [("die", "<4>"), ("die", "<6>"), ("die", "<1>"), ("card", "<a>")]
    script.check_all_used()


def test_a_script_that_cannot_be_followed_says_what_there_is() -> None:
    with pytest.raises(WrongDraw, match="'coin': no <9> among <0>, <1>"):
        ScriptedChance({"coin": ["<9>"]}, name).pick(range(2), "coin")


def test_a_script_that_was_not_used_up_is_wrong() -> None:
    with pytest.raises(WrongDraw, match="never drawn"):
        ScriptedChance({"die": ["<4>"]}, name).check_all_used()


def test_refusing_hesitates() -> None:
    with pytest.raises(ChanceNeeded):
        NoChance().pick(DIE, "die")


def test_shuffling_keeps_every_card_and_draws_one_fewer() -> None:
    dealer = Dealer(random.Random(1))
    cards = shuffle(dealer, "abcdef", "deck")
    assert sorted(cards) == list("abcdef")
    assert len(dealer.draws) == 5
    assert shuffle(RecordedChance(dealer.draws), "abcdef", "deck") == cards
    assert shuffle(NoChance(), "", "deck") == ()
