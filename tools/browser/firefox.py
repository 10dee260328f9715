"""The site without a server, played in Firefox as the system has it.

    python -m tools.browser.firefox [--shots DIR] [--size 1280x800] [--decisions N]

Firefox is driven by WebDriver BiDi, which it speaks itself: `firefox --remote-debugging-port`. The
built site (`make site`) is served from a folder of a static host. The start page, a race of Heat, a
reload, a second tab, then the host is stopped, a reload, and the race goes on to its end. It ends
with 1 if something failed or the console was not empty.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.local_site import BUILT, PLAY, WATCH_ACKS, Host
from tests.needs import program
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tools.browser.waiting_times import say

PROMPT = ".decision.turn .prompt"
TIMEOUT_SECONDS = 240.0
PATIENCE_MS = 200_000
NOT_FOUND = "404"  # how a page host sends 404.html
REPLACED = "NS_BINDING_ABORTED"
PREFERENCES = """user_pref("ui.prefersReducedMotion", 1);
user_pref("intl.accept_languages", "en-GB, en");
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
"""
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
CONTROLLED = """async () => {
    const worker = navigator.serviceWorker;
    const changed = new Promise((done) => worker.addEventListener("controllerchange", done));
    if (!worker.controller) await changed;
    return worker.controller.state;
}"""
SUPPORT = """async () => ({
    isPersisted: await navigator.storage.persisted(),
    deviceMemory: navigator.deviceMemory ?? null,
    agent: navigator.userAgent,
})"""


class Firefox:
    """A connection to a browser. Orders wait for their answer; events are kept."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.last = 0
        self.answers: dict[int, dict[str, Any]] = {}
        self.wrong: list[str] = []
        self.came = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        session = self.ask("session.new", capabilities={})
        self.version: str = session["capabilities"]["browserVersion"]
        self.ask("session.subscribe", events=["log.entryAdded"])

    def listen(self) -> None:
        while True:
            try:
                message = json.loads(self.line.recv())
            except ConnectionClosed:
                return
            if message["type"] == "event":
                self.hear(message["params"])
                continue
            with self.came:
                self.answers[message["id"]] = message
                self.came.notify_all()

    def hear(self, entry: dict[str, Any]) -> None:
        text = str(entry.get("text"))
        if entry.get("level") in ("warn", "error") and NOT_FOUND not in text:
            self.wrong.append(text)

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        self.last += 1
        id = self.last
        self.line.send(json.dumps({"id": id, "method": method, "params": params}))
        with self.came:
            if not self.came.wait_for(lambda: id in self.answers, TIMEOUT_SECONDS):
                raise TimeoutError(method)
            found = self.answers.pop(id)
        if found["type"] == "error":
            raise RuntimeError(f"{method}: {found['error']}: {found['message']}")
        result: dict[str, Any] = found["result"]
        return result


