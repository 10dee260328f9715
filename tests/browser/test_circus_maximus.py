"""Circus Maximus in a browser: prepared, written and driven by clicking on the board."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.test_everyone import violations

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
PATIENCE = 75
"""Seconds of clicking; a race that takes longer is left there."""


class Charioteer:
    """Somebody in a chariot, and what was clicked where."""

    def __init__(self, ada: Person, patience: float = PATIENCE) -> None:
        self.ada, self.page = ada, ada.page
        self.clicked: dict[str, int] = {}
        self.width = (self.page.viewport_size or {"width": 0})["width"]
        self.until = time.monotonic() + patience

    def click(self, kind: str, what: Locator) -> None:
        what.dispatch_event("click")
        self.clicked[kind] = self.clicked.get(kind, 0) + 1

    def compose(self) -> None:
        """A ready-made chariot; or the highest speed that no corner forbids."""
        build = self.page.locator("[data-build]")
        if build.count():
            self.click("build", build.nth(1))
        else:
            safe = self.page.locator(".composer .speeds button:not(.strain)")
            best = safe.last.get_attribute("data-speed")
            square = self.page.locator(f".lens path[data-speed='{best}']")
            self.click("speed", square if square.count() else safe.last)
            expect(self.page.locator(".composer [aria-checked=true]")).to_have_text(best or "")
        self.click("commit", self.page.locator("[data-commit]"))

    def drive(self) -> None:
        """Whoever is beside me is attacked once; then ahead, as far as it is free."""
        near = self.page.locator(".lens")
        strike = near.locator("[data-attack]")
        gallop = near.locator("[data-gallop]")
        step = near.locator(".target:not(.worst)")
        if near.locator(".target.strain").count():
            shot(self.ada, f"strain-{self.width}")
        if strike.count() and self.clicked.get("attack", 0) < 6:
            shot(self.ada, f"attack-{self.width}")
            self.click("attack", strike.first)
        elif gallop.count():
            shot(self.ada, f"drive-{self.width}")
            self.click("gallop", gallop.last)
        elif step.count():
            self.click("step", step.first)
        elif near.locator("[data-brake]").count():
            self.click("brake", near.locator("[data-brake]"))
        else:
            self.click("panel", self.ada.options.first)

    def race(self) -> bool:
        """Until it is over; false if patience is."""
        while self.ada.asked():
            if time.monotonic() > self.until:
                return False
            number = self.page.locator(".prompt").get_attribute("data-ask")
            if self.page.locator(".composer").count():
                self.compose()
            else:
                self.drive()
            self.page.wait_for_function(
                """n => document.querySelector(".doubt")
                    || !document.querySelector(`.prompt[data-ask="${n}"]`)""",
                arg=number,
            )
            doubt = self.page.locator(".doubt .primary")
            if doubt.count():
                doubt.click()
        return True


@pytest.mark.slow
def test_a_race_by_clicking(person: People) -> None:
    """Two laps with a limit of turns: speeds, squares and attacks are clicked on the board."""
    ada = person()
    rules = {"two_laps": True, "turns": 6, "field": 4}
    ada.create("me", "greedy", "greedy", "greedy", game="circus-maximus", options=rules)
    ada.prompt.wait_for()
    expect(ada.page.locator(".all .piece")).to_have_count(4)
    driver = Charioteer(ada)
    over = driver.race()
    shot(ada, "finish")
    assert driver.clicked["speed"] >= 2
    assert driver.clicked.get("gallop", 0) + driver.clicked.get("step", 0) >= 3
    if over:
        expect(ada.page.locator(".result h2")).to_be_visible()


def test_a_speed_is_composed_and_tells_its_strain(person: People) -> None:
    """Build, then a speed: the same one on the board, in the panel and on the log sheet."""
    ada = person()
    ada.create("me", "random", game="circus-maximus", options={"field": 2})
    ada.prompt.wait_for()
    expect(ada.options).to_have_count(0)
    commit = ada.page.locator("[data-commit]")
    ada.page.locator("[data-build=thunderfoot]").click()
    ada.page.locator("[data-point='0-0']").click()
    expect(commit).to_be_disabled()
    ada.page.locator("[data-point='3-2']").click()
    commit.click()
    speeds = ada.page.locator(".composer .speeds button")
    expect(speeds.first).to_be_visible()
    speeds.nth(7).click()
    expect(commit).to_contain_text("7")
    expect(ada.page.locator(".lens .picked")).to_have_attribute("data-speed", "7")
    expect(ada.page.locator("[data-endurance]")).not_to_have_text("0")


def test_a_turn_on_a_phone(person: People) -> None:
    """The same clicks on the close-up of a phone."""
    ada = person(390, 844)
    ada.create("me", "random", game="circus-maximus", options={"field": 2, "turns": 1})
    ada.prompt.wait_for()
    driver = Charioteer(ada, 40)
    driver.race()
    assert driver.clicked["build"] == 1
    assert driver.clicked["speed"] == 1
    assert driver.clicked.get("gallop", 0) + driver.clicked.get("step", 0) >= 1


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_no_serious_violation(person: People, axe: str, scheme: str, width: int) -> None:
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    ada.create("me", "random", "random", game="circus-maximus", options={"field": 3})
    ada.prompt.wait_for()
    ada.page.locator("[data-commit]").click()
    ada.page.locator(".composer .speeds button").first.wait_for()
    shot(ada, f"write-{width}")
    assert not violations(ada, axe)


def shot(ada: Person, name: str) -> None:
    """A picture, where somebody wants to look."""
    folder = os.environ.get("PADDOCK_SHOTS")
    if folder:
        ada.page.screenshot(path=f"{folder}/circus-{name}.png")
