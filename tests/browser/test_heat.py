"""Heat in a browser: planned, reacted and driven home by clicking on the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from paddock.core.game import Step, replace_at
from paddock.games.heat.game import GAME
from paddock.games.heat.phases.planning import all_to_plan
from paddock.games.heat.rules.course import AWAY
from tests.browser.driver import CORNER, Driver
from tests.browser.person import Person
from tests.browser.test_everyone import violations

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
LEGENDS = ("blue", "green", "yellow", "red", "gray")


@pytest.mark.fresh
@pytest.mark.slow
def test_alone_against_five_legends(person: People) -> None:
    """Two laps of a base track: gears, cards, symbols and spaces are clicked on the board."""
    ada = person()
    ada.create("me", game="heat", options={"track": "france", "laps": 2, "legends": 5})
    expect(ada.prompt).to_contain_text("Choose your gear")
    expect(ada.page.locator(".racer")).to_have_count(6)
    driver = Driver(ada)
    grid = driver.cars()
    while driver.round() < 2 and driver.turn():
        pass
    moved = driver.cars()
    assert all(moved[f"Legend {colour}"] != grid[f"Legend {colour}"] for colour in LEGENDS)
    driver.race()

    clicked = driver.clicked
    assert clicked["gear"] >= clicked["commit"] >= 8
    assert clicked["card"] > clicked["commit"]
    assert clicked["symbol"]
    rows = ada.page.locator(".result li")
    expect(rows).to_have_count(6)
    mine = ada.page.locator(".result li.mine")
    place = mine.locator("strong").inner_text()
    title = "You win" if place == "1st" else f"You finish {place}"
    expect(ada.page.locator(".result h2")).to_contain_text(title)
    expect(rows.nth(int(place[0]) - 1)).to_have_class(re.compile(r"\bmine\b"))
    for colour in LEGENDS:
        expect(rows.filter(has_text=f"Legend {colour}")).to_have_count(1)
    expect(ada.log.filter(has_text="finishes")).not_to_have_count(0)
    expect(ada.page.locator(".podium")).to_be_visible()


def test_a_plan_is_composed_and_tells_its_risk(person: People) -> None:
    """No list of a hundred buttons; two gears cost Heat; the mat is where it is put together."""
    ada = person()
    ada.create("me", "random", game="heat")
    ada.prompt.wait_for()
    expect(ada.options).to_have_count(0)
    composer = ada.page.locator(".composer")
    commit = composer.locator("[data-commit]")
    gears = ada.page.locator(".mat .box")
    gears.locator("[data-hot='2']").click()
    expect(commit).to_be_disabled()
    cards = ada.page.locator(".mat [data-pick]:not([disabled])")
    cards.nth(0).click(position=CORNER)
    cards.nth(1).click(position=CORNER)
    expect(commit).to_be_enabled()
    expect(composer.locator("dl")).to_contain_text("Spin-out")
    expect(ada.page.locator(".reach .goal")).to_be_visible()
    expect(ada.page.locator(".mat .held.picked")).to_have_count(2)
    gears.locator("[data-hot='3']").click()
    expect(commit).to_be_disabled()
    cards.nth(2).click(position=CORNER)
    expect(composer).to_contain_text("1 Heat for the gear")
    commit.press("Enter")
    expect(ada.log.filter(has_text="shifts to gear 3 and pays 1 Heat")).not_to_have_count(0)


def test_the_last_car_on_the_road_may_end_the_race(
    person: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one is home: beside the plan there is a button."""
    setup = GAME.setup

    def alone(game: Any, *given: Any) -> Step[Any, Any]:
        step = setup(*given)
        home = replace(step.state.cars[1], place=1, pos=AWAY)
        cars = replace_at(step.state.cars, 1, home)
        state = replace(step.state, cars=cars, order=(0,), phase=all_to_plan(2, (0,)))
        return replace(step, state=state)

    monkeypatch.setattr(type(GAME), "setup", alone)
    ada = person()
    ada.create("me", "random", game="heat")
    ada.page.locator('.composer [data-move="give-up"]').click()
    doubt = ada.page.locator(".doubt .primary")
    over = ada.page.locator(".result h2")
    expect(doubt.or_(over).first).to_be_visible()
    if doubt.count():
        doubt.click()
    expect(over).to_contain_text("You finish 2nd")
    expect(ada.log.filter(has_text="ends the race 2nd")).to_have_count(1)


def test_the_draft_and_the_season(person: People) -> None:
    """A championship: an Upgrade from the market, then the race with its calendar."""
    ada = person()
    ada.create("me", "random", game="heat-championship")
    ada.prompt.wait_for()
    expect(ada.page.locator(".calendar li")).to_have_count(3)
    ada.page.locator(".market .cards button:not([disabled])").first.click()
    ada.page.locator("[data-done], .composer").first.wait_for()
    if ada.page.locator("[data-done]").count():
        ada.page.locator("[data-done]").click()
    expect(ada.page.locator(".mat .box [data-hot]").first).to_be_visible()
    ada.page.locator(".toggle").click()
    expect(ada.page.locator(".over .calendar .now")).to_contain_text("Great Britain")
    expect(ada.page.locator(".over .cards svg")).not_to_have_count(0)


@pytest.mark.fresh
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_no_serious_violation(person: People, axe: str, scheme: str, width: int) -> None:
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    ada.create("me", "random", game="heat", options={"legends": 2, "weather": True})
    ada.prompt.wait_for()
    assert not violations(ada, axe)
