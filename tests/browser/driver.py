"""A driver of Heat at the wheel of a browser: everything is clicked, and counted by its kind."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

from playwright.sync_api import Locator

from paddock.games.heat.data import HEAT, STRESS, TRACKS, VALUES
from tests.browser.person import Person

TRIES = 4  # plans tried on the page, before one with a risk is taken

LOOK = r"""() => {
    const all = (what) => [...document.querySelectorAll(what)];
    const data = (what, name) => all(what).map((one) => one.dataset[name]);
    const other = /^(discard|refresh|take|direct|shift|add|pick|tune|plan) /; // cards and gears
    return {
        ask: document.querySelector(".decision.turn .prompt")?.dataset.ask ?? null,
        over: document.querySelector(".result") !== null,
        doubt: document.querySelector(".doubt") !== null,
        circuit: document.querySelector(".heat svg[data-picture]")?.getAttribute("aria-label")
            .split(": ")[1].split(". ")[0] ?? "",
        space: Number(document.querySelector(".racer.mine")?.getAttribute("aria-label")
            .match(/\d+$/)[0] ?? 1),
        engine: Number(document.querySelector(".mat .engine b")?.textContent ?? 0),
        composer: document.querySelector(".composer") !== null,
        swap: document.querySelector(".swap") !== null,
        hand: data(".mat .hand .held", "card").map(Number),
        gears: [...data(".composer [data-gear]", "gear"), ...data(".mat .box .hot", "hot")]
            .map(Number),
        risk: document.querySelector(".composer .risk") !== null,
        symbols: data(".choices button[data-move]", "move").filter((one) => !other.test(one)),
        risky: all(".choices button[data-move]").filter((one) => /spin/i.test(one.innerText))
            .map((one) => one.dataset.move),
        spaces: all(".heat .hot .bead").length,
        gate: all(".mat svg.box .hot").length,
        held: all(".mat .hand .held.usable").length,
        cards: all(".market .cards button:not([disabled])").length,
        options: data(".choices button[data-move]", "move"),
    };
}"""
READY = """(n) => {
    if (document.querySelector(".doubt, .result")) return true;
    const prompt = document.querySelector(".decision.turn .prompt");
    const something = ".composer, .choices button[data-move], .swap, .market";
    if (prompt === null || prompt.dataset.ask === n) return false;
    return document.querySelector(something) !== null;
}"""


class Driver:
    """On a phone the sheet from below has the gears and cards, at a desk the mat has them."""

    def __init__(self, ada: Person, phone: bool = False) -> None:
        self.ada, self.page, self.phone = ada, ada.page, phone
        self.clicked: dict[str, int] = {}

    def click(self, kind: str, what: Locator) -> None:
        what.click()
        self.clicked[kind] = self.clicked.get(kind, 0) + 1

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def cars(self) -> dict[str, str]:
        """Every car on the road and its space, as the board tells them to those who listen."""
        labels = self.page.locator(".racer").evaluate_all(
            "all => all.map(car => car.getAttribute('aria-label'))"
        )
        return dict(label.rsplit(", ", 1) for label in labels)

    def round(self) -> int:
        board = self.page.locator(".heat svg[data-picture]").get_attribute("aria-label") or ""
        found = re.search(r"round (\d+)", board)
        return int(found[1]) if found else 0

    # ------------------------------------------------------------ a plan

    def plan(self, view: dict[str, Any]) -> None:
        """The fastest plan that looks safe; a slower one as long as the page shows a risk."""
        for gear, places in self.plans(view)[:TRIES]:
            self.fill(gear, places)
            if not self.look()["risk"]:
                break
        self.commit()

    def commit(self) -> None:
        self.click("commit", self.page.locator(".composer [data-commit]"))

    def plans(self, view: dict[str, Any]) -> list[tuple[int, tuple[int, ...]]]:
        """Every gear with every choice of cards, best first: as far as corners allow."""
        road = next(t for t in TRACKS.values() if t.name == view["circuit"])
        here = view["space"] - 1
        spare = min(2, view["engine"] // 3)
        lines = [(c.at + lap, c.limit) for lap in (0, road.spaces) for c in road.corners]

        def worth(cards: list[int]) -> tuple[int, int]:
            fast, slow = (sum(pick(values(c)) for c in cards) for pick in (max, min))
            over = [fast - limit for at, limit in lines if here < at <= here + fast]
            owed = sum(max(0, more) for more in over)
            return -max(0, owed - spare), fast + slow

        hand: list[int] = view["hand"]
        usable = [place for place, card in enumerate(hand) if card != HEAT]
        found = {
            (gear, tuple(sorted(hand[i] for i in places))): (gear, places)
            for gear in view["gears"]
            for places in combinations(usable, gear)
        }
        return sorted(found.values(), key=lambda p: worth([hand[i] for i in p[1]]), reverse=True)

    def fill(self, gear: int, some: tuple[int, ...]) -> None:
        """Shift, put back what is not wanted, take what is."""
        gate = f".mat svg.box .hot:has(text:text-is('{gear}'))"
        self.click("gear", self.page.locator(SHEET.format(gear) if self.phone else gate).first)
        hand = self.page.locator(".composer [data-pick]" if self.phone else ".mat .hand .held")
        before: list[int] = hand.evaluate_all(
            "all => all.flatMap((card, i) => card.ariaPressed === 'true' ? [i] : [])"
        )
        for i in (*(i for i in before if i not in some), *(i for i in some if i not in before)):
            hand.nth(i).click(position=CORNER)
            self.clicked["card"] = self.clicked.get("card", 0) + 1

    # ------------------------------------------------------------ everything else

    def react(self, view: dict[str, Any]) -> None:
        """Cool down first, then a space that glows, then a symbol that risks nothing."""
        safe = [text for text in view["symbols"] if text not in view["risky"]]
        cool = [text for text in safe if text.startswith("cool")]
        symbol = '.choices button[data-move="{}"]'
        if cool:
            self.click("symbol", self.page.locator(symbol.format(cool[-1])).first)
        elif view["spaces"] and not view["risky"]:
            self.click("space", self.page.locator(".heat .hot .bead").first)
        elif view["symbols"]:
            text = (safe or view["symbols"])[-1]
            self.click("symbol", self.page.locator(symbol.format(text)).first)
        elif view["gate"] and not self.phone:  # a large hand is planned step by step
            self.click("gear", self.page.locator(".mat svg.box .hot").nth(view["gate"] // 2))
        elif view["held"] and not self.phone:
            self.click("card", self.page.locator(".mat .hand .held.usable").first)
        elif view["cards"]:
            self.click("market", self.page.locator(".market .cards button:not([disabled])").first)
        elif view["swap"]:
            self.click("swap", self.page.locator("[data-done]"))
        else:
            self.click("panel", self.ada.options.first)

    def turn(self) -> bool:
        """One decision, and what follows until the next; False when the race is over."""
        self.page.wait_for_function(READY, arg="")  # news of others may just be coming in
        seen = self.look()
        if seen["over"]:
            return False
        if seen["doubt"]:
            self.click("doubt", self.page.locator(".doubt .primary"))
        elif seen["composer"]:
            self.plan(seen)
        else:
            self.react(seen)
        self.page.wait_for_function(READY, arg=seen["ask"])
        return True

    def race(self) -> None:
        self.ada.asked()
        while self.turn():
            pass


SHEET = ".composer [data-gear='{}']"
CORNER: Any = {"x": 8, "y": 20}  # of a card: the rest may lie under its neighbour


def values(card: int) -> tuple[int, ...]:
    """The speeds a card may give; Stress turns up a Speed card."""
    return (1, 4) if card == STRESS else VALUES[card]
