"""The site without a server: a host of its files, and somebody who plays on its pages."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.sync_api import BrowserContext, Page

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "site"
KINDS = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript"}
SIZE: Any = {"width": 1280, "height": 800}

# Measures from the outside how long an answer takes until it is acknowledged, and notes which
# addresses are asked for.
WATCH_ACKS = """(() => {
    window.paddockAcks = [];
    window.paddockAsked = [];
    const sent = new Map();
    const Plain = window.Worker;
    window.Worker = class extends Plain {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (data.type !== "frame" || !data.text.includes('"Ack"')) return;
                const frame = JSON.parse(data.text);
                if (frame.type === "Ack" && sent.has(frame.id))
                    window.paddockAcks.push(performance.now() - sent.get(frame.id));
            });
        }
        postMessage(message, ...rest) {
            if (message.type === "request")
                window.paddockAsked.push(`${message.method} ${message.target}`);
            if (message.type === "send" && message.text.includes('"Answer"'))
                sent.set(JSON.parse(message.text).id, performance.now());
            super.postMessage(message, ...rest);
        }
    };
})()"""

# Answers whatever is asked, by the page's own buttons, until the race is over or enough was asked.
PLAY = """async ({ most, patience }) => {
    const find = (what) => document.querySelector(what);
    const all = (what) => [...document.querySelectorAll(what)];
    const drawn = () => new Promise((done) => setTimeout(done, 15));
    const press = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const open = ':not([aria-disabled="true"]):not(:disabled)';
    const asked = () => find(".decision.turn .prompt")?.dataset.ask ?? null;
    const commit = () => find(`.composer [data-commit]${open}, .composer [data-seal]${open}`);
    async function compose() {
        const speeds = all(`.composer [data-speed]${open}`);
        if (speeds.length) press(speeds.at(Math.floor(speeds.length / 2)));
        await drawn();
        const parts = ".mat .hand .held.usable:not([aria-pressed=true]), "
            + `.composer [data-pick][aria-pressed=false]${open}, .composer [data-add]${open}`;
        for (let n = 0; n < 12 && !commit() && find(parts); n++) {
            press(find(parts));
            await drawn();
        }
        if (commit()) press(commit());
    }
    const found = { decisions: 0, curtains: 0, waits: [], over: false, stuck: "" };
    let began = performance.now(), last = performance.now(), answered = null;
    while (found.decisions < most) {
        await drawn();
        if (find(".result")) { found.over = true; break; }
        if (performance.now() - last > patience) {
            found.stuck = find("main")?.innerText.slice(0, 600) ?? "nothing";
            break;
        }
        if (find(".curtain .primary")) {
            press(find(".curtain .primary"));
            found.curtains += 1;
            last = began = performance.now();
            continue;
        }
        const ask = asked();
        if (ask === null || find(".decision.turn .sending")) continue;
        if (ask !== answered) {
            if (answered !== null) found.waits.push(performance.now() - began);
            answered = ask;
            found.decisions += 1;
        }
        const before = found.decisions;
        const button = find(`.doubt .primary${open}`) ?? find(`[data-commit-picked]${open}`)
            ?? find(`form.amount [type=submit]${open}`) ?? find(`.swap [data-done]${open}`);
        const option = find(`.choices .usual[data-move]${open}`)
            ?? find(`.choices [data-move]${open}`)
            ?? find(`.choices [data-left]:not([data-left="0"])${open}`);
        if (button) press(button);
        else if (find(".composer")) await compose();
        else if (option) press(option);
        else if (find(".choices .head")) press(find(".choices .head"));
        else press(find(`.market .cards button${open}, [data-hot], .hot`) ?? document.body);
        began = performance.now();
        for (let n = 0; n < 20 && asked() === ask && !find(".doubt, .result"); n++) await drawn();
        if (asked() !== ask) last = performance.now();
    }
    return found;
}"""


class Played(Struct, frozen=True):
    """What a race on the page was like."""

    decisions: int
    curtains: int
    waits: list[float]  # milliseconds from an answer to the next question
    over: bool
    stuck: str  # what the page showed when nothing went on


class Host:
    """A static host with the site in a folder; unknown addresses get 404.html, as on page hosts.
    Files with `broken` in their path arrive by half."""

    def __init__(self, folder: Path = BUILT, under: str = "/games/paddock/") -> None:
        self.under, self.asked, self.broken = under, list[str](), ""
        host = self

        class Handler(SimpleHTTPRequestHandler):
            extensions_map = SimpleHTTPRequestHandler.extensions_map | KINDS
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                host.asked.append(self.path)
                path = self.path.partition("?")[0]
                inside = path.removeprefix(under) if path.startswith(under) else "nowhere"
                file = folder / (inside or "index.html")
                is_there = file.is_file()
                data = (file if is_there else folder / "404.html").read_bytes()
                self.send_response(200 if is_there else 404)
                self.send_header(
                    "content-type", self.guess_type(str(file)) if is_there else "text/html"
                )
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.close_connection = is_broken = bool(host.broken) and host.broken in path
                self.wfile.write(data[: len(data) // 2] if is_broken else data)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass  # a browser that is killed closes its connections without a word

        self.server = Server(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.url = f"http://localhost:{self.server.server_port}{under}"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def hosting(folder: Path = BUILT, under: str = "/games/paddock/") -> Iterator[Host]:
    host = Host(folder, under)
    yield host
    host.stop()


def play(page: Page, most: int = 100_000, patience: float = 180_000) -> Played:
    """Answer on the page; fails if nothing goes on for `patience` milliseconds."""
    played = Played(**page.evaluate(PLAY, {"most": most, "patience": patience}))
    assert not played.stuck, played.stuck
    return played


def cut_network(context: BrowserContext, host: Host) -> None:
    host.stop()
    context.set_offline(True)
