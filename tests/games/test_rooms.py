"""Every house and wing has the template's rooms, and the same names in them.

A difference is written down in rooms.toml with its reason, or it is a mistake.
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
from tests.games.rooms import TEMPLATE, buildings, found, phase_differs


class Excused(Struct, frozen=True, forbid_unknown_fields=True):
    """A difference that is meant."""

    house: str
    what: str
    reason: str


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    exception: tuple[Excused, ...]


EXCEPTIONS = msgspec.convert(
    tomllib.loads(Path(__file__).with_name("rooms.toml").read_text("utf-8")), Page
).exception


@pytest.mark.parametrize("building", list(buildings()))
def test_rooms_and_names_are_the_templates(building: str) -> None:
    excused = {one.what for one in EXCEPTIONS if one.house == building}
    differing = found(building)
    assert [what for what in differing if what not in excused] == []
    assert excused - set(differing) == set(), "these differences are gone: strike them out"


def test_exceptions_are_of_houses_that_are_there_and_have_reasons() -> None:
    assert {one.house for one in EXCEPTIONS} <= set(buildings())
    assert [one for one in EXCEPTIONS if len(one.reason.split()) < 4] == []
    assert len({(one.house, one.what) for one in EXCEPTIONS}) == len(EXCEPTIONS)


# ---------------------------------------------------------------- the comparison sees


def test_a_question_of_another_name_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "GEAR", Question("gear", "T2"), raising=False)
    assert found(TEMPLATE) == ["question GEAR"]


def test_a_name_that_is_missing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(words, "WORDS")
    assert found(TEMPLATE) == ["no WORDS in words"]


def test_a_last_phase_of_another_name_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "Over", phases.Boosting)
    assert "the last phase is not Over, made of Ended" in found(TEMPLATE)


def test_an_event_called_like_a_phase_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "Event", events.Event | phases.Boosting)
    assert found(TEMPLATE) == ["event and phase Boosting"]


class OldWay(Struct, frozen=True):
    """A phase of before there was a protocol."""

    def asks(self, state: object) -> tuple[Ask[object], ...]:
        return ()

    def play(self, state: object, seat: int, move: object, chance: Chance) -> object:
        return state


def test_a_phase_that_is_not_built_by_the_protocol_is_seen() -> None:
    assert list(phase_differs(OldWay)) == [
        "phase OldWay has no resume",
        "phase OldWay has no why_not",
        "phase OldWay: play is given something else",
    ]
    assert list(phase_differs(Asking)) == []
    assert list(phase_differs(Ended)) == []
