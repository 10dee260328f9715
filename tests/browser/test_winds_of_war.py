"""Winds of War in a browser: planned on the dial, driven on the road, mended in the pits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.seeded import decide
from tests.browser.test_everyone import violations

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
GAME = "winds-of-war"


class Driver:
    """Somebody at the wheel, who clicks as people do, and what was clicked where."""

    def __init__(self, ada: Person) -> None:
        self.ada, self.page = ada, ada.page
        self.clicked: Counter[str] = Counter()

    def click(self, kind: str, what: Locator) -> None:
        what.click()
        self.clicked[kind] += 1

    def plan(self) -> None:
        """A great start, slowly; a stop at the pits, which are on the start straight; a risk worth
        taking in the first curve; then what is preselected, which risks nothing, or 100 where an
        engine boils; a stop where it is proposed: so whatever the dice say, the car comes home."""
        composer = self.page.locator(".composer")
        stop = composer.locator(".primary:not([data-commit])")
        if stop.count():
            self.click("pits", stop)
            return
        pits = self.page.locator(".winds [data-pit]")
        if pits.count() and self.clicked["commit"] and not self.clicked["pits"]:
            self.click("pits", pits)
            return
        cooling = composer.locator("[data-speed='5']:not(.risky)")
        bold = composer.locator("[data-speed].risky:not(.grave)")
        if not self.clicked["commit"]:
            self.click("launch", composer.locator("[data-launch]"))
            self.click("speed", composer.locator("[data-speed='2']"))
        elif bold.count() and not self.clicked["test"]:
            self.click("bold", bold.first)
        elif composer.locator(".note.hot").count() and cooling.count():
            self.click("cool", cooling)
        self.click("commit", composer.locator("[data-commit]"))

    def step(self) -> None:
        """The farthest box that glows; the next one where a test is asked for."""
        here = self.page.locator(".winds .target + .dot")
        far = self.page.locator(".winds .far.end + .dot")
        risky = self.page.locator(".winds .target.risk + .dot")
        if risky.count():
            self.click("test", risky.first)
        elif far.count():
            self.click("far", far.first)
        elif here.count():
            self.click("box", here.first)
        else:
            self.click("panel", self.ada.options.first)

    def answer(self) -> None:
        question = self.ada.prompt.inner_text()
        if self.page.locator(".composer").count():
            self.plan()
        elif "to go" in question or "Downhill" in question:
            self.step()
        elif "repair" in question:
            done = self.page.locator(".dash .act.done")
            jobs = self.page.locator(".dash .act:not(.done)")
            self.click("done" if done.count() else "job", done if done.count() else jobs.last)
        else:
            self.click("panel", self.ada.options.first)

    def asked(self) -> bool:
        """Wait for my turn or the end; five bots may have several turns between."""
        self.page.locator(".decision.turn, .result").first.wait_for()
        return self.page.locator(".result").count() == 0

    def race(self, until: Callable[[], bool] = lambda: False) -> None:
        """To the end, or until it is enough."""
        while self.asked() and not until():
            number = self.page.locator(".prompt").get_attribute("data-ask")
            self.answer()
            self.page.wait_for_function(
                """n => document.querySelector(".doubt")
                    || !document.querySelector(`.prompt[data-ask="${n}"]`)""",
                arg=number,
            )
            doubt = self.page.locator(".doubt .primary")
            if doubt.count():
                doubt.click()
            expect(self.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
            expect(self.page.locator(".winds .halt")).to_have_count(0)


@pytest.mark.fresh
@pytest.mark.slow
def test_a_grand_prix_against_five(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lap of Modena by real clicks, with a stop at the pits and a test on the way."""
    decide(monkeypatch, 1, "greedy")
    ada = person()
    options = {"circuit": "modena", "laps": 1, "weather": "dry", "retire": False}
    ada.create("me", *["greedy"] * 5, game=GAME, options=options)
    ada.page.locator(".decision.turn").wait_for()
    driver = Driver(ada)
    driver.race()
    assert driver.clicked["commit"] > 6
    assert driver.clicked["far"] + driver.clicked["box"] > 6
    assert driver.clicked["pits"] == 1
    assert driver.clicked["job"]
    me = re.compile(r"^Guest \d+ stops in the pits")
    expect(ada.log.filter(has_text=me)).not_to_have_count(0)
    for test in ("great start", "corner test"):
        mine = re.compile(rf"^Guest \d+, {test}, row")
        expect(ada.log.filter(has_text=mine)).not_to_have_count(0)
    expect(ada.log.filter(has_text=re.compile(r"^Guest \d+ finishes \d"))).not_to_have_count(0)
    expect(ada.page.locator(".result h2")).to_be_visible()
    expect(ada.page.locator(".podium")).to_be_visible()


