"""The built site on a static host: the app runs in the browser, and the network is not needed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    pytest.mark.slow("without a server"),
]
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

UPDATED = """async () => {
    const found = await navigator.serviceWorker.getRegistration();
    await found.update();
    while (!found.waiting) await new Promise((done) => setTimeout(done, 20));
}"""


@pytest.fixture
def host() -> Iterator[Host]:
    with hosting() as found:
        yield found


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """A browser that has never been here. Its console stays empty."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def come() -> BrowserContext:
        context = browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(TIMEOUT_MS)
        context.on("console", lambda message: wrong.append(message.text))
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        context.close()
    assert [text for text in wrong if NOT_FOUND not in text] == []


def start_race(page: Page, host: Host, title: str = TITLE) -> None:
    page.goto(host.url)
    tile = page.locator("article").filter(has=page.get_by_text(title, exact=True))
    tile.locator("[data-race]").click()
    page.locator(PROMPT).wait_for()


def test_a_race_in_a_folder_of_a_static_host_and_without_a_network(
    host: Host, visit: Callable[[], BrowserContext]
) -> None:
    """The start page needs no Python; a reload, a second tab and a cut network lose nothing."""
    context = visit()
    context.add_init_script(WATCH_ACKS)
    page = context.new_page()
    page.goto(host.url)
    expect(page.locator("article").first).to_be_visible()
    assert not [path for path in host.asked if "/python/" in path], (
        "Python waits until it is needed"
    )
    start_race(page, host)
    assert page.url.startswith(f"{host.url}t/")
    assert play(page, most=3).decisions == 3
    page.evaluate(INSTALLED)
    asked = Counter(page.evaluate("window.paddockAsked"))
    assert max(asked.values()) <= MOST_ASKED, asked

    other = context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("alert").first).to_contain_text("open in another tab")
    other.close()

    cut_network(context, host)
    page.reload()
    page.locator(PROMPT).wait_for()
    assert play(page).over
    expect(page.locator(".result")).to_be_visible()
    assert not [path for path in host.asked if "/api" in path.removeprefix(host.under)[:4]]


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


def test_an_update_waits_for_the_race_and_keeps_a_copy(
    tmp_path: Path, visit: Callable[[], BrowserContext]
) -> None:
    folder = shutil.copytree(BUILT, tmp_path / "site")
    context = visit()
    with hosting(folder) as host:
        page = context.new_page()
        start_race(page, host)
        play(page, most=3)
        table = page.url
        page.evaluate(INSTALLED)
        release(folder, tmp_path / "files")
        start = context.new_page()
        start.goto(host.url)
        start.evaluate(UPDATED)
        # until then it would get the races as soon as the other page is left
        expect(start.locator(FAILED)).to_contain_text("open in another tab")
        page.reload()  # the old version still serves it
        page.locator(PROMPT).wait_for()
        expect(page.get_by_role("button", name="Use it now")).to_have_count(0)
        start.close()
        page.get_by_role("link", name="Races", exact=True).click()
        with page.expect_event("load"):
            page.get_by_role("button", name="Use it now").click()
        page.goto(table)
        page.locator(PROMPT).wait_for()
        expect(page.get_by_text("now edition next. This race is not affected")).to_have_count(1)
        assert play(page).over
        page.goto(f"{host.url}me")
        page.get_by_role("button", name="Save the copy").wait_for()  # the app starts once more
        assert page.evaluate("async () => (await caches.keys()).length") == 1


@pytest.mark.parametrize("name", ["site.json", "worker-", "pyodide.asm.wasm", "python/paddock-"])
def test_a_download_that_breaks_off_is_told_and_can_be_repeated(
    name: str, host: Host, browser: Browser
) -> None:
    """Pyodide waits without end for a runtime that does not arrive."""
    with browser.new_context(viewport=SIZE, locale="it-IT") as context:
        page = context.new_page()
        page.goto(host.url)
        host.broken = name
        page.locator("[data-race]").first.click()
        told = page.locator(FAILED, has_text="Una parte di Paddock non è arrivata")
        expect(told).to_have_count(1)
        host.broken = ""
        told.get_by_role("button", name="Riprova").click()
        page.locator("[data-race]").first.click()
        page.locator(PROMPT).wait_for()


