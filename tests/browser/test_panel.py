"""The panel of a table: question and main action are in view, and nothing jumps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect
from tools.browser import layout_shift, panel_visibility
from tools.browser.whole_races import SIZES, Race

from tests.browser.person import Person
from tests.server.site import Site

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
CONFIRM_ALL = """localStorage.setItem("paddock.settings", JSON.stringify(
    { ...JSON.parse(localStorage.getItem("paddock.settings") ?? "{}"), confirmFinal: true }))"""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "first"), [("street-illegal", 4), ("heat", 1), ("great-race", 4)])
def test_question_and_main_action_are_in_view(
    browser: Browser, site: Site, game: str, first: int
) -> None:
    """As asked, composed, with all help and with a hint, on three screens."""
    race = Race(game, rivals=2, most=first)
    for screen in panel_visibility.raced(browser, site, race, None, seed=1):
        assert screen.report.counts["decisions"] == first
        assert not screen.report.hidden, screen.name
        assert not screen.report.counts["unmarked"], "it scrolls, and does not show it"
        assert not screen.report.flips


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=str)
def test_nothing_jumps_between_two_turns(
    browser: Browser, site: Site, size: tuple[int, int]
) -> None:
    race = Race("street-illegal", rivals=2, most=5)
    moved = layout_shift.raced(browser, site, race, size, motion=False, seed=1)
    assert moved.turns
    assert max(moved.turns) <= layout_shift.BOUND, moved.sources.most_common(3)


@pytest.mark.parametrize("width", [1280, 390])
def test_names_are_whole_beside_a_clock(person: People, width: int) -> None:
    """Two people of one device with a day for each turn: the clock has a line of its own."""
    ada = person(width, 844)
    long = "Maria Teresa de Filippis"
    clock = {"type": "Slow", "hours": 24}
    ada.create("me", {"type": "Here", "name": long}, game="heat", clock=clock)
    curtain = ada.page.locator(".curtain button")
    curtain.first.click()
    name = ada.page.locator(".standings .name", has_text=long)
    expect(name).to_be_visible()
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(ada.page.locator(".standings time").first).to_be_visible()


def test_signs_are_explained_where_they_stand(person: People) -> None:
    """The notes of the standings by keyboard, the signs beside a speed under the mouse."""
    ada = person(1280, 844)
    ada.create("me", "greedy", game="winds-of-war", options={"garage": "dealt", "laps": 1})
    bubble = ada.page.locator("[role=tooltip]")
    assert ada.asked()  # events before it draw the standings again and take the focus away
    ada.page.locator(".standings").focus()
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Shift+Tab")
    expect(bubble).to_contain_text("spaces behind the first car")
    ada.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    while not ada.page.locator(".composer [data-speed]").count():
        ask = ada.page.locator(".decision.turn .prompt")
        number = ask.get_attribute("data-ask")
        usual = ada.page.locator(".choices .usual")
        (usual if usual.count() else ada.options).first.click()
        expect(ada.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
        ask.wait_for()
    ada.page.locator(".composer [data-speed]").last.hover()
    expect(bubble).to_contain_text("▸")
    expect(bubble).to_contain_text("ahead")


def test_a_hint_is_played_with_one_click_and_final_ones_are_asked_twice(person: People) -> None:
    """What is final is confirmed, also if a hint recommends it."""
    ada = person(1280, 800)
    ada.page.add_init_script(CONFIRM_ALL)
    ada.create("me", "greedy", game="street-illegal")
    page, doubt = ada.page, ada.page.locator(".doubt")
    at_once = confirmed = 0
    while not (at_once and confirmed):
        ada.prompt.wait_for()
        number = ada.prompt.get_attribute("data-ask")
        page.locator("[data-hint]").click()
        first = page.locator("[data-hints] li").first
        expect(first.locator(".why")).not_to_be_empty()
        expect(first.locator("[data-apply]")).to_be_in_viewport(ratio=1)
        first.locator("[data-apply]").click()
        asked = page.locator(f'.prompt[data-ask="{number}"]')
        page.wait_for_function(
            """n => document.querySelector(".doubt") ||
                !document.querySelector(`.prompt[data-ask="${n}"]`)""",
            arg=number,
        )
        if doubt.count():
            expect(asked).to_be_visible()
            doubt.locator(".primary").click()
            confirmed += 1
        else:
            at_once += 1
        expect(asked).to_have_count(0)
