"""The guided first races as people take them, with motion and the real pause: each game
and mode that has one by clicks, in English on a desk and in Italian on a phone, and by keyboard and
accessibility tree.

Run it as `python -m tools.browser.guides`; it ends with 1 where one cannot be followed, or where
the first own move cannot be made within thirty seconds.
"""

from __future__ import annotations

import argparse
import sys
import time

from playwright.sync_api import Browser, Error, expect
from tests.browser.learner import Learner, Typist
from tests.browser.person import Person
from tests.browser.watched import GAMES, MODES, chromium, server
from tests.server.site import Site

from paddock import games
from paddock.core.guide import expand_repeats, guide_names
from tools.browser.waiting_times import say

TAUGHT = tuple(mode for mode in MODES if guide_names(games.find_spec(mode)))
WAYS = (
    (Learner, "en", 1280, 800),
    (Learner, "it", 390, 844),
    (Typist, "en", 1280, 800),
)
FIRST = 30.0  # seconds until the first own move, with the time to read what is said
READS = 3.0  # words a second, slowly


def learned(
    browser: Browser, site: Site, game: str, way: type[Learner], language: str, *size: int
) -> str:
    """What a run came to; AssertionError or a timeout where it cannot be followed."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": size[0], "height": size[1]},
        locale="en-GB" if language == "en" else "it-IT",
        reduced_motion="no-preference",
        has_touch=size[0] < 800,
    )
    context.set_default_timeout(60_000)
    try:
        learner = way(Person(context.new_page()), game, language)
        began = time.monotonic()
        learner.begin()
        first = learner.course.guide.step[0]
        expect(learner.say).to_contain_text(first.say[language], timeout=60_000)
        learner.page.locator(".prompt").wait_for()
        waited = time.monotonic() - began
        read = len(first.say[language].split()) / READS
        assert waited + read < FIRST, f"the first move after {waited + read:.0f} s"
        learner.go()
        took = time.monotonic() - began
        moves = sum(len(expand_repeats(step.do)) for step in learner.course.guide.step)
        return (
            f"{len(learner.course.guide.step)} steps, {moves} moves, {learner.mistakes} mistake; "
            f"asked after {waited:.1f} s, {read:.0f} s to read, all in {took:.0f} s"
        )
    finally:
        context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=(*GAMES, *TAUGHT))
    parser.add_argument("--by", choices=["clicks", "keys"], help="only so")
    given = parser.parse_args()
    held = True
    with server() as site, chromium() as browser:
        for game in given.games:
            for way, language, *size in WAYS:
                if given.by not in (None, way.way):
                    continue
                name = f"{game} by {way.way}, {language}, {size[0]} px"
                try:
                    say(f"{name}: {learned(browser, site, game, way, language, *size)}")
                except (AssertionError, Error) as wrong:
                    held = False
                    say(f"{name}: CANNOT BE FOLLOWED: {str(wrong)[:600]}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
