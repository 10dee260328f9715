"""Circus Maximus in a browser: prepared, written and driven by clicking on the board."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.seeded import decide
from tests.browser.test_everyone import violations

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
TIMEOUT_SECONDS = 600
"""Seconds of clicking."""
TOLD = {
    "attack": r" attacks ",
    "evasion": r" evades to the ",
    "strain": r" over the safe speed",
}
RISK = 2
"""Strain points that are taken gladly."""
NEAR = 4
"""So many squares are galloped before we look who is beside us."""
SEED, RIVAL = 1, "charioteer:horse-with-no-name"


class Charioteer:
    """Somebody in a chariot: what was clicked where, and what the log has told."""

    def __init__(self, ada: Person, patience: float = TIMEOUT_SECONDS) -> None:
        self.ada, self.page = ada, ada.page
        self.clicked: Counter[str] = Counter()
        self.told: Counter[str] = Counter()
        self.seen: set[str] = set()
        self.turn = 0
        self.width = (self.page.viewport_size or {"width": 0})["width"]
        self.until = time.monotonic() + patience

    def click(self, kind: str, what: Locator) -> None:
        what.click()
        self.clicked[kind] += 1

    def reachable(self, what: Locator) -> list[Locator]:
        """Those on which a click would fall, as the board is scrolled now."""
        found: list[int] = what.evaluate_all(
            """all => all.flatMap((e, i) => {
                const box = e.getBoundingClientRect();
                const at = [box.x + box.width / 2, box.y + box.height / 2];
                const top = document.elementFromPoint(...at);
                return top && e.closest("[role=button]")?.contains(top) ? [i] : [];
            })"""
        )
        return [what.nth(i) for i in found]

    # ------------------------------------------------------------ reading

    def read(self) -> None:
        """The log's new lines: what happened, and which turn it is."""
        lines: list[str] = self.page.locator(".log li").evaluate_all(
            "all => all.map(line => line.textContent)"
        )
        for number, line in enumerate(lines):
            key = f"{number} {line}"
            if key in self.seen:
                continue
            self.seen.add(key)
            self.told.update(what for what, sign in TOLD.items() if re.search(sign, line))
            if began := re.match(r"Turn (\d+) begins", line):
                self.turn = int(began[1])

    # ------------------------------------------------------------ deciding

    def compose(self) -> None:
        """A ready-made chariot; or the highest speed that strains by no more than we like."""
        build = self.page.locator("[data-build]")
        if build.count():
            self.click("build", self.page.locator("[data-build=thunderfoot]"))
        else:
            self.click("speed", self.speed())
        self.click("commit", self.page.locator("[data-commit]"))

    def speed(self) -> Locator:
        """On the board where it is in sight, otherwise in the panel."""
        speeds = self.page.locator(".composer .speeds button")
        points: list[int] = speeds.evaluate_all("all => all.map(b => Number(b.dataset.points))")
        best = max(i for i, n in enumerate(points) if n <= RISK)
        if points[best]:
            self.shot("strain")
        wanted = speeds.nth(best).get_attribute("data-speed")
        squares = self.reachable(self.page.locator(f".lens path[data-speed='{wanted}']"))
        return squares[0] if squares else speeds.nth(best)

    def drive(self) -> None:
        """Whoever can be attacked is; attackers are avoided; then ahead, as far as it is free."""
        near = self.page.locator(".lens")
        strikes = self.reachable(near.locator("[data-attack]"))
        gallops = self.reachable(near.locator("[data-gallop]"))
        steps = self.reachable(near.locator(".target:not(.worst)"))
        brakes = self.reachable(near.locator("[data-brake]"))
        away = self.ada.options.filter(has_text="Try to get away")
        if away.count():
            self.shot("defend")
            self.click("get away", away.first)
        elif strikes:
            self.shot("attack")
            self.click("attack", strikes[0])
        elif gallops:
            self.shot("drive")
            self.click("gallop", gallops[: NEAR - 1][-1])
        elif steps:
            self.click(steps[0].get_attribute("data-step") or "step", steps[0])
        elif brakes:
            self.click("brake", brakes[0])
        else:
            self.click("panel", self.ada.options.first)

    def decide(self) -> None:
        number = self.page.locator(".prompt").get_attribute("data-ask")
        if self.page.locator(".composer").count():
            self.compose()
        else:
            self.drive()
        self.page.wait_for_function(
            """n => document.querySelector(".doubt") || (!document.querySelector(".halt")
                && !document.querySelector(`.prompt[data-ask="${n}"]`))""",
            arg=number,
        )
        doubt = self.page.locator(".doubt .primary")
        if doubt.count():
            doubt.click()
            self.page.locator(f".prompt[data-ask='{number}']").wait_for(state="detached")

    def race(self) -> bool:
        """Until it is over; false if patience is."""
        while self.ada.asked():
            self.read()
            if time.monotonic() > self.until:
                return False
            self.decide()
        self.read()
        return True

    def shot(self, name: str) -> None:
        shot(self.ada, f"{name}-{self.width}")


