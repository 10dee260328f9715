"""Learning without a guide: options that explain themselves, rules one can step through, a first
page that helps to choose."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
LAYS = "One of your three face-up cards. Their sum is your speed."


def test_an_option_explains_itself(person: People) -> None:
    """In full where it is met first; later by mouse, by key, and beside the prompt."""
    ada = person()
    ada.create("me", "random")
    expect(ada.page.locator(".choices .about")).to_have_text(LAYS)
    prompt = ada.prompt.inner_text()
    ada.options.first.click()
    expect(ada.prompt).not_to_have_text(prompt)
    expect(ada.page.locator(".choices .about")).to_have_count(0)
    bubble = ada.page.get_by_role("tooltip")
    ada.options.first.hover()
    expect(bubble).to_contain_text(LAYS)
    expect(bubble).to_contain_text("first limit")
    ada.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    ada.page.mouse.move(5, 5)
    ada.page.keyboard.press("ArrowDown")
    expect(bubble).to_contain_text(LAYS)
    described = ada.options.first.get_attribute("aria-describedby") or ""
    expect(ada.page.locator(f'[id="{described}"]')).to_have_text(LAYS)
    ada.page.locator("[data-topic='gauge.limit']").first.hover()
    expect(bubble).to_contain_text("Limit sign")
    ada.page.keyboard.press("?")
    about = ada.page.get_by_role("dialog")
    expect(about).to_contain_text("an obstacle replaces the card in its slot")
    expect(about).to_contain_text("Everyone chooses in secret")
    expect(about).to_contain_text("S1.3")
    about.get_by_text("What is on the board").click()
    expect(about).to_contain_text("Old Pro: a neutral car")


def test_a_long_press_explains_and_does_not_choose(person: People) -> None:
    ada = person(390, 844, has_touch=True, is_mobile=True)
    ada.create("me", "random")
    first = ada.prompt.inner_text()
    ada.options.first.wait_for()
    press(ada.page, ".choices button[data-move]", held=True)
    expect(ada.page.get_by_role("tooltip")).to_contain_text(LAYS)
    expect(ada.prompt).to_have_text(first)
    press(ada.page, ".choices button[data-move]", held=False)
    expect(ada.prompt).not_to_have_text(first)


def press(page: Page, what: str, *, held: bool) -> None:
    """A finger on the first of these, until it is explained or for a moment only."""
    page.evaluate(
        """async ([what, held]) => {
            const one = document.querySelector(what);
            const finger = { pointerType: "touch", bubbles: true, cancelable: true };
            one.dispatchEvent(new PointerEvent("pointerdown", finger));
            while (held && !document.querySelector("[role=tooltip]"))
                await new Promise(requestAnimationFrame);
            one.dispatchEvent(new PointerEvent("pointerup", finger));
            one.click();
        }""",
        [what, held],
    )


def test_the_rules_show_a_turn_step_by_step(person: People) -> None:
    ada = person(locale="it-IT")
    ada.go("/rules/heat")
    turn = ada.page.locator("figure").nth(1)
    turn.wait_for()
    expect(turn).to_contain_text("1/5")
    turn.get_by_role("button", name="Avanti").click()
    expect(turn).to_contain_text("2/5")
    expect(turn.locator("svg[data-picture]")).to_have_attribute("aria-label", re.compile("USA"))
    expect(ada.page.get_by_role("heading", name="Tre cose che vanno storte")).to_be_visible()
    index = ada.page.get_by_role("navigation", name="Indice")
    expect(index.get_by_text(re.compile(r"^\d+ decisioni$"))).to_be_visible()
    expect(index.get_by_role("link", name=re.compile("^Q1 "))).to_be_hidden()


def test_the_first_race_is_an_easy_one_and_the_next_as_the_last(person: People) -> None:
    ada = person(390, 844)
    ada.go("/")
    first = ada.page.locator("article").first
    expect(first).to_contain_text("Start here")
    expect(first.locator("[data-race]")).to_be_in_viewport()
    first.locator("[data-race]").click()
    expect(ada.prompt).to_contain_text("Choose your gear")
    expect(ada.page.locator("div.heat")).to_contain_text("lap 1 of 1")
    ada.go("/new/circus-maximus")
    expect(ada.page.get_by_role("button", name="Race!", exact=True)).to_be_in_viewport()
    expect(ada.page.locator("select").filter(has_text="basic").last).to_have_value("basic")
    ada.page.get_by_role("button", name="Race!", exact=True).click()
    expect(ada.prompt).to_contain_text("Pick a speed")
    ada.go("/")
    expect(ada.tile("Circus Maximus").locator("[data-race]")).to_contain_text("as last time")
