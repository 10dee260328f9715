"""Whatever is offered in a golden race is explained, in every language, in few words."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from paddock.core import record
from paddock.core.game_spec import AnyGameSpec, default_option
from paddock.core.languages import complete_languages
from paddock.core.referee import AnyReferee, Referee
from paddock.games import PACKAGES, all_specs, find_spec
from paddock.verify.laws.words import find_unexplained

HERE = Path(__file__).parent
LINE = 26  # words of one line about an option; a question may take a few more
LONGEST = 32


@pytest.mark.parametrize("package", PACKAGES)
def test_every_option_of_the_golden_races_is_explained(package: str) -> None:
    for path in sorted((HERE / package).glob("**/replays/*.race")):
        spec, kept, _ = record.read_record(path.read_text("utf-8"), find_spec)
        referee: AnyReferee = Referee.replay(spec.game, replace(kept, rows=()), random.Random(1))
        check(spec, referee)
        for row in kept.rows:
            referee.repeat(row)
            check(spec, referee)


def test_what_is_preselected_is_no_folly() -> None:
    """The default, else the nearest option that is neither dangerous, rash nor in vain; where all
    are follies, the default again."""
    fine: dict[str, float] = {}
    options = [(fine, ""), (fine, "flip 60 %"), ({"rash": 1.0}, ""), ({"nothing": 1.0}, "")]
    assert default_option(0, options) == 0
    assert default_option(3, options) == 0
    assert default_option(1, options[1:]) == 1
    assert default_option(0, [({"unused": 2.0}, ""), ({"rash": 1.0}, ""), (fine, "")]) == 2
    assert default_option(0, [({"unused": 0.0}, ""), (fine, "")]) == 0


def check(spec: AnyGameSpec, referee: AnyReferee) -> None:
    for ask in referee.asks:
        assert list(find_unexplained(spec, ask)) == [], ask.question.prompt
        for language in complete_languages():
            assert spec.words.advise(ask.question.prompt, language)


@pytest.mark.parametrize("id", list(all_specs()))
def test_there_is_a_reason_for_whatever_can_be_chosen(id: str) -> None:
    words = all_specs()[id].words
    topics = [id.removeprefix("help.") for id in words.messages if id.startswith("help.")]
    moves = [topic for topic in topics if topic[0].isupper()]
    assert moves
    for language in complete_languages():
        assert [topic for topic in moves if not words.explain(topic, language, why=True)] == []


@pytest.mark.parametrize("id", list(all_specs()))
def test_explanations_are_short_and_name_nothing(id: str) -> None:
    """They are told without the values of a race, so nothing may be filled in."""
    for message, texts in all_specs()[id].words.messages.items():
        if not message.startswith("help."):
            continue
        most = LONGEST if message.startswith("help.ask.") else LINE
        for text in texts.values():
            assert "{" not in text, message
            assert len(text.split()) <= most, message
            assert text.endswith("."), message
            assert not re.search(r"\b(the remark|la nota)\b", text, re.IGNORECASE), message
