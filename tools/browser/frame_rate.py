"""Sixteen chariots in motion: what part of the frames takes longer than 50 ms.

Run it as `python -m tools.browser.frame_rate`; it ends with 1 where that is one in twenty or more.
"""

from __future__ import annotations

import sys

from tests.browser.watched import chromium, server, watching
from tests.server.site import Guest

from tools.browser.waiting_times import say, turn

SLOW, MOST = 50.0, 0.05  # milliseconds; the part of all frames
FRAMES = """() => {
    window.frames_ = [];
    let last = performance.now();
    const tick = (now) => {
        if (document.querySelector(".decision.turn .prompt") === null) frames_.push(now - last);
        last = now;
        requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
}"""
SIXTEEN = {"field": 16}


def main() -> int:
    with server() as site, chromium() as browser:
        guest = Guest(site, "Ann")
        seats = ["me", *["greedy"] * 7]
        table = guest.open(*seats, game="circus-maximus", options=SIXTEEN)
        with guest.at(table, 0) as viewer, watching(browser, site, guest, table) as page:
            page.locator(".piece").first.wait_for()
            shown = page.locator(".piece").count()
            page.evaluate(FRAMES)
            for _ in range(6):
                if not turn(viewer, page):
                    break
            frames: list[float] = page.evaluate("frames_.slice(1)")
    slow = sum(frame > SLOW for frame in frames) / max(1, len(frames))
    say(f"{shown} chariots, {len(frames)} frames in motion: {slow:.1%} over {SLOW:.0f} ms")
    return 0 if frames and slow < MOST else 1


if __name__ == "__main__":
    sys.exit(main())
