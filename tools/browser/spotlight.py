"""The frame of every step of every lesson, compared with what the step points at, on a desk and on
a phone. The moves are answered over a socket of the same person; the pages follow.

Run it as `python -m tools.browser.spotlight`; it ends with 1 where a frame is missing or wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from playwright.sync_api import Browser, Page, TimeoutError
from tests.browser.watched import GAMES, MODES, chromium, seated, server
from tests.server.site import Guest, Site

from paddock import games
from paddock.core.guide import FIRST_GUIDE, get_course, guide_names
from tools.browser.waiting_times import say

SIZES = ((1280, 800), (390, 844))
LESSONS = (*GAMES, *(mode for mode in MODES if guide_names(games.find_spec(mode))))
WAIT_MILLISECONDS = 60_000
READY = """(text) => document.querySelector(".guide .say")?.textContent.includes(text)
    && document.querySelector(".prompt") !== null"""
FAULT = """(point) => {
  const ROOM = 6, OFF = 3;
  const rect = (one) => one.getBoundingClientRect();
  const colon = point.indexOf(":");
  const [kind, what] = [point.slice(0, colon), point.slice(colon + 1)];
  const moves = [...document.querySelectorAll("[data-move]")];
  const named = (good) => moves.filter((one) => good(one.dataset.move));
  const exact = named((text) => text === what);
  const all = kind === "option"
    ? (exact.length ? exact : named((text) => text.startsWith(what)))
    : [...document.querySelectorAll("[data-guide]")].filter((one) =>
        one.dataset.guide.split(" ").includes(point));
  const drawn = all.filter((one) => rect(one).width && rect(one).height);
  if (!drawn.length) return `nothing is drawn for ${point}`;
  const paneOf = (one) => one.closest("svg:not(svg *)") ?? one.closest("aside, .sheet, main");
  const panes = drawn.map(paneOf);
  const several = kind === "card" ? [] : panes.filter((pane, i) => panes.indexOf(pane) !== i);
  if (several.length) return `${point} names ${drawn.length} things`;
  const rings = [...document.querySelectorAll(".guide-ring")];
  if (rings.length !== 1) return `${rings.length} frames`;
  const ring = rect(rings[0]);
  if (ring.left < -ROOM || ring.top < -ROOM || ring.right > innerWidth + ROOM
      || ring.bottom > innerHeight + ROOM) return "the frame is outside the window";
  const inside = (a, b) => a.left >= b.left - OFF && a.top >= b.top - OFF
    && a.right <= b.right + OFF && a.bottom <= b.bottom + OFF;
  const shrunk = { left: ring.left + ROOM, top: ring.top + ROOM,
    right: ring.right - ROOM, bottom: ring.bottom - ROOM };
  const size = (r) => (r.right - r.left) * (r.bottom - r.top);
  const framed = drawn.filter((one) => inside(shrunk, rect(one))
    && size(shrunk) > 0.6 * size(rect(one)));
  if (!framed.length) return "the frame is round something else";
  const top = document.elementFromPoint((ring.left + ring.right) / 2, (ring.top + ring.bottom) / 2);
  if (!top || !framed.some((one) => one.contains(top) || top.contains(one)
      || one.closest("svg:not(svg *)")?.contains(top)))
    return `something lies over ${point}: ${top?.tagName} ${top?.className}`;
  const open = (one) => {
    const r = rect(one);
    const at = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
    return at !== null && paneOf(one).contains(at);
  };
  const larger = drawn.filter((one) => !framed.includes(one) && open(one)
    && size(rect(one)) > 1.2 * Math.max(...framed.map((f) => size(rect(f)))));
  return larger.length ? `${point} is drawn larger elsewhere` : "";
}"""


class Checked(Struct, frozen=True):
    """A step of a lesson at one width; no fault: an empty text."""

    lesson: str
    step: int
    width: int
    fault: str


def check_lesson(
    browser: Browser, site: Site, lesson: str, shots: Path | None = None
) -> Iterator[Checked]:
    """Every step of a lesson at both widths."""
    guest = Guest(site, "Ann")
    card = guest.post("/api/guides", {"game": lesson}).json()
    (mine,) = [seat["seat"] for seat in card["seats"] if seat["mine"]]
    course = get_course(games.find_spec(lesson), FIRST_GUIDE)
    moves = iter([json.loads(msgspec.json.encode(row.play.move)) for row in course.rows if row.own])
    with ExitStack() as stack:
        pages: list[Page] = []
        for width, height in SIZES:
            context = stack.enter_context(
                seated(
                    browser,
                    site,
                    guest,
                    viewport={"width": width, "height": height},
                    reduced_motion="reduce",
                    has_touch=width < 800,
                )
            )
            pages.append(context.new_page())
            pages[-1].goto(f"/t/{card['id']}")
        viewer = stack.enter_context(guest.at(str(card["id"]), mine))
        step = 0
        while (now := viewer.until(is_waiting))["guide"] and not now["guide"]["free"]:
            if now["guide"]["step"] != step:
                step = now["guide"]["step"]
                for page in pages:
                    fault = check_step(page, now["guide"])
                    width = page.viewport_size["width"] if page.viewport_size else 0
                    if shots:
                        page.screenshot(path=shots / f"{lesson}-{step:02}-{width}.png")
                    yield Checked(lesson, step, width, fault)
            (ask,) = now["asks"]
            answer = viewer.answer(ask, next(moves))
            assert answer["type"] == "Ack", answer
            viewer.until_version(answer["version"])
    guest.http.close()


def check_step(page: Page, guide: dict[str, Any]) -> str:
    """What is wrong with the frame of the step that is shown now."""
    page.wait_for_function(READY, arg=guide["say"])
    found = f"(point) => ({FAULT})(point) === ''"
    try:
        page.wait_for_function(found, arg=guide["point"], timeout=WAIT_MILLISECONDS)
    except TimeoutError:
        return str(page.evaluate(FAULT, guide["point"]))
    return ""


def is_waiting(now: dict[str, Any]) -> bool:
    """Whether the learner is asked, or the guided part is over."""
    guide = now["guide"]
    if guide is None or guide["free"]:
        return True
    return bool(guide["say"]) and any(is_open(ask) for ask in now["asks"])


def is_open(ask: dict[str, Any]) -> bool:
    return any(not option["closed"] for option in ask["options"] or ())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lessons", nargs="*", default=LESSONS)
    parser.add_argument("--shots", type=Path, help="a folder for a picture of every step")
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    wrong = total = 0
    with server(bot_pause=0) as site, chromium() as browser:
        for lesson in given.lessons:
            for one in check_lesson(browser, site, lesson, given.shots):
                total += 1
                if one.fault:
                    wrong += 1
                    say(f"{lesson}, step {one.step}, {one.width} px: {one.fault}")
    say(f"{total} frames, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
