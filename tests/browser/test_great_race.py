"""The Great Race in a browser: planned behind the screen, driven over the map, by clicking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

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
        (found.last if last else found.first).dispatch_event("click")
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

    def decide(self) -> None:
        """Whatever glows: an answer, a space further on, fuel, a mechanic, a card."""
        if self.page.locator(".composer").count():
            return self.plan()
        if self.page.locator("[data-hot=answer]").count():
            self.look("telegram")
            self.click("answer", "[data-hot=answer]")
        elif self.page.locator("[data-hot=space]").count():
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


def test_across_africa_by_clicking(person: People) -> None:
    """Against three bots, in Italian, until the convoy is in or the rounds are over."""
    ada = person(locale="it-IT")
    options: dict[str, Any] = {"continent": "africa", "rounds": 2}
    ada.create("me", "greedy", "greedy", "greedy", game="great-race", options=options)
    crew = Crew(ada)
    crew.race()
    assert crew.clicked["place"] == 10
    assert crew.clicked["seal"] == 2
    assert crew.clicked["space"] >= 2
