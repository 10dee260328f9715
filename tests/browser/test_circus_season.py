"""A season of Circus Maximus in a browser: stable, entries, secret plans, bets, two races."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tools.browser.seasons import Owner

from tests.browser.person import Person
from tests.browser.test_everyone import violations

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme", "weeks"), [(1280, "light", 2), (390, "dark", 1)])
def test_weeks_of_a_stable(person: People, axe: str, scheme: str, width: int, weeks: int) -> None:
    """By real clicks: five chariots, an entry, security, a bet, the race with its sheet; then, but
    for the phone, what comes home, an offer to buy, entries and bets again, and a second race."""
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    options = {"races": weeks, "turns": 1}
    ada.create("me", "charioteer", game="circus-maximus-season", options=options)
    page = ada.page
    for _ in range(5):
        ada.asked()
        number = ada.prompt.get_attribute("data-ask")
        page.locator("[data-build] >> nth=3").click()
        page.locator("[data-commit]").click()
        expect(page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    expect(page.locator(".sheets li")).to_have_count(5)
    expect(page.locator(".season header")).to_contain_text(f"Race 1 of {weeks}")
    assert not violations(ada, axe)
    for prompt, move in (
        ("Offer a loan", "done"),
        ("Which chariot", "enter 2"),
        ("Which chariot", "done"),
        ("Offer another player a side bet", "done"),
        ("secret plans", "secure yellow drugging"),
    ):
        expect(ada.prompt).to_contain_text(prompt)
        page.locator(f'[data-move="{move}"]').click()
    expect(ada.prompt).to_contain_text("how much security")
    page.locator(".amount .field").fill("400")
    page.locator(".amount button[type=submit]").click()
    expect(ada.prompt).to_contain_text("a rival, security")
    page.locator('[data-move="done"]').click()
    expect(ada.prompt).to_contain_text("Your bets")
    expect(page.locator(".season .sheet")).to_contain_text("Security for Yellow: drugging 400 s")
    page.locator('[data-move^="wager"]').first.click()
    page.locator(".amount .field").fill("")
    page.locator(".amount button[type=submit]").click()
    expect(page.locator(".amount .field:invalid")).to_be_visible()  # nothing is no sum
    page.locator(".amount .field").fill("700")
    expect(page.locator(".amount .field")).to_have_value("700")
    page.locator(".amount button[type=submit]").click()
    expect(page.locator(".amount")).to_have_count(0)
    page.locator('[data-move="done"]').click()
    expect(ada.prompt).to_contain_text("Use a bribe")
    page.locator('[data-move="waive"]').click()
    page.locator(".circus").wait_for()
    page.locator(".season .toggle").click()
    expect(page.locator(".season .bets").first).to_contain_text("700")
    assert not violations(ada, axe)
    owner = Owner(ada)
    while ada.asked():
        owner.decide()
    for between in ("buy-from", "pick", "wager"):
        assert owner.clicked[between] == weeks - 1, owner.clicked
    assert owner.clicked["speed"] >= weeks, owner.clicked
    expect(page.locator(".result h2")).to_be_visible()
