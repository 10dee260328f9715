"""Exercises in the browser: chosen on the board and judged, without asking again and again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from paddock.server.workers.jobs import WorkerJob
from tests.browser.person import Person
from tests.browser.watched import hurry
from tests.server.site import TIMEOUT_SECONDS, Site
from tests.server.test_exercises import GAME, an_exercise, put_exercise

pytestmark = pytest.mark.needs("chromium")
IDLE = 2_000  # milliseconds in which nothing happens
FEW = 8  # requests: one for each thing that happened at the table


@pytest.fixture
def today(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's exercise is found at once."""
    hurry(site)
    put_exercise(site, monkeypatch, an_exercise())


def lose_one(page: Page, path: str) -> None:
    """The next request to a path does not come through."""
    page.route(path, lambda route: route.abort(), times=1)


def asked(page: Page, path: str) -> list[str]:
    """What a page asks the server from now on, under a path."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if path in request.url else None)
    return found


def test_one_look_that_fails_is_not_the_last(
    person: Callable[..., Person], site: Site, today: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, work, failed = person(), site.hub.background.work, threading.Event()

    async def work_after_failure(path: tuple[str, ...], piece: WorkerJob, type: Any) -> Any:
        await asyncio.to_thread(failed.wait, TIMEOUT_SECONDS)
        return await work(path, piece, type)

    monkeypatch.setattr(site.hub.background, "work", work_after_failure)
    ada.go(f"/exercises/{GAME}")
    ada.page.locator("[data-today=working]").wait_for(state="attached")
    lose_one(ada.page, f"**/api/games/{GAME}/exercises*")
    expect(ada.page.get_by_role("alert")).to_be_visible()
    failed.set()
    expect(ada.page.locator("[data-today=done] [data-try]")).to_be_visible()
    expect(ada.page.get_by_role("alert")).not_to_be_visible()


def test_an_open_exercise_waits_in_silence(person: Callable[..., Person], today: None) -> None:
    ada = person()
    ada.go(f"/exercises/{GAME}")
    page = ada.page
    page.locator("[data-today=done] [data-try]").first.click()
    expect(page.locator("[data-exercise=open]")).to_be_visible()
    expect(ada.options.first).to_be_visible()
    requests = asked(page, "/exercise")
    page.wait_for_timeout(IDLE)
    assert len(requests) <= FEW
    ada.options.first.click()
    told = page.locator("[data-exercise=solved], [data-exercise=missed]")
    expect(told).to_be_visible()
    assert 1 <= len(requests) <= FEW
