"""The built site on a static host: the app runs in the browser, and the network is not needed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect
from tools.site.build import run_in_site

from paddock.games.street_illegal import card as street_illegal
from tests.browser import next_version
from tests.browser.conftest import FLAGS, TIMEOUT_MS
from tests.browser.local_site import BUILT, SIZE, WATCH_ACKS, Host, cut_network, hosting, play
from tests.needs import find

pytestmark = [
    pytest.mark.needs("chromium"),
    pytest.mark.needs("site"),
]
IN_ONE_PIECE = pytest.mark.slow("without a server")
INTERRUPTED = pytest.mark.slow("without a server, interrupted")
"""Two groups, so that two workers share the starts of the app."""
DATABASE = b"SQLite format 3\0"
EDITION = f'edition="{street_illegal.CARD.edition}"'
NOT_FOUND = "status of 404"  # how a page host sends 404.html
TITLE = "Street Illegal"
MOST_ASKED = 2
"""How often a page asks for the same while the app starts: once more when it is ready."""
PROMPT = ".decision.turn .prompt"
ACKNOWLEDGED = """async () => {
    const before = window.paddockAcks.length;
    document.querySelector(".choices [data-move]:not([aria-disabled=true])").click();
    const drawn = () => new Promise((done) => setTimeout(done, 5));
    while (window.paddockAcks.length === before) {
        await drawn();
        document.querySelector(".doubt .primary")?.click();
    }
}"""
FAILED = ".start[role=alert]"
MOST_UNTIL_FULL = 40
# Makes a choice, and waits for the next question or for an alert.
CHOOSE = """async () => {
    const ask = () => document.querySelector(".decision.turn .prompt")?.dataset.ask;
    const before = ask();
    while (ask() === before && !document.querySelector(".start[role=alert]")) {
        document.querySelector(".doubt .primary, .choices [data-move]:not([aria-disabled=true])")
            ?.click();
        await new Promise((done) => setTimeout(done, 20));
    }
}"""
INSTALLED = """async () => {
    const worker = navigator.serviceWorker;
    const changed = new Promise((done) => worker.addEventListener("controllerchange", done));
    if (!worker.controller) await changed;
}"""
BUILD = "async () => (await (await fetch('/games/paddock/site.json')).json()).build"

UPDATED = """async () => {
    const found = await navigator.serviceWorker.getRegistration();
    await found.update();
    while (!found.waiting) await new Promise((done) => setTimeout(done, 20));
}"""


@pytest.fixture
def host() -> Iterator[Host]:
    with hosting() as found:
        yield found


@contextmanager
def with_empty_console(context: BrowserContext) -> Iterator[None]:
    """From here on nothing goes wrong unnoticed."""
    wrong: list[str] = []
    context.on("console", lambda message: wrong.append(message.text))
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield
    assert [text for text in wrong if NOT_FOUND not in text] == []


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """A browser that has never been here. Its console stays empty."""
    with ExitStack() as stack:

        def come() -> BrowserContext:
            context = browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
            stack.callback(context.close)
            context.set_default_timeout(TIMEOUT_MS)
            stack.enter_context(with_empty_console(context))
            return context

        yield come


def start_race(page: Page, host: Host) -> None:
    page.goto(host.url)
    tile = page.locator("article").filter(has=page.get_by_text(TITLE, exact=True))
    tile.locator("[data-race]").click()
    page.locator(PROMPT).wait_for()


def number_of_question(page: Page) -> int:
    return int(page.locator(PROMPT).get_attribute("data-ask") or 0)


def open_row(page: Page) -> None:
    """Open the race by its row among my races."""
    page.get_by_role("navigation").get_by_role("link", name="My races").click()
    page.locator(".row").filter(has_text=TITLE).click()


@IN_ONE_PIECE
def test_a_race_outlives_a_killed_browser_and_then_needs_no_network(
    host: Host, tmp_path: Path, browser: Browser
) -> None:
    """Once there is room on the disk, and the start page needs no Python. A second tab loses
    nothing. What is kept can be saved as a file; another file is refused and changes nothing."""
    profile = tmp_path / "profile"
    with killable(browser.browser_type, profile) as (page, kill):
        page.goto(host.url)
        expect(page.locator("article").first).to_be_visible()
        assert not [path for path in host.asked if "/python/" in path], (
            "Python waits until it is needed"
        )
        give_room(page, host, 1_000)
        page.locator("[data-race]").first.click()
        expect(page.locator(FAILED, has_text="Paddock cannot start")).to_have_count(1)
        give_room(page, host, None)
        with with_empty_console(page.context):
            start_race(page, host)
            table = page.url
            assert table.startswith(f"{host.url}t/")
            assert play(page, most=3).decisions == 3
            page.evaluate(INSTALLED)
            asked = Counter(page.evaluate("window.paddockAsked"))
            assert max(asked.values()) <= MOST_ASKED, asked
            other = page.context.new_page()
            other.goto(table)
            expect(other.get_by_role("alert").first).to_contain_text("open in another tab")
            other.close()
            before = number_of_question(page)
            page.evaluate(ACKNOWLEDGED)
        kill()
    with killable(browser.browser_type, profile) as (page, _), with_empty_console(page.context):
        cut_network(page.context, host)
        page.goto(table)
        page.locator(PROMPT).wait_for()
        assert number_of_question(page) > before
        assert play(page).over
        expect(page.locator(".result")).to_be_visible()
        page.get_by_role("link", name="Me:").click()
        with page.expect_download() as saving:
            page.get_by_role("button", name="Save everything").click()
        assert saving.value.path().read_bytes().startswith(DATABASE)
        page.get_by_text("Bring a saved file").click()
        wrong = tmp_path / "notes.db"
        wrong.write_text("no database", "utf-8")
        page.locator("input[type=file]").set_input_files(wrong)
        page.get_by_role("button", name="Replace everything").click()
        expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")
        page.get_by_text("My races").click()
        expect(page.locator(".row").filter(has_text=TITLE)).to_have_count(1)
    assert not [path for path in host.asked if "/api" in path.removeprefix(host.under)[:4]]


@IN_ONE_PIECE
def test_an_address_is_opened_as_page_hosts_do(
    host: Host, visit: Callable[[], BrowserContext]
) -> None:
    """404.html leads to the page, links are whole addresses, and the app can be installed."""
    page = visit().new_page()
    page.goto(f"{host.url}rules/heat?from=link")
    expect(page).to_have_url(f"{host.url}rules/heat?from=link")
    expect(page.locator("h1")).to_contain_text("Heat")
    link = page.get_by_role("link", name="Studio")
    link.hover()
    expect(link).to_have_attribute("href", f"{host.under}studio")
    page.goto(host.url)
    expect(page.get_by_text("need a Paddock server")).to_be_visible()
    browser_tools = page.context.new_cdp_session(page)
    found = browser_tools.send("Page.getInstallabilityErrors")
    assert found["installabilityErrors"] == []


@INTERRUPTED
def test_an_update_waits_for_the_race_and_keeps_a_copy(
    tmp_path: Path, visit: Callable[[], BrowserContext]
) -> None:
    folder = shutil.copytree(BUILT, tmp_path / "site")
    context = visit()
    with hosting(folder) as host:
        page = context.new_page()
        start_race(page, host)
        play(page, most=3)
        page.evaluate(INSTALLED)
        build = page.evaluate(BUILD)
        release(folder, tmp_path / "files")
        start = context.new_page()
        start.goto(host.url)
        start.evaluate(UPDATED)
        start.reload()
        # until then it would get the races as soon as the other page is left
        expect(start.locator(FAILED)).to_contain_text("open in another tab")
        assert start.evaluate(BUILD) == build, "the old version still serves it"
        expect(page.get_by_role("button", name="Use it now")).to_have_count(0)
        start.close()
        page.get_by_role("link", name="Races", exact=True).click()
        with page.expect_event("load"):
            page.get_by_role("button", name="Use it now").click()
        open_row(page)
        page.locator(PROMPT).wait_for()
        assert page.evaluate(BUILD) != build
        expect(page.get_by_text("now edition next. This race is not affected")).to_have_count(1)
        assert play(page).over
        page.get_by_role("link", name="Me:").click()
        page.get_by_role("button", name="Save the copy").wait_for()
        assert page.evaluate("async () => (await caches.keys()).length") == 1


@INTERRUPTED
def test_downloads_that_break_off_and_a_storage_that_is_full_are_told_and_lose_nothing(
    host: Host, browser: Browser
) -> None:
    """Pyodide waits without end for a runtime that does not arrive. `make night` breaks off each
    file in a browser of its own. The storage is that of a private window: on a disk a file that is
    open has room for the rest of a race, and here Chromium says it only by the number of written
    bytes."""
    given: dict[str, Any] = {"viewport": SIZE, "locale": "it-IT", "reduced_motion": "reduce"}
    with browser.new_context(**given) as context:
        context.set_default_timeout(TIMEOUT_MS)
        page = context.new_page()
        page.goto(host.url)
        for name in ("site.json", "worker-", "pyodide.asm.wasm", "python/paddock-"):
            host.broken = name
            page.locator("[data-race]").first.click()
            told = page.locator(FAILED, has_text="Una parte di Paddock non è arrivata")
            expect(told).to_have_count(1)
            with page.expect_event("load"):
                told.get_by_role("button", name="Riprova").click()
        host.broken = ""
        start_race(page, host)
        play(page, most=3)
        asked = number_of_question(page)
        give_room(page, host, 1_000)
        told = page.get_by_role("alert").filter(has_text="l'ultima cosa fatta")
        for _ in range(MOST_UNTIL_FULL):  # what was written before leaves some room
            if told.count():
                break
            asked = number_of_question(page)
            page.evaluate(CHOOSE)
        expect(told).to_have_count(1)
        with page.expect_download() as saving:
            told.get_by_role("button", name="Salva tutto").click()
        assert saving.value.path().read_bytes().startswith(DATABASE)
        give_room(page, host, None)
        page.reload()
        page.locator(PROMPT).wait_for()
        assert number_of_question(page) >= asked
        assert play(page).over


def give_room(page: Page, host: Host, bytes: int | None) -> None:
    """Set how much this site may keep; None: as much as usual."""
    limit = {} if bytes is None else {"quotaSize": bytes}
    origin = host.url.removesuffix(host.under)
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.overrideQuotaForOrigin", {"origin": origin, **limit})


def release(folder: Path, files: Path) -> None:
    """A later version of the site: another edition of the same rules, in code with other hashes."""
    files.mkdir()
    card = Path(street_illegal.__file__).read_text("utf-8")
    assert card.count(EDITION) == 1
    (files / "card.py").write_text(card.replace(EDITION, 'edition="next"'), "utf-8")
    run_in_site(folder, Path(next_version.__file__), "street_illegal", files=files)
    site = msgspec.json.decode((folder / "site.json").read_bytes())
    build, archive = site["build"], site["archives"]["paddock"]
    shutil.move(files / "next.tar.zst", folder / "python" / "paddock-next.tar.zst")
    (folder / archive).unlink()
    for name in ("site.json", "service_worker.js"):
        text = (folder / name).read_text("utf-8").replace(build, "another")
        text = text.replace(archive, "python/paddock-next.tar.zst")
        (folder / name).write_text(text, "utf-8")
    site = msgspec.json.decode((folder / "site.json").read_bytes())
    for file in site["files"]:
        if file["path"] == site["archives"]["paddock"]:
            file["sha256"] = "another"
    (folder / "site.json").write_bytes(msgspec.json.encode(site))


@contextmanager
def killable(chromium: BrowserType, profile: Path) -> Iterator[tuple[Page, Callable[[], None]]]:
    """A browser with a profile on disk, and the way to kill it."""
    port = profile / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    command = [str(find("chromium")), *FLAGS, f"--user-data-dir={profile}", "--lang=en-GB"]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [*command, "--remote-debugging-port=0"], stderr=quiet, stdout=quiet, start_new_session=True
    )
    try:
        while not (port.is_file() and port.read_text("utf-8").count("\n")):
            assert process.poll() is None, "the browser ended"
        number = port.read_text("utf-8").split("\n")[0]
        browser = chromium.connect_over_cdp(f"http://127.0.0.1:{number}")
        context = browser.contexts[0]
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(WATCH_ACKS)
        yield context.new_page(), lambda: os.killpg(process.pid, signal.SIGKILL)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
