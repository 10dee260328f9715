"""The review of a race: curve, luck, moments with their boards, decisions, another try."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tools.browser.axe import LOOK, RULES

from tests.browser.person import Person
from tests.browser.seeded import decide
from tests.browser.watched import hurry
from tests.server.site import Guest, Site

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def race(site: Site) -> str:
    """A short race that is over, with moments that decided it: not every race has some."""
    guest = Guest(site, "Tazio")
    with pytest.MonkeyPatch.context() as patch:
        decide(patch, 1, "random")
        table = guest.open("me", "random", "random", "random", game="template")
        with guest.at(table, 0) as viewer:
            viewer.play_out()
    guest.http.close()
    hurry(site)
    return table


def test_a_race_is_looked_back_upon(person: Callable[..., Person], race: str, axe: str) -> None:
    ada = person()
    ada.go(f"/t/{race}")
    ada.page.get_by_role("link", name="Review", exact=True).click()
    page = ada.page
    expect(page.locator("[data-review=done]")).to_be_visible()
    expect(page.get_by_role("img", name="Expected place over the race")).to_be_visible()
    moments = page.locator("article[data-moment]").count()
    assert 1 <= moments <= 3
    expect(page.locator("article[data-moment] svg[data-picture]")).to_have_count(moments)
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(5)
    slider = page.get_by_label("Moment", exact=True)
    slider.focus()
    slider.press("Home")
    slider.press("ArrowRight")
    expect(page.get_by_role("link", name="Moment 1", exact=True)).to_be_visible()
    page.get_by_role("radio", name="Tazio").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    method = page.locator("[data-method]")
    expect(method.locator("p").first).to_be_hidden()
    method.get_by_text("How is this computed?").click()
    expect(method.locator("p").first).to_contain_text("imagined races")
    page.evaluate(axe)
    assert page.evaluate(LOOK, RULES) == []
    page.locator("[data-again]").first.click()
    page.wait_for_url(lambda url: "/t/" in url and race not in url)
    expect(page.locator(".decision, .result").first).to_be_visible()


def test_one_look_that_fails_is_not_the_last(person: Callable[..., Person], site: Site) -> None:
    guest, ada = Guest(site, "Tazio"), person()
    table = guest.open("me", "random", game="template")
    with guest.at(table, 0) as viewer:
        viewer.play_out()
    guest.http.close()
    ada.page.route("**/review?*", lambda route: route.abort(), times=1)
    ada.go(f"/t/{table}/review")
    expect(ada.page.locator("[data-review=done]")).to_be_visible()


def test_who_raced_alone_is_told_so(person: Callable[..., Person], site: Site) -> None:
    """What was found: a table of noughts, and a curve that stays in the first place."""
    guest, ada = Guest(site, "Tazio"), person()
    options = {"circuit": "modena", "laps": 1, "weather": "dry"}
    table = guest.open("me", game="winds-of-war", options=options)
    with guest.at(table, 0) as viewer:
        viewer.play_out()
    guest.http.close()
    ada.go(f"/t/{table}/review")
    expect(ada.page.get_by_text("Nobody else raced")).to_be_visible()
    expect(ada.page.get_by_role("table")).to_have_count(0)


def test_in_another_language_on_a_phone(person: Callable[..., Person], race: str, axe: str) -> None:
    ugo = person(390, 844, locale="it-IT")
    ugo.go(f"/t/{race}/replay")
    for page in ("Gare", "Mie gare"):
        expect(ugo.page.get_by_role("link", name=page, exact=True)).to_be_in_viewport(ratio=1)
    ugo.page.get_by_role("link", name="Analisi", exact=True).click()
    expect(ugo.page.locator("[data-review=done]")).to_be_visible()
    expect(ugo.page.get_by_role("heading", name="Fortuna e bravura")).to_be_visible()
    assert not ugo.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    ugo.page.evaluate(axe)
    assert ugo.page.evaluate(LOOK, RULES) == []
