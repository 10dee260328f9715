"""Heat in a browser: planned, reacted and driven home by clicking on the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.test_everyone import violations

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
HEAT = 6


class Driver:
    """Somebody at the wheel, and what was clicked where."""

    def __init__(self, ada: Person) -> None:
        self.ada, self.page = ada, ada.page
        self.clicked: dict[str, int] = {}

    def click(self, kind: str, what: Locator) -> None:
        what.click(force=True)
        self.clicked[kind] = self.clicked.get(kind, 0) + 1

    def plan(self) -> None:
        """The highest gear and the fastest cards that show no risk; gear by gear down."""
        hand = self.page.locator(".mat .hand .held")
        cards = [int(card) for card in hand.evaluate_all("all => all.map(c => c.dataset.card)")]
        fast = sorted((i for i, c in enumerate(cards) if c != HEAT), key=lambda i: -cards[i] % 7)
        gears = self.page.locator(".mat svg.box .hot")
        for gear in reversed(range(gears.count())):
            self.click("gear", gears.nth(gear))
            n = int(self.page.locator(".composer [aria-checked=true]").inner_text().split()[0])
            for some in (fast[:n], fast[-n:]):
                self.page.locator(".composer [aria-checked=true]").click()
                for picked in self.page.locator(".mat .hand .held[aria-pressed=true]").all()[::-1]:
                    picked.click(force=True)
                for i in some:
                    self.click("card", hand.nth(i))
                if not self.page.locator(".composer .risk").count():
                    break
            else:
                continue
            break
        self.click("commit", self.page.locator(".mat [data-board=commit]"))

    def react(self) -> None:
        """A space that glows, else the first symbol that risks nothing."""
        space = self.page.locator(".heat .hot .bead")
        safe = self.page.locator(".mat button.symbol:not(.risk)")
        cool = self.page.locator(".mat button.symbol", has_text="Cool down")
        if space.count() and not self.page.locator(".mat button.symbol.risk").count():
            self.click("space", space.first)
        elif cool.count():
            self.click("symbol", cool.last)
        elif safe.count():
            self.click("symbol", safe.first)
        elif self.page.locator(".mat button.symbol").count():
            self.click("symbol", self.page.locator(".mat button.symbol").first)
        else:
            self.click("panel", self.ada.options.first)

    def race(self) -> None:
        while self.ada.asked():
            number = self.page.locator(".prompt").get_attribute("data-ask")
            if self.page.locator(".composer").count():
                self.plan()
            else:
                self.react()
            gone = self.page.locator(f'.prompt[data-ask="{number}"]')
            self.page.wait_for_function(
                """n => document.querySelector(".doubt")
                    || !document.querySelector(`.prompt[data-ask="${n}"]`)""",
                arg=number,
            )
            doubt = self.page.locator(".doubt .primary")
            if doubt.count():
                doubt.click()
            expect(gone).to_have_count(0)


@pytest.mark.slow
def test_alone_against_five_legends(person: People) -> None:
    """One lap of Italia: gear, cards, symbols and spaces are clicked on the board."""
    ada = person()
    ada.create("me", game="heat", options={"track": "italia", "laps": 1, "legends": 5})
    expect(ada.prompt).to_contain_text("Choose your gear")
    expect(ada.page.locator(".racer")).to_have_count(6)
    driver = Driver(ada)
    driver.race()
    assert driver.clicked["gear"] >= 3
    assert driver.clicked["card"] > driver.clicked["commit"] >= 3
    assert driver.clicked["symbol"]
    expect(ada.page.locator(".result h2")).to_be_visible()
    expect(ada.page.locator(".podium")).to_be_visible()
    expect(ada.log.filter(has_text="is home")).not_to_have_count(0)


def test_a_plan_is_composed_and_tells_its_risk(person: People) -> None:
    """No list of a hundred buttons; two gears cost Heat; the same plan on board and in panel."""
    ada = person()
    ada.create("me", "random", game="heat")
    ada.prompt.wait_for()
    expect(ada.options).to_have_count(0)
    composer = ada.page.locator(".composer")
    commit = composer.locator("[data-commit]")
    composer.locator("[data-gear='2']").click()
    expect(commit).to_be_disabled()
    cards = composer.locator("[data-pick]:not([disabled])")
    cards.nth(0).click()
    ada.page.locator(".mat .hand .held:not([disabled])").nth(1).click()
    expect(commit).to_be_enabled()
    expect(composer.locator("dl")).to_contain_text("Spin-out")
    expect(ada.page.locator(".reach .goal")).to_be_visible()
    expect(ada.page.locator(".mat .held.picked")).to_have_count(2)
    composer.locator("[data-gear='3']").click()
    expect(commit).to_be_disabled()
    cards.nth(2).click()
    expect(composer).to_contain_text("shift: 1 Heat")
    commit.press("Enter")
    expect(ada.log.filter(has_text="is in gear 3 (Heat paid: 1)")).not_to_have_count(0)


def test_the_draft_and_the_season(person: People) -> None:
    """A championship: an Upgrade from the market, then the race with its calendar."""
    ada = person()
    ada.create("me", "random", game="heat-championship")
    ada.prompt.wait_for()
    expect(ada.page.locator(".calendar li")).to_have_count(3)
    ada.page.locator(".market .cards button:not([disabled])").first.click()
    ada.page.locator("[data-done], .composer [data-gear]").first.wait_for()
    if ada.page.locator("[data-done]").count():
        ada.page.locator("[data-done]").click()
    expect(ada.page.locator(".composer [data-gear]").first).to_be_visible()
    ada.page.locator(".toggle").click()
    expect(ada.page.locator(".over .calendar .now")).to_contain_text("Great Britain")
    expect(ada.page.locator(".over .cards svg")).not_to_have_count(0)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_no_serious_violation(person: People, axe: str, scheme: str, width: int) -> None:
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    ada.create("me", "random", game="heat", options={"legends": 2, "weather": True})
    ada.prompt.wait_for()
    assert not violations(ada, axe)
