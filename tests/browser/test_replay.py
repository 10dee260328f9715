"""The replay: slider, steps, chart, link, pictures, record, fork."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


def test_slider_steps_and_link(person: People, finished: str) -> None:
    ada = person()
    ada.go(f"/t/{finished}/replay?at=12")
    counter = ada.page.locator("output")
    expect(counter).to_contain_text("12 /")
    ada.page.get_by_role("button", name="One step", exact=True).click()
    expect(counter).to_contain_text("13 /")
    ada.page.get_by_label("Moment").fill("30")
    expect(counter).to_contain_text("30 /")
    expect(ada.page).to_have_url(f"{ada.page.url.split('?')[0]}?at=30")
    expect(ada.page.locator(".log .gist").last).to_be_in_viewport()  # it had no height
    ada.page.get_by_role("button", name="To the start").click()
    ada.page.get_by_role("button", name="Play").click()
    expect(counter).not_to_contain_text("0 /")
    ada.page.get_by_role("button", name="Pause").click()
    expect(ada.page.get_by_role("img", name="Places over the race")).to_be_visible()
    ada.page.get_by_label("Seen by").select_option(label="Tazio")
    expect(ada.page).to_have_url(re.compile(r"\?at=\d+&eye=0$"))


def saved(ada: Person, button: Locator, tmp_path: Path) -> bytes:
    with ada.page.expect_download() as download:
        button.click()
    path = tmp_path / "saved"
    download.value.save_as(path)
    return path.read_bytes()


def test_record_and_pictures(person: People, finished: str, tmp_path: Path) -> None:
    ada = person()
    ada.go(f"/t/{finished}/replay?at=20")
    record = saved(ada, ada.page.get_by_role("link", name="Record"), tmp_path)
    assert b"street-illegal" in record
    svg = saved(ada, ada.page.get_by_role("button", name="SVG"), tmp_path).decode()
    assert svg.startswith("<svg")
    assert "font-face" in svg
    png = saved(ada, ada.page.get_by_role("button", name="PNG"), tmp_path)
    assert png.startswith(b"\x89PNG")
    assert len(png) > 20_000


def test_fork_here(person: People, finished: str) -> None:
    ada = person()
    ada.go(f"/t/{finished}/replay?at=5")
    ada.page.get_by_text("Race on from here").click()
    ada.page.get_by_role("button", name="Race on", exact=True).click()
    expect(ada.page).not_to_have_url(f"/t/{finished}/replay?at=5")
    ada.asked()
    expect(ada.page.locator(".decision.turn, .result").first).to_be_visible()
