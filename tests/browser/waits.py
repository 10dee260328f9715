"""How long one waits between two turns of one's own, in each game, with motion and three bots:
median and longest; how soon Skip has its effect; whether a control goes away under the pointer.

Run it as `python -m tests.browser.waits`; it ends with 1 where a bound does not hold.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.watched import GAMES, chromium, server, watching
from tests.server.site import Eye, Guest, Site

LONGEST = {"circus-maximus": 8.0}  # seconds between two own turns, at normal speed
SKIP = 200.0  # milliseconds until Skip has its effect

WATCH = """() => {
    window.waits = []; window.gone = 0; window.skips = [];
    let since = null;
    const asked = () => document.querySelector(".decision.turn .prompt") !== null;
    let was = asked();
    new MutationObserver((changes) => {
        const now = asked();
        if (was && !now) since = performance.now();
        if (!was && now && since !== null) waits.push(performance.now() - since);
        was = now;
        if (document.querySelector(".result")) return; // the race is over
        for (const change of changes) for (const node of change.removedNodes)
            if (node.nodeType === 1 && (node.matches("[data-under]") ||
                node.querySelector("[data-under]"))) gone += 1;
    }).observe(document.body, { childList: true, subtree: true });
}"""
SKIPPED = """() => new Promise((done) => {
    const button = document.querySelector("[data-playback=skip]");
    if (button.ariaDisabled === "true") return done(null);
    const began = performance.now();
    button.click();
    const look = () => document.querySelector(
        ".decision.turn .prompt, .result, [data-playback=skip][aria-disabled=true]")
        ? done(performance.now() - began) : requestAnimationFrame(look);
    look();
})"""


def measured(browser: Browser, site: Site, game: str, turns: int) -> dict[str, Any]:
    """A race against three bots, for so many turns."""
    guest = Guest(site, "Ann")
    table = guest.open("me", "greedy", "greedy", "greedy", game=game)
    with guest.at(table, 0) as eye, watching(browser, site, guest, table) as page:
        page.evaluate(WATCH)
        page.locator("[data-playback=skip]").evaluate("one => one.dataset.under = ''")
        waits: list[float] = []
        skips: list[float] = []
        for _ in range(turns):
            if not turn(eye, page):
                break
            waits += page.evaluate("waits.slice(-1)")
        for _ in range(turns):
            if not turn(eye, page, wait=False):
                break
            page.wait_for_timeout(250)
            took = page.evaluate(SKIPPED)
            if took is not None:
                skips.append(took)
            page.locator(".decision.turn .prompt, .result").first.wait_for()
        return {"waits": waits, "skips": skips, "gone": page.evaluate("gone")}


def turn(eye: Eye, page: Page, *, wait: bool = True) -> bool:
    """Answer as the clock would until others act, and wait until the page asks again."""
    while ask := eye.until_asked(60):
        eye.answer(ask)
        eye.until_answered(ask)
        if not eye.now["asks"]:
            break
    if not ask:
        return False
    if wait:
        page.locator(".decision.turn .prompt, .result").first.wait_for()
        number = (eye.until_asked(60) or {}).get("number")
        if number is not None:
            page.locator(f'.prompt[data-ask="{number}"]').wait_for()
    return True


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--turns", type=int, default=12, help="own turns that are waited for")
    given = parser.parse_args()
    held = True
    with server() as site, chromium() as browser:
        for game in given.games:
            found = measured(browser, site, game, given.turns)
            waits = [wait / 1000 for wait in found["waits"]] or [0.0]
            skips = found["skips"] or [0.0]
            longest, slowest = max(waits), max(skips)
            good = longest <= LONGEST.get(game, 60.0) and slowest <= SKIP and not found["gone"]
            held &= good
            say(
                f"{game:16} between own turns: median {statistics.median(waits):.1f} s, "
                f"longest {longest:.1f} s ({len(waits)}); skip at most {slowest:.0f} ms "
                f"({len(found['skips'])}); gone under the pointer: {found['gone']}"
                f"{'' if good else '   DOES NOT HOLD'}"
            )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
