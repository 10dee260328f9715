"""Somebody who does what a guided race says, by the controls that are there."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from paddock import games
from paddock.core import guide
from paddock.games.heat.data import FACES
from tests.browser.person import Person
from tests.browser.watched import GAMES

JOBS = ("scouts", "mechanics", "escorts", "financing")
MOST_TABS = 400
SHOTS = os.environ.get("PADDOCK_SHOTS")
HOLDS = "(one) => one === document.activeElement"
NAMED = re.compile(r"""^- '?(button|radio|checkbox) "[^"]+""")


class Learner:
    """By mouse or finger."""

    way = "clicks"

    def __init__(self, person: Person, game: str, language: str) -> None:
        self.person, self.page, self.game, self.language = person, person.page, game, language
        self.course = guide.get_course(games.find_spec(game), "first")
        self.rings = 0
        self.mistakes = 0

    @property
    def say(self) -> Locator:
        return self.page.locator(".guide .say")

    def begin(self) -> None:
        """From the first page; of a mode, from where its races begin."""
        if self.game in GAMES:
            self.page.goto("/")
            tile = self.person.tile(games.find_spec(self.game).card.title)
            self.press(tile.get_by_role("button", name=re.compile("Learn|Impara")))
        else:
            self.page.goto(f"/new/{self.game}")
            self.press(self.page.locator("[data-learn]"))

    def go(self, steps: int | None = None) -> None:
        """Every step, with a mistake that is offered, until the race is one's own; or only some."""
        all_of_them = self.course.guide.step
        for number, step in enumerate(all_of_them[:steps]):
            said = step.say[self.language]
            expect(self.say).to_contain_text(said)
            expect(self.say).to_have_attribute("aria-live", "polite")
            expect(self.page.locator(".guide .step")).to_have_text(
                f"{number + 1}/{len(all_of_them)}"
            )
            self.shot(number + 1)
            for wrong in step.wrong[:1]:
                self.answer(wrong.move)
                expect(self.say).to_contain_text(wrong.say[self.language])
                self.press(self.page.locator(".guide .primary"))
                expect(self.say).to_contain_text(said)
                self.mistakes += 1
            ring = self.page.locator(".guide-ring")
            expect(ring, f"step {number + 1} points at {step.point}").to_have_count(1)
            self.rings += 1
            for text in guide.expand_repeats(step.do):
                self.answer(text)
        if steps is None:
            free = self.course.guide.free.say[self.language]
            expect(self.say).to_contain_text(free)
            self.shot(99)

    def answer(self, text: str) -> None:
        prompt = self.page.locator(".prompt")
        prompt.wait_for()
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
            self.press(doubt)
        expect(self.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)

    def choose(self, text: str) -> None:
        open_ones = self.page.locator(
            '.choices [data-move]:not([aria-disabled="true"]), .swap [data-move]'
        )
        found = open_ones.and_(self.page.locator(f'[data-move^="{text}"]'))
        if not found.count():  # in a group that is folded
            self.press(self.page.locator(".choices .head").first)
        self.press(found.first)

    def compose(self, text: str) -> None:
        rest = text.split()[1:]
        composer = self.page.locator(".composer")
        match next(game for game in GAMES if self.game.startswith(game)):
            case "heat":
                gear, cards = rest
                sheet = composer.locator(f'[data-gear="{gear}"]')
                mat = self.page.locator(f'.mat .box [data-hot="{gear}"]')
                self.press(sheet if sheet.count() else mat)
                for card in cards.split(","):
                    wanted = f'[data-pick="{FACES.index(card)}"][aria-pressed="false"]'
                    self.press(self.page.locator(wanted).first)
                self.press(composer.locator("[data-commit]"))
            case "circus-maximus":
                self.press(composer.locator(f'[data-speed="{rest[0]}"]'))
                self.press(composer.locator("[data-commit]"))
            case "winds-of-war":
                self.press(composer.locator(f'[data-speed="{int(rest[0]) // 20}"]'))
                self.press(composer.locator("[data-commit]"))
            case "great-race":
                for job, count in zip(JOBS, rest, strict=True):
                    for _ in range(int(count)):
                        self.press(composer.locator(f'[data-add="{job}"]'))
                self.press(composer.locator("[data-seal]"))

    def press(self, control: Locator) -> None:
        control.click()

    def shot(self, number: int) -> None:
        if SHOTS:
            name = f"guide-{self.game}-{self.language}-{self.way}-{number:02}.png"
            self.page.screenshot(path=Path(SHOTS) / name)


class Typist(Learner):
    """By the keyboard, and by what the accessibility tree says of each control."""

    way = "keys"

    def press(self, control: Locator) -> None:
        control.wait_for()
        told = control.aria_snapshot()
        assert NAMED.match(told), f"nobody would know what this is: {told}"
        for _ in range(MOST_TABS):
            if control.evaluate(HOLDS):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not lead to {told}")
        self.page.keyboard.press("Enter")
