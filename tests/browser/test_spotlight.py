"""The frame of a lesson lies round the one thing that its step is about. The lessons of the modes
too: `python -m tools.browser.spotlight`."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tools.browser.spotlight import SIZES, check_lesson

from paddock import games
from paddock.core.guide import FIRST_GUIDE, read_guide
from tests.browser.watched import GAMES
from tests.server.site import Site

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.mark.parametrize("game", GAMES)
def test_every_step_frames_what_it_points_at(browser: Browser, site: Site, game: str) -> None:
    found = list(check_lesson(browser, site, game))
    steps = len(read_guide(games.find_spec(game), FIRST_GUIDE).step)
    assert len(found) == steps * len(SIZES)
    assert not [one for one in found if one.fault]
