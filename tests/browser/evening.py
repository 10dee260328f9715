"""The Mille Miglia of one evening against five bots, every decision by real clicks to its end: by
day (1936), and from the night into the morning (1938).

Run it as `python -m tests.browser.evening --years 1938`; `--shots DIR` leaves pictures. What the
tests have of it is in `test_mille_miglia.py`: the first turns, and whole careers on a short road.
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
from tests.browser.waits import say
from tests.browser.watched import chromium, server
from tests.server.site import Site

SIZES = {"1280": (1280, 800), "390": (390, 844)}
PANELS = ("Map", "Time chart", "The year")


def shoot(ada: Person, folder: Path | None, name: str) -> None:
    """The page at both widths; the road alone, and with every panel open."""
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
            button.click()
    ada.page.set_viewport_size({"width": 1280, "height": 800})


def raced(browser: Browser, site: Site, year: int, folder: Path | None) -> str:
    """What was clicked, from the start to the check point."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": 1280, "height": 800},
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(120_000)
    ada = Person(context.new_page())
    options = {"year": year, "weather": "dry", "retire": False}
    began = time.monotonic()
    ada.create("me", *["greedy"] * 5, game=GAME, options=options)
    ada.page.locator(".decision.turn").wait_for()
    driver = Tourer(ada)
    dark = ada.page.locator(".tour .night").count()
    half = 12
    driver.race(until=lambda: driver.clicked["commit"] >= half)
    shoot(ada, folder, f"road-{year}")
    driver.race()
    expect(ada.page.locator(".result h2")).to_be_visible()
    shoot(ada, folder, f"end-{year}")
    context.close()
    kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(driver.clicked.items()))
    night = "begun by night" if dark else "by day"
    return f"{year}, {night}: home after {time.monotonic() - began:.0f} s; clicked: {kinds}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--years", type=int, nargs="+", default=[1936, 1938])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, server(0.0) as site, chromium() as browser:
        decide(patch, given.seed, "greedy")
        for year in given.years:
            say(raced(browser, site, year, given.shots))
    return 0


if __name__ == "__main__":
    sys.exit(main())
