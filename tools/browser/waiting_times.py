"""How long one waits between two turns of one's own, in each game, with motion and three bots:
median and longest; how soon Skip has its effect; whether a control goes away under the pointer.

Skip is pressed with the mouse while rivals are on their way. What is measured, each from the time
of the press until it is painted:
- *skip*: everything that the browser has heard stands on the board, nothing moves there any more,
  and nothing is left to be skipped;
- *after it*: where bots still decide, what the server sends is painted at once: from its arrival
  in the browser, the longest time until one's own decision stands there. How long the server's
  bots think is not the page's; it is told as *to the own turn*, without a bound.

Run it as `python -m tools.browser.waiting_times`; it ends with 1 where a bound does not hold.
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

# Before the page: when each frame arrived that asks something of us.
HEARD = """() => {
    window.heard = [];
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", (message) => {
                heard.push({ at: performance.now(), data: message.data });
                if (heard.length > 400) heard.shift();
            });
        }
    };
}"""
WATCH = """() => {
    window.waits = []; window.gone = 0;
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
    // Skip: from the press to what is painted, and the same for what arrives after it.
    document.addEventListener("pointerdown", (event) => {
        if (!event.target.closest("[data-playback=skip]")) return;
        const press = { at: event.timeStamp, effect: null, own: null, late: null };
        window.press = press;
        const still = () => !document.getAnimations().some((one) =>
            one.playState === "running" && one.effect.target?.closest(".stage"));
        const nothing = () => document.querySelector(
            ".decision.turn .prompt, .result, [data-playback=skip][aria-disabled=true]");
        const painted = (then) => { // after this frame has been drawn
            const channel = new MessageChannel();
            channel.port1.onmessage = () => then(performance.now());
            channel.port2.postMessage(null);
        };
        const look = () => {
            if (press.effect === null && nothing() && still())
                painted((now) => (press.effect ??= now - press.at));
            const prompt = document.querySelector(".decision.turn .prompt");
            if (prompt === null && !document.querySelector(".result"))
                return requestAnimationFrame(look);
            painted((now) => {
                press.effect ??= now - press.at;
                press.own = now - press.at;
                const number = Number(prompt?.dataset.ask ?? -1);
                const first = heard.filter((one) => one.at > press.at).find((one) =>
                    one.data.includes('"asks":[{') &&
                    JSON.parse(one.data).now?.asks.some((ask) => ask.number === number));
                press.late = first ? now - first.at : 0;
            });
        };
        requestAnimationFrame(look);
    }, { capture: true });
}"""


def measured(browser: Browser, site: Site, game: str, turns: int) -> dict[str, Any]:
    """A race against three bots, for so many turns."""
    guest = Guest(site, "Ann")
    table = guest.open("me", "greedy", "greedy", "greedy", game=game)
    presses: list[dict[str, float]] = []
    waits: list[float] = []
    with (
        guest.at(table, 0) as viewer,
        watching(browser, site, guest, table, before=f"({HEARD})()") as page,
    ):
        page.evaluate(WATCH)
        button = page.locator("[data-playback=skip]")
        button.evaluate("one => one.dataset.under = ''")
        for _ in range(turns):
            if not turn(viewer, page):
                break
            waits += page.evaluate("waits.slice(-1)")
        where = button.bounding_box()
        for _ in range(turns):
            if where is None or not turn(viewer, page, wait=False):
                break
            page.wait_for_timeout(250)
            if button.get_attribute("aria-disabled") == "true":
                page.locator(".decision.turn .prompt, .result").first.wait_for()
                continue  # it was our turn again before anybody could press
            page.mouse.click(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
            page.wait_for_function("() => window.press?.own != null")
            presses.append(page.evaluate("press"))
            page.evaluate("delete window.press")
        return {"waits": waits, "presses": presses, "gone": page.evaluate("gone")}


def turn(viewer: Eye, page: Page, *, wait: bool = True) -> bool:
    """Answer as the clock would until others act, and wait until the page asks again."""
    while ask := viewer.until_asked(60):
        viewer.answer(ask)
        viewer.until_answered(ask)
        if not viewer.now["asks"]:
            break
    if not ask:
        return False
    if wait:
        page.locator(".decision.turn .prompt, .result").first.wait_for()
        number = (viewer.until_asked(60) or {}).get("number")
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
            presses = found["presses"] or [{"effect": 0.0, "late": 0.0, "own": 0.0}]
            effect, late, own = (max(one[k] for one in presses) for k in ("effect", "late", "own"))
            longest = max(waits)
            good = (
                longest <= LONGEST.get(game, 60.0)
                and max(effect, late) <= SKIP
                and not found["gone"]
            )
            held &= good
            say(
                f"{game:16} between own turns: median {statistics.median(waits):.1f} s, "
                f"longest {longest:.1f} s ({len(waits)}); skip at most {effect:.0f} ms, after it "
                f"{late:.0f} ms ({len(found['presses'])}; to the own turn {own:.0f} ms); "
                f"gone under the pointer: {found['gone']}{'' if good else '   DOES NOT HOLD'}"
            )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
