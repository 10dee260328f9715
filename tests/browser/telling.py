"""Whether a page tells a result before it was seen. The page gets what the server sends row by row,
the next only when the board is at rest: so it is certain which motion belongs to which sentence."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.browser.watched import watching
from tests.server.site import Guest, Site

# Where a piece stands on its board, whatever moves it there; the camera does not matter.
PLACE_OF = """(piece) => [piece, ...piece.querySelectorAll(":scope > .moves")]
    .map((one) => {
        const { transform, translate, left, top } = getComputedStyle(one);
        return [transform, translate, left, top, one.getAttribute("transform")].join(" ");
    }).join()"""
EARLY_FRAMES = 2  # the end of a motion and its sentence need not be drawn in the same frame

# Runs before the page. `tellings`: a line of the log, a caption or the standings that came with a
# row, and for how many frames the piece that it is about moved on after it.
WATCH = (
    """(() => {
    const placeOf = PLACE_OF;
    localStorage.setItem("paddock.settings", JSON.stringify({ speed: "fast", motion: "on" }));
    // What has not moved for so many milliseconds and frames is at rest: on a busy machine there
    // are few frames in that time.
    const REST = 100, REST_FRAMES = 6;
    const waiting = [], tellings = window.tellings = [];
    const last = window.last = { isDone: () => !waiting.length && !row };
    let row = null;
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", (message) => {
                if (message.passed || JSON.parse(message.data).type !== "News") return;
                message.stopImmediatePropagation();
                waiting.push({ socket: this, data: message.data });
            });
        }
    };
    const pieces = new Map(); // by element: where it stood
    const said = new Set();
    const standings = () => document.querySelector(".standings")?.textContent ?? "";
    const tell = (how, text, points, at) =>
        row.tellings.push({ how, text, points, at, frame, late: 0 });
    let frame = 0;
    const look = (at) => {
        requestAnimationFrame(look);
        frame += 1;
        const moved = new Set();
        for (const piece of document.querySelectorAll(".stage [data-guide*='car:']")) {
            // a board that gets another size is laid out: that is no motion
            const svg = piece.closest("svg[data-picture]") ?? piece.closest("svg");
            const size = `${svg?.getAttribute("viewBox")} ${svg?.clientWidth} ${svg?.clientHeight}`;
            const [where, before] = [placeOf(piece), pieces.get(piece)];
            if (before?.size === size && before.where !== where)
                for (const point of piece.dataset.guide.split(" ")) moved.add(point);
            pieces.set(piece, { where, size });
        }
        if (!row && waiting.length) {
            const { socket, data } = waiting.shift();
            const frame = JSON.parse(data);
            const turns = frame.turns.filter((one) => one.text && !said.has(one.text));
            row = { at, turns, moved: at, still: 0, any: false, tellings: [] };
            row.standings = standings();
            const message = new MessageEvent("message", { data });
            socket.dispatchEvent(Object.assign(message, { passed: true }));
            return;
        }
        if (!row) return;
        row.still += 1;
        if (moved.size) [row.moved, row.still, row.any] = [at, 0, true];
        for (const one of row.tellings)
            if (one.points === null ? moved.size : one.points.some((point) => moved.has(point)))
                one.late = frame - one.frame;
        const gists = [...document.querySelectorAll("#tab-panel .gist")].map((one) =>
            one.textContent.trim());
        const caption = document.querySelector(".telling span:last-child")?.textContent ?? null;
        for (const { text, point } of row.turns)
            for (const [how, is] of [["log", gists.some((one) => one.includes(text))],
                ["caption", caption === text]])
                if (is && !said.has(`${how} ${text}`)) {
                    said.add(`${how} ${text}`);
                    said.add(text);
                    tell(how, text, point ? [point] : [], at);
                }
        if (standings() !== row.standings) {
            row.standings = standings();
            tell("standings", "", null, at);
        }
        if (at - row.moved < REST || row.still < REST_FRAMES) return;
        if (document.querySelector(".board[aria-busy=true]")) return;
        for (const one of row.tellings) tellings.push({ ...one, any: row.any });
        row = null;
    };
    requestAnimationFrame(look);
})()"""
).replace("PLACE_OF", PLACE_OF)


def tellings(
    browser: Browser, site: Site, game: str, options: dict[str, Any] | None = None, most: int = 6
) -> list[dict[str, Any]]:
    """What the page tells in a race against a bot, until so many sentences came with a motion.
    `late` is for how many frames the piece still moved; `any`, whether something
    moved in that row."""
    guest = Guest(site, "Ann")
    table = guest.open("me", "greedy", game=game, options=options or {})
    enough = f"tellings.filter((one) => one.any && one.text).length >= {most}"
    with guest.at(table, 0) as viewer, watching(browser, site, guest, table, before=WATCH) as page:
        while not page.evaluate(enough) and (ask := viewer.until_asked()):
            viewer.answer(ask)
            viewer.until_answered(ask)
            viewer.until_asked()
            page.wait_for_function("() => last.isDone()")
        found: list[dict[str, Any]] = page.evaluate("tellings")
    return found


def told_early(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The ones that were told before the piece had come to rest."""
    return [one for one in found if one["late"] > EARLY_FRAMES]
