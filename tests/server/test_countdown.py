"""Countdowns of the rules, together with a clock of the table."""

from __future__ import annotations

import pytest

from paddock.server.api import wire
from paddock.server.tables.clocks import Clocks
from tests.browser.seeded import decide
from tests.server.site import Eye, Json, Site
from tests.server.test_clocks import TICK

HURRIED = {"book": "advanced", "field": 2, "reaction": True, "seconds": 1, "turns": 1}


def test_a_countdown_starts_again_with_every_ask() -> None:
    clocks = Clocks(wire.Live(bank=60, increment=0), 2)
    clocks.on_row(None, {0, 1}, 1_000)
    assert clocks.deadline(0, 5) == 6_000
    clocks.on_row(1, {0}, 3_000)
    assert clocks.deadline(0, 5) == 6_000, "that somebody else answers gives nobody time"
    clocks.on_row(0, {0}, 5_000)
    assert clocks.deadline(0, 5) == 10_000
    assert clocks.deadline(0) == 61_000, "the table's own clock runs on"
    assert clocks.deadline(0, 90) == 61_000, "and the earlier one counts"
    assert Clocks(wire.NoClock(), 2).deadline(0, 5) is None


def steps(viewer: Eye) -> list[Json]:
    told = [line for line in viewer.log if line["type"] == "Told"]
    return [line for line in told if line["event"]["type"] == "Stepped"]


def unhurried(now: Json) -> bool:
    return bool(now["asks"]) and now["asks"][0]["deadline"] is None


def sit_still(viewer: Eye) -> None:
    """Play to the end of the race without answering anything that has a countdown."""
    while viewer.until(lambda now: now["state"] == "over" or unhurried(now))["state"] != "over":
        viewer.answer(viewer.now["asks"][0])


def test_who_hesitates_is_moved_straight_on_and_keeps_his_seat(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One second for a speed, one for the move. No countdown before the race, no clock, and no bot
    takes over."""
    decide(monkeypatch, 5, "random")
    ann = site.guest("Ann")
    table = ann.open("me", "easy", game="circus-maximus", options=HURRIED)
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        assert ask["question"] == "allot"
        assert ask["deadline"] is None
        before = site.hub.clock()
        viewer.answer(ask)
        ask = viewer.until(lambda now: now["asks"] and now["asks"][0]["question"] == "write")[
            "asks"
        ][0]
        assert before - TICK <= ask["deadline"] - 1_000 <= site.hub.clock() + TICK
        sit_still(viewer)
        late = [line for line in viewer.log if line.get("what") == "timeout"]
        assert 2 <= len(late) <= 3, "a speed, what is announced, and then the whole phase at once"
        own = next(i for i, c in enumerate(viewer.now["view"]["chariots"]) if c["owner"] == 0)
        assert len([line for line in steps(viewer) if line["event"]["chariot"] == own]) > 3
        assert viewer.now["seats"][0]["level"] is None
