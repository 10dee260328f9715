"""No page and no state of a board breaks a rule of WCAG 2.2 at level AA, target sizes included, nor
is any page wider than its screen.

Run it as `python -m tools.browser.axe`; it ends with 1 where something is found. With `--shots` it
leaves a picture of everything it looks at, for eyes that know more than rules.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, Page
from tests.browser.watched import GAMES, MODES, chromium, hurry, seated, server
from tests.games.test_studio import TRACK
from tests.server.site import Eye, Guest, Site, until

from tools.browser.guides import TAUGHT
from tools.browser.waiting_times import say

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LOOK = """async (tags) => (await axe.run(document, {
    runOnly: { type: "tag", values: tags },
    rules: { "target-size": { enabled: true } },
    resultTypes: ["violations"],
})).violations"""
WIDE = "document.documentElement.scrollWidth > innerWidth"
SIZES = ((1280, 800), (390, 844))
SCHEMES = ("light", "dark")
REVIEWED = 300_000  # milliseconds a review may take


class Board(Struct, frozen=True):
    """A game whose board is looked at, some decisions into its race, and at its end if asked."""

    game: str
    moments: tuple[int, ...] = (0, 4, 20, 60)
    options: Mapping[str, Any] = {}
    rivals: int = 3
    ends: bool = False

    @property
    def name(self) -> str:
        return "-".join([self.game, *(str(value) for value in self.options.values())])


BOARDS = (
    *(Board(game) for game in GAMES),
    # what an end looks like, after the shortest race there is
    Board("street-illegal", (), rivals=2, ends=True),
    Board("heat", (), {"first_game": True}, rivals=2, ends=True),
    Board("circus-maximus", (), {"turns": 2}, rivals=2, ends=True),
    Board("winds-of-war", (), {"circuit": "modena", "laps": 1, "weather": "dry"}, 1, ends=True),
    Board("great-race", (), {"rounds": 2}, rivals=1, ends=True),
    # the modes, and what only some races have
    Board("circus-maximus-season", (0, 1, 2, 3, 8, 40), {"races": 1, "turns": 1}, ends=True),
    Board("circus-maximus-campaign", (0, 1, 4, 12)),
    Board("circus-maximus-arena", (0, 1, 2, 9), ends=True),
    Board("heat-championship", (0, 3, 10, 40), {"season": "1961"}),
    Board("heat", (0, 3, 8), {"garage": "draft"}),
    Board("winds-of-war", (0, 2, 6), {"garage": "auction"}),
    Board("winds-of-war-championship", (0, 3, 20), {"garage": "dealt", "laps": 1}),
    Board("winds-of-war-mille-miglia", (0, 4, 30), {"year": 1938}),
    Board("winds-of-war-career", (0, 12), {"garage": "dealt", "first_year": 1938}),
    Board("street-illegal-series", (0, 30)),
)
PATHS = (
    "/",
    "/rules",
    "/finished",
    "/exercises",
    "/me",
    "/no/such/page",
    *(f"/{page}/{game}" for page in ("rules", "new") for game in (*GAMES, *MODES)),
    "/new",
    "/studio",
    "/studio/winds-of-war",
    "/studio/heat",
)
OPENED = {
    "what a decision is about": ("[data-about]",),
    "keys": ("[data-about]", "dialog .foot button"),
    "the menu": (".more [aria-expanded]",),
    "settings": (".settings .gear",),
    "a turn of the log": (".log .gist",),
    "a clause": (".log .gist", ".log .clause >> visible=true"),
    "talk": ("#tab-talk",),
}


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(LOOK, RULES)
    wrong = [
        f"{one['id']} ({one['impact']}): {node['html'][:140]} {node['failureSummary'][:160]}"
        for one in found
        for node in one["nodes"][:2]
    ]
    if page.evaluate(WIDE):
        page.wait_for_timeout(500)  # it may have been looked at while it was laid out
        if page.evaluate(WIDE):
            wrong.append("the page is wider than its screen")
    return wrong


class Looker:
    """Who looks at pages on every screen, and remembers what was wrong."""

    def __init__(self, browser: Browser, site: Site, shots: Path | None) -> None:
        self.browser, self.site, self.shots = browser, site, shots
        self.wrong: set[str] = set()
        self.looks = 0

    @contextmanager
    def screens(self, guest: Guest) -> Iterator[list[Page]]:
        """A desk and a phone of one person."""
        contexts = [
            seated(
                self.browser,
                self.site,
                guest,
                viewport={"width": wide, "height": high},
                has_touch=wide < 800,
                reduced_motion="reduce",
                bypass_csp=True,
            )
            for wide, high in SIZES
        ]
        yield [context.new_page() for context in contexts]
        for context in contexts:
            context.close()

    def note(self, name: str, page: Page) -> None:
        """How a page is now, in the light and in the dark."""
        size = page.viewport_size
        assert size is not None
        wide = size["width"]
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
            self.looks += 1
            for one in violations(page):
                if one not in self.wrong:
                    self.wrong.add(one)
                    say(f"{name}, {wide} {scheme}: {one}")
            if self.shots:
                file = re.sub(r"[^a-z0-9]+", "-", f"{name} {wide} {scheme}".lower()).strip("-")
                page.screenshot(path=self.shots / f"{file}.png")

    def pages(self, paths: tuple[str, ...] = PATHS) -> None:
        with self.screens(Guest(self.site, "Ann")) as pages:
            for page in pages:
                for path in paths:
                    page.goto(path)
                    page.locator("main h1, main h2, main .state").first.wait_for()
                    page.wait_for_load_state("networkidle")
                    self.note(f"page {path}", page)

    def studied(self) -> None:
        """A track that its author has driven and put on the shelf, with what bots say of it."""
        guest, look = Guest(self.site, "Ann"), "/api/studio/heat/report/look"
        kept = guest.post("/api/studio/heat", {"text": TRACK}).json()["id"]
        with guest.at(
            guest.open("me", game="heat", options={"own": TRACK, "laps": 1}), 0
        ) as viewer:
            viewer.play_out()
        until(lambda: guest.get("/api/studio/heat").json()["mine"][0]["driven"], 60)
        assert guest.put(f"/api/tracks/{kept}/offer", {"offered": True}).is_success
        guest.post("/api/studio/heat/report", {"text": TRACK})
        until(lambda: guest.post(look, {"text": TRACK}).json()["report"] is not None, 120)
        with self.screens(guest) as pages:
            for page in pages:
                for path, what in ((f"/studio/heat?track={kept}", "table"), ("/", "li .picture")):
                    page.goto(path)
                    page.locator(f"main {what}").first.wait_for()
                    page.wait_for_load_state("networkidle")
                    self.note(f"page {path.partition('=')[0]} with a track", page)

    def guide(self, game: str) -> None:
        """The first step of a guided race."""
        guest = Guest(self.site, "Ann")
        table = guest.post("/api/guides", {"game": game}).json()["id"]
        with self.screens(guest) as pages:
            for page in pages:
                self.come(page, table)
                page.locator(".guide .say").wait_for()
                self.note(f"guide {game}", page)

    def come(self, page: Page, table: str) -> None:
        page.goto(f"/t/{table}")
        page.locator(".decision, .result").first.wait_for()
        page.wait_for_load_state("networkidle")

    def opened(self) -> None:
        """A table that gathers, and what opens over a page: help, keys, settings, the log."""
        guest = Guest(self.site, "Ann")
        gathering = guest.open("me", "open", "open", game="heat")
        table = guest.open("me", "greedy", "greedy", game="heat")
        with guest.at(table, 0) as viewer, self.screens(guest) as pages:
            for _ in range(6):
                answered(viewer)
            viewer.until_asked(60)
            for page in pages:
                page.goto(f"/t/{gathering}")
                page.locator("main .seats, main ol, main ul").first.wait_for()
                self.note("a table that gathers", page)
                for what, press in OPENED.items():
                    self.come(page, table)
                    page.locator(".decision.turn .prompt").wait_for()
                    for selector in press:
                        page.locator(selector).first.click()
                    page.wait_for_timeout(300)
                    self.note(f"{what} over a table", page)

    def board(self, board: Board) -> None:
        guest = Guest(self.site, "Ann")
        rivals = ["greedy"] * board.rivals
        table = guest.open("me", *rivals, game=board.game, options=dict(board.options))
        with guest.at(table, 0) as viewer, self.screens(guest) as pages:
            played = 0
            for moment in board.moments:
                while played < moment and answered(viewer):
                    played += 1
                ask = viewer.until_asked(60)
                for page in pages:
                    self.come(page, table)
                    if ask:
                        page.locator(f'.prompt[data-ask="{ask["number"]}"]').wait_for()
                    self.note(f"{board.name} after {moment}", page)
            if board.ends:
                viewer.play_out()
                for page in pages:
                    self.come(page, table)
                    page.locator(".result").wait_for()
                    self.note(f"{board.name} over", page)
                    page.goto(f"/t/{table}/replay?at=20")
                    page.locator("main h1, main h2").first.wait_for()
                    page.wait_for_load_state("networkidle")
                    self.note(f"{board.name} replay", page)
                    page.goto(f"/t/{table}/review")
                    page.locator("[data-review=done]").wait_for(timeout=REVIEWED)
                    page.wait_for_load_state("networkidle")
                    self.note(f"{board.name} review", page)


def answered(viewer: Eye) -> bool:
    """Answer as the clock would; whether anything was asked."""
    ask = viewer.until_asked(60)
    if ask:
        viewer.answer(ask)
        viewer.until_answered(ask)
    return bool(ask)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "games", nargs="*", help="only these, or pages, opened, studied; everything if none"
    )
    parser.add_argument("--shots", type=Path, help="a folder for pictures")
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with server(bot_pause=0.0) as site, chromium() as browser:
        hurry(site)
        looker = Looker(browser, site, given.shots)
        for what in ("pages", "opened", "studied"):
            if not given.games or what in given.games:
                getattr(looker, what)()
        for game in (*GAMES, *TAUGHT):
            if not given.games or game in given.games:
                looker.guide(game)
        for board in BOARDS:
            if not given.games or board.game in given.games:
                looker.board(board)
        say(f"{looker.looks} looks, {len(looker.wrong)} violations")
    return 1 if looker.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
