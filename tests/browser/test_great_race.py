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


def test_a_round_in_africa_by_clicking(person: People) -> None:
    """Against three bots, in Italian: bivouac, screen, sequences, the last round's end."""
    ada = person(locale="it-IT")
    options: dict[str, Any] = {"continent": "africa", "rounds": 1}
    ada.create("me", "greedy", "greedy", "greedy", game="great-race", options=options)
    crew = Crew(ada)
    crew.race()
    assert (crew.clicked["place"], crew.clicked["seal"]) == (5, 1)
    assert crew.clicked["card"] >= 1
    assert crew.clicked["space"] >= 1
    expect(ada.log.filter(has_text="nessuno è arrivato")).to_have_count(1)


def test_the_same_on_a_phone(person: People) -> None:
    """Everything fits the width, and the page follows the vehicle."""
    ada = person(width=390, height=844)
    options: dict[str, Any] = {"continent": "south-america", "rounds": 1}
    ada.create("me", "random", game="great-race", options=options)
    ada.asked()
    wide = ada.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    ada.page.keyboard.press("1")
    for key in ("1", "2", "2", "4", "4", "Enter"):
        ada.page.locator(".composer").wait_for()
        ada.page.keyboard.press(key)
    expect(ada.page.locator(".composer")).to_have_count(0)


@pytest.mark.slow
def test_across_south_america(person: People) -> None:
    """A whole race in English, until the convoy is in."""
    ada = person()
    ada.create(
        "me",
        "greedy",
        "greedy",
        "greedy",
        game="great-race",
        options={"continent": "south-america"},
    )
    crew = Crew(ada)
    crew.race(1000)
    assert crew.clicked["seal"] >= 3
