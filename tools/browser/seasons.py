"""Weeks of a stable by real clicks: two races of a season with market, bets and recovery between
them, and a race and a gala of the Epic campaign, at both widths.

    python -m tools.browser.seasons [season] [campaign] [--turns 0] [--shots DIR]

`--turns` is the time limit of the races, 0 for none. It ends with 1 if anything was missing.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser
from tests.browser.person import Person
from tests.browser.test_circus_maximus import Charioteer
from tests.browser.watched import chromium, server
from tests.server.site import Site

SUMS = {"security": 300, "bet": 500, "bid": 6000, "price": 400, "for how much": 3500}
"""What is filled in, by a word of the question; else what stands there."""
HOURS = 3600.0


class Owner(Charioteer):
    """Somebody with a stable: plots, bets, offers, trains; in a race a charioteer."""

    def __init__(self, ada: Person, shots: Path | None = None, patience: float = HOURS) -> None:
        super().__init__(ada, patience)
        self.shots, self.pictures = shots, 0
        self.once: set[str] = set()

    # ------------------------------------------------------------ looking

    def picture(self, what: str) -> None:
        """The page as it is, once a kind."""
        if self.shots is None or what in self.once:
            return
        self.once.add(what)
        self.pictures += 1
        self.page.screenshot(path=str(self.shots / f"{self.width}-{self.pictures:02}-{what}.png"))

    def moves(self) -> list[str]:
        found: list[str] = self.ada.options.evaluate_all("all => all.map(b => b.dataset.move)")
        return found

    # ------------------------------------------------------------ deciding

    def drive(self) -> None:
        """What a stable asks for; everything else is the race's."""
        prompt = self.ada.prompt.inner_text()
        if self.page.locator(".amount .field").count():
            self.fill(prompt)
            return
        wanted = self.wanted(self.moves())
        if wanted is None:
            super().drive()
            return
        self.picture(wanted.split(" ")[0])
        self.click(wanted.split(" ")[0], self.page.locator(f'[data-move="{wanted}"]').first)

    def fill(self, prompt: str) -> None:
        """A sum that is allowed."""
        field = self.page.locator(".amount .field")
        most = int(field.get_attribute("max") or 0)
        for word, amount in SUMS.items():
            if word in prompt and most:
                field.fill(str(min(amount, most // 100 * 100)))
        self.click("sum", self.page.locator(".amount button[type=submit]"))

    def wanted(self, moves: list[str]) -> str | None:
        """Everything once a week: security, an offer to buy, a bet, experience spent."""
        week = self.page.locator(".season header").first.inner_text().split("\n")[0]
        for kind in ("secure", "buy-from", "pick", "train-horse", "train-driver", "drill", "bid"):
            key = f"{week} {kind}"
            found = [move for move in moves if move.split(" ")[0] == kind]
            if found and key not in self.once:
                self.once.add(key)
                return found[-1]
        for move in moves:
            if re.match(r"(waive|go-on|take-part|pass|guard all|foot circle|strike)", move):
                return move
        plain = ("done", "agree", "enter", "send", "wager", "bet-on", "choose", "pick", "decline")
        for kind in plain:
            found = [move for move in moves if move.split(" ")[0] == kind]
            if found and not (kind == "done" and self.owes(moves)):
                return found[0]
        return None

    def owes(self, moves: list[str]) -> bool:
        """Somebody who can start does, and who can fight too."""
        return any(move.split(" ")[0] in ("enter", "send") for move in moves)


def play(ada: Person, game: str, options: dict[str, object], shots: Path | None) -> Owner:
    """From the first question to the result."""
    ada.create("me", "charioteer", "charioteer", game=game, options=options)
    owner = Owner(ada, shots)
    while ada.asked():
        owner.decide()
    owner.picture("result")
    return owner


@contextmanager
def somebody(browser: Browser, site: Site, width: int) -> Iterator[Person]:
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        base_url=site.url,
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(120_000)
    try:
        yield Person(context.new_page())
    finally:
        context.close()


NEEDED = {
    "circus-maximus-season": ("secure", "enter", "wager", "waive", "sum", "commit", "buy-from"),
    "circus-maximus-campaign": ("bid", "take-part", "wager", "commit", "send", "foot", "strike"),
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["season", "campaign"])
    parser.add_argument("--turns", type=int, default=0)
    parser.add_argument("--width", type=int, nargs="*", default=[1280, 390])
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args(arguments)
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with server() as site, chromium() as browser:
        for width in given.width:
            for what in given.what:
                game = f"circus-maximus-{what}"
                count = {"races": 2} if what == "season" else {"rounds": 2}
                options: dict[str, object] = {"turns": given.turns, **count}
                with somebody(browser, site, width) as ada:
                    owner = play(ada, game, options, given.shots)
                missing = [kind for kind in NEEDED[game] if not owner.clicked[kind]]
                wrong += bool(missing)
                sys.stdout.write(f"{game} {width} px: {dict(owner.clicked)}; missing {missing}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
