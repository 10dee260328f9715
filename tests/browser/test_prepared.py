"""Somebody at a slow race prepares answers by clicks: they are played, and she is asked where they
do not fit."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_notices import SIZES, picture
from tests.server.site import TIMEOUT_SECONDS, Guest, Site, until
from tests.server.test_prepared import played

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
SLOW = {"type": "Slow", "hours": 24}


@contextmanager
def answers_by_default(guest: Guest, table: str, seat: int) -> Iterator[threading.Event]:
    """Somebody else who answers everything at once, when told to begin."""
    begin, end = threading.Event(), threading.Event()

    def play() -> None:
        with guest.at(table, seat) as viewer:
            begin.wait(TIMEOUT_SECONDS)
            while not end.is_set():
                try:
                    ask = viewer.until_asked(0.2)
                except TimeoutError:
                    continue
                viewer.answer(ask)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    try:
        yield begin
    finally:
        end.set()
        begin.set()
        thread.join(TIMEOUT_SECONDS)


@SIZES
def test_prepared_answers_are_played_and_the_rest_is_asked(
    person: People, site: Site, width: int, height: int
) -> None:
    ada, bob = person(width, height), Guest(site, "Bob")
    table = ada.create("me", "open", game="template", clock=SLOW)
    bob.join(table, 1)
    page = ada.page
    with answers_by_default(bob, table, 1) as begin:
        expect(ada.prompt).to_be_visible()
        page.get_by_role("button", name="Prepare the rest").click()
        sheet = page.get_by_role("dialog", name="Prepare the rest")
        expect(sheet.get_by_role("listitem").first).to_be_visible()
        picture(ada, "prepare", width)
        sheet.get_by_role("button", name="Set").click()
        chip = page.get_by_role("button", name="1 prepared")
        expect(chip).to_be_visible()

        page.get_by_role("button", name="Plan my turn").click()
        plan = page.get_by_role("region", name="Plan my turn")
        expect(plan).to_contain_text("Nothing is played yet.")
        picture(ada, "plan", width)
        ada.options.first.click()
        expect(plan.get_by_role("listitem")).to_have_count(1)
        assert played(site, table) == []
        picture(ada, "planned", width)
        plan.get_by_role("button", name="Set this plan").click()
        until(lambda: [row.by for row in played(site, table)] == ["program"])
        expect(plan).to_have_count(0)

        begin.set()  # Bob answers: the race comes to her next main question without her
        until(lambda: "co-driver" in [row.by for row in played(site, table) if row.seat == 0])
        expect(ada.prompt).to_contain_text("gear")
        expect(page.get_by_text("Nothing is prepared for this question.")).to_be_visible()
        picture(ada, "asked", width)
        chip.click()
        listed = page.get_by_role("dialog", name="Prepared answers")
        expect(listed.get_by_role("listitem")).to_contain_text("Answered")
        picture(ada, "list", width)
        listed.get_by_role("button", name="Remove all").click()
        expect(listed).to_contain_text("Nothing is prepared.")
        page.keyboard.press("Escape")
        expect(chip).to_have_count(0)
