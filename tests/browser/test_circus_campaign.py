"""The Epic campaign and the arena in a browser: an auction, the shop, a race, a gala."""

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
@pytest.mark.parametrize(("width", "scheme", "rounds"), [(1280, "light", 2), (390, "dark", 1)])
def test_a_race_and_a_gala(person: People, axe: str, scheme: str, width: int, rounds: int) -> None:
    """By real clicks: a bid, a car for the store, entries, a bet, the race; then, but for a phone,
    a gladiator is bought, sent and fights, to the result."""
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    options = {"rounds": rounds, "turns": 1}
    ada.create("me", "charioteer", game="circus-maximus-campaign", options=options)
    page = ada.page
    ada.asked()
    expect(ada.prompt).to_contain_text("The minimum bid")
    expect(page.locator(".season .sheet")).to_contain_text("Market")
    page.locator('[data-move="bid"]').click()
    page.locator(".amount .field").fill("9000")
    page.locator(".amount button[type=submit]").click()
    while True:  # the bot may want the other lots
        ada.asked()
        prompt = ada.prompt.inner_text()
        if "The minimum bid" not in prompt:
            break
        page.locator('[data-move="pass"]').click()
    expect(ada.prompt).to_contain_text("Offer a loan")
    page.locator('[data-move="done"]').click()
    ada.asked()
    expect(ada.prompt).to_contain_text("What do you buy")
    expect(page.locator(".season .sheet")).to_contain_text("Bought by auction")
    page.locator('[data-move="take-car heavy"]').click()
    expect(page.locator(".season .sheet")).to_contain_text("In storage: 1 ×")
    assert not violations(ada, axe)
    page.locator('[data-move="done"]').click()
    ada.asked()
    expect(ada.prompt).to_contain_text("only bet")
    page.locator('[data-move="take-part"]').click()
    owner = Owner(ada)
    while ada.asked():
        owner.decide()
    assert owner.clicked["wager"] == 1, owner.clicked
    assert owner.clicked["send"] == rounds - 1, owner.clicked
    assert rounds == 1 or owner.clicked["strike"] >= 1, owner.clicked
    expect(page.locator(".result h2")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_a_turn_in_the_arena(person: People, axe: str, scheme: str, width: int) -> None:
    """By real clicks: a type, and feet, blow and guard of the first turn."""
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    ada.create("me", "greedy", game="circus-maximus-arena", options={"turns": 3})
    page = ada.page
    ada.asked()
    page.locator('[data-move="choose retarius"]').click()
    ada.asked()
    expect(ada.prompt).to_contain_text("Your footwork")
    expect(page.locator(".arena .ring li")).to_have_count(2)
    assert not violations(ada, axe)
    page.locator('[data-move="foot circle"]').click()
    expect(ada.prompt).to_contain_text("Your attack")
    page.locator('[data-move="throw"]').click()
    expect(ada.prompt).to_contain_text("What do you guard")
    page.locator('[data-move="guard all"]').click()
    expect(page.locator(".arena h2")).to_contain_text("of 3")
