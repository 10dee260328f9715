"""A real server in a thread, and clients that behave like browsers."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, ClassVar, Self, TypeVar

import httpx
import uvicorn
from msgspec.structs import replace
from websockets.sync.client import ClientConnection, connect

from paddock.server.app import create
from paddock.server.serving import uvicorn_config
from paddock.server.settings import Settings
from tests import plain

Json = dict[str, Any]
T = TypeVar("T")
TIMEOUT_SECONDS = 180.0  # time limit for busy machines


class Site:
    """The address of a running server."""

    def __init__(self, port: int, app: Any = None) -> None:
        self.port, self.app = port, app
        self.url = f"http://127.0.0.1:{port}"

    @property
    def hub(self) -> Any:
        return self.app.state.hub

    def guest(self, name: str = "") -> Guest:
        return Guest(self, name)


@contextmanager
def running(settings: Settings, *, names_itself: bool = False) -> Iterator[Site]:
    """A server in a thread of this process. `names_itself`: links in its messages lead here."""
    listening = socket.socket(proto=socket.IPPROTO_TCP)  # else asyncio keeps Nagle's algorithm on
    listening.bind(("127.0.0.1", 0))
    if names_itself:
        settings = replace(settings, url=f"http://127.0.0.1:{listening.getsockname()[1]}")
    app = create(settings)
    server = uvicorn.Server(uvicorn_config(settings, app))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield Site(listening.getsockname()[1], app)
    finally:
        server.should_exit = True
        thread.join(TIMEOUT_SECONDS)
        listening.close()
        assert not thread.is_alive(), "the server does not end"


def until(true: Callable[[], Any], patience: float = TIMEOUT_SECONDS) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.01)


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new thread, because this one may have an event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class Guest:
    """A person with a browser: cookies and CSRF token."""

    ids = itertools.count()
    here: ClassVar[list[Guest]] = []

    def __init__(self, site: Site, name: str = "", **headers: str) -> None:
        self.site = site
        self.http = plain.Client(base_url=site.url, timeout=TIMEOUT_SECONDS, headers=headers)
        Guest.here.append(self)
        self.me: Json = self.http.get("/api/me").json()
        if name:
            self.me = self.put("/api/me", {"name": name}).json()

    def headers(self) -> dict[str, str]:
        return {"x-paddock-csrf": self.http.cookies.get("paddock-csrf") or ""}

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query)

    def post(self, path: str, body: Json | None = None) -> httpx.Response:
        return self.http.post(path, json=body or {}, headers=self.headers())

    def patch(self, path: str, body: Json) -> httpx.Response:
        return self.http.patch(path, json=body, headers=self.headers())

    def put(self, path: str, body: Json) -> httpx.Response:
        return self.http.put(path, json=body, headers=self.headers())

    def delete(self, path: str) -> httpx.Response:
        return self.http.delete(path, headers=self.headers())

    def open(self, *wishes: str | Json, game: str = "template", **more: Any) -> str:
        """Open a table: "me", "open", a bot's level, or a name for a person on this device."""
        body = {"game": game, "seats": [wish(one) for one in wishes], **more}
        answer = self.post("/api/tables", body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def join(self, table: str, seat: int, **more: Any) -> httpx.Response:
        return self.post(f"/api/tables/{table}/seats/{seat}", more)

    def card(self, table: str) -> Json:
        return dict(self.get(f"/api/tables/{table}").json())

    def socket(self, table: str, **headers: str) -> ClientConnection:
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        return connect(
            f"ws://127.0.0.1:{self.site.port}/api/tables/{table}/socket",
            additional_headers={"cookie": cookies, **headers},
            open_timeout=TIMEOUT_SECONDS,
            max_size=None,
            max_queue=None,  # else closing is slow with unread frames
        )

    @contextmanager
    def at(self, table: str, viewer: int | None = None, language: str = "en") -> Iterator[Eye]:
        with self.socket(table) as connection:
            yield Eye(connection, viewer, language)


def wish(one: str | Json) -> Json:
    if isinstance(one, dict):
        return one
    match one:
        case "me":
            return {"type": "Me"}
        case "open":
            return {"type": "Open"}
        case "easy" | "medium" | "hard" | "random" | "greedy" | "mc":
            return {"type": "Bot", "level": one}
        case name:
            return {"type": "Here", "name": name}


class Eye:
    """One socket with its last version and state."""

    def __init__(self, connection: ClientConnection, viewer: int | None, language: str) -> None:
        self.connection, self.eye, self.language = connection, viewer, language
        self.frames: list[Json] = []
        self.version = -1
        self.now: Json = {}
        self.log: list[Json] = []
        self.answers: dict[str, Json] = {}
        self.hello()

    def hello(self, version: int | None = None, **more: Any) -> Self:
        self.send(
            "Hello", **{"eye": self.eye, "language": self.language, "version": version} | more
        )
        kinds = ("Whole", "News", "Refusal", "Bye")
        self.receive(lambda frame: frame["type"] in kinds)
        return self

    def send(self, type: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": type, **fields}))

    def receive(
        self, good: Callable[[Json], bool] = lambda frame: True, patience: float = TIMEOUT_SECONDS
    ) -> Json:
        """Read frames until one matches, and apply them."""
        end = time.monotonic() + patience
        while True:
            frame: Json = json.loads(self.connection.recv(max(0.01, end - time.monotonic())))
            self.frames.append(frame)
            match frame["type"]:
                case "Whole":
                    self.version, self.now, self.log = frame["version"], frame["now"], frame["log"]
                case "News":
                    self.version, self.now = frame["version"], frame["now"]
                    self.log = self.log + frame["log"]
                case "Ack" | "Refusal":
                    self.answers[frame["id"]] = frame
            if good(frame):
                return frame

    def until(self, true: Callable[[Json], Any], patience: float = TIMEOUT_SECONDS) -> Json:
        """Read until the state matches."""
        end = time.monotonic() + patience
        while not true(self.now):
            self.receive(patience=end - time.monotonic())
        return self.now

    def until_asked(self, patience: float = TIMEOUT_SECONDS) -> Json:
        now = self.until(lambda now: now["asks"] or now["state"] != "racing", patience)
        return now["asks"][0] if now["asks"] else {}

    def until_answered(self, ask: Json) -> None:
        self.until(lambda now: ask not in now["asks"])

    def until_version(self, version: int) -> None:
        """Read until this version."""
        while self.version < version:
            self.receive()

    def do(self, type: str, **fields: Any) -> Json:
        """Send, and wait for the answer."""
        id = fields.pop("id", None) or f"t{next(Guest.ids)}"
        self.send(type, id=id, **fields)
        return self.receive(lambda f: f["type"] in ("Ack", "Refusal") and f["id"] in (id, None))

    def answer(self, ask: Json, move: Json | None = None, **more: Any) -> Json:
        """Answer an ask with a move; the default is the clock's choice."""
        fields = {"seat": ask["seat"], "ask": ask["number"], "moves": [move or usual(ask)]}
        return self.do("Answer", **fields | more)

    def play_out(self, patience: float = TIMEOUT_SECONDS) -> int:
        """Answer everything with the default until the race is over."""
        played = 0
        while ask := self.until_asked(patience):
            played += self.answer(ask)["type"] == "Ack"
            self.until_answered(ask)
        return played


def usual(ask: Json) -> Json:
    if ask["options"] is None:
        return dict(ask["range"]["move"])
    return dict(ask["options"][ask["default"]]["move"])
