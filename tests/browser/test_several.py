"""Choices of several in a browser: clicked in whatever order, put back, and sent as one run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from paddock.core.game import Step, replace_at
from paddock.games.great_race.data import HUNTER, PARTS, PILOT
from paddock.games.great_race.game import GAME
from paddock.games.great_race.phases.hand import Discarding
from paddock.games.heat.rules import plans
from tests.browser.driver import CORNER, Driver
from tests.browser.person import Person
from tests.browser.seeded import decide

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


def test_discards_in_whatever_order(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The faster card first, then the slower one; one of them is put back and taken again."""
    decide(monkeypatch, 3, "random")
    ada = person()
    ada.create("me", game="heat")
    driver = Driver(ada)
    while "Discard" not in ada.prompt.inner_text():
        driver.turn()
    hand = ada.page.locator(".mat .hand .held.usable")
    before = [int(card or 0) for card in hand.evaluate_all("all => all.map(c => c.dataset.card)")]
    assert before[0] < before[-1], "a hand of different cards"
    up = ada.page.locator(".mat .hand .held.picked")
    chosen = ada.page.locator(".picked li")
    hand.last.click(position={"x": 8, "y": 20})
    hand.first.click(position={"x": 8, "y": 20})
    expect(up).to_have_count(2)
    expect(chosen).to_have_count(2)
    up.first.click(position={"x": 8, "y": 20})
    expect(chosen).to_have_count(1)
    hand.first.click(position={"x": 8, "y": 20})
    expect(chosen).to_have_count(2)
    ada.page.locator("[data-commit-picked]").click()
    told = ada.log.filter(has_text="discards")
    expect(told).to_have_count(2)
    expect(told.nth(0)).to_contain_text(f"discards {before[0]}")
    expect(told.nth(1)).to_contain_text(f"discards {before[-1]}")
    expect(ada.page.locator(".composer")).to_be_visible()


def test_a_large_hand_is_planned_like_any_other(
    person: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gear and cards are put together and sent in one, though the rules take them step by step."""
    monkeypatch.setattr(plans, "MAX_WHOLE_HAND", 6)
    decide(monkeypatch, 3, "random")
    ada = person()
    ada.create("me", game="heat")
    composer = ada.page.locator(".composer")
    ada.page.locator(".mat .box [data-hot='2']").click()
    cards = ada.page.locator(".mat [data-pick]:not([disabled])")
    commit = composer.locator("[data-commit]")
    cards.last.click(position=CORNER)
    cards.first.click(position=CORNER)
    expect(commit).to_be_enabled()
    cards.last.click(position=CORNER)
    expect(commit).to_be_disabled()
    cards.last.click(position=CORNER)
    commit.click()
    doubt = ada.page.locator(".doubt .primary")
    moved = ada.log.filter(has_text="shifts to gear 2")
    expect(doubt.or_(moved).first).to_be_attached()  # the log folds what it tells of a turn
    if doubt.count():
        doubt.click()
    expect(moved).to_have_count(1)


def test_surplus_cards_of_a_crew(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chassis 2 and four cards, two alike: two are clicked, on the board and in the panel."""
    setup = GAME.setup

    def with_surplus(game: Any, *given: Any) -> Step[Any, Any]:
        step = setup(*given)
        hand = tuple(sorted((HUNTER, PILOT, PARTS, PARTS)))
        crew = replace(step.state.crews[0], chassis=2, hand=hand)
        crews = replace_at(step.state.crews, 0, crew)
        phase = Discarding(0, step.state.phase)
        return replace(step, state=replace(step.state, crews=crews, phase=phase))

    monkeypatch.setattr(type(GAME), "setup", with_surplus)
    ada = person()
    ada.create("me", "random", game="great-race")
    commit = ada.page.locator("[data-commit-picked]")
    expect(commit).to_be_disabled()
    for width in (390, 1280):  # how many are missing is seen, however little room there is
        ada.page.set_viewport_size({"width": width, "height": 560})
        expect(commit).to_be_in_viewport()
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    parts = ada.page.locator('[data-move="discard parts"]')
    for left in ("1", "0"):
        parts.click()
        expect(parts).to_have_attribute("data-left", left)
    expect(parts).to_contain_text("2 of 2")
    expect(commit).to_be_enabled()
    parts.click()
    ada.page.locator(".raid [data-hot=card]").first.click()
    expect(ada.page.locator(".picked li")).to_have_count(2)
    expect(ada.page.locator(".raid [data-picked]")).to_have_count(2)
    ada.page.locator('[data-drop="discard parts"]').click()
    expect(commit).to_be_disabled()
    ada.page.locator('[data-move="discard pilot"]').click()
    ada.page.keyboard.press("Escape")
    commit.click()
    expect(ada.log.filter(has_text="discards")).to_have_count(2)
    expect(ada.page.locator(".picked li")).to_have_count(0)
