"""Every game and mode has the template's modules with the same exports.

Each exception is listed in layout.toml with its reason.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.flow import Asking, Ended
from paddock.core.game import Ask, Question
from paddock.games.template import events, phases, words
from tests.games.layout import TEMPLATE, check_phase, packages, unique_differences


class AllowedDifference(Struct, frozen=True, forbid_unknown_fields=True):
    """An intended difference."""

    package: str
    what: str
    reason: str


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    exception: tuple[AllowedDifference, ...]


EXCEPTIONS = msgspec.convert(
    tomllib.loads(Path(__file__).with_name("layout.toml").read_text("utf-8")), Page
).exception


@pytest.mark.parametrize("package", list(packages()))
def test_modules_and_names_match_the_template(package: str) -> None:
    excused = {one.what for one in EXCEPTIONS if one.package == package}
    differing = unique_differences(package)
    assert [what for what in differing if what not in excused] == []
    assert excused - set(differing) == set(), "these differences are gone: remove the exceptions"


def test_exceptions_name_existing_packages_and_give_reasons() -> None:
    assert {one.package for one in EXCEPTIONS} <= set(packages())
    assert [one for one in EXCEPTIONS if len(one.reason.split()) < 4] == []
    assert len({(one.package, one.what) for one in EXCEPTIONS}) == len(EXCEPTIONS)


# ---------------------------------------------------------------- the comparison finds differences


def test_a_question_of_another_name_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "GEAR", Question("gear", "T2"), raising=False)
    assert unique_differences(TEMPLATE) == ["question GEAR"]


def test_a_name_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(words, "WORDS")
    assert unique_differences(TEMPLATE) == ["no WORDS in words"]


def test_a_last_phase_of_another_name_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "Over", phases.Boosting)
    assert "the last phase is not Over, made of Ended" in unique_differences(TEMPLATE)


def test_an_event_called_like_a_phase_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "Event", events.Event | phases.Boosting)
    assert unique_differences(TEMPLATE) == ["event and phase Boosting"]


class OldStyle(Struct, frozen=True):
    """A phase written before the protocol existed."""

    def asks(self, state: object) -> tuple[Ask[object], ...]:
        return ()

    def play(self, state: object, seat: int, move: object, chance: Chance) -> object:
        return state


def test_a_phase_that_is_not_built_by_the_protocol_is_found() -> None:
    assert list(check_phase(OldStyle)) == [
        "phase OldStyle has no resume",
        "phase OldStyle has no why_not",
        "phase OldStyle: play is given something else",
    ]
    assert list(check_phase(Asking)) == []
    assert list(check_phase(Ended)) == []
