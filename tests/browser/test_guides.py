"""The guided first races, by clicking: from the first page to a race of one's own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from paddock import games
from paddock.core import guide
from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
GAMES = ["street-illegal", "heat", "circus-maximus", "winds-of-war", "great-race"]
JOBS = ("scouts", "mechanics", "escorts", "financing")
STRESS = 7
SHOTS = os.environ.get("PADDOCK_SHOTS")


class Learner:
    """Somebody who does what is said, by the controls that are there."""

    def __init__(self, person: Person, game: str, language: str) -> None:
        self.person, self.page, self.game, self.language = person, person.page, game, language
        self.course = guide.course(games.find(game), "first")
        self.rings = 0
        self.mistakes = 0

    @property
    def say(self) -> Locator:
        return self.page.locator(".guide .say")

    def go(self) -> None:
        """Every step, with the mistakes that are offered, until the race is one's own."""
        for number, step in enumerate(self.course.guide.step):
            said = step.say[self.language]
            expect(self.say).to_contain_text(said, timeout=20_000)
            expect(self.page.locator(".guide .step")).to_have_text(
                f"{number + 1}/{len(self.course.guide.step)}"
            )
            self.shot(number + 1)
            for wrong in step.wrong[:1]:
                self.answer(wrong.move)
                expect(self.say).to_contain_text(wrong.say[self.language], timeout=20_000)
                self.page.locator(".guide .primary").click()
                expect(self.say).to_contain_text(said, timeout=20_000)
                self.mistakes += 1
            ring = self.page.locator(".guide-ring")
            expect(ring, f"step {number + 1} points at {step.point}").to_have_count(1)
            self.rings += 1
            for text in guide.spread(step.do):
                self.answer(text)
        expect(self.say).to_contain_text(self.course.guide.free.say[self.language], timeout=20_000)
        self.shot(99)

    def answer(self, text: str) -> None:
        prompt = self.page.locator(".prompt")
        prompt.wait_for(timeout=20_000)
        number = prompt.get_attribute("data-ask")
        if self.page.locator(".composer").count():
            self.compose(text)
        else:
            self.choose(text)
        gone = f"""() => document.querySelector(".doubt")
            || !document.querySelector('.prompt[data-ask="{number}"]')"""
        self.page.wait_for_function(gone)
        doubt = self.page.locator(".doubt .primary")
        if doubt.count():
            doubt.click()
        expect(self.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)

    def choose(self, text: str) -> None:
        open_ones = self.page.locator('.choices [data-move]:not([aria-disabled="true"])')
        found = open_ones.and_(self.page.locator(f'[data-move^="{text}"]'))
        if not found.count():  # in a group that is folded
            self.page.locator(".choices .head").first.click()
        found.first.click()

    def compose(self, text: str) -> None:
        rest = text.split()[1:]
        composer = self.page.locator(".composer")
        match self.game:
            case "heat":
                gear, cards = rest
                composer.locator(f'[data-gear="{gear}"]').click()
                for card in cards.split(","):
                    face = {"S": STRESS}.get(card, int(card) if card.isdecimal() else -1)
                    wanted = f'[data-pick="{face}"][aria-pressed="false"]'
                    composer.locator(wanted).first.click()
                composer.locator("[data-commit]").click()
            case "circus-maximus":
                composer.locator(f'[data-speed="{rest[0]}"]').click()
                composer.locator("[data-commit]").click()
            case "winds-of-war":
                composer.locator(f'[data-speed="{int(rest[0]) // 20}"]').click()
                composer.locator("[data-commit]").click()
            case "great-race":
                for job, count in zip(JOBS, rest, strict=True):
                    for _ in range(int(count)):
                        composer.locator(f'[data-add="{job}"]').click()
                composer.locator("[data-seal]").click()

    def shot(self, number: int) -> None:
        if SHOTS:
            name = f"guide-{self.game}-{self.language}-{number:02}.png"
            self.page.screenshot(path=Path(SHOTS) / name)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_learned_by_clicking(person: People, game: str, language: str) -> None:
    """In English on a desk, in Italian on a phone."""
    width, height = (1280, 800) if language == "en" else (390, 844)
    ada = person(width, height, locale="en-GB" if language == "en" else "it-IT")
    ada.page.goto("/")
    title = games.find(game).card.title
    tile = ada.tile(title)
    word = re.compile("Learn|Impara")
    tile.get_by_role("button", name=word).click()
    learner = Learner(ada, game, language)
    learner.go()
    assert learner.rings == len(learner.course.guide.step)
