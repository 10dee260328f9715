"""Whole races in a browser: by mouse, by keyboard, by two people, by two at one screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


@pytest.mark.parametrize("width", [1280, 390])
def test_one_click_starts_a_race(person: People, width: int) -> None:
    ada = person(width)
    ada.go("/")
    ada.tile("Street Illegal").get_by_role("button", name=re.compile("^Race!")).click()
    expect(ada.prompt).to_contain_text("Choose the card")
    expect(ada.page).to_have_title(re.compile("Your turn"))


def test_a_whole_race_by_mouse(person: People) -> None:
    """Cards are chosen on the board where that is possible, else in the panel."""
    ada = person()
    ada.create("me", "random")
    on_board = 0
    while ada.asked():
        asked = ada.prompt.inner_text()
        number = ada.page.locator(".prompt").get_attribute("data-ask")
        hot = ada.page.locator(".street [role=button]")
        if hot.count() and ("Choose the card" in asked or "Which" in asked or "ttack" in asked):
            hot.first.click(force=True)
            on_board += 1
        else:
            ada.options.first.click()
        doubt = ada.page.locator(".doubt .primary")
        if doubt.count():
            doubt.click()
        expect(ada.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    assert on_board >= 3
    expect(ada.page.locator(".result h2")).to_be_visible()


def test_a_whole_race_by_keyboard(person: People) -> None:
    """From the first page to the finish without a mouse: Tab, numbers, arrows, Enter."""
    ada = person()
    ada.go("/")
    keyboard = ada.page.keyboard
    tile = ada.tile("Street Illegal").get_by_role("button", name="Seasons, rules")
    tile.wait_for()
    for _ in range(40):
        keyboard.press("Tab")
        if tile.evaluate("node => node === document.activeElement"):
            break
    expect(tile).to_be_focused()
    keyboard.press("Enter")
    keyboard.press("Tab")
    keyboard.press("Space")
    race = ada.page.get_by_role("button", name="Race!", exact=True)
    for _ in range(4):
        keyboard.press("Tab")
        if race.evaluate("node => node === document.activeElement"):
            break
    keyboard.press("Enter")
    ada.prompt.wait_for()
    keyboard.press("?")
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    turn = 0
    while ada.asked():
        number = ada.page.locator(".prompt").get_attribute("data-ask")
        turn += 1
        if turn % 2:
            keyboard.press("1")
        else:
            keyboard.press("ArrowDown")
            keyboard.press("Enter")
        expect(ada.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    assert turn > 10


def test_two_people_with_sealed_choices(person: People) -> None:
    ada, bea = person(), person()
    table = ada.create("me", "open")
    expect(ada.page.get_by_text("waiting for players")).to_be_visible()
    bea.go(f"/t/{table}")
    bea.page.get_by_role("button", name="Take this seat").click()
    expect(ada.prompt).to_contain_text("Choose the card")
    expect(bea.prompt).to_contain_text("Choose the card")
    for _ in range(3):
        number = ada.page.locator(".prompt").get_attribute("data-ask")
        ada.options.first.click()
        expect(ada.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    expect(ada.page.locator(".waiting")).to_contain_text("chooses three cards")
    expect(bea.log.filter(has_text="has chosen")).to_have_count(1)
    expect(bea.log.filter(has_text="starts with")).to_have_count(0)
    for _ in range(3):
        number = bea.page.locator(".prompt").get_attribute("data-ask")
        bea.options.first.click()
        expect(bea.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    for one in (ada, bea):
        expect(one.log.filter(has_text="starts with")).to_have_count(2)


def test_what_others_do_leaves_my_choice_alone(person: People) -> None:
    """A button I am about to press stays the same one when somebody else has chosen."""
    ada, bea = person(), person()
    table = ada.create("me", "open")
    bea.go(f"/t/{table}")
    bea.page.get_by_role("button", name="Take this seat").click()
    expect(ada.prompt).to_contain_text("Choose the card")
    ada.options.nth(1).focus()
    mine = ada.options.nth(1).element_handle()
    for _ in range(3):
        number = bea.page.locator(".prompt").get_attribute("data-ask")
        bea.options.first.click()
        expect(bea.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    expect(ada.log.filter(has_text="has chosen")).to_have_count(1)
    assert ada.page.evaluate("button => button === document.activeElement", mine)


def test_the_curtain_between_two_at_one_screen(person: People) -> None:
    ada = person()
    ada.create("me", "Bruno", "random")
    for name in (r"Guest", "Bruno"):
        curtain = ada.page.locator(".curtain")
        expect(curtain.locator("h1")).to_contain_text(re.compile(name))
        expect(ada.page.locator(".street")).to_have_count(0)
        curtain.get_by_role("button").click()
        for _ in range(3):
            expect(ada.page.locator(".whose")).to_contain_text(re.compile(name))
            number = ada.page.locator(".prompt").get_attribute("data-ask")
            ada.options.first.click()
            expect(ada.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    ada.page.locator(".curtain button, .decision.turn").first.wait_for()
    if ada.page.locator(".curtain").count():  # somebody else at this screen is next
        ada.page.locator(".curtain button").click()
    expect(ada.log.filter(has_text="starts with")).to_have_count(3)


def test_table_talk_and_muting(person: People) -> None:
    ada, bea = person(), person()
    table = ada.create("me", "random")
    bea.go(f"/t/{table}")
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_placeholder("Write a message").fill("Good luck!")
    ada.page.get_by_placeholder("Write a message").press("Enter")
    bea.page.get_by_role("tab", name="Chat").click()
    said = bea.page.locator(".said")
    expect(said).to_contain_text("Good luck!")
    said.get_by_role("button", name="mute").click(force=True)
    expect(said).not_to_contain_text("Good luck!")
    expect(bea.page.locator(".decision.turn")).to_have_count(0)  # a spectator is asked nothing
