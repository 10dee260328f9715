"""The first evening of somebody who does not know a game, as sheets of pictures to look at.

Run it as `python -m tools.browser.first_evening GAME --size 1280 --language en --shots DIR`: lesson
with its mistake, free race to the result, review, exercise, replay, friend by link, hot seat, modes
and studio, with motion and the usual pause of the bots. Every picture is taken in both themes. A
part that cannot be walked is told with a picture, and the next part begins.
"""

from __future__ import annotations

import argparse
import base64
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect
from tests.browser.learner import Learner
from tests.browser.person import Person
from tests.browser.watched import GAMES, chromium, hurry, server
from tests.server.site import Site

from paddock import games
from tools.browser.newcomer import LOOK, NEXT, Stranger
from tools.browser.waiting_times import say

SIZES = {1280: (1280, 800), 390: (390, 844)}
THEMES = ("light", "dark")
MODES = {
    "heat": ("heat-championship",),
    "street-illegal": ("street-illegal-series",),
    "circus-maximus": ("circus-maximus-season", "circus-maximus-campaign", "circus-maximus-arena"),
    "winds-of-war": (
        "winds-of-war-championship",
        "winds-of-war-mille-miglia",
        "winds-of-war-career",
    ),
}
STUDIOS = ("heat", "winds-of-war")
PARTS = ("home", "lesson", "race", "review", "replay", "exercises", "friend", "here", "modes")
PATIENCE_MS = 240_000
SETTLED_MS = 500  # after a change of the page, before its picture
TURNS_OF_FRIENDS = 3
SHEET_WIDTH = 1304  # what is shown of a picture without being scaled down
TAKEN = {1280: (2, 4), 390: (5, 5)}  # pictures in a row, and in a sheet


class Album:
    """The pictures of one walk, in both themes, and the sheets made of them."""

    def __init__(self, folder: Path, name: str, size: int, themes: tuple[str, ...]) -> None:
        self.folder, self.name, self.size, self.themes = folder, name, size, themes
        self.taken: dict[str, list[tuple[str, Path]]] = {theme: [] for theme in themes}

    def take(self, page: Page, what: str, *, whole: bool = False) -> None:
        page.wait_for_timeout(SETTLED_MS)
        for theme in self.themes[::-1]:
            if len(self.themes) > 1:
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                page.wait_for_timeout(120)
            number = len(self.taken[theme])
            file = self.folder / f"{self.name}-{theme}-{number:02}-{what}.png"
            page.screenshot(path=file, full_page=whole)
            self.taken[theme].append((what, file))

    def bind(self, browser: Browser) -> None:
        """Sheets of several pictures each, with what each one shows."""
        across, most = TAKEN[self.size]
        width = SHEET_WIDTH // across - 8
        page = browser.new_page(viewport={"width": SHEET_WIDTH, "height": 900})
        for theme, taken in self.taken.items():
            for first in range(0, len(taken), most):
                figures = "".join(
                    f"<figure><figcaption>{what}</figcaption><img src='{inline(file)}'></figure>"
                    for what, file in taken[first : first + most]
                )
                page.set_content(
                    "<style>body{margin:0;display:flex;flex-wrap:wrap;gap:8px;background:#888}"
                    "figure{margin:0;font:13px sans-serif}"
                    f"img{{display:block;width:{width}px}}</style>{figures}"
                )
                sheet = self.folder / f"sheet-{self.name}-{theme}-{first // most:02}.png"
                page.screenshot(path=sheet, full_page=True)
        page.close()


def inline(file: Path) -> str:
    return "data:image/png;base64," + base64.b64encode(file.read_bytes()).decode()


class Pupil(Learner):
    """Takes a picture of each step, and of what is said to a mistake."""

    album: Album

    def shot(self, number: int) -> None:
        if number != 99:
            expect(self.page.locator(".guide-ring")).to_have_count(1)
        self.album.take(self.page, f"step {number}" if number != 99 else "on one's own")

    def press(self, control: Locator) -> None:
        if ".guide .primary" in repr(control):
            self.album.take(self.page, "mistake")
        control.click()


class Visitor(Stranger):
    """A stranger whose pictures go into the album."""

    album: Album

    def shot(self, what: str) -> None:
        self.album.take(self.page, what)


