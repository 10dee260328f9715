"""Exercises in the browser: chosen on the board and judged, without asking again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from paddock.server.thinking import Piece, Seek
from tests.browser.person import Person
from tests.browser.watched import hurry
from tests.server.site import Site
from tests.server.test_exercises import GAME, an_exercise

pytestmark = pytest.mark.needs("chromium")
LONG = 120_000  # a worker has to wake up first, on a machine with much else to do
IDLE = 2_000  # milliseconds in which nothing happens
FEW = 8  # requests: one for each thing that happened at the table


@pytest.fixture
def today(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's exercise is found at once."""
    one, behind = an_exercise(), site.hub.behind
    work = behind.work

    async def found(path: tuple[str, ...], piece: Piece, type: Any) -> Any:
        if not isinstance(piece, Seek):
            return await work(path, piece, type)
        return one if piece.race == 1 else None

    hurry(site)
    monkeypatch.setattr(behind, "work", found)


def asked(page: Page, path: str) -> list[str]:
    """What a page asks the server from now on, under a path."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if path in request.url else None)
    return found


def test_an_open_exercise_waits_in_silence(person: Callable[..., Person], today: None) -> None:
    ada = person()
    ada.go(f"/exercises/{GAME}")
    page = ada.page
    page.locator("[data-today=done] [data-try]").first.click(timeout=LONG)
    expect(page.locator("[data-exercise=open]")).to_be_visible()
    expect(ada.options.first).to_be_visible()
    requests = asked(page, "/exercise")
    page.wait_for_timeout(IDLE)
    assert len(requests) <= FEW
    ada.options.first.click()
    told = page.locator("[data-exercise=solved], [data-exercise=missed]")
    expect(told).to_be_visible(timeout=LONG)
    assert 1 <= len(requests) <= FEW
