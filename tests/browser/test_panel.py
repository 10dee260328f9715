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


@pytest.mark.slow
@pytest.mark.parametrize(("game", "first"), [("street-illegal", 4), ("heat", 1), ("great-race", 2)])
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
    ada.page.locator(".standings").focus()
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Shift+Tab")
    expect(bubble).to_contain_text("spaces behind the first car")
    ada.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    while not ada.page.locator(".composer [data-speed]").count():
        ask = ada.page.locator(".decision.turn .prompt")
        number = ask.get_attribute("data-ask")
        ada.page.locator(".choices .usual").first.click()
        expect(ada.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
        ask.wait_for()
    ada.page.locator(".composer [data-speed]").last.hover()
    expect(bubble).to_contain_text("▸")
    expect(bubble).to_contain_text("ahead")
