"""Notation: moves, events and positions as text and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from paddock.core.errors import AmbiguousMove, UnreadableMove, UnreadableScenario
from paddock.core.game import Ask, Question, next_move
from paddock.core.notation import (
    NUMBER,
    SEAT,
    Notation,
    differences,
    kebab,
    read_facts,
    row,
    word,
    write_facts,
)
from paddock.games.template import RACE
from paddock.games.template.events import Blocked, Drew
from paddock.games.template.moves import Block, Boost, Choose, LetBy, Move
from paddock.games.template.state import Options

NAMES = ("alex", "bob")
NOTATION = RACE.notation
MOVES: list[Move] = [Choose(2), Boost(0), Boost(13), Block(1), LetBy()]


@pytest.mark.parametrize("move", MOVES)
def test_moves_are_read_back(move: Move) -> None:
    assert NOTATION.move(NOTATION.text(move, NAMES), NAMES) == move


def test_moves_as_text() -> None:
    texts = [NOTATION.text(move, NAMES) for move in MOVES]
    assert texts == ["gear 2", "boost 0", "boost 13", "block oil", "let-by"]


@pytest.mark.parametrize("text", ["", "fly 3", "gear", "gear 1 2", "gear x", "block pits", "G 1"])
def test_what_is_no_move_is_refused_with_the_verbs(text: str) -> None:
    with pytest.raises(UnreadableMove, match="moves begin with block, boost, gear, let-by"):
        NOTATION.move(text, NAMES)


# Signs of every kind, and not all of Unicode: its table takes Hypothesis seconds to make.
SIGNS = "".join(map(chr, (*range(256), 0x130, 0x2028, 0xD800, 0xFEFF, 0x1F3C1, 0x10FFFF)))


@given(st.text(SIGNS))
def test_any_text_is_a_move_or_unreadable(text: str) -> None:
    try:
        NOTATION.move(text, NAMES)
    except UnreadableMove:
        return


def test_the_beginning_of_an_option_is_enough() -> None:
    ask: Ask[Move] = Ask(0, Question("block", "T4"), (LetBy(), Block(0), Block(1)))
    assert NOTATION.option("let", ask, NAMES) == LetBy()
    assert NOTATION.option("block o", ask, NAMES) == Block(1)
    with pytest.raises(AmbiguousMove, match="'block' could mean 2 moves"):
        NOTATION.option("block", ask, NAMES)


def test_an_exact_text_wins_over_a_beginning() -> None:
    ask: Ask[Move] = Ask(0, Question("boost", "T3.1"), (Boost(1), Boost(10)))
    assert NOTATION.option("boost 1", ask, NAMES) == Boost(1)


def test_a_move_that_is_not_offered_is_still_read() -> None:
    ask: Ask[Move] = Ask(0, Question("gear", "T2"), (Choose(1),))
    assert NOTATION.option("gear 4", ask, NAMES) == Choose(4)


def test_a_number_is_not_cut_short() -> None:
    """1 is not the beginning of 10: the move is read, and can be refused."""
    ask: Ask[Move] = Ask(0, Question("boost", "T3.1"), (Boost(10), Boost(12)))
    assert NOTATION.option("boost 1", ask, NAMES) == Boost(1)


def test_a_list_is_a_move_for_each() -> None:
    ask: Ask[Move] = Ask(0, Question("boost", "T3.1"), (Boost(1), Boost(2)))
    assert NOTATION.moves("boost 2,1", ask, NAMES) == (Boost(2), Boost(1))
    assert NOTATION.moves("boost 2, 1", ask, NAMES) == (Boost(2), Boost(1))
    assert NOTATION.moves("boost 2", ask, NAMES) == (Boost(2),)
    with pytest.raises(UnreadableMove):
        NOTATION.moves("boost 2,x", ask, NAMES)


def test_several_are_played_in_the_order_of_the_options() -> None:
    """Of the kind that the question names; what is no part of it stays where it was said."""
    ask: Ask[Move] = Ask(
        0, Question("boost", "T3.1", several="Boost"), (LetBy(), Boost(1), Boost(2))
    )
    several: list[Move] = [Boost(2), Boost(1), LetBy()]
    assert next_move(ask, several) == Boost(1)
    assert next_move(ask, several[::-1]) == LetBy()
    assert next_move(ask, [Boost(3)]) == Boost(3), "to be refused"
    plain: Ask[Move] = Ask(0, Question("boost", "T3.1"), (Boost(1), Boost(2)))
    assert next_move(plain, [Boost(2), Boost(1)]) == Boost(2)


def test_events_as_text() -> None:
    blocked = Blocked(0, 1, 2, 4, 0)
    assert NOTATION.event(blocked, NAMES) == "blocked by=alex whom=bob card=sheep spaces=4 cards=0"
    assert NOTATION.event(Drew(1, None, 2), NAMES) == "drew seat=bob card=? cards=2"


def test_words_for_values() -> None:
    colours = word(("red", "blue"))
    assert colours.show(1, NAMES) == "blue"
    assert colours.read("red", NAMES) == 0
    assert row(colours).show((0, 1), NAMES) == "red,blue"
    assert row(colours).read("-", NAMES) == ()
    assert row(colours).read("blue", NAMES) == (1,)
    assert SEAT.read(SEAT.show(1, NAMES), NAMES) == 1
    assert SEAT.read(SEAT.show(-1, NAMES), NAMES) == -1
    assert NUMBER.read("-3", NAMES) == -3


def test_kebab() -> None:
    assert kebab("RaceOver") == "race-over"
    assert kebab("Drew") == "drew"


# ---------------------------------------------------------------- positions

LINES = ["alex at 3 gear 2 fuel 1 hand cones,sheep", "bob at 5 gear 1 fuel 3 hand -"]


def test_positions_are_read_back() -> None:
    facts = read_facts(LINES)
    state = NOTATION.place(facts, Options(), NAMES)
    found = NOTATION.facts(state, NAMES)
    assert differences(facts, found) == []
    assert write_facts(found)[:2] == LINES
    assert NOTATION.facts(NOTATION.place(found, Options(), NAMES), NAMES) == found


def test_facts_of_one_subject_may_stand_on_several_lines() -> None:
    assert read_facts(["a x 1", "a y 2"]) == {"a": {"x": "1", "y": "2"}}


@pytest.mark.parametrize("line", ["", "alex at", "alex at 3 gear"])
def test_a_line_that_is_no_fact_is_named(line: str) -> None:
    with pytest.raises(UnreadableScenario, match="is not a subject followed by pairs"):
        read_facts([line])


@pytest.mark.parametrize("line", ["carol at 3", "alex wings 2"])
def test_what_the_house_does_not_know_is_named(line: str) -> None:
    with pytest.raises(UnreadableScenario):
        NOTATION.place(read_facts([line]), Options(), NAMES)


def test_differences_are_told_one_a_line() -> None:
    expected = read_facts(["a x 1 y 2 z 3", "b x 1"])
    assert differences(expected, {"a": {"x": "1", "y": "5"}}) == [
        "a y: expected 2, found 5",
        "a z: expected 3, but nothing is said of it",
        "b: there is no such subject (a)",
    ]


class Ram(Struct, frozen=True, tag=True):
    whom: int
    by: int


def test_seats_need_no_entry() -> None:
    notation: Notation[None, Ram, None] = Notation(
        {Ram: "ram"},
        {},
        lambda label, face: str(face),
        NOTATION.facts,  # type: ignore[arg-type]
        NOTATION.place,  # type: ignore[arg-type]
        NOTATION.begin,  # type: ignore[arg-type]
    )
    assert notation.text(Ram(1, 0), NAMES) == "ram bob alex"
    assert notation.move("ram bob alex", NAMES) == Ram(1, 0)
