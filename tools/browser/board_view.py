"""Circus Maximus: whether a player sees what matters in every decision about a move.

Run it as `python -m tools.browser.board_view`. It plays whole races at 1280x800 and 390x844 and
looks at every question about a move. The squares that can be reached and the nearest rivals beside,
ahead and behind must be inside the board's window, every chariot there at least 40 (32) pixels
long, and every sign for an attack or the brake inside it and on no chariot. It exits with 1 if one
is not. On a phone a rival that is too far away for squares of a size to tap is shown by a drawing
of its chariot above the board: those are counted apart.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from tests.browser.person import Person
from tests.browser.watched import chromium, server
from tests.server.site import Site

from paddock.games.circus_maximus.data import TRACK
from paddock.games.circus_maximus.rules.track import place_of
from tools.browser.newcomer import LONGEST, Stranger
from tools.browser.waiting_times import say

SIZES = ((1280, 800, 40), (390, 844, 32))
"""Width and height of the window, and the least length of a chariot, all in pixels."""
SETTLED = "() => document.querySelector('.glide')?.getAnimations().length === 0"
SEE = """() => {
    const lens = document.querySelector(".lens").getBoundingClientRect();
    const box = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const inside = (b) => b.left >= lens.left - 1 && b.right <= lens.right + 1 &&
        b.top >= lens.top - 1 && b.bottom <= lens.bottom + 1;
    const squares = [...document.querySelectorAll(
        ".lens [data-step], .lens [data-gallop], .lens [data-speed]")];
    const pieces = [...document.querySelectorAll(".lens .piece[data-square]")].map((one) => {
        const parts = [...one.querySelectorAll(".bed, .hull")].map(box);
        const b = {
            left: Math.min(...parts.map((p) => p.left)), top: Math.min(...parts.map((p) => p.top)),
            right: Math.max(...parts.map((p) => p.right)),
            bottom: Math.max(...parts.map((p) => p.bottom)),
        };
        return { car: Number(one.dataset.guide.slice(4)), square: Number(one.dataset.square),
            mine: one.classList.contains("mine"), inside: inside(b), parts,
            across: Math.max(b.right - b.left, b.bottom - b.top),
            whole: parts.length > 1 };
    });
    const signs = [...document.querySelectorAll(
        ".lens [data-attack], .lens [data-brake]")].map(box);
    const middle = (b) => [(b.left + b.right) / 2, (b.top + b.bottom) / 2];
    const covered = signs.filter((sign) => pieces.some((piece) => piece.parts.some((part) => {
        const [x, y] = middle(sign);
        return x > part.left && x < part.right && y > part.top && y < part.bottom;
    })));
    return {
        cut: squares.filter((one) => !inside(box(one))).length, squares: squares.length,
        pieces, covered: covered.length, outside: signs.filter((one) => !inside(one)).length,
        far: [...document.querySelectorAll("[data-far]")].map((one) => Number(one.dataset.far)),
        zoomed: document.querySelector(".views [aria-pressed=true]")?.textContent ?? "",
    };
}"""


class Watcher(Stranger):
    """Somebody who races and looks at the board before every move."""

    def __init__(self, page: Page, name: str, shots: Path | None, least: int) -> None:
        super().__init__(page, name, shots, 1)
        self.least, self.asks, self.squares, self.far = least, 0, 0, 0
        self.shortest = 1e9
        self.faults: list[str] = []

    def tell(self, view: dict[str, Any]) -> None:
        moves = any("Forward" in one for one in view["options"]) or "speed" in view["prompt"]
        if view["doubt"] or not moves:
            return
        self.page.wait_for_function(SETTLED)
        seen = self.page.evaluate(SEE)
        if not seen["squares"]:
            return
        self.asks += 1
        self.squares += seen["squares"]
        found = self.look(seen)
        if found:
            self.faults.append(f"decision {self.decisions} {view['prompt']!r}: {', '.join(found)}")
            self.shot(f"fault-{self.decisions:04}")

    def look(self, seen: dict[str, Any]) -> list[str]:
        found = [f"{seen['cut']} squares cut off"] if seen["cut"] else []
        if seen["covered"]:
            found.append(f"{seen['covered']} signs on chariots")
        if seen["outside"]:
            found.append(f"{seen['outside']} signs cut off")
        for piece in seen["pieces"]:
            if piece["inside"] and piece["whole"]:
                self.shortest = min(self.shortest, piece["across"])
                if piece["across"] < self.least:
                    found.append(f"chariot {piece['car']} is {piece['across']:.0f} px")
        near = nearest(seen["pieces"])
        for piece in seen["pieces"]:
            if piece["car"] not in near or piece["inside"]:
                continue
            if piece["car"] in seen["far"]:
                self.far += 1
            else:
                found.append(f"rival {piece['car']} is outside")
        return found


def along(square: int) -> float:
    """How many straights and corners of the lap lie behind a square."""
    lane, segment, number = place_of(square)
    long: int = COUNTS["corner"][lane - 1] if segment % 2 else COUNTS["straight"]
    return segment + (number - 0.5) / long


COUNTS: Any = TRACK["model-a"]


def nearest(pieces: list[dict[str, Any]]) -> set[int]:
    """The rivals beside, next ahead of and next behind my chariot."""
    mine = next((piece for piece in pieces if piece["mine"]), None)
    if mine is None:
        return set()
    gaps = sorted(
        ((along(piece["square"]) - along(mine["square"])) % 4, piece["car"])
        for piece in pieces
        if piece is not mine
    )
    return {car for gap, car in gaps[:1] + gaps[-1:]}


def race(
    browser: Browser, site: Site, size: tuple[int, int, int], given: argparse.Namespace
) -> bool:
    width, height, least = size
    phone = width < 800
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": width, "height": height},
        has_touch=phone,
        is_mobile=phone,
        locale="en-GB",
        reduced_motion="no-preference" if given.motion else "reduce",
    )
    context.set_default_timeout(LONGEST)
    page = context.new_page()
    watcher = Watcher(page, f"circus-{width}-view", given.shots, least)
    field = {"field": given.field, "two_laps": True}
    Person(page).create("me", *["medium"] * (given.field - 1), game="circus-maximus", options=field)
    page.locator(".decision").first.wait_for()
    how = watcher.race(given.most, time.monotonic() + given.seconds)
    say(
        f"{width}x{height}, {given.field} chariots, {how}: {watcher.asks} questions about a move, "
        f"{watcher.squares} squares; shortest chariot {watcher.shortest:.0f} px; "
        f"rivals drawn above the board {watcher.far}; faults {len(watcher.faults)}"
    )
    for fault in watcher.faults[:10]:
        say(f"   {fault}")
    context.close()
    return watcher.asks > 0 and not watcher.faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--field", type=int, default=6, help="chariots")
    parser.add_argument("--most", type=int, default=400, help="decisions of a race")
    parser.add_argument("--seconds", type=float, default=300, help="for each race")
    parser.add_argument("--motion", action="store_true", help="with animations")
    parser.add_argument("--shots", type=Path, help="a folder for pictures of faults")
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with server(0.0) as site, chromium() as browser:
        held = [race(browser, site, size, given) for size in SIZES]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