def test_a_plan_shows_the_curves_and_their_chances(person: People) -> None:
    """Speeds by button, by dial and by key; the chances of a test add up; the board follows."""
    ada = person()
    options = {"circuit": "bergamo", "weather": "dry", "retire": False, "group": 1}
    ada.create("me", game=GAME, options=options)
    composer = ada.page.locator(".composer")
    composer.wait_for()
    expect(ada.options).to_have_count(0)
    expect(composer.locator(".curves li").first).to_contain_text("take it at")
    composer.locator("[data-launch]").check()
    expect(composer).to_contain_text("Great start")
    chances = composer.locator("[data-chance]").all_inner_texts()
    assert sum(int(text.split()[0]) for text in chances) in (99, 100, 101)
    composer.locator("[data-launch]").uncheck()
    ada.page.locator(".dash [data-notch='2']").click()
    expect(composer.locator("[data-speed='2']")).to_have_attribute("aria-checked", "true")
    ada.page.keyboard.press("ArrowRight")
    expect(composer.locator("[data-speed='3']")).to_have_attribute("aria-checked", "true")
    expect(ada.page.locator(".reach .last")).to_be_visible()
    ada.page.locator("h2.prompt").click(position={"x": 8, "y": 8})  # beside the question mark
    ada.page.keyboard.press("Enter")
    expect(ada.log.filter(has_text="60 km/h")).not_to_have_count(0)


def test_the_garage(person: People) -> None:
    """An auction in the browser: a bid in the panel, a driver by ticket; then the grid."""
    ada = person()
    options = {"circuit": "modena", "laps": 1, "garage": "auction", "weather": "dry"}
    ada.create("me", "greedy", game=GAME, options=options)
    ada.prompt.wait_for()
    seen = set()
    for _ in range(60):
        if not ada.asked() or ada.page.locator(".composer [data-speed]").count():
            break
        number = ada.page.locator(".prompt").get_attribute("data-ask")
        if ada.page.locator(".garage").count():
            seen.add(ada.page.locator(".garage h2").inner_text().lower())
        tickets = ada.page.locator(".garage .ticket")
        if ada.page.locator("[data-more]").count():
            ada.page.locator("[data-more]").click()
            ada.page.locator("[data-commit]").click()
        elif tickets.count():
            tickets.first.click()
        elif ada.page.locator(".garage .act").count():
            ada.page.locator(".garage .act").first.click()
        else:
            ada.options.first.click()
        expect(ada.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    assert {"the auction", "drivers for hire"} <= seen
    expect(ada.page.locator(".composer [data-speed]").first).to_be_visible()


def test_the_championship(person: People) -> None:
    """Its races are driven on the same road, under a band with the season."""
    ada = person()
    ada.create("me", "greedy", game=f"{GAME}-championship", options={"garage": "dealt", "laps": 1})
    ada.prompt.wait_for()
    expect(ada.page.locator(".season header")).to_contain_text("Race 1 of 4")
    expect(ada.page.locator(".winds svg[data-picture]")).to_be_visible()
    ada.page.locator(".toggle").click()
    expect(ada.page.locator(".calendar .now")).to_contain_text("Salerno")


@pytest.mark.fresh
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_no_serious_violation(person: People, axe: str, scheme: str, width: int) -> None:
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    for options in ({"garage": "auction"}, {"circuit": "pescara", "weather": "wet"}):
        ada.create("me", "greedy", "greedy", game=GAME, options=options)
        ada.prompt.wait_for()
        assert not violations(ada, axe)
    ada.create("me", game=GAME, options={"circuit": "modena"})
    ada.page.locator(".composer").wait_for()
    assert not violations(ada, axe)
    assert not ada.page.evaluate("document.documentElement.scrollWidth > innerWidth")
