"""For everyone: two languages, narrow screens, and axe-core on every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


def test_both_languages(person: People) -> None:
    ada = person(locale="it-IT")
    ada.create("me", "random")
    expect(ada.prompt).to_contain_text("Scegli la carta per il posto")
    expect(ada.page.locator("html")).to_have_attribute("lang", "it")
    expect(ada.page.get_by_role("heading", name="Classifica")).to_be_visible()
    expect(ada.log.first).to_contain_text("comincia")
    ada.page.get_by_role("button", name="Impostazioni").click()
    ada.page.get_by_label("English").check(force=True)
    expect(ada.prompt).to_contain_text("Choose the card")
    expect(ada.page.get_by_role("heading", name="Standings")).to_be_visible()
    expect(ada.log.first).to_contain_text("starts")


def test_a_clause_opens_its_paraphrase(person: People) -> None:
    ada = person()
    ada.create("me", "random")
    ada.page.get_by_role("button", name="What is this about?").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_text("S1.3 Three cards face up").click()
    dialog.get_by_role("link", name="All rules").click()
    expect(ada.page).to_have_url(f"{ada.page.url.split('/rules')[0]}/rules/street-illegal#S1.3")
    expect(ada.page.locator("article.here")).to_contain_text("Three cards face up")
    ada.page.get_by_label("Search the rules").fill("nitrous")
    expect(ada.page.locator("article").first).to_contain_text("itrous")


def violations(ada: Person, axe: str) -> list[str]:
    ada.page.evaluate(axe)
    found: list[dict[str, Any]] = ada.page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
    )
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


PAGES = {
    "home": "/",
    "new": "/new/street-illegal",
    "rules": "/rules/street-illegal",
    "all-rules": "/rules",
    "over": "/finished",
    "me": "/me",
    "nowhere": "/no/such/page",
    "no-table": "/t/no-such-table",
    "finished": "/t/{finished}",
    "replay": "/t/{finished}/replay?at=20",
}


@pytest.mark.fresh
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_no_serious_violation(
    person: People, finished: str, axe: str, scheme: str, width: int
) -> None:
    ada = person(width, 844, color_scheme=scheme, bypass_csp=True)
    wrong: dict[str, list[str]] = {}

    def check(name: str) -> None:
        if found := violations(ada, axe):
            wrong[name] = found
        if ada.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong[f"{name}, width"] = ["the page is wider than the screen"]

    for name, path in PAGES.items():
        ada.go(path.format(finished=finished))
        ada.page.locator("main h1, main h2, main .state").first.wait_for()
        ada.page.wait_for_load_state("networkidle")
        check(name)
    ada.create("me", "open")
    expect(ada.page.locator(".gathering")).to_be_visible()
    check("gathering")
    ada.create("me", "Bruno")
    expect(ada.page.locator(".curtain")).to_be_visible()
    check("curtain")
    ada.create("me", "random")
    expect(ada.prompt).to_be_visible()
    check("table")
    for _ in range(3):
        number = ada.page.locator(".prompt").get_attribute("data-ask")
        ada.options.first.click()
        expect(ada.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
    ada.asked()
    check("driving")
    assert not wrong
