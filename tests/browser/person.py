"""What people do with a page: start a race, decide, read."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page


class Person:
    def __init__(self, page: Page) -> None:
        self.page = page

    # ------------------------------------------------------------ going places

    def go(self, path: str) -> None:
        self.page.goto(path)

    def create(
        self, *seats: str | dict[str, str], game: str = "street-illegal", **more: Any
    ) -> str:
        """Open a table with what a page would send, by the browser's cookies, and go there."""
        browser = self.page.context
        if not browser.cookies():
            browser.request.get("/api/me")
        token = {cookie["name"]: cookie["value"] for cookie in browser.cookies()}["paddock-csrf"]
        answer = browser.request.post(
            "/api/tables",
            data={"game": game, "seats": [wish(seat) for seat in seats], **more},
            headers={"x-paddock-csrf": token},
        )
        table: str = answer.json()["id"]
        self.go(f"/t/{table}")
        return table

    def tile(self, title: str) -> Locator:
        """A game on the first page."""
        return self.page.locator("article").filter(has=self.page.get_by_text(title, exact=True))

    # ------------------------------------------------------------ at the table

    @property
    def options(self) -> Locator:
        return self.page.locator(".choices button[data-move]")

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".decision.turn .prompt")

    @property
    def log(self) -> Locator:
        return self.page.locator(".log li")

    def asked(self) -> bool:
        """Wait until it is my turn, or the race is over."""
        self.page.locator(".decision.turn, .result").first.wait_for()
        return self.page.locator(".result").count() == 0

    def choose(self, text: str | re.Pattern[str]) -> None:
        self.options.filter(has_text=text).first.click()

    def undo(self) -> Locator:
        return self.page.get_by_role("button", name="Take back")

    def cards_laid(self) -> int:
        """How many of my three cards already lie before me."""
        prompt = self.prompt.inner_text()
        return next(i for i, slot in enumerate(("left", "middle", "right")) if slot in prompt)


def wish(seat: str | dict[str, str]) -> dict[str, str]:
    if isinstance(seat, dict):
        return seat
    match seat:
        case "me":
            return {"type": "Me"}
        case "open":
            return {"type": "Open"}
        case "random" | "greedy" | "charioteer" | "easy" | "medium" | "hard":
            return {"type": "Bot", "level": seat}
        case name:
            return {"type": "Here", "name": name}
