"""Bots of the owner: tables choose those that the settings list, and nothing else is imported."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from paddock.server.serving import check_own_bots
from paddock.server.settings import BadSetting, Settings, from_environment
from tests.server.site import Json, Site, wish

LAST, BROKEN = "tests.server.own_bot:last", "tests.server.own_bot:broken"
Fresh = Callable[..., Site]


def bot(level: str) -> Json:
    return {"type": "Bot", "level": level}


def test_a_table_takes_a_bot_that_the_owner_lists(
    fresh: Fresh, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        guest = fresh(own_bots=(LAST, BROKEN)).guest("Tazio")
        listed = {bot["id"]: bot for bot in guest.get("/api/games/template").json()["bots"]}
        assert listed[LAST]["title"] == "last"
        table = guest.open("me", bot(LAST), bot(BROKEN))
        with guest.at(table, 0) as viewer:
            viewer.play_out()
            assert viewer.now["state"] == "over"
    failures = [record for record in caplog.records if record.message == "a bot cannot think"]
    assert failures
    assert {vars(record)["seat"] for record in failures} == {2}
    assert "no idea" in vars(failures[0])["why"]
    assert isinstance(vars(failures[0])["row"], int)


@pytest.mark.parametrize("level", [LAST, "os:abort", "bot.py:Bot"])
def test_a_bot_that_the_owner_does_not_list_is_refused(fresh: Fresh, level: str) -> None:
    guest = fresh(own_bots=(BROKEN,)).guest("Tazio")
    for name, status in ((level, 404), (BROKEN, 201)):
        body = {"game": "template", "seats": [wish("me"), bot(name)]}
        assert guest.post("/api/tables", body).status_code == status


def test_a_wrong_setting_is_named_before_the_start() -> None:
    found = from_environment({}, {"PADDOCK_OWN_BOTS": f"{LAST}, nowhere_at_all:Bot"})
    assert found.own_bots == (LAST, "nowhere_at_all:Bot")
    with pytest.raises(BadSetting, match="no bot 'nowhere_at_all:Bot'"):
        check_own_bots(found)
    with pytest.raises(BadSetting, match="more than 40 characters"):
        check_own_bots(Settings(own_bots=("a" * 40 + ":Bot",)))
