"""The site without a server, played in Chromium with the network cut.

    python -m tools.browser.without_server [PART …] [--size 1280x800] [--level hard] [--one]
        [--shots DIR]

Parts: every game and mode by its name, and `hot-seat`, `lesson`, `review`, `exercise`, `track`,
`reload`, `large`, `downloads` (each file that Python needs breaks off in a browser of its own,
with the network). Without any: all of them. The built site (`make site`) is served from a folder of
a static host and opened once; then the host is stopped. Everything is done by the pages' own
buttons. It prints how long things took and how much memory the browser used, and ends with 1 if
something failed. With `--one` the browser says that it has 4 GB of memory: bots then think in the
app's own interpreter.
"""

from __future__ import annotations

import argparse
import os
import re
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from msgspec import Struct
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect, sync_playwright
from tests.browser.conftest import FLAGS
from tests.browser.learner import Learner
from tests.browser.local_site import BUILT, WATCH_ACKS, Host, cut_network, hosting, play
from tests.browser.person import Person
from tests.browser.watched import GAMES, MODES
from tests.needs import find

from tools.browser.waiting_times import say

LONG_GAMES = (*MODES, "street-illegal-series")
PROMPT = ".decision.turn .prompt"
TIMEOUT_MS = 120_000
LONG_MS = 280_000
MOST_DECISIONS = 120
"""Of a mode: a season takes hours."""
LARGE_BYTES = 20_000_000
DOWNLOADS = "downloads"
BREAKING = (
    "site.json",
    "worker-",
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python/library-",
    "python/paddock-",
)
"""Parts of the paths of files without which Python does not start."""
NOT_FOUND = "status of 404"  # how a page host sends 404.html
CONTROLLED = """async () => {
    const worker = navigator.serviceWorker;
    const changed = new Promise((done) => worker.addEventListener("controllerchange", done));
    if (!worker.controller) await changed;
}"""

LITTLE_MEMORY = 'Object.defineProperty(navigator, "deviceMemory", { value: 4 })'

# Measures in the second interpreter how long its jobs take.
TIME_BOTS = """() => {
    if (self.paddockJobs) return;
    self.paddockJobs = [];
    const [hear, tell] = [self.onmessage, self.postMessage.bind(self)];
    let began = 0;
    self.onmessage = (event) => { began = performance.now(); return hear(event); };
    self.postMessage = (message, ...rest) => {
        if (message?.result && message.id) self.paddockJobs.push(performance.now() - began);
        tell(message, ...rest);
    };
}"""


class Visit:
    """A browser with a profile on disk at the site, which says what goes wrong in it."""

    def __init__(self, context: BrowserContext, host: Host, shots: Path | None) -> None:
        self.context, self.host, self.shots = context, host, shots
        self.page = context.new_page()
        self.wrong: list[str] = []
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        context.on("console", lambda said: self.hear(said.text))

    def hear(self, text: str) -> None:
        if NOT_FOUND not in text:
            self.wrong.append(text)

    def go(self, path: str) -> None:
        self.page.goto(self.host.url + path)

    def shot(self, name: str) -> None:
        if self.shots:
            self.shots.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=self.shots / f"{name}.png")

    def wait(self, what: str, timeout: float = TIMEOUT_MS) -> None:
        self.page.locator(what).first.wait_for(timeout=timeout)

    def time_bots(self) -> None:
        for worker in self.page.workers:
            worker.evaluate(TIME_BOTS)

    def jobs(self) -> str:
        """How long bots took to decide, where they have an interpreter of their own."""
        found = sorted(
            one for worker in self.page.workers for one in worker.evaluate("self.paddockJobs ?? []")
        )
        if not found:
            return "no bot"
        mean, p90 = sum(found) / len(found), found[int(0.9 * (len(found) - 1))]
        return (
            f"{len(found)} jobs of bots: mean {mean:.0f}, p90 {p90:.0f}, longest {found[-1]:.0f} ms"
        )

    def acks(self) -> str:
        found = sorted(self.page.evaluate("window.paddockAcks"))
        if not found:
            return "no answer"
        return f"ack median {median(found):.0f} ms, longest {found[-1]:.0f} ms"


