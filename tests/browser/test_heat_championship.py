"""A season of Heat in a browser: the garage, three races with their Events, and the champion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Driver
from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


@pytest.mark.slow
def test_three_races_and_a_champion(person: People) -> None:
    """1961 to its end: in each race some rounds are clicked, a bot drives the rest of it."""
    ada = person()
    ada.create("me", "random", game="heat-championship", options={"season": "1961"})
    driver = Driver(ada)
    tickets = ada.page.locator(".calendar li")
    expect(tickets).to_have_count(3)
    expect(tickets.filter(has_text="press corner")).to_have_count(3)
    leg = ada.page.locator(".season header .leg b")
    for no, circuit in enumerate(("Great Britain", "USA", "Italia"), 1):
        ada.asked()
        expect(leg).to_have_text(f"Race {no} of 3: {circuit}")
        before = driver.clicked.get("commit", 0)
        while driver.clicked.get("commit", 0) < before + 2:
            assert driver.turn()
        over = ada.page.locator(".result") if no == 3 else leg.filter(has_text=f"Race {no + 1}")
        driver.away(over)
    assert driver.clicked["market"]

    table = ada.page.locator(".season table tbody tr")
    expect(table).to_have_count(2)
    rows = [[int(n) for n in row.locator("td").all_inner_texts()] for row in table.all()]
    assert [place for place, *_ in rows] == [1, 2]
    assert all(sum(points) == total for _, *points, total in rows)
    totals = [total for *_, total in rows]
    assert totals == sorted(totals, reverse=True)
    champion = table.first.locator("th").inner_text().split("\n")[-1]
    expect(ada.page.locator(".season figcaption")).to_contain_text(champion)
    expect(ada.page.locator(".result li").first).to_contain_text(champion)
    expect(ada.page.locator(".calendar .past")).to_have_count(3)
