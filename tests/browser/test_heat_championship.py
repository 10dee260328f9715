"""A season of Heat in a browser: the garage, three races with their Events, and the champion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Driver
from tests.browser.person import Person
from tests.browser.test_everyone import violations
from tests.server.site import Guest, Site

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


@pytest.mark.fresh
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_no_serious_violation(person: People, axe: str, scheme: str, width: int) -> None:
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    ada.create("me", "random", game="heat-championship", options={"legends": 2})
    ada.prompt.wait_for()
    assert not violations(ada, axe)


def home(guest: Guest, table: str, race: int) -> None:
    """The rest of a race on another device of the same person, as the clock would play it."""
    with guest.at(table, 0) as viewer:
        while ask := viewer.until_asked():
            if viewer.now["view"]["race"] > race:
                return
            viewer.answer(ask)
            viewer.until_answered(ask)


@pytest.mark.fresh
@pytest.mark.slow
def test_three_races_and_a_champion(person: People, site: Site) -> None:
    """1961 to its end: the garage and the first round of each race are clicked."""
    guest = Guest(site, "Ada")
    table = guest.open("me", "random", game="heat-championship", options={"season": "1961"})
    cookies = [
        {"name": c.name, "value": c.value, "url": site.url, "httpOnly": False}
        for c in guest.http.cookies.jar
    ]
    ada = person()
    ada.page.context.add_cookies(cookies)  # type: ignore[arg-type]
    driver = Driver(ada)
    leg = ada.page.locator(".season header .leg b")
    tickets = ada.page.locator(".calendar li")
    for no, circuit in enumerate(("Great Britain", "USA", "Italia")):
        ada.go(f"/t/{table}")
        ada.asked()
        expect(leg).to_have_text(f"Race {no + 1} of 3: {circuit}")
        expect(ada.prompt).to_contain_text("Take an Upgrade")
        expect(tickets).to_have_count(3)
        expect(tickets.nth(no)).to_contain_text("press corner")
        expect(ada.page.locator(".calendar .past")).to_have_count(no)
        while driver.clicked.get("commit", 0) <= no:
            assert driver.turn()
        assert driver.clicked["market"] == no + 1
        ada.go("/me")
        home(guest, table, no)
    guest.http.close()

    ada.go(f"/t/{table}")
    assert not ada.asked()
    lines = ada.page.locator(".season table tbody tr")
    expect(lines).to_have_count(2)
    rows = [[int(n) for n in row.locator("td").all_inner_texts()] for row in lines.all()]
    assert [place for place, *_ in rows] == [1, 2]
    assert all(sum(points) == total for _, *points, total in rows)
    totals = [total for *_, total in rows]
    assert totals == sorted(totals, reverse=True)
    champion = lines.first.locator("th").inner_text().split("\n")[-1]
    expect(ada.page.locator(".season figcaption")).to_contain_text(champion)
    expect(ada.page.locator(".result li").first).to_contain_text(champion)
    expect(ada.page.locator(".calendar .past")).to_have_count(3)
