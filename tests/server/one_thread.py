"""The whole app in one thread, without the packages that a browser's Python lacks.

Run as a program on a new database: `python -m tests.server.one_thread FILE GAME…`. It races,
replays, reviews and learns, and prints what it got as JSON.
"""

from __future__ import annotations

import _thread
import asyncio
import json
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from paddock.server.embedded import Connection, Embedded

MISSING = "alembic argon2 h11 httpx mako multiprocessing psycopg redis uvicorn websockets zxcvbn"
SIGN_IN = {"login": "ann", "password": "a long and strange password"}
Json = dict[str, Any]
Answer = tuple[int, bytes]


def refuse(*given: object, **named: object) -> NoReturn:
    raise RuntimeError("can't start new thread")


def take_away_threads() -> None:
    """From now on nothing starts a thread or process, and `MISSING` cannot be imported."""
    for name in MISSING.split():
        sys.modules[name] = None  # type: ignore[assignment]
    threading.Thread.start = refuse  # type: ignore[method-assign]
    _thread.start_new_thread = refuse
    os.fork = refuse
    os.posix_spawn = refuse


class Visitor:
    """A browser whose server is in the same thread."""

    def __init__(self, site: Embedded) -> None:
        self.site = site

    async def ask(self, method: str, path: str, body: Json | None = None) -> Answer:
        sent = b"" if body is None else json.dumps(body).encode()
        kind = {"content-type": "application/json"}
        answer = await self.site.request(method, path, sent, kind)
        return answer.status, answer.body

    async def get(self, path: str) -> Any:
        status, body = await self.ask("GET", path)
        assert status == 200, body
        return json.loads(body)

    async def post(self, path: str, body: Json | None = None) -> Any:
        status, found = await self.ask("POST", path, body or {})
        assert status in (200, 201), found
        return json.loads(found)

    @asynccontextmanager
    async def at(self, table: str, seat: int) -> AsyncIterator[Eye]:
        """A socket at a table."""
        frames: asyncio.Queue[str] = asyncio.Queue()
        codes: list[int] = []
        path = f"/api/tables/{table}/socket"
        connection = self.site.connect(path, frames.put_nowait, codes.append)
        eye = Eye(connection, frames)
        eye.send("Hello", eye=seat, language="en", version=None)
        await eye.receive("Whole")
        assert codes == [], "it is open"
        yield eye
        connection.close()
        assert codes == [1000]


class Eye:
    """A socket, and the table as it was last told."""

    def __init__(self, connection: Connection, frames: asyncio.Queue[str]) -> None:
        self.connection, self.frames = connection, frames
        self.now: Json = {}
        self.ids = 0

    def send(self, type: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": type, **fields}))

    async def receive(self, *kinds: str) -> Json:
        """Read frames until one of a kind."""
        while True:
            frame: Json = json.loads(await self.frames.get())
            if frame["type"] in ("Whole", "News"):
                self.now = frame["now"]
            if frame["type"] in kinds:
                return frame

    async def answer(self, ask: Json) -> None:
        """Answer with the option that is preselected, or the only one a guide leaves open."""
        self.ids += 1
        if ask["options"] is None:
            move = ask["range"]["move"]
        else:
            usual = ask["options"][ask["default"]]
            chosen = [option for option in ask["options"] if not option["closed"]]
            move = (usual if usual in chosen else chosen[0])["move"]
        fields = {"id": str(self.ids), "seat": ask["seat"], "ask": ask["number"]}
        self.send("Answer", moves=[move], **fields)
        told = await self.receive("Ack", "Refusal")
        assert told["type"] == "Ack", told

    async def play_out(self, stop: Callable[[Json], bool] = lambda now: False) -> int:
        """Answer until the race is over; returns how often."""
        played = 0
        while self.now["state"] == "racing" and not stop(self.now):
            if not any(is_open(ask) for ask in self.now["asks"]):
                await self.receive("News", "Whole")
                continue
            ask = self.now["asks"][0]
            await self.answer(ask)
            played += 1
            while ask in self.now["asks"]:
                await self.receive("News", "Whole")
        return played


def is_open(ask: Json) -> bool:
    return ask["options"] is None or not all(option["closed"] for option in ask["options"])


async def race(ann: Visitor, game: str, *levels: str) -> str:
    """A whole race against bots."""
    bots = [{"type": "Bot", "level": level} for level in levels]
    card = await ann.post("/api/tables", {"game": game, "seats": [{"type": "Me"}, *bots]})
    async with ann.at(card["id"], 0) as eye:
        assert await eye.play_out()
        assert eye.now["state"] == "over"
    return str(card["id"])


async def review(ann: Visitor, table: str) -> None:
    """The review of a race, to its end."""
    await ann.post(f"/api/tables/{table}/review")
    while (await ann.get(f"/api/tables/{table}/review"))["state"] != "done":
        await asyncio.sleep(0.05)


async def learn(ann: Visitor, game: str) -> str:
    """A lesson, with its free part."""
    card = await ann.post("/api/guides", {"game": game})
    [mine] = [seat["seat"] for seat in card["seats"] if seat["mine"]]
    async with ann.at(card["id"], mine) as eye:
        assert await eye.play_out(lambda now: is_own(now) or now["guide"]["mistake"])
        while not is_own(eye.now):  # a mistake that the lesson allows is taken back
            await ann.post(f"/api/tables/{card['id']}/guide", {"do": "back"})
            while eye.now["guide"]["mistake"]:
                await eye.receive("News", "Whole")
            await eye.play_out(lambda now: is_own(now) or now["guide"]["mistake"])
        await eye.play_out()
        assert eye.now["state"] == "over"
    return str(card["id"])


def is_own(now: Json) -> bool:
    """Whether the lesson is over, and the rest of the race one's own."""
    return now["guide"] is None or now["guide"]["free"] or now["state"] != "racing"


async def walk(db: str, *games: str) -> Json:
    """Race and learn each game, and review the first race."""
    from paddock.server.app import create
    from paddock.server.embedded import Embedded
    from paddock.server.settings import Settings
    from paddock.server.workers.runtime import ONE_THREAD

    app = create(Settings(db=db, bot_pause=0.0, frames=1_000_000, rate=1_000_000), ONE_THREAD)
    site = Embedded(app)
    await site.start()
    ann = Visitor(site)
    await ann.get("/api/me")
    races = [await race(ann, games[0], "easy", "hard")]
    races += [await race(ann, game, "easy", "medium") for game in games[1:]]
    await review(ann, races[0])
    lessons = [await learn(ann, game) for game in games]
    refused = [
        await ann.ask("POST", "/api/account", SIGN_IN),
        await ann.ask("POST", "/api/session", SIGN_IN),
        await ann.ask(
            "POST",
            "/api/me/notices/channels",
            {"type": "NewWebhook", "url": "https://hooks.example/"},
        ),
    ]
    metrics = (await ann.ask("GET", "/metrics"))[1].decode()
    paths = [
        f"/api/tables/{id}{what}"
        for id in races + lessons
        for what in ("", "/record", "/replay", "/review")
    ]
    answers = {path: (await ann.ask("GET", path))[1].decode() for path in paths}
    await site.stop()
    return {
        "answers": answers,
        "cookies": site.cookies,
        "metrics": metrics,
        "refused": [[status, json.loads(body)["text"]] for status, body in refused],
        "threads": threading.active_count(),
    }


if __name__ == "__main__":
    take_away_threads()
    print(json.dumps(asyncio.run(walk(*sys.argv[1:]))))  # noqa: T201
