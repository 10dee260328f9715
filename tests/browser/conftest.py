"""A real server with its built pages, a real Chromium, and people who use both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    expect,
    sync_playwright,
)

from paddock.server.settings import Settings, pages
from tests.browser.person import Person
from tests.needs import find, missing
from tests.server.site import Guest, Site, running

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TIMEOUT_MS = 180_000.0
"""Ends a test that hangs: what comes at once takes long where the machine has much else to do."""
expect.set_options(timeout=TIMEOUT_MS)
EXPECTED = ("Failed to load resource", "WebSocket connection to", "ERR_INTERNET_DISCONNECTED")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find("chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all tests here; bots do not hesitate."""
    settings = Settings(
        db=f"sqlite:///{tmp_path_factory.mktemp('browser') / 'paddock.db'}",
        bot_pause=0.0,
        rate=1_000_000,
        logins=1_000_000,
        frames=1_000_000,
        sockets=1000,
        connections=10_000,
        guests=1_000_000,
        tables=10_000,
        bot_tables=10_000,
    )
    if pages(settings) is None:
        missing("pages", "run `make web`")
    with running(settings) as found:
        yield found


@pytest.fixture(scope="session")
def finished(site: Site) -> str:
    """A race that is over: one driver who answers as the clock would, against two bots."""
    guest = Guest(site, "Tazio")
    table = guest.open("me", "random", "random", game="street-illegal")
    with guest.at(table, 0) as viewer:
        viewer.play_out()
    guest.http.close()
    return table


@pytest.fixture
def person(browser: Browser, site: Site) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser of their own. Nothing may go wrong on their pages unnoticed."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            wrong.append(message.text)

    def come(width: int = 1280, height: int = 800, **more: Any) -> Person:
        usual: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=site.url, **usual | more
        )
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return Person(page)

    yield come
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as it came with the browser's packages."""
    path = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
    if not path.is_file():
        missing("axe", "run `make web`")
    return path.read_text("utf-8")
