"""No page and no state of a board breaks a rule of WCAG 2.2 at level AA, target sizes included.

Run it as `python -m tests.browser.axe`; it ends with 1 where something is found.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.waits import say
from tests.browser.watched import GAMES, chromium, server, watching
from tests.server.site import Guest, Site

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LOOK = """async (tags) => (await axe.run(document, {
    runOnly: { type: "tag", values: tags },
    rules: { "target-size": { enabled: true } },
    resultTypes: ["violations"],
})).violations"""
PATHS = ("/", "/rules", "/finished", "/me", "/no/such/page", *(f"/rules/{game}" for game in GAMES))
SCREENS = ((1280, 800, "light"), (390, 844, "dark"), (390, 844, "light"), (1280, 800, "dark"))
MOMENTS = (0, 4, 20, 60)  # decisions after which a board is looked at


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(LOOK, RULES)
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:140]} {node['failureSummary'][:160]}"
        for one in found
        for node in one["nodes"][:2]
    ]


class Looker:
    """Who looks at a page on every screen, and remembers what was wrong."""

    def __init__(self, browser: Browser, site: Site, screens: int) -> None:
        self.browser, self.site, self.screens = browser, site, SCREENS[:screens]
        self.wrong: set[str] = set()
        self.looks = 0

    def table(self, name: str, guest: Guest, table: str) -> None:
        for wide, high, scheme in self.screens:
            with watching(
                self.browser,
                self.site,
                guest,
                table,
                viewport={"width": wide, "height": high},
                color_scheme=scheme,
                reduced_motion="reduce",
                bypass_csp=True,
            ) as page:
                page.wait_for_load_state("networkidle")
                self.note(f"{name}, {wide} {scheme}", page)

    def pages(self) -> None:
        for wide, high, scheme in self.screens:
            screen: dict[str, Any] = {
                "viewport": {"width": wide, "height": high},
                "color_scheme": scheme,
            }
            context = self.browser.new_context(base_url=self.site.url, bypass_csp=True, **screen)
            page = context.new_page()
            for path in PATHS:
                page.goto(path)
                page.locator("main h1, main h2, main .state").first.wait_for()
                page.wait_for_load_state("networkidle")
                self.note(f"{path}, {wide} {scheme}", page)
            context.close()

    def note(self, name: str, page: Page) -> None:
        self.looks += 1
        for one in violations(page):
            if one not in self.wrong:
                self.wrong.add(one)
                say(f"{name}: {one}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--screens", type=int, default=len(SCREENS))
    given = parser.parse_args()
    with server() as site, chromium() as browser:
        looker = Looker(browser, site, given.screens)
        looker.pages()
        for game in given.games:
            guest = Guest(site, "Ann")
            table = guest.open("me", "greedy", "greedy", "greedy", game=game)
            with guest.at(table, 0) as eye:
                played = 0
                for moment in MOMENTS:
                    while played < moment and (ask := eye.until_asked(60)):
                        eye.answer(ask)
                        eye.until_answered(ask)
                        played += 1
                    eye.until_asked(60)
                    looker.table(f"{game} after {moment}", guest, table)
        say(f"{looker.looks} looks, {len(looker.wrong)} violations")
    return 1 if looker.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
