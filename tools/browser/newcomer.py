"""A race of somebody who does not know the game: what is marked is chosen, now and then something
else that is offered, with motion and the real pause of the bots.

Run it as `python -m tools.browser.newcomer GAME`: it tells every decision with what was offered and
how long it was waited for, and leaves a picture of each new kind of decision in `--shots`, and some
of what rivals do meanwhile. The race is the one that the first page begins; with `--options` one
by other options.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page
from tests.browser.person import Person
from tests.browser.watched import GAMES, chromium, server
from tests.server.site import Site

from tools.browser.waiting_times import say

CURIOUS = 0.2  # how often something else is tried than what is marked
LONGEST = 120_000  # milliseconds for the next decision
OTHERS = 900  # milliseconds after one's own turn rivals are on their way
SEVERAL = 12  # of what may be chosen together
FILMED = 8  # pictures of rivals' turns
SHEET = (
    ".composer [data-gear], .composer [data-pick][aria-pressed=false]:enabled, "
    ".composer [data-add], .composer [data-speed]"
)
MAT = ".mat .box .hot, .mat .hand .held.usable:not([aria-pressed=true])"  # on a phone out of sight
LOOK = """() => ({
    ask: document.querySelector(".decision.turn .prompt")?.dataset.ask ?? null,
    prompt: document.querySelector(".decision.turn .prompt")?.innerText ?? "",
    over: document.querySelector(".result") !== null,
    doubt: document.querySelector(".doubt")?.innerText ?? "",
    options: [...document.querySelectorAll(".choices [data-move]")].map((one) =>
        (one.classList.contains("usual") ? "*" : "") + one.innerText.replaceAll("\\n", " ")),
    composer: document.querySelector(".composer")?.innerText.replaceAll("\\n", " ") ?? "",
    kbd: [...document.querySelectorAll("kbd")].filter((one) => one.checkVisibility()).length,
    mine: [...document.querySelectorAll(".standings .me, .standings .mine")].some((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    }),
    small: [...document.querySelectorAll("button, a, select, input, summary")].filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return one.checkVisibility() && width && (width < 24 || height < 24) &&
            getComputedStyle(one).display !== "inline";
    }).map((one) => one.outerHTML.slice(0, 80)),
})"""
NEXT = """(n) => document.querySelector(".doubt, .result") ||
    (document.querySelector(".decision.turn .prompt") &&
     document.querySelector(".decision.turn .prompt").dataset.ask !== n)"""


class Stranger:
    def __init__(self, page: Page, name: str, shots: Path | None, seed: int) -> None:
        self.phone = "-390-" in name
        self.page, self.name, self.shots, self.random = page, name, shots, Random(seed)
        self.kinds: dict[str, int] = {}
        self.waits: list[float] = []
        self.decisions = self.filmed = 0

    def race(self, most: int, until: float) -> str:
        while self.decisions < most and time.monotonic() < until:
            self.page.wait_for_function(NEXT, arg="", timeout=LONGEST)
            seen = self.page.evaluate(LOOK)
            if seen["over"]:
                self.page.wait_for_timeout(1500)
                self.shot("the-end")
                return "over"
            self.tell(seen)
            self.answer(seen)
            self.decisions += 1
            began = time.monotonic()
            self.film(seen["ask"])
            self.page.wait_for_function(NEXT, arg=seen["ask"], timeout=LONGEST)
            self.waits.append(time.monotonic() - began)
        return "left"

    def film(self, ask: str) -> None:
        """What rivals do is looked at as well, now and then."""
        if self.shots is None or self.filmed >= FILMED or self.decisions < 4 * self.filmed:
            return
        self.page.wait_for_timeout(OTHERS)
        if not self.page.evaluate(NEXT, ask):
            self.filmed += 1
            self.shot(f"{self.decisions:04}-others")

    def tell(self, view: dict[str, Any]) -> None:
        kind = re.sub(r"[\d.,]+|[A-Z]\w+ (?=was|is)", "#", view["doubt"] or view["prompt"])
        waited = self.waits[-1] if self.waits else 0.0
        new = kind not in self.kinds
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if new or waited > 8:
            say(f"{self.decisions:4} {waited:5.1f} s  {view['prompt']}")
        if new:
            for option in view["options"][:12]:
                say(f"                | {option}")
            if view["composer"]:
                say(f"                # {view['composer'][:200]}")
            if view["small"]:
                say(f"                small: {view['small'][:3]}")
            if self.phone and view["kbd"]:
                say(f"                keycaps on a phone: {view['kbd']}")
            if not view["mine"] and not self.phone:
                say("                my row is not to be seen in the standings")
            self.shot(f"{self.decisions:04}")

    def shot(self, what: str) -> None:
        if self.shots:
            self.page.screenshot(path=self.shots / f"{self.name}-{what}.png")

    # ------------------------------------------------------------ choosing

    def answer(self, view: dict[str, Any]) -> None:
        page = self.page
        if view["doubt"]:
            page.locator(".doubt .primary").click()
        elif view["composer"]:
            self.compose()
        elif page.locator(".swap [data-done]").count():
            page.locator("[data-done]").first.click()
        elif page.locator("form.amount").count():
            page.locator("form.amount [type=submit]").click()
        else:
            self.choose()
        together = page.locator("[data-commit-picked]")
        for _ in range(SEVERAL):
            if not together.count():
                return
            if together.is_enabled():
                together.click()
                return
            self.pick(page.locator('.choices [data-left]:not([data-left="0"])')).click()

    def compose(self) -> None:
        """As it lies there; where nothing does, one thing after the other until it may be sent."""
        ready = self.page.locator(
            ".composer [data-commit]:not([disabled]), .composer [data-seal]:not([disabled])"
        )
        parts = self.page.locator(SHEET if self.phone else f"{SHEET}, {MAT}")
        for n in range(20):
            if ready.count():
                ready.first.click()
                return
            parts.nth(0 if n == 0 else self.random.randrange(parts.count())).click()
        raise AssertionError("the composer cannot be sent")

    def choose(self) -> None:
        open_ones = self.page.locator('.choices [data-move]:not([aria-disabled="true"])')
        marked = self.page.locator("[data-stretch], .choices .usual")
        if marked.count() and self.random.random() > CURIOUS:
            marked.first.click()
        elif open_ones.count():
            self.pick(open_ones).click()
        elif self.page.locator(".choices .head").count():
            self.pick(self.page.locator(".choices .head")).click()
            self.pick(open_ones).click()
        else:
            what = ".market .cards button:not([disabled]), .hot, [data-board]"
            self.page.locator(what).first.click()

    def pick(self, some: Locator) -> Locator:
        return some.nth(self.random.randrange(some.count()))


def raced(browser: Browser, site: Site, game: str, given: argparse.Namespace) -> bool:
    phone = given.width < 800
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": given.width, "height": 844 if phone else 800},
        has_touch=phone,
        is_mobile=phone,
        color_scheme=given.scheme,
        locale=given.locale,
        reduced_motion="no-preference",
    )
    context.set_default_timeout(LONGEST)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    stranger = Stranger(page, f"{game}-{given.width}-{given.scheme}", given.shots, given.seed)
    try:
        if given.options:
            rivals = ["medium"] * given.rivals
            Person(page).create("me", *rivals, game=game, options=json.loads(given.options))
        elif game in GAMES:
            page.goto("/")
            stranger.shot("home")
            number = GAMES.index(game)
            page.locator("article").filter(has_text=TITLES[number]).locator("[data-race]").click()
        else:
            page.goto(f"/new/{game}")
            page.locator("form [class*=go] .primary, .go .primary").first.wait_for()
            stranger.shot("new")
            page.locator(".go .primary").click()
        page.locator(".decision").first.wait_for()
        how = stranger.race(given.most, time.monotonic() + given.seconds)
    except (AssertionError, Error) as error:
        how = f"STOPPED: {str(error)[:300]}"
        stranger.shot("stopped")
    waits = stranger.waits or [0.0]
    say(
        f"{stranger.name}: {how}, {stranger.decisions} decisions of {len(stranger.kinds)} kinds; "
        f"waited {statistics.median(waits):.1f} s, at most {max(waits):.1f} s; errors: {wrong}"
    )
    context.close()
    return not wrong and not how.startswith("STOPPED")


TITLES = ("Street Illegal", "Heat", "Circus Maximus", "Winds of War", "The Great Race")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--scheme", choices=["light", "dark"], default="light")
    parser.add_argument("--locale", default="en-GB")
    parser.add_argument("--options", help="of the race, as JSON")
    parser.add_argument("--rivals", type=int, default=3, help="with --options")
    parser.add_argument("--most", type=int, default=500, help="decisions")
    parser.add_argument("--seconds", type=float, default=240, help="for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shots", type=Path, help="a folder for pictures")
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    held = True
    with server() as site, chromium() as browser:
        for game in given.games:
            held &= raced(browser, site, game, given)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