@contextmanager
def visiting(playwright: Playwright, given: argparse.Namespace) -> Iterator[Visit]:
    """Open the site for the first time, wait until it is kept, then cut the network."""
    width, height = map(int, given.size.split("x"))
    host = Host()
    with TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=find("chromium"),
            args=FLAGS,
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            bypass_csp="lesson" in given.parts,  # its reader waits with a function given as text
        )
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(WATCH_ACKS)
        if given.one:
            context.add_init_script(LITTLE_MEMORY)
        visit = Visit(context, host, given.shots)
        began = time.monotonic()
        visit.go("")
        visit.wait("article")
        say(f"start page after {time.monotonic() - began:.1f} s")
        visit.shot("start-page")
        visit.go("new/heat")
        began = time.monotonic()
        visit.page.locator(".go .primary").click()
        visit.wait(PROMPT)
        say(f"first question after {time.monotonic() - began:.1f} s, from the host")
        visit.page.evaluate(CONTROLLED)
        cut_network(context, host)
        began = time.monotonic()
        visit.page.reload()
        visit.wait(PROMPT)
        say(f"first question after {time.monotonic() - began:.1f} s, without a network")
        try:
            yield visit
        finally:
            asked = [path for path in host.asked if path.startswith(f"{host.under}api")]
            if asked:
                visit.wrong.append(f"requests to the interface: {asked[:3]}")
            context.close()


def race(visit: Visit, game: str, level: str) -> None:
    """A race by its form; of a mode the first decisions."""
    visit.go(f"new/{game}")
    visit.wait(".go .primary")
    if level:
        for seat in visit.page.locator("select[id^=seat-]").all():
            if seat.input_value().startswith("Bot:"):
                seat.select_option(f"Bot:{level}")
    visit.page.locator(".go .primary").click()
    visit.wait(f"{PROMPT}, .curtain, .result")
    visit.shot(f"{game}-asked")
    play(visit.page, most=2, patience=LONG_MS)  # then bots have begun to think
    visit.time_bots()
    began = time.monotonic()
    found = play(
        visit.page, most=MOST_DECISIONS if game in LONG_GAMES else 100_000, patience=LONG_MS
    )
    seconds = time.monotonic() - began
    visit.shot(f"{game}-end")
    waits = sorted(found.waits)
    longest = f"{waits[-1] / 1000:.1f}" if waits else "0"
    state = "over" if found.over else "stopped"
    say(
        f"{game} {level}: {found.decisions} decisions in {seconds:.0f} s, {state}; "
        f"longest wait {longest} s; {visit.acks()}; {visit.jobs()}"
    )
    assert found.over or game in LONG_GAMES


def hot_seat(visit: Visit) -> None:
    """Two people at one screen; each is asked behind a curtain."""
    visit.go("new/street-illegal?with=friends")
    visit.page.locator(".go .primary").click()
    visit.wait(".curtain")
    visit.shot("curtain")
    found = play(visit.page)
    assert found.over
    assert found.curtains >= 2, found.curtains
    say(f"hot seat: {found.decisions} decisions, {found.curtains} curtains")


def lesson(visit: Visit) -> None:
    person = Person(visit.page)
    learner = Learner(person, "heat", "en")
    visit.go("new/heat")
    visit.page.locator("[data-learn]").click()
    learner.go()
    visit.shot("lesson")
    found = play(visit.page)
    assert found.over
    say(
        f"lesson: {learner.rings} steps, {learner.mistakes} mistakes, "
        f"{found.decisions} decisions on one's own"
    )


