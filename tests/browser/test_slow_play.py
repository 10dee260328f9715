"""A slow race by clicks: the clock is chosen in words, somebody goes on holiday, hands over the
seat, and another person takes it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.server.site import Guest, Site

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])


def picture(one: Person, name: str, width: int) -> None:
    """Keep a picture where PADDOCK_SHOTS names a folder."""
    if folder := os.environ.get("PADDOCK_SHOTS"):
        one.page.screenshot(path=Path(folder) / f"{name}-{width}.png")


def open_dialog(one: Person) -> Locator:
    one.page.get_by_role("button", name="More", exact=True).click()
    one.page.get_by_role("button", name="Holiday, clock and seats").click()
    return one.page.get_by_role("dialog")


@SIZES
def test_holiday_and_substitute(person: People, site: Site, width: int, height: int) -> None:
    ada, cleo = person(width, height), person(width, height)
    ada.go("/new/heat?with=friends")
    pace = ada.page.get_by_role("group", name="How fast?")
    pace.get_by_label(re.compile("^Over days")).check(force=True)
    ada.page.get_by_role("button", name="All options").click()
    expect(ada.page.locator("form")).to_contain_text("Each player has 24 hours.")
    picture(ada, "new", width)
    ada.page.get_by_role("button", name="Race!", exact=True).click()
    ada.page.wait_for_url("**/t/*")
    invitation = ada.page.locator("#share-link").input_value()
    table, _, key = invitation.rpartition("/")[2].partition("?key=")
    bob = Guest(site, "Bob")
    assert bob.join(table, 1, key=key).is_success
    ada.asked()
    expect(ada.page.locator(".standings")).to_contain_text("Bob")
    dialog = open_dialog(ada)
    expect(dialog).to_contain_text("24 h each, 8 h more with each sitting, at most 36 h.")
    picture(ada, "dialog", width)
    dialog.get_by_label("Days", exact=True).fill("3")
    dialog.get_by_role("button", name="Take this holiday").click()
    expect(dialog).to_contain_text("You are away from")
    picture(ada, "holiday", width)
    dialog.get_by_role("button", name="Close").click()
    expect(ada.page.locator(".standings")).to_contain_text("away until")
    expect(ada.page.get_by_role("button", name=re.compile("^Drive yourself again"))).to_be_visible()
    picture(ada, "away", width)
    dialog = open_dialog(ada)
    dialog.get_by_role("button", name="End the holiday").click()
    expect(dialog).to_contain_text("You have 9 days of holiday left")
    dialog.get_by_role("button", name="Make a link to my seat").click()
    link = dialog.locator("#share-link").input_value()
    picture(ada, "link", width)
    cleo.page.goto(link)
    expect(cleo.page.get_by_role("heading", name="Take over a seat")).to_be_visible()
    expect(cleo.page.locator("main")).to_contain_text("You have at least 24 hours")
    picture(cleo, "take", width)
    cleo.page.get_by_role("button", name=re.compile("^Drive for")).click()
    expect(cleo.page.locator(".standings .you")).to_be_attached()
    picture(cleo, "taken", width)
    late = person(width, height)
    late.page.goto(link)
    expect(late.page.get_by_role("alert")).to_contain_text("This link does not work any more")
    ada.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(ada.page.locator(".decision.turn")).to_have_count(0)
    expect(ada.page.locator(".standings .you")).to_have_count(0)


def test_a_host_stops_the_clocks_and_gives_time(person: People, site: Site) -> None:
    ada, bob = person(), Guest(site, "Bob")
    table = ada.create("me", "open", game="heat", clock={"type": "Bank"})
    assert bob.join(table, 1).is_success
    ada.asked()
    dialog = open_dialog(ada)
    dialog.get_by_role("button", name="24 hours more for Bob").click()
    dialog.get_by_role("button", name="Stop all clocks").click()
    expect(dialog).to_contain_text("All clocks stand still until")
    dialog.get_by_label("Another pace").select_option("brisk")
    dialog.get_by_role("button", name="Propose it").click()
    expect(ada.page.locator("body")).to_contain_text("proposes another pace: 12 h for each driver")
    picture(ada, "host", 1280)
