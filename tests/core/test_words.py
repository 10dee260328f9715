"""Words: plurals, names of seats, gaps."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from paddock.core import languages
from paddock.core.errors import Refusal
from paddock.core.languages import LanguageInfo
from paddock.core.words import Words, placeholders
from paddock.games.template.events import Blocked, Drew, Rolled
from paddock.games.template.moves import Block
from paddock.games.template.words import WORDS
from tests.core.tables import start

NAMES = ("Alex", "Bob")


def words(messages: dict[str, dict[str, str]], **more: Any) -> Words:
    made = Words("paddock.games.template", **more)
    made.messages = messages
    return made


@pytest.mark.parametrize(("n", "told"), [(0, "0 chips"), (1, "1 chip"), (2, "2 chips")])
def test_plurals(n: int, told: str) -> None:
    assert words({"x": {"en": "{n:chip|chips}"}}).tell("x", "en", n=n) == told


@pytest.mark.parametrize(
    ("n", "told"), [(1, "1 žeton"), (3, "3 žetony"), (5, "5 žetonů"), ("?", "? žetonů")]
)
def test_a_language_with_more_forms_names_them(
    n: object, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    czech = LanguageInfo("čeština", plural={"one": "i = 1 and v = 0", "few": "i = 2..4 and v = 0"})
    known = {**languages.languages(), "cs": czech}
    monkeypatch.setattr(languages, "languages", lambda: known)
    message = {"en": "{n:chip|chips}", "cs": "{n:one=žeton|few=žetony|other=žetonů}"}
    assert words({"x": message}).tell("x", "cs", n=n) == told


@pytest.mark.parametrize(("n", "told"), [(1, "1st"), (2, "2nd"), (13, "13th"), (23, "23rd")])
def test_places_in_an_order(n: int, told: str) -> None:
    assert WORDS.tell("ordinal", "en", n=n) == told
    assert WORDS.tell("ordinal", "it", n=n) == f"{n}º"


@pytest.mark.parametrize(
    ("n", "en", "it"), [(2.0, "2", "2"), (2.5, "2.5", "2,5"), (0.004, "0.004", "0,004")]
)
def test_numbers_with_the_point_of_the_language(n: float, en: str, it: str) -> None:
    here = words({"x": {"en": "{n}", "it": "{n}"}})
    assert (here.tell("x", "en", n=n), here.tell("x", "it", n=n)) == (en, it)


@pytest.mark.parametrize(
    ("chance", "told"), [(0, "0 %"), (0.001, "1 %"), (0.5, "50 %"), (0.999, "99 %"), (1, "100 %")]
)
def test_chances(chance: float, told: str) -> None:
    assert words({"x": {"en": "{p:%}"}}).tell("x", "en", p=chance) == told


@pytest.mark.parametrize(
    ("name", "told"), [("Anna", "ad Anna"), ("Bruno", "a Bruno"), ("il bot", "al bot")]
)
def test_names_are_joined_to_what_stands_before_them(name: str, told: str) -> None:
    here = words({"x": {"en": "to {seat}", "it": "{seat:@to}"}})
    assert here.tell("x", "it", (name,), seat=0) == told
    assert here.tell("x", "en", (name,), seat=0) == f"to {name}"


def test_what_a_language_lacks_is_told_in_the_first() -> None:
    here = words({"x": {"en": "{n:chip|chips}", "it": "{n:gettone|gettoni}"}, "y": {"en": "yes"}})
    assert here.tell("x", "it", n=1) == "1 gettone"
    assert here.tell("y", "it") == "yes"
    assert here.tell("x", "tlh", n=2) == "2 chips"
    with pytest.raises(LookupError, match="no words for z"):
        here.tell("z", "it")


def test_seats_are_told_by_name() -> None:
    assert WORDS.say(Rolled(1, 1), NAMES) == "Bob rolls 1 space."
    assert WORDS.say(Rolled(1, 3), NAMES, "it") == "Bob tira 3 caselle."


def test_cards_are_told_in_the_language() -> None:
    event = Blocked(0, 1, 1, 2, 0)
    assert WORDS.say(event, NAMES) == "Alex plays oil against Bob, who loses 2 spaces."
    assert WORDS.say(event, NAMES, "it").startswith("Alex mette l'olio davanti a Bob")
    assert WORDS.label(Block(2), NAMES) == "Play sheep"


def test_a_blunted_event_has_words_of_its_own() -> None:
    assert WORDS.say(Drew(0, 2, 1).seen_by(0), NAMES) == "Alex draws sheep."
    assert WORDS.say(Drew(0, 2, 1).seen_by(1), NAMES) == "Alex draws a card."
    assert WORDS.say(Drew(0, 2, 1).seen_by(None), NAMES) == "Alex draws a card."


def test_prompts_and_those_who_wait() -> None:
    ask = start().asks[0]
    assert WORDS.prompt(ask, NAMES) == "Choose your gear; you are in gear 1."
    assert WORDS.waiting_text(ask, NAMES, "it") == "Alex sta scegliendo una marcia."


def test_refusals_and_reasons() -> None:
    refusal = Refusal("gear-jump", "T2.1", (("gear", 4), ("now", 2)))
    assert WORDS.refusal(refusal, NAMES) == "Gear 4 is too far from gear 2: one gear at a time."
    assert WORDS.reason("road-ended") == "a car reached the end of the road"


def test_cars_nobody_drives_have_a_name_of_their_own_or_none() -> None:
    message = {"x": {"en": "{seat} leads."}}
    named = words(message, others=lambda value, language, names: f"Old Pro {-value}")
    assert named.tell("x", "en", NAMES, seat=-2) == "Old Pro 2 leads."
    with pytest.raises(LookupError, match="nobody sits at -1"):
        words(message).tell("x", "en", NAMES, seat=-1)


def test_missing_words_are_named() -> None:
    with pytest.raises(LookupError, match=r"no words for event\.Nothing"):
        WORDS.tell("event.Nothing", "it")


def test_gaps() -> None:
    made = words(
        {
            "whole": {"en": "{seat} wins {n:chip|chips}", "it": "{n:gettone|gettoni} a {seat}"},
            "half": {"en": "x"},
            "empty": {"en": "x", "it": ""},
            "differs": {"en": "{seat}", "it": "{by}"},
        }
    )
    assert made.missing_messages() == [
        "half: no words in it",
        "empty: no words in it",
        "differs: the languages name different things",
    ]
    assert WORDS.missing_messages() == []


def test_placeholders() -> None:
    assert placeholders("{seat} has {n:chip|chips} {{not me}}") == ["seat", "n"]


def test_a_house_may_say_a_common_message_otherwise() -> None:
    assert "refusal.not-offered" in copy.copy(WORDS).messages
