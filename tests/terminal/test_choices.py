"""Typed codes: values are values, and 1 is no prefix of 17."""

from __future__ import annotations

import pytest

from paddock.games import all_specs, find_spec
from paddock.terminal.choices import Choice, codes, find_choices
from paddock.terminal.race import Race


def choices(*texts: str) -> list[Choice]:
    listed = zip(codes(texts), texts, strict=True)
    return [Choice(code, text, text, "", "", False, False, text) for code, text in listed]


def meant_texts(text: str, *texts: str) -> list[str]:
    return [choice.text for choice in find_choices(text, choices(*texts))]


SPEEDS = tuple(f"write {n} no" for n in range(22, -1, -1))


def test_a_speed_is_typed_as_it_is() -> None:
    assert meant_texts("17", *SPEEDS) == ["write 17 no"]
    assert meant_texts("18", *SPEEDS) == ["write 18 no"]
    assert meant_texts("1", *SPEEDS) == ["write 1 no"]
    assert meant_texts("0", *SPEEDS) == ["write 0 no"]
    assert meant_texts("23", *SPEEDS) == []


def test_what_a_value_leaves_open_is_asked() -> None:
    both = (*SPEEDS, *(f"write {n} yes" for n in range(6)))
    assert meant_texts("3", *both) == ["write 3 no", "write 3 yes"]
    assert meant_texts("3 yes", *both) == ["write 3 yes"]
    assert meant_texts("17", *both) == ["write 17 no"]


def test_where_nothing_is_a_value_choices_are_counted() -> None:
    assert codes(["forward", "change out", "stop"]) == ["1", "2", "3"]
    assert meant_texts("2", "forward", "change out", "stop") == ["change out"]
    assert meant_texts("4", "forward", "change out", "stop") == []
    assert meant_texts("ch", "forward", "change out", "stop") == ["change out"]


def test_values_and_words_stand_side_by_side() -> None:
    texts = ("done", "push", "cool 1", "cool 2", "cool 3")
    assert codes(texts) == ["done", "push", "1", "2", "3"]
    assert meant_texts("2", *texts) == ["cool 2"]
    assert meant_texts("pu", *texts) == ["push"]


def test_the_same_value_twice_needs_its_verb_where_it_is_not_the_usual_one() -> None:
    texts = ("plan 100 plain", "plan 120 plain", "launch 120 plain", "pit")
    assert codes(texts) == ["100", "120", "launch 120", "pit"]
    assert meant_texts("100", *texts) == ["plan 100 plain"]
    assert meant_texts("120", *texts) == ["plan 120 plain"]
    assert meant_texts("launch 120", *texts) == ["launch 120 plain"]


def test_all_options_of_a_verb_are_told_by_as_many_words() -> None:
    assert codes(["allot 2 2 0 0", "allot 2 0 2 0", "allot 0 0 2 2"]) == ["2 2", "2 0", "0 0"]
    assert codes(["allot 2 2 0 0", "allot 2 0 2 0", "allot 2 0 1 1"]) == ["2 2 0", "2 0 2", "2 0 1"]


def test_cards_are_named_in_any_order() -> None:
    assert meant_texts("2 5,3", "plan 2 3,5", "plan 2 3,4") == ["plan 2 3,5"]


def test_a_code_that_the_label_does_not_have_is_a_letter() -> None:
    texts = ("plan 100", "plan 120", "launch 120", "pit", "give-up 2")
    labels = ("Plan 100 km/h", "Plan 120 km/h", "Great start at 120", "Pit stop", "End here: 2nd")
    assert codes(texts, labels) == ["100", "120", "a", "pit", "c"]


def test_too_many_such_codes_are_numbers() -> None:
    texts = [f"plan 1 u{n}" for n in range(20)]
    labels = [f"Gear 1: upgrade {n}" for n in range(20)]
    assert codes(texts, labels) == [str(n) for n in range(1, 21)]


@pytest.mark.parametrize("id", [id for id in all_specs() if not id.startswith("template")])
def test_enter_ends_no_race_and_wastes_no_drive(id: str) -> None:
    """What Enter takes is never the end of the race, nor the end of a drive that has not begun."""
    spec = find_spec(id)
    count = max(2, spec.card.seats[0])
    race = Race(spec, spec.options(), ("human",) * count, ("Ann", "Bob")[:count], "en", seed=2)
    for _ in range(60):
        if race.over:
            break
        ask = race.referee.asks[0]
        move = race.preselected_move(ask)
        kind = type(move).__name__
        assert kind != "GiveUp"
        if (kind, ask.question.prompt) == ("Halt", "drive"):
            view = spec.game.view(race.referee.state, ask.seat)
            infos = [spec.option_info(view, ask.seat, other, "en") for other in ask.options]
            sound = [i for i in infos if not i.danger and not i.numbers.get("rash")]
            wasted = [i for i in sound if i.numbers.get("nothing")]
            assert not wasted or len(sound) == 1, "a sound step was offered"
        race.play(ask.seat, move)
