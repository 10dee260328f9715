"""The Mille Miglia of one evening against five bots, every decision by real clicks to its end: by
day, from the day into the night, and from the night into the morning.

Run it as `python -m tools.browser.mille_miglia_evening --hours dusk`; `--years 1938` starts by
night, `--shots DIR` saves pictures. `test_mille_miglia.py` has the short form: the first turns,
and whole careers on a short road.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.person import Person
from tests.browser.seeded import decide
from tests.browser.test_mille_miglia import GAME, Tourer
from tests.browser.watched import chromium, server
from tests.server.site import Site

from tools.browser.waiting_times import say

SIZES = {"1280": (1280, 800), "390": (390, 844)}
PANELS = ("Map", "Time chart", "The year")
FIRST = 12  # plans before the first pictures


class Watch(Tourer):
    """Counts what is decided by day and by night."""

    def answer(self) -> None:
        night = self.page.locator(".tour .night").count()
        self.clicked["by night" if night else "by day"] += 1
        super().answer()


def shoot(ada: Person, folder: Path | None, name: str) -> None:
    """The page at both widths; the road alone, with every panel open, and in dark colours."""
    if folder is None:
        return
    for width, (wide, high) in SIZES.items():
        ada.page.set_viewport_size({"width": wide, "height": high})
        ada.page.screenshot(path=folder / f"{name}-{width}.png")
        for panel in PANELS:
            button = ada.page.get_by_role("button", name=panel, exact=True)
            if button.get_attribute("aria-expanded") == "false":
                button.click()
            ada.page.screenshot(path=folder / f"{name}-{panel.split()[-1].lower()}-{width}.png")
            ada.page.emulate_media(color_scheme="dark")
            shown = f"{name}-{panel.split()[-1].lower()}-dark-{width}.png"
            ada.page.screenshot(path=folder / shown)
            ada.page.emulate_media(color_scheme="light")
            button.click()
    ada.page.set_viewport_size({"width": 1280, "height": 800})


def raced(browser: Browser, site: Site, year: int, hour: str, folder: Path | None) -> str:
    """What was clicked, from the start to the check point."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": 1280, "height": 800},
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(120_000)
    ada = Person(context.new_page())
    options = {"year": year, "hour": hour, "weather": "dry", "retire": False}
    began = time.monotonic()
    ada.create("me", *["greedy"] * 5, game=GAME, options=options)
    ada.page.locator(".decision.turn").wait_for()
    driver = Watch(ada)
    driver.race(until=lambda: driver.clicked["commit"] >= FIRST)
    shoot(ada, folder, f"road-{year}-{hour}")
    if hour == "dusk":
        driver.race(until=lambda: driver.clicked["by night"] > 0)
        shoot(ada, folder, f"dark-{year}-{hour}")
    driver.race()
    expect(ada.page.locator(".result h2")).to_be_visible()
    shoot(ada, folder, f"end-{year}-{hour}")
    context.close()
    if hour == "dusk" and not (driver.clicked["by day"] and driver.clicked["by night"]):
        raise AssertionError(f"an evening from the day into the night: {driver.clicked}")
    kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(driver.clicked.items()))
    return f"{year}, {hour}: home after {time.monotonic() - began:.0f} s; {kinds}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--years", type=int, nargs="+", default=[1936])
    parser.add_argument("--hours", nargs="+", default=["yearbook", "dusk"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, server(0.0) as site, chromium() as browser:
        decide(patch, given.seed, "greedy")
        for year in given.years:
            for hour in given.hours:
                say(raced(browser, site, year, hour, given.shots))
    return 0


if __name__ == "__main__":
    sys.exit(main())
