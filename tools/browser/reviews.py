"""Hints, the review with its reasons, and exercises, clicked in every game at both widths.

`python -m tools.browser.reviews heat --shots FOLDER`: a race against bots with a hint,
answered to its end as the clock would; its review, waited for, with the time it took; the reasons
for a decision; a moment of it as an exercise; with `--seek` today's first exercise tried, too. Ends
with 1 where something is missing or wider than the screen.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.watched import GAMES, chromium, hurry, seated, server
from tests.server.site import Guest, Site

from tools.browser.axe import REVIEWED, SIZES, WIDE
from tools.browser.newcomer import LOOK, Stranger
from tools.browser.waiting_times import say

SHORT: dict[str, dict[str, Any]] = {
    "heat": {"first_game": True},
    "circus-maximus": {"turns": 6},
    "winds-of-war": {"circuit": "modena", "laps": 1, "weather": "dry"},
    "great-race": {"rounds": 3},
}
"""Races that are soon over."""
CLICKS, HEARD = 6, 1_500
"""For an answer of several parts; and milliseconds until it is taken."""


class Walk:
    """What somebody does after a race, and what was missing."""

    def __init__(self, browser: Browser, site: Site, shots: Path | None) -> None:
        self.browser, self.site, self.shots = browser, site, shots
        self.missing: list[str] = []
        self.seen = 0

    def note(self, name: str, page: Page) -> None:
        self.seen += 1
        if page.evaluate(WIDE):
            self.missing.append(f"{name}: wider than the screen")
        if self.shots:
            page.screenshot(path=self.shots / f"{name}.png", full_page="review" in name)

    def race(self, game: str, *, seek: bool) -> None:
        guest = Guest(self.site, "Tazio")
        options = SHORT.get(game, {})
        table = guest.open("me", "easy", "easy", "easy", game=game, options=options)
        for size in SIZES:
            with self.screen(guest, size) as page:
                self.hint(page, table, f"{game}-{size[0]}")
        with guest.at(table, 0) as viewer:
            viewer.play_out(600.0)
        for size in SIZES:
            with self.screen(guest, size) as page:
                self.review(page, table, f"{game}-{size[0]}")
                if seek:
                    self.exercise(page, game, f"{game}-{size[0]}")
        guest.http.close()

    @contextmanager
    def screen(self, guest: Guest, size: tuple[int, int]) -> Iterator[Page]:
        """A page of that size, where somebody is known."""
        viewport = {"width": size[0], "height": size[1]}
        still = {"viewport": viewport, "reduced_motion": "reduce"}
        context = seated(self.browser, self.site, guest, **still)
        page = context.new_page()
        page.set_default_timeout(REVIEWED)
        try:
            yield page
        finally:
            context.close()

    def hint(self, page: Page, table: str, name: str) -> None:
        page.goto(f"/t/{table}")
        page.locator("[data-hint]").click()
        page.locator("[data-hints] li").first.wait_for()
        expect(page.locator("[data-hints] li").last).to_be_in_viewport()
        self.note(f"{name}-hint", page)

    def review(self, page: Page, table: str, name: str) -> None:
        begun = time.monotonic()
        page.goto(f"/t/{table}/review")
        page.locator("[data-review] svg").first.wait_for()
        first = time.monotonic() - begun
        page.locator("[data-review=done]").wait_for()
        say(f"{name}: first curve {first:.1f} s, review {time.monotonic() - begun:.1f} s")
        page.wait_for_load_state("networkidle")
        reasons = page.locator("[data-why] button")
        if reasons.count():
            reasons.first.click()
            page.locator("[data-why] p").first.wait_for()
        self.note(f"{name}-review", page)
        mine = page.locator("button[data-exercise]")
        if mine.count():
            mine.first.click()
            page.locator("[data-exercise=open]").wait_for()
            self.note(f"{name}-again", page)

    def exercise(self, page: Page, game: str, name: str) -> None:
        """The first of today's that is found, answered with what is proposed."""
        page.goto(f"/exercises/{game}")
        page.locator("[data-try], [data-today=done]").first.wait_for(state="attached")
        if not page.locator("[data-try]").count():
            self.missing.append(f"{name}: no exercise today")
            return
        self.note(f"{name}-exercises", page)
        page.locator("[data-try]").first.click()
        page.locator("[data-exercise=open]").wait_for()
        page.locator(".decision.turn .prompt").wait_for()
        self.note(f"{name}-exercise", page)
        stranger = Stranger(page, f"{name}-", None, 1)
        told = page.locator("[data-exercise=solved], [data-exercise=missed]")
        asked = page.evaluate(LOOK)["ask"]
        for _ in range(CLICKS):
            stranger.answer(page.evaluate(LOOK))
            page.wait_for_timeout(HEARD)
            if told.count() or page.evaluate(LOOK)["ask"] != asked:
                break  # it is answered, and may still be weighed
        told.wait_for()
        self.note(f"{name}-answered", page)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--shots", type=Path, help="a folder for pictures")
    parser.add_argument("--seek", action="store_true", help="today's exercises too: takes longer")
    parser.add_argument("--hurry", action="store_true", help="on a machine that does much else")
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with server(bot_pause=0.0) as site, chromium() as browser:
        if given.hurry:
            hurry(site)
        walk = Walk(browser, site, given.shots)
        for game in given.games:
            walk.race(game, seek=given.seek)
        say(f"{walk.seen} looks, {len(walk.missing)} missing")
        for one in walk.missing:
            say(one)
    return 1 if walk.missing else 0


if __name__ == "__main__":
    sys.exit(main())
