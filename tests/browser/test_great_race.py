"""The Great Race in a browser: planned behind the screen, driven over the map, by clicking."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_everyone import violations

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
PLAN = ("mechanics", "mechanics", "scouts", "financing", "financing")
NEXT = """n => document.querySelector(".doubt")
    || !document.querySelector(`.prompt[data-ask="${n}"]`)"""


class Crew:
    """Somebody who crosses a continent, and what was clicked where."""

    def __init__(self, ada: Person, pictures: Path | None = None) -> None:
        self.ada, self.page, self.pictures = ada, ada.page, pictures
        self.clicked: dict[str, int] = {}

    def click(self, kind: str, selector: str, *, last: bool = False) -> bool:
        found = self.page.locator(f".raid {selector}")
        if not found.count():
            return False
        (found.last if last else found.first).click()
        self.clicked[kind] = self.clicked.get(kind, 0) + 1
        return True

    def look(self, name: str) -> None:
        if self.pictures and not (self.pictures / f"{name}.png").exists():
            self.page.screenshot(path=self.pictures / f"{name}.png")

    def plan(self) -> None:
        for job in PLAN:
            assert self.click("place", f"[data-job={job}] [data-hot=place]")
        self.look("planning")
        assert self.click("seal", "[data-hot=seal]")

    def pick(self) -> None:
        """As many as are wanted, the same card twice if there are two, then all together."""
        commit = self.page.locator("[data-commit-picked]")
        while commit.is_disabled():
            self.page.locator('.choices button[data-left]:not([data-left="0"])').first.click()
        commit.click()
        self.clicked["several"] = self.clicked.get("several", 0) + 1

    def decide(self) -> None:
        """Whatever glows: an answer, a space further on, fuel, a mechanic, a card."""
        if self.page.locator(".composer").count():
            return self.plan()
        if self.page.locator("[data-commit-picked]").count():
            return self.pick()
        if self.page.locator("[data-hot=space]").count():
            self.look("space")
            self.step()
        elif self.click("card", "[data-hot=card]") or self.click("fuel", "[data-hot=fuel]"):
            return None
        elif not any(self.click("job", f"[data-hot={job}]") for job in ("Drive", "Finance")):
            self.look("sequence")
            if not any(self.click("job", f"[data-hot={job}]") for job in ("Explore", "pass")):
                self.ada.options.first.click()
        return None

    def step(self) -> None:
        """The space farthest along the map that glows; one with several options asks again."""
        self.click("space", "[data-hot=space]", last=True)
        self.click("tile", "[data-hot=pill]")

    def race(self, most: int = 400) -> None:
        for _ in range(most):
            if not self.ada.asked():
                break
            number = self.page.locator(".prompt").get_attribute("data-ask")
            self.decide()
            self.page.wait_for_function(NEXT, arg=number)
            doubt = self.page.locator(".doubt .primary")
            if doubt.count():
                doubt.click()
            expect(self.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
        self.look("finish")
        expect(self.page.locator(".result h2")).to_be_visible()


@pytest.mark.fresh
@pytest.mark.slow
def test_across_africa(person: People) -> None:
    """A whole race in Italian against two bots, every move a click of the mouse on the board."""
    ada = person(locale="it-IT")
    options: dict[str, Any] = {"continent": "africa"}
    ada.create("me", "greedy", "greedy", game="great-race", options=options)
    crew = Crew(ada)
    crew.race()
    assert crew.clicked["seal"] >= 1  # a race may end after few rounds
    assert crew.clicked["place"] == 5 * crew.clicked["seal"]
    assert min(crew.clicked[kind] for kind in ("card", "space", "job")) >= 1
    expect(ada.log.filter(has_text="prestigio").first).to_be_attached()
    expect(ada.page.locator(".result .score").first).to_have_text(
        re.compile(r"^\d+ punt[oi] prestigio$")
    )


def test_the_same_on_a_phone(person: People, axe: str) -> None:
    """Everything fits the width, and the page follows the vehicle."""
    ada = person(width=390, height=844)
    options: dict[str, Any] = {"continent": "south-america", "rounds": 1}
    ada.create("me", "random", game="great-race", options=options)
    ada.asked()
    wide = ada.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    for asked in ("vehicle", "take"):
        ada.page.locator(f'[data-move^="{asked} "]').first.wait_for()
        ada.page.keyboard.press("1")
    for key in ("1", "2", "2", "4", "4", "Enter"):
        ada.page.locator(".composer").wait_for()
        if key == "Enter":
            assert not violations(ada, axe)
        ada.page.keyboard.press(key)
    expect(ada.page.locator(".composer")).to_have_count(0)
