"""With motion, a result is told when it was seen: in the log, the caption and the standings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.telling import tellings, told_early
from tests.server.site import Site

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

GAMES: dict[str, dict[str, Any]] = {
    "circus-maximus": {"field": 2, "turns": 2},
    "great-race": {"continent": "south-america", "rounds": 1},
    "winds-of-war": {"circuit": "modena", "laps": 1, "weather": "dry"},
    "heat": {"laps": 1},
    "street-illegal": {},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_result_is_told_after_the_piece_has_moved(
    browser: Browser, site: Site, game: str
) -> None:
    found = tellings(browser, site, game, GAMES[game], most=1 if game == "street-illegal" else 2)
    assert any(one["any"] and one["how"] == "log" for one in found)
    assert not told_early(found)
