"""How much memory the site without a server takes, several races in one visit.

    python -m tools.browser.memory GAME … [--level hard] [--size 1280x800]

Playwright lets the browser keep a copy of every file that arrives, 20 MB for each interpreter, in
the very process that is measured. So the browser is driven here without it: it is only asked to run
scripts. Prints the process of the page as Linux counts it: when the first question is asked, at the
end of each race, and the highest since it began.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.conftest import FLAGS
from tests.browser.local_site import BUILT, PLAY, Host, hosting
from tests.needs import find
from websockets.sync.client import ClientConnection, connect

from tools.browser.waiting_times import say
from tools.browser.without_server import page_process

PATIENCE_MS = 280_000
ASKED = ".decision.turn .prompt, .curtain, .result"
WAIT = """async (what) => {
    while (!document.querySelector(what)) await new Promise((done) => setTimeout(done, 50));
}"""
PRESS = "(what) => document.querySelector(what).click()"
SET_LEVEL = """(level) => {
    for (const seat of document.querySelectorAll("select[id^=seat-]")) {
        if (!seat.value.startsWith("Bot:")) continue;
        seat.value = `Bot:${level}`;
        seat.dispatchEvent(new Event("change", { bubbles: true }));
    }
}"""


class Tab:
    """A page that is told to run scripts, and nothing else."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.last = line, 0
        self.told: list[str] = []

    def order(self, method: str, **given: Any) -> Any:
        self.last += 1
        self.line.send(json.dumps({"id": self.last, "method": method, "params": given}))
        while (answer := self.read()).get("id") != self.last:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def read(self) -> Any:
        message = json.loads(self.line.recv())
        self.told.append(message.get("method", ""))
        return message

    def run(self, script: str, given: Any = None) -> Any:
        found = self.order(
            "Runtime.evaluate",
            expression=f"({script})({json.dumps(given)})",
            awaitPromise=True,
            returnByValue=True,
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def go(self, url: str) -> None:
        self.order("Page.enable")
        self.told.clear()
        self.order("Page.navigate", url=url)
        while "Page.loadEventFired" not in self.told:
            self.read()


@contextmanager
def open_tab(profile: Path, size: str) -> Iterator[Tab]:
    width, height = size.split("x")
    window = [f"--window-size={width},{height}", "--lang=en-GB", "--force-prefers-reduced-motion"]
    command = [str(find("chromium")), *FLAGS, *window, f"--user-data-dir={profile}"]
    process = subprocess.Popen(
        [*command, "--remote-debugging-port=0", "about:blank"], stderr=subprocess.DEVNULL
    )
    port = profile / "DevToolsActivePort"
    try:
        while not (port.is_file() and port.read_text("utf-8").count("\n")):
            assert process.poll() is None, "the browser ended"
        number, path = port.read_text("utf-8").splitlines()[:2]
        with connect(f"ws://127.0.0.1:{number}{path}", max_size=None) as browser:
            pages = Tab(browser).order("Target.getTargets")["targetInfos"]
        [page] = [one["targetId"] for one in pages if one["type"] == "page"]
        with connect(f"ws://127.0.0.1:{number}/devtools/page/{page}", max_size=None) as line:
            yield Tab(line)
    finally:
        process.kill()
        process.wait()


def race(tab: Tab, host: Host, game: str, level: str) -> None:
    """A race to its end."""
    tab.go(f"{host.url}new/{game}")
    tab.run(WAIT, ".go .primary")
    if level:
        tab.run(SET_LEVEL, level)
    tab.run(PRESS, ".go .primary")
    tab.run(WAIT, ASKED)
    asked = page_process()
    found = tab.run(PLAY, {"most": 100_000, "patience": PATIENCE_MS})
    assert found["over"], found["stuck"]
    end = page_process()
    say(
        f"{game} {level}: {found['decisions']} decisions; MiB: {asked.whole:.0f} "
        f"({asked.own:.0f} its own) when asked, {end.whole:.0f} ({end.own:.0f}) at the end, "
        f"highest so far {end.highest:.0f}; load {os.getloadavg()[0]:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--level", default="")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--most", type=float, default=550.0, help="MiB that are allowed")
    parser.add_argument("--site", type=Path, default=BUILT)
    given = parser.parse_args()
    with (
        TemporaryDirectory() as profile,
        hosting(given.site) as host,
        open_tab(Path(profile), given.size) as tab,
    ):
        for game in given.games:
            race(tab, host, game, given.level)
        sys.exit(page_process().highest > given.most)


if __name__ == "__main__":
    main()
