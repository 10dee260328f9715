"""How much the table page moves by itself: all layout shift, turn by turn, in whole races.

    python -m tools.browser.layout_shift [RACE …] [--motion] [--most 40] [--seconds 800]
        [--width 390] [--sources]

Every entry of the browser's layout-shift list is added up, also those right after an input, which
the usual score leaves out. A turn is from one answered decision to the next. It ends with 1 if the
mean of a race at one width is above 0.05 a turn. `--motion` shows the moves of the others at the
fastest speed that still moves; without it all is drawn at once. `--sources` tells what moved.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from random import Random

from playwright.sync_api import Browser, Error, Page
from tests.browser.watched import chromium, seated, server
from tests.server.site import Eye, Guest, Json, Site

from tools.browser.panel_visibility import answer, until_gone
from tools.browser.waiting_times import say
from tools.browser.whole_races import FILL, SIZES, Race, chosen_races

BOUND = 0.05  # a turn
CLICK_MS = 30_000  # for a click to be the answer; else the answer is sent
WIDTHS = (SIZES[0], SIZES[2])
WATCH = """() => {
    window.shifts = [];
    const name = (node) => {
        const one = node?.nodeType === 1 ? node : node?.parentElement;
        if (!one) return "gone";
        const named = (e) => e.tagName.toLowerCase() + (typeof e.className === "string"
            ? e.className.split(" ").filter((c) => c && !c.startsWith("svelte-"))
                .map((c) => "." + c).join("") : "");
        return [one.parentElement?.parentElement, one.parentElement, one].filter(Boolean)
            .map(named).join(" > ");
    };
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push({
            value: entry.value,
            sources: entry.sources.map((one) => name(one.node)),
        });
    }).observe({ type: "layout-shift", buffered: true });
    if (!localStorage.getItem("paddock.settings"))
        localStorage.setItem("paddock.settings", JSON.stringify({ speed: "fast" }));
}"""
TAKE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
    setTimeout(() => done(window.shifts.splice(0)), 60))))"""
# Presses what answers with this move; whether there was such a button.
PRESS = """async ([move, phone]) => {
    const find = (...all) => all.map((one) => document.querySelector(one)).find(Boolean);
    const drawn = () => new Promise((done) => setTimeout(done, 60));
    const one = find(".composer [data-commit]:enabled", ".composer [data-seal]:enabled",
        `.decision [data-move="${CSS.escape(move)}"]:not([data-left])`, ".amount [type=submit]");
    if (!one) return false;
    one.click();
    await drawn();
    document.querySelector(".doubt .primary")?.click();
    return true;
}"""


class Shifts:
    """What moved in one race, at one width."""

    def __init__(self) -> None:
        self.turns: list[float] = []
        self.sources: Counter[str] = Counter()
        self.jumps: list[str] = []  # turns above the bound, and what moved
        self.stopped = "most"

    def take(self, page: Page, question: str) -> None:
        found: list[Json] = page.evaluate(TAKE)
        self.turns.append(sum(one["value"] for one in found))
        if self.turns[-1] > BOUND:
            worst = max(found, key=lambda one: float(one["value"]))
            sources = "; ".join(worst["sources"])
            self.jumps.append(
                f"turn {len(self.turns)}, {self.turns[-1]:.3f}, {question}: {sources}"
            )
        for one in found:
            for source in set(one["sources"]):
                self.sources[source] += round(one["value"] * 10_000)

    @property
    def mean(self) -> float:
        return statistics.mean(self.turns or [0.0])

    @property
    def line(self) -> str:
        worst = sorted(self.turns or [0.0])
        above = sum(turn > BOUND for turn in worst)
        return (
            f"{len(self.turns):4} turns, mean {self.mean:.4f}, "
            f"median {statistics.median(worst):.4f}, worst {worst[-1]:.4f}, {above} above {BOUND}; "
            f"{self.stopped}"
        )


def raced(
    browser: Browser,
    site: Site,
    race: Race,
    size: tuple[int, int],
    *,
    motion: bool,
    seed: int,
    seconds: float = float("inf"),
) -> Shifts:
    """A race by clicks on the page where there is a button, else by the socket beside it."""
    end = time.monotonic() + seconds
    guest, random, found = Guest(site, "Ann"), Random(seed), Shifts()
    rivals = ["greedy"] * race.rivals
    table = guest.open("me", *rivals, game=race.game, options=dict(race.options))
    phone = size[0] < 800
    context = seated(
        browser,
        site,
        guest,
        viewport={"width": size[0], "height": size[1]},
        has_touch=phone,
        reduced_motion="no-preference" if motion else "reduce",
    )
    context.add_init_script(f"({WATCH})()")
    page = context.new_page()
    page.on("pageerror", lambda error: say(f"error on the page: {error}"))
    with guest.at(table, 0) as viewer:
        page.goto(f"/t/{table}")
        page.locator(".decision").first.wait_for()
        page.wait_for_load_state("networkidle")
        for n in range(race.most):
            ask = viewer.until_asked()
            if not ask or time.monotonic() > end:
                found.stopped = "time" if ask else "race over"
                break
            page.locator(f'.decision.turn .prompt[data-ask="{ask["number"]}"]').wait_for()
            if n:
                found.take(page, ask["question"])
            else:
                page.evaluate(TAKE)  # the page itself as it comes
            press(page, viewer, ask, random, phone=phone)
    context.close()
    guest.http.close()
    return found


def press(page: Page, viewer: Eye, ask: Json, random: Random, *, phone: bool) -> None:
    """Answer with the default by a click, or else as the clock would."""
    page.evaluate(FILL, phone)
    options = ask["options"] or []
    text = options[ask["default"]]["text"] if options else ""
    if page.evaluate(PRESS, [text, phone]):
        gone = f"""() => !document.querySelector('.prompt[data-ask="{ask["number"]}"]')"""
        try:
            page.wait_for_function(gone, timeout=CLICK_MS)
        except Error:
            pass
        else:
            until_gone(viewer, ask)
            return
    answer(viewer, ask, random)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("races", nargs="*", help="only these: heat, heat-draft")
    parser.add_argument("--motion", action="store_true")
    parser.add_argument("--most", type=int, default=100_000, help="decisions a race")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="a race at one width")
    parser.add_argument("--width", type=int, choices=[size[0] for size in WIDTHS])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", action="store_true", help="tell what moved")
    given = parser.parse_args()
    held = True
    with server(bot_pause=0.0) as site, chromium() as browser:
        for race in chosen_races(given.races, given.most):
            for size in [size for size in WIDTHS if given.width in (None, size[0])]:
                found = raced(
                    browser,
                    site,
                    race,
                    size,
                    motion=given.motion,
                    seed=given.seed,
                    seconds=given.seconds,
                )
                held &= found.mean <= BOUND
                say(f"{race.name:36} {size[0]:4}: {found.line}")
                for jump in found.jumps:
                    say(f"        {jump}")
                if given.sources:
                    for source, value in found.sources.most_common(8):
                        say(f"        {value / 10_000:.3f} {source}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