@pytest.mark.fresh
@pytest.mark.slow
def test_a_race_to_the_end_by_clicking(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """One person and five bots, two laps, with all that belongs to a race."""
    decide(monkeypatch, SEED, RIVAL)
    ada = person()
    ada.create("me", *["greedy"] * 5, game="circus-maximus", options={"field": 6, "two_laps": True})
    ada.prompt.wait_for()
    expect(ada.page.locator(".lens .piece")).to_have_count(6)
    driver = Charioteer(ada)
    assert driver.race(), f"no end in sight: turn {driver.turn}, {driver.clicked}"
    shot(ada, "finish")
    expect(ada.page.locator(".result h2")).to_be_visible()
    assert set(driver.told) == set(TOLD), driver.told
    assert driver.clicked["attack"] >= 1, driver.clicked
    assert driver.clicked["get away"] >= 1, driver.clicked
    assert driver.clicked["speed"] >= 5, driver.clicked
    assert driver.clicked["gallop"] + driver.clicked["Forward"] >= 10, driver.clicked


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
    driver = Charioteer(ada)
    driver.race()
    assert driver.clicked["build"] == 1
    assert driver.clicked["speed"] == 1
    assert driver.clicked["gallop"] + driver.clicked["Forward"] >= 1


def test_the_player_chooses_what_the_board_shows(person: People) -> None:
    """All squares are in the picture by itself; the whole circus or one's chariot by choice."""
    ada = person()
    ada.create("me", "random", game="circus-maximus", options={"field": 2})
    ada.prompt.wait_for()
    ada.page.locator("[data-commit]").click()
    ada.page.locator(".lens [data-speed]").first.wait_for()
    outside = """() => {
        const lens = document.querySelector(".lens").getBoundingClientRect();
        const all = document.querySelectorAll(".lens [data-speed], .lens .piece .bed");
        return [...all].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < lens.left || box.right > lens.right || box.top < lens.top ||
                box.bottom > lens.bottom;
        }).length;
    }"""
    floor = ada.page.locator(".lens svg[data-ground]")
    assert ada.page.evaluate(outside) == 0
    near = float(floor.get_attribute("width") or 0)
    ada.page.get_by_role("button", name="All", exact=True).click()
    expect(floor).not_to_have_attribute("width", str(near))
    whole = float(floor.get_attribute("width") or 0)
    lens = ada.page.locator(".lens").bounding_box()
    assert lens is not None
    assert whole <= lens["width"] + 20
    ada.page.get_by_role("button", name="Me", exact=True).click()
    expect(floor).not_to_have_attribute("width", str(whole))
    assert float(floor.get_attribute("width") or 0) > whole


def answer_untimed_asks(person: Person) -> None:
    """Until the race is over: defence has no countdown, and the random rival may attack."""
    result = person.page.locator(".result h2")
    untimed = ".decision.turn:not(:has(.whose time)) .choices button[data-move]"
    answer = person.page.locator(untimed).first
    while True:
        expect(answer.or_(result).first).to_be_visible()
        if result.is_visible():
            return
        answer.click()


def test_reaction_time_counts_down_and_the_driver_has_his_name(person: People) -> None:
    """Without an answer the default speed is written, and the chariot drives straight on."""
    ada = person()
    hurried = {"field": 2, "turns": 1, "reaction": True, "seconds": 2, "drivers": "Ben Hur"}
    ada.create("me", "random", game="circus-maximus", options=hurried)
    ada.prompt.wait_for()
    expect(ada.page.locator("[data-driver]").first).to_have_text("Ben Hur")
    left = ada.page.locator(".decision .whose time")
    expect(left).to_have_count(0)
    ada.page.locator("[data-commit]").click()
    expect(left).to_have_text(re.compile(r"0:0[0-2]"))
    answer_untimed_asks(ada)
    expect(ada.log.filter(has_text="ran out of time").first).to_be_visible()
    expect(ada.log.filter(has_text="driven by Ben Hur").first).to_be_attached()


@pytest.mark.fresh
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_no_serious_violation(person: People, axe: str, scheme: str, width: int) -> None:
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    ada.create("me", "random", "random", game="circus-maximus", options={"field": 3})
    ada.prompt.wait_for()
    ada.page.locator("[data-commit]").click()
    ada.page.locator(".composer .speeds button").first.wait_for()
    shot(ada, f"write-{width}")
    assert not violations(ada, axe)


def shot(ada: Person, name: str, **more: Any) -> None:
    """A picture, where somebody wants to look."""
    folder = os.environ.get("PADDOCK_SHOTS")
    if folder:
        ada.page.screenshot(path=f"{folder}/circus-{name}.png", **more)
