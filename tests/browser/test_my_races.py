"""My races: found after the end, on the first page, and deleted from there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_home_keeps_the_start_in_view_and_races_can_go(
    person: People, width: int, height: int
) -> None:
    ada = person(width, height)
    for _ in range(5):
        ada.create("me", "easy", game="heat")
    ada.go("/")
    rows = ada.page.locator(".rows li")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("lap 1 of")
    expect(ada.page.locator("[data-race]").first).to_be_in_viewport()
    ada.page.get_by_role("link", name="All my races").click()
    mine = ada.page.locator("main li")
    expect(mine).to_have_count(5)
    mine.first.get_by_role("button", name="Delete this race").click()
    mine.first.get_by_role("button", name="Delete", exact=True).click()
    expect(mine).to_have_count(4)