class Tab:
    def __init__(self, firefox: Firefox, size: str) -> None:
        self.firefox = firefox
        self.id: str = firefox.ask("browsingContext.create", type="tab")["context"]
        width, height = map(int, size.split("x"))
        viewport = {"width": width, "height": height}
        firefox.ask("browsingContext.setViewport", context=self.id, viewport=viewport)

    def load(self, method: str, **given: object) -> None:
        """Load a page to its end. The page of a host for unknown paths goes on to another one:
        Firefox 140 reports that as a failure of the first."""
        try:
            self.firefox.ask(method, context=self.id, wait="complete", **given)
        except RuntimeError as failed:
            if REPLACED not in str(failed):
                raise

    def go(self, address: str) -> None:
        self.load("browsingContext.navigate", url=address)

    def reload(self) -> None:
        self.load("browsingContext.reload")

    def close(self) -> None:
        self.firefox.ask("browsingContext.close", context=self.id)

    def call(self, function: str, *given: Any) -> Any:
        """Call a function in the page; its result travels as JSON."""
        call = f"(async () => JSON.stringify(await ({function})(...{json.dumps(given)})))()"
        found = self.firefox.ask(
            "script.evaluate", expression=call, target={"context": self.id}, awaitPromise=True
        )
        if found["type"] != "success":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"].get("value") or "null")

    def wait(self, what: str, seconds: float = TIMEOUT_SECONDS) -> float:
        """Wait until something is shown; how many seconds it took."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            try:
                if self.call("(what) => document.querySelector(what) !== null", what):
                    return time.monotonic() - began
            except RuntimeError:
                pass  # the page is being loaded
            time.sleep(0.05)
        raise TimeoutError(f"{what} is not shown: {self.text()[:600]}")

    def text(self) -> str:
        return str(self.call("() => document.body.innerText"))

    def click(self, what: str) -> None:
        self.wait(what)
        self.call("(what) => document.querySelector(what).click()", what)

    def shot(self, folder: Path | None, name: str) -> None:
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            data = self.firefox.ask("browsingContext.captureScreenshot", context=self.id)["data"]
            (folder / f"{name}.png").write_bytes(base64.b64decode(data))

    def play(self, most: int) -> dict[str, Any]:
        found: dict[str, Any] = self.call(PLAY, {"most": most, "patience": PATIENCE_MS})
        assert not found["stuck"], found["stuck"]
        return found


@contextmanager
def started() -> Iterator[Firefox]:
    file = program("firefox", "firefox-esr")
    if file is None:
        sys.exit("there is no Firefox")
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        (Path(profile) / "user.js").write_text(PREFERENCES, "utf-8")
        command = [str(file), "--headless", "--no-remote", "--profile", profile]
        process = subprocess.Popen(
            [*command, "--remote-debugging-port=0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr
        try:
            lines = (LISTENING.search(line) for line in process.stderr)
            address = next(found[1] for found in lines if found)
            threading.Thread(target=process.stderr.read, daemon=True).start()
            with connect(f"{address}/session", max_size=None, proxy=None) as line:
                yield Firefox(line)
        finally:
            process.terminate()
            process.wait()


def visit(firefox: Firefox, host: Host, given: argparse.Namespace) -> None:
    def shot(name: str) -> None:
        tab.shot(given.shots, f"{name}-{given.size}")

    tab = Tab(firefox, given.size)
    watch = f"() => {WATCH_ACKS}"
    firefox.ask("script.addPreloadScript", functionDeclaration=watch, contexts=[tab.id])
    tab.go(host.url)
    say(f"start page: {tab.wait('article'):.1f} s after it was loaded")
    assert not [path for path in host.asked if "/python/" in path]
    tab.call("async () => (await document.fonts.ready).size")
    shot("start")
    tab.go(f"{host.url}new/heat")
    tab.click(".go .primary")
    say(f"first question after {tab.wait(PROMPT):.1f} s, from the host")
    say(str(tab.call(SUPPORT)))
    shot("question")
    tab.play(5)
    say(f"service worker: {tab.call(CONTROLLED)}")

    address, asked = tab.call("() => location.href"), question(tab)
    tab.reload()
    say(f"question after a reload: {tab.wait(PROMPT):.1f} s")
    assert question(tab) == asked, f"{asked} became {question(tab)}"

    other = Tab(firefox, given.size)
    other.go(address)
    other.wait("[role=alert]")
    assert "open in another tab" in other.text(), other.text()[:600]
    other.shot(given.shots, f"second-tab-{given.size}")
    other.close()

    asked = question(tab)
    host.stop()
    assert not [path for path in host.asked if path.startswith(f"{host.under}api")]
    tab.reload()
    say(f"question after a reload without a host: {tab.wait(PROMPT):.1f} s")
    assert question(tab) == asked
    began = time.monotonic()
    found = tab.play(given.decisions)
    waits = sorted(found["waits"])
    acks = sorted(tab.call("() => window.paddockAcks"))
    seconds = time.monotonic() - began
    say(
        f"{found['decisions']} decisions in {seconds:.0f} s, over: {found['over']}; "
        f"longest wait {waits[-1] / 1000:.1f} s; "
        f"ack median {acks[len(acks) // 2]:.0f} ms, longest {acks[-1]:.0f} ms"
    )
    shot("end")
    tab.go(f"{host.url}me")
    tab.wait(".kept")
    shot("me")
    say(f"Me: {tab.call('() => document.querySelector(`.kept`).innerText')}")


def question(tab: Tab) -> str:
    tab.wait(PROMPT)
    return str(tab.call("(what) => document.querySelector(what)?.dataset.ask", PROMPT))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--decisions", type=int, default=100_000)
    given = parser.parse_args()
    if not (BUILT / "site.json").is_file():
        sys.exit("there is no site: run `make site`")
    host = Host()
    with started() as firefox:
        say(f"Firefox {firefox.version}")
        try:
            visit(firefox, host, given)
        except (AssertionError, RuntimeError, TimeoutError) as failed:
            firefox.wrong.append(str(failed))
    for text in firefox.wrong:
        say(f"FAILED {text}")
    sys.exit(bool(firefox.wrong))


if __name__ == "__main__":
    main()