def review(visit: Visit) -> None:
    visit.go("new/street-illegal")
    visit.page.locator(".go .primary").click()
    visit.wait(f"{PROMPT}, .curtain")
    play(visit.page)
    table = re.search(r"/t/([^/?]+)", visit.page.url)
    assert table is not None
    began = time.monotonic()
    visit.go(f"t/{table[1]}/review")
    visit.wait("[data-review=done]", LONG_MS)
    visit.shot("review")
    say(f"review: done after {time.monotonic() - began:.0f} s")


def exercise(visit: Visit) -> None:
    began = time.monotonic()
    visit.go("exercises/street-illegal")
    visit.page.locator("[data-try]").first.click(timeout=LONG_MS)
    visit.wait("[data-exercise=open]")
    play(visit.page, most=1)
    visit.wait("[data-exercise=solved], [data-exercise=missed]", LONG_MS)
    visit.shot("exercise")
    say(f"exercise: answered and judged after {time.monotonic() - began:.0f} s")


def track(visit: Visit) -> None:
    """A track for Heat with three corners is built, judged and driven."""
    visit.go("studio/heat")
    visit.wait(".verdict")
    for number in (8, 20, 36):
        visit.page.locator(".studio [data-hot=space]").nth(number).click()
        visit.page.get_by_role("button", name="Add a corner line before it").click()
    drive = visit.page.get_by_role("button", name="Drive it")
    expect(drive).to_be_enabled(timeout=TIMEOUT_MS)
    visit.shot("studio")
    drive.click()
    visit.wait(PROMPT)
    found = play(visit.page)
    assert found.over
    say(f"own track: judged and raced, {found.decisions} decisions")


def reload(visit: Visit) -> None:
    visit.go("new/great-race")
    visit.page.locator(".go .primary").click()
    visit.wait(PROMPT)
    play(visit.page, most=5)
    visit.page.reload()
    visit.wait(f"{PROMPT}, .result")
    assert play(visit.page).over
    say("reload: the race went on")


def large(visit: Visit) -> None:
    """Answers with a database of 20 MB."""
    visit.go("me")
    visit.wait(".kept")
    visit.page.get_by_text("Bring a saved file").click()
    with visit.page.expect_download() as saving:
        visit.page.get_by_role("button", name="Save everything").click()
    file = grow(saving.value.path())
    visit.page.locator("input[type=file]").set_input_files(file)
    with visit.page.expect_navigation():
        visit.page.get_by_role("button", name="Replace everything").click()
    visit.go("new/heat")
    visit.page.locator(".go .primary").click()
    visit.wait(PROMPT)
    play(visit.page, most=40)
    say(f"database of {file.stat().st_size / 1_000_000:.1f} MB: {visit.acks()}")


def grow(file: Path) -> Path:
    """A copy of a database with the rows of many tables more."""
    target = file.with_name("large.db")
    target.write_bytes(file.read_bytes())
    connection = sqlite3.connect(target)
    rows = connection.execute("SELECT * FROM log").fetchall()
    marks = ", ".join("?" * len(rows[0]))
    columns = [column[1] for column in connection.execute("PRAGMA table_info(log)")]
    table, id = columns.index("table_id"), columns.index("id")
    copies = LARGE_BYTES // sum(len(bytes(row[columns.index("body")])) + 100 for row in rows)
    with connection:
        for number in range(copies):
            for row in rows:
                copy = [*row]
                copy[table], copy[id] = f"{row[table]}{number}", None
                connection.execute(f"INSERT INTO log VALUES ({marks})", copy)  # noqa: S608
    connection.close()
    return target


