"""Whether the result of each rival's turn is told after its piece has moved, long enough to read,
and over nothing that one must see: in each game, with motion, three bots and their usual pause.

In a first race the page gets row by row (`tests/browser/telling.py`):
- *early*: a line of the log, a caption or the standings came before the piece was at rest.
In a second race, as people have it, every frame of the page is looked at:
- *short*: a caption is there for less than 1.2 s or 60 ms a letter, whichever is less. What is
  told last before one's own turn stays in the list *Since your last turn*, and is not short;
- *covered*: frames in which the caption lies over a piece that moves, the question or an action.

Run it as `python -m tools.browser.captions`; it ends with 1 where something is found. `--modes`
looks at the first race in the modes too.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from typing import Any

from playwright.sync_api import Browser
from tests.browser.telling import PLACE_OF, tellings, told_early
from tests.browser.watched import GAMES, MODES, chromium, server, watching
from tests.server.site import Guest, Site

from tools.browser.waiting_times import say, turn

READ_MS = 1_200.0  # milliseconds that a caption stays, at normal speed
READ_MS_PER_LETTER = 60.0
SLACK_MS = 50.0  # a timer is late by a few frames

# Before the page: each caption, of whom it tells, how long it is there, and over what.
WATCH = """() => {
    const placeOf = PLACE_OF;
    const turns = window.turns = new Map(); // by text: the seat
    const captions = window.captions = [];
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", (message) => {
                const frame = JSON.parse(message.data);
                for (const turn of frame.turns ?? [])
                    if (turn.text) turns.set(turn.text, { seat: turn.seat });
            });
        }
    };
    const pieces = new Map(); // by element: where it stood, and when it moved last
    const touching = (a, b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const visible = (selector) => [...document.querySelectorAll(selector)].find(
        (one) => one.checkVisibility({ opacityProperty: true }));
    let now = null;
    const look = (at) => {
        requestAnimationFrame(look);
        for (const piece of document.querySelectorAll(".stage [data-guide*='car:']")) {
            const where = placeOf(piece);
            const before = pieces.get(piece);
            if (!before) pieces.set(piece, { where, moved: -Infinity });
            else if (before.where !== where) pieces.set(piece, { where, moved: at });
        }
        const caption = visible(".telling");
        const text = caption?.querySelector("span:last-child")?.textContent ?? null;
        if (text !== (now?.text ?? null)) {
            if (now) {
                now.gone = at;
                now.asked = document.querySelector(".decision.turn, .result") !== null;
            }
            now = text === null ? null : { text, at, gone: null, asked: false, covered: 0,
                ...(turns.get(text) ?? { seat: null }) };
            if (now) captions.push(now);
        }
        if (now) {
            const over = caption.getBoundingClientRect();
            const moving = [...pieces].filter(([piece, { moved }]) =>
                piece.isConnected && moved === at && touching(over, piece.getBoundingClientRect()));
            const asked = [...document.querySelectorAll(
                ".decision .prompt, .decision.turn button")].filter((one) =>
                one.checkVisibility() && touching(over, one.getBoundingClientRect()));
            if (moving.length || asked.length) now.covered += 1;
        }
    };
    requestAnimationFrame(look);
}""".replace("PLACE_OF", PLACE_OF)


def captions_of(browser: Browser, site: Site, game: str, turns: int) -> list[dict[str, Any]]:
    """The captions of rivals in a race against three bots, for a number of own turns."""
    guest = Guest(site, "Ann")
    table = guest.open("me", "greedy", "greedy", "greedy", game=game)
    with (
        guest.at(table, 0) as viewer,
        watching(browser, site, guest, table, before=f"({WATCH})()") as page,
    ):
        for _ in range(turns):
            if not turn(viewer, page):
                break
        found: list[dict[str, Any]] = page.evaluate(
            "captions.filter((one) => one.gone !== null && one.seat !== 0)"
        )
    return found


def least_ms(text: str) -> float:
    """How long a caption must stay."""
    return min(READ_MS, READ_MS_PER_LETTER * len(text))


def is_short(one: dict[str, Any]) -> bool:
    """Whether a caption went before it could be read."""
    return not one["asked"] and one["gone"] - one["at"] < least_ms(one["text"]) - SLACK_MS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--turns", type=int, default=8, help="own turns that are waited for")
    parser.add_argument("--told", type=int, default=12, help="sentences with a motion to look at")
    parser.add_argument("--modes", action="store_true", help="what is told early in the modes too")
    parser.add_argument("--tell", action="store_true", help="name each fault")
    given = parser.parse_args()
    held = True
    with server(bot_pause=0.0) as quick, server() as site, chromium() as browser:
        for game in [*given.games, *(MODES if given.modes else ())]:
            told = tellings(browser, quick, game, most=given.told)
            moves = [one for one in told if one["any"]]
            wrong = {"early": told_early(told)}
            line = f"{game:26} told {len(told)}, of these {len(moves)} with a motion"
            held &= bool(moves)
            if game in GAMES:
                captions = captions_of(browser, site, game, given.turns)
                held &= bool(captions)
                stays = [one["gone"] - one["at"] for one in captions] or [0.0]
                wrong["short"] = [one for one in captions if is_short(one)]
                wrong["covered"] = [one for one in captions if one["covered"]]
                line += (
                    f"; {len(captions)} captions, {min(stays) / 1000:.2f} to "
                    f"{max(stays) / 1000:.2f} s, median {statistics.median(stays) / 1000:.2f} s"
                )
            held &= not any(wrong.values())
            counts = ", ".join(f"{name} {len(those)}" for name, those in wrong.items())
            say(f"{line}; {counts}{'   DOES NOT HOLD' if any(wrong.values()) else ''}")
            for name, those in wrong.items() if given.tell else ():
                for one in those:
                    say(f"    {name}: {one}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
