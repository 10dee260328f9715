"""A table that somebody only watches in a browser, while her seat is answered beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from paddock.server.settings import Settings, pages
from tests.browser.conftest import FLAGS, TIMEOUT_MS
from tests.needs import find
from tests.server.site import Guest, Site, running

GAMES = ("street-illegal", "heat", "circus-maximus", "winds-of-war", "great-race")
MODES = (
    "circus-maximus-season",
    "circus-maximus-campaign",
    "circus-maximus-arena",
    "heat-championship",
    "winds-of-war-championship",
    "winds-of-war-mille-miglia",
    "winds-of-war-career",
)


@contextmanager
def server(bot_pause: float = 0.25) -> Iterator[Site]:
    """A server as people have it: bots take the time they take there, unless told."""
    with TemporaryDirectory() as folder:
        db = f"sqlite:///{Path(folder) / 'paddock.db'}"
        built = pages(Settings())
        assert built is not None, "run `make web`"
        static = copytree(built, Path(folder) / "static")  # it may be rebuilt meanwhile
        settings = Settings(
            db=db,
            static=str(static),
            bot_pause=bot_pause,
            rate=1_000_000,
            frames=1000,
            guests=1000,
            tables=1000,
            bot_tables=1000,
            sockets=1000,
            connections=10_000,
        )
        with running(settings) as site:
            yield site


def hurry(site: Site) -> None:
    """What is worked out behind everybody does not give way to whatever else the machine does."""
    for worker in site.hub.background.pool.all:
        worker.niceness = 0


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
        yield browser
        browser.close()


def seated(browser: Browser, site: Site, guest: Guest, **more: Any) -> BrowserContext:
    """The browser of somebody who is known already."""
    usual: dict[str, Any] = {
        "viewport": {"width": 1280, "height": 800},
        "locale": "en-GB",
        "reduced_motion": "no-preference",
    }
    context: BrowserContext = browser.new_context(base_url=site.url, **usual | more)
    context.set_default_timeout(TIMEOUT_MS)
    context.add_cookies(
        [{"name": c.name, "value": c.value or "", "url": site.url} for c in guest.http.cookies.jar]
    )
    return context


@contextmanager
def watching(
    browser: Browser, site: Site, guest: Guest, table: str, before: str = ""
) -> Iterator[Page]:
    """The guest's own page of a table, with motion; `before` runs before the page's own scripts."""
    context = seated(browser, site, guest)
    if before:
        context.add_init_script(before)
    page = context.new_page()
    page.goto(f"/t/{table}")
    page.locator(".decision").first.wait_for()
    yield page
    context.close()