def break_downloads(playwright: Playwright, given: argparse.Namespace) -> list[str]:
    """Each file in a browser that has nothing yet: it is told, and the next try arrives."""
    width, height = map(int, given.size.split("x"))
    browser = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
    failed: list[str] = []
    for name in BREAKING:
        with hosting() as host:
            context = browser.new_context(viewport={"width": width, "height": height})
            context.set_default_timeout(TIMEOUT_MS)
            page = context.new_page()
            try:
                break_download(page, host, name)
                if given.shots:
                    page.screenshot(path=given.shots / f"broken-{name.strip('/-')}.png")
                try_again(page, host)
            except (AssertionError, Error) as wrong:
                failed.append(f"broken {name}: {str(wrong)[:600]}")
            context.close()
    browser.close()
    say(f"downloads: {len(BREAKING)} broke off, {len(failed)} were not told or repeated")
    return failed


def break_download(page: Page, host: Host, name: str) -> None:
    host.broken = name
    page.goto(host.url)
    page.locator("[data-race]").first.click()
    told = page.locator(".start[role=alert]", has_text="Part of Paddock did not arrive")
    told.wait_for()


def try_again(page: Page, host: Host) -> None:
    host.broken = ""
    with page.expect_event("load"):
        page.get_by_role("button", name="Try again").click()
    page.locator("[data-race]").first.click()
    page.locator(PROMPT).wait_for()


PARTS: dict[str, Callable[[Visit], None]] = {
    "hot-seat": hot_seat,
    "lesson": lesson,
    "review": review,
    "exercise": exercise,
    "track": track,
    "reload": reload,
    "large": large,
}


class PageProcess(Struct, frozen=True, order=True):
    """Memory of a page's process in MiB, as Linux counts it: with the part of the browser's own
    program that it has in memory, which all its processes share; without; the highest so far."""

    whole: float
    own: float
    highest: float


def memory() -> str:
    found = page_process()
    return f"{found.whole:.0f} MiB, {found.own:.0f} of them its own"


def page_process() -> PageProcess:
    """The largest page process of this browser."""
    parents, sizes = dict[int, int](), dict[int, PageProcess]()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            status = (process / "status").read_text("utf-8")
            fields = dict(line.split(":", 1) for line in status.splitlines())
            parents[int(process.name)] = int(fields["PPid"])
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                names = ("VmRSS", "RssAnon", "VmHWM")
                sizes[int(process.name)] = PageProcess(
                    *(int(fields[name].split()[0]) / 1024 for name in names)
                )
        except (OSError, KeyError):
            continue
    found = [size for process, size in sizes.items() if os.getpid() in ancestors(process, parents)]
    return max(found, default=PageProcess(0, 0, 0))


def ancestors(process: int, parents: dict[int, int]) -> Iterator[int]:
    while process in parents:
        process = parents[process]
        yield process


def run(visit: Visit, part: str, level: str) -> str:
    """What failed, if anything."""
    try:
        if part in PARTS:
            PARTS[part](visit)
        else:
            race(visit, part, level)
    except (AssertionError, Error) as wrong:
        visit.shot(f"{part}-FAILED")
        return f"{part}: {str(wrong)[:600]}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=[*GAMES, *LONG_GAMES, *PARTS, DOWNLOADS])
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--level", default="")
    parser.add_argument("--one", action="store_true")
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args()
    if not (BUILT / "site.json").is_file():
        sys.exit("there is no site: run `make site`")
    failed: list[str] = []
    with sync_playwright() as playwright:
        if DOWNLOADS in given.parts:
            given.parts = [part for part in given.parts if part != DOWNLOADS]
            failed += break_downloads(playwright, given)
        if given.parts:
            failed += visit_all(playwright, given)
    for wrong in failed:
        say(f"FAILED {wrong}")
    sys.exit(bool(failed))


def visit_all(playwright: Playwright, given: argparse.Namespace) -> list[str]:
    """All parts in one visit; what failed."""
    failed: list[str] = []
    with visiting(playwright, given) as visit:
        for part in given.parts:
            if wrong := run(visit, part, given.level):
                say(f"FAILED {wrong}")
                failed.append(wrong)
            say(f"largest process: {memory()}; load {os.getloadavg()[0]:.0f}")
        failed += visit.wrong
    return failed


if __name__ == "__main__":
    main()