def give_room(page: Page, host: Host, bytes: int | None) -> None:
    """Set how much this site may keep; None: as much as usual."""
    limit = {} if bytes is None else {"quotaSize": bytes}
    origin = host.url.removesuffix(host.under)
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.overrideQuotaForOrigin", {"origin": origin, **limit})


def test_an_app_without_room_on_the_disk_starts_once_there_is(
    host: Host, tmp_path: Path, browser: Browser
) -> None:
    given: dict[str, Any] = {"viewport": SIZE, "locale": "en-GB", "args": FLAGS}
    start = browser.browser_type.launch_persistent_context
    with start(tmp_path, executable_path=find("chromium"), **given) as context:
        page = context.new_page()
        page.goto(host.url)
        give_room(page, host, 1_000)
        page.locator("[data-race]").first.click()
        expect(page.locator(FAILED, has_text="Paddock cannot start")).to_have_count(1)
        give_room(page, host, None)
        start_race(page, host)


def test_a_storage_that_is_full_in_a_race_is_told_and_loses_nothing(
    host: Host, browser: Browser
) -> None:
    """In a private window: on a disk a file that is open has room for the rest of a race, and here
    Chromium says it only by the number of written bytes."""
    with browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="reduce") as context:
        context.set_default_timeout(TIMEOUT_MS)
        page = context.new_page()
        start_race(page, host)
        play(page, most=3)
        asked = page.locator(PROMPT).get_attribute("data-ask")
        give_room(page, host, 1_000)
        told = page.get_by_role("alert").filter(has_text="no room left")
        for _ in range(MOST_UNTIL_FULL):  # what was written before leaves some room
            if told.count():
                break
            asked = page.locator(PROMPT).get_attribute("data-ask")
            page.evaluate(CHOOSE)
        expect(told).to_have_count(1)
        with page.expect_download() as saving:
            told.get_by_role("button", name="Save everything").click()
        assert saving.value.path().read_bytes().startswith(b"SQLite format 3\0")
        give_room(page, host, None)
        page.reload()
        page.locator(PROMPT).wait_for()
        assert int(page.locator(PROMPT).get_attribute("data-ask") or 0) >= int(asked or 0)
        assert play(page).over


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


def test_a_move_outlives_a_browser_that_is_killed_right_after_its_ack(
    host: Host, tmp_path: Path, browser: Browser
) -> None:
    """What is kept can then be saved as a file; another file is refused and changes nothing."""
    with killable(browser.browser_type, tmp_path / "profile") as (page, kill):
        page.emulate_media(reduced_motion="reduce")
        start_race(page, host)
        table, asked = page.url, int(page.locator(PROMPT).get_attribute("data-ask") or 0)
        page.evaluate(ACKNOWLEDGED)
        kill()
    with killable(browser.browser_type, tmp_path / "profile") as (page, _):
        page.goto(table)
        page.locator(PROMPT).wait_for()
        assert int(page.locator(PROMPT).get_attribute("data-ask") or 0) > asked
        page.goto(f"{host.url}me")
        with page.expect_download() as saving:
            page.get_by_role("button", name="Save everything").click()
        assert saving.value.path().read_bytes().startswith(b"SQLite format 3\0")
        page.get_by_text("Bring a saved file").click()
        wrong = tmp_path / "notes.db"
        wrong.write_text("no database", "utf-8")
        page.locator("input[type=file]").set_input_files(wrong)
        page.get_by_role("button", name="Replace everything").click()
        expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")
        page.get_by_text("My races").click()
        expect(page.locator(".row").filter(has_text=re.compile(TITLE))).to_have_count(1)