class Evening:
    def __init__(self, browser: Browser, site: Site, given: argparse.Namespace, game: str) -> None:
        self.browser, self.site, self.given, self.game = browser, site, given, game
        self.title = games.find_spec(game).card.title
        self.table = ""
        self.failed: list[str] = []

    @contextmanager
    def person(self, size: int, language: str, theme: str) -> Iterator[Page]:
        width, height = SIZES[size]
        context: BrowserContext = self.browser.new_context(
            base_url=self.site.url,
            viewport={"width": width, "height": height},
            has_touch=size < 800,
            is_mobile=size < 800,
            color_scheme=theme,  # type: ignore[arg-type]
            locale="en-GB" if language == "en" else "it-IT",
            reduced_motion="no-preference",
        )
        context.set_default_timeout(PATIENCE_MS)
        try:
            yield context.new_page()
        finally:
            context.close()

    def walk(self, parts: list[str]) -> None:
        given = self.given
        with self.person(given.size, given.language, given.themes[0]) as page:
            page.on("pageerror", lambda error: self.failed.append(f"page error: {error}"))
            for part in parts:
                name = f"{self.game}-{given.size}-{given.language}-{part}"
                album = Album(given.shots, name, given.size, given.themes)
                began = time.monotonic()
                try:
                    getattr(self, part)(page, album)
                except (AssertionError, Error) as error:
                    self.failed.append(f"{part}: {str(error)[:500]}")
                    album.take(page, "stopped")
                album.bind(self.browser)
                say(f"{name}: {time.monotonic() - began:.0f} s, {self.failed[-1:]}")

    # ------------------------------------------------------------ parts

    def home(self, page: Page, album: Album) -> None:
        page.goto("/")
        page.locator("[data-race]").first.wait_for()
        album.take(page, "home")
        tile = Person(page).tile(self.title)
        tile.locator(".other").click()
        tile.scroll_into_view_if_needed()
        album.take(page, "more ways")
        page.goto(f"/new/{self.game}")
        page.locator(".go .primary").wait_for()
        album.take(page, "new race", whole=True)
        page.goto(f"/rules/{self.game}")
        page.wait_for_load_state("networkidle")
        album.take(page, "rules")

    def lesson(self, page: Page, album: Album) -> None:
        pupil = Pupil(Person(page), self.game, self.given.language)
        pupil.album = album
        pupil.begin()
        pupil.go()
        self.race_on(page, album, few=True)
        album.take(page, "end, whole page", whole=True)
        page.goto("/")
        page.locator("[data-race]").first.wait_for()
        album.take(page, "home afterwards")

    def race(self, page: Page, album: Album) -> None:
        page.goto("/")
        Person(page).tile(self.title).locator("[data-race]").click()
        self.race_on(page, album)
        self.table = page.url.rpartition("/")[2]
        album.take(page, "result, whole page", whole=True)
        page.goto("/me/races")
        page.wait_for_load_state("networkidle")
        album.take(page, "my races")

    def race_on(self, page: Page, album: Album, *, few: bool = False) -> None:
        """To the end, with a picture of each new kind of decision, and of the first hint."""
        page.locator(".decision").first.wait_for()
        visitor = Visitor(page, f"-{self.given.size}-", self.given.shots, self.given.seed)
        visitor.album = album
        visitor.filmed = 99 if few else 5
        hint = page.locator("[data-hint]")
        page.wait_for_function(NEXT, arg="", timeout=PATIENCE_MS)
        if not few and hint.count() and hint.first.is_visible():
            album.take(page, "first question")
            hint.first.click()
            page.locator("[data-hints] li").first.wait_for()
            album.take(page, "hint")
        how = visitor.race(500, time.monotonic() + self.given.seconds)
        say(f"   race: {how}, {visitor.decisions} decisions")

    def review(self, page: Page, album: Album) -> None:
        if not self.table:
            self.race(page, Album(album.folder, f"{album.name}-race", album.size, album.themes))
        page.goto(f"/t/{self.table}/review")
        page.locator("[data-review] svg").first.wait_for()
        album.take(page, "review begins")
        page.locator("[data-review=done]").wait_for()
        reasons = page.locator("[data-why] button")
        if reasons.count():
            reasons.first.click()
            page.locator("[data-why] p").first.wait_for()
        album.take(page, "review", whole=True)
        say("   " + page.locator("main").inner_text().replace("\n", "\n   | "))
        mine = page.locator("button[data-exercise]")
        if mine.count():
            mine.first.click()
            page.locator("[data-exercise=open]").wait_for()
            page.locator(".decision.turn .prompt").wait_for()
            album.take(page, "try again")
            told = page.locator("[data-exercise=solved], [data-exercise=missed]")
            stranger = Stranger(page, f"-{self.given.size}-", None, 1)
            asked = page.evaluate(LOOK)["ask"]
            for _ in range(6):
                stranger.answer(page.evaluate(LOOK))
                page.wait_for_timeout(1_500)
                if told.count() or page.evaluate(LOOK)["ask"] != asked:
                    break  # it is answered, and may still be weighed
            told.wait_for()
            album.take(page, "answered")

    def replay(self, page: Page, album: Album) -> None:
        page.goto(f"/t/{self.table}/replay")
        page.locator(".controls .primary").wait_for()
        album.take(page, "replay")
        page.locator(".controls .primary").click()
        page.wait_for_timeout(6_000)
        page.locator(".controls .primary").click()
        album.take(page, "later")
        page.locator(".controls button").nth(4).click()
        album.take(page, "end")

    def exercises(self, page: Page, album: Album) -> None:
        page.goto(f"/exercises/{self.game}")
        page.locator("[data-today]").wait_for(state="attached")
        album.take(page, "exercises")
        began = time.monotonic()
        found = page.locator("[data-try], [data-today=done]").first
        try:
            found.wait_for(state="attached", timeout=self.given.exercises * 1000)
            say(f"   first exercise after {time.monotonic() - began:.0f} s")
        except Error:
            say(f"   no exercise after {self.given.exercises} s")
        album.take(page, "later", whole=True)

    def friend(self, page: Page, album: Album) -> None:
        """Host here; the friend has the other size, theme and language, and types a name."""
        other = 390 if self.given.size == 1280 else 1280
        tongue = "it" if self.given.language == "en" else "en"
        guest = Album(album.folder, f"{album.name}-guest-{other}-{tongue}", other, album.themes)
        page.goto(f"/new/{self.game}?with=friends")
        page.locator("form .who input").wait_for()
        page.wait_for_load_state("networkidle")
        page.locator("form .who input").fill("Ada")
        album.take(page, "invite", whole=True)
        page.locator(".go .primary").click()
        page.locator("#share-link").wait_for()
        album.take(page, "lobby", whole=True)
        link = page.locator("#share-link").input_value()
        with self.person(other, tongue, self.given.themes[-1]) as theirs:
            theirs.goto(link)
            theirs.locator(".gathering .primary").first.wait_for()
            theirs.locator(".gathering .who input").first.fill("Marta")
            guest.take(theirs, "invited", whole=True)
            theirs.locator(".gathering .primary").first.click()
            theirs.wait_for_timeout(1_200)
            guest.take(theirs, "starts")
            both = ((theirs, guest), (page, album))
            for turn in range(TURNS_OF_FRIENDS):
                for one, book in both:
                    if self.is_asked(one):
                        book.take(one, f"turn {turn + 1}")
                        phone = "-390-" if book.size < 800 else ""
                        Stranger(one, phone, None, 1).answer(one.evaluate(LOOK))
                        one.wait_for_timeout(1_500)
            for one, book in both:
                book.take(one, "afterwards")
        guest.bind(self.browser)

    def is_asked(self, page: Page) -> bool:
        try:
            page.locator(".decision.turn .prompt").wait_for(timeout=20_000)
        except Error:
            return False
        return True

    def here(self, page: Page, album: Album) -> None:
        """Two at one device, with the curtain between their turns."""
        Person(page).create("me", "Marta", "medium", game=self.game)
        what = ".curtain .primary, .decision.turn .prompt, .result"
        stranger = Stranger(page, f"-{self.given.size}-", None, 1)
        for _ in range(8):
            page.locator(what).first.wait_for()
            page.wait_for_timeout(300)
            if page.locator(".curtain").count():
                album.take(page, "curtain")
                page.locator(".curtain .primary").click()
                page.locator(".decision.turn .prompt").wait_for()
            album.take(page, "turn")
            asked = page.locator(".decision.turn .prompt").get_attribute("data-ask")
            stranger.answer(page.evaluate(LOOK))
            page.wait_for_function(
                """(n) => document.querySelector(".curtain, .doubt, .result") ||
                (document.querySelector(".decision.turn .prompt")?.dataset.ask ?? n) !== n""",
                arg=asked,
            )

    def modes(self, page: Page, album: Album) -> None:
        for mode in MODES.get(self.game, ()):
            page.goto(f"/new/{mode}")
            page.locator(".go .primary").wait_for()
            album.take(page, mode, whole=True)
            page.locator(".go .primary").click()
            page.locator(".decision").first.wait_for()
            visitor = Visitor(page, f"-{self.given.size}-", self.given.shots, 1)
            visitor.album = album
            visitor.filmed = 99
            visitor.race(self.given.most, time.monotonic() + self.given.seconds)
        if self.game in STUDIOS:
            self.studio(page, album)

    def studio(self, page: Page, album: Album) -> None:
        page.goto(f"/studio/{self.game}")
        page.wait_for_load_state("networkidle")
        album.take(page, "studio")
        album.take(page, "studio, whole page", whole=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--size", type=int, choices=[*SIZES], default=1280)
    parser.add_argument("--language", choices=["en", "it"], default="en")
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--most", type=int, default=25, help="decisions of a mode")
    parser.add_argument("--seconds", type=float, default=300, help="for each race")
    parser.add_argument("--exercises", type=float, default=60, help="seconds to wait for the first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shots", type=Path, required=True, help="a folder for pictures")
    given = parser.parse_args()
    given.themes = tuple(given.themes)
    given.shots.mkdir(parents=True, exist_ok=True)
    failed: list[str] = []
    with server() as site, chromium() as browser:
        hurry(site)
        for game in given.games:
            evening = Evening(browser, site, given, game)
            evening.walk(list(given.parts))
            failed += [re.sub(r"\s+", " ", f"{game}: {one}") for one in evening.failed]
    for one in failed:
        say(one)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
