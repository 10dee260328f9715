"""A scripted race, and every frame and page that the app tells of it, without times and ids.

It runs in Pyodide and natively: what both tell is compared. Chance is seeded, all seats are one
person's, and choices follow from what the frames offer.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paddock.server.embedded import Connection, Embedded

Json = dict[str, Any]
LANGUAGES = ("en", "it")
FIRST_TIME_MS = 1_500_000_000_000  # larger numbers are times
RANDOM_FIELDS = ("key",)
PRESENCE_FIELDS = ("connected",)  # whose socket the app has met already


def plain(value: Any, ids: Mapping[str, str]) -> Any:
    """A value without times and ids."""
    match value:
        case dict():
            return {
                name: name if name in RANDOM_FIELDS + PRESENCE_FIELDS else plain(one, ids)
                for name, one in value.items()
            }
        case list():
            return [plain(one, ids) for one in value]
        case str():
            return ids.get(value, value)
        case int() if value >= FIRST_TIME_MS:
            return "time"
    return value


class Viewer:
    """A socket, all frames about the race, and the table as it was last told."""

    def __init__(self, site: Embedded, table: str, eye: int | None, language: str) -> None:
        self.told: asyncio.Queue[str] = asyncio.Queue()
        path = f"/api/tables/{table}/socket"
        self.connection: Connection = site.connect(path, self.told.put_nowait)
        self.frames: list[Json] = []
        self.now: Json = {}
        self.version = -1
        self.send("Hello", eye=eye, language=language, version=None)

    def send(self, type: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": type, **fields}))

    async def read(self) -> Json:
        frame: Json = json.loads(await self.told.get())
        if frame["type"] in ("Whole", "News"):
            self.frames.append(frame)
            self.now, self.version = frame["now"], frame["version"]
        return frame

    async def until_version(self, version: int) -> None:
        while self.version < version:
            await self.read()


def choose(ask: Json, chance: random.Random) -> Any:
    """One of the options; of an amount, the proposed one."""
    if ask["options"] is None:
        return ask["range"]["move"]
    return chance.choice([one["move"] for one in ask["options"] if not one["closed"]])


async def play(viewers: list[Viewer], most: int, chance: random.Random) -> int:
    """Answer until the race is over, or often enough."""
    answered = 0
    while answered < most and viewers[0].now["state"] == "racing":
        asked = next((one for one in viewers if one.now["asks"]), None)
        if asked is None:
            await viewers[0].read()
            continue
        ask = asked.now["asks"][0]
        answered += 1
        fields = {"id": f"answer {answered}", "seat": ask["seat"], "ask": ask["number"]}
        asked.send("Answer", moves=[choose(ask, chance)], **fields)
        while (frame := await asked.read())["type"] not in ("Ack", "Refusal"):
            continue
        assert frame["type"] == "Ack", frame
        for viewer in viewers:
            await viewer.until_version(frame["version"])
    return answered


async def tell_race(site: Embedded, game: str, seats: int, most: int) -> Json:
    """Race a game, and collect what is told."""

    async def ask(method: str, path: str, body: Json | None = None) -> Any:
        sent = b"" if body is None else json.dumps(body).encode()
        found = await site.request(method, path, sent, {"content-type": "application/json"})
        assert found.status in (200, 201), (path, found.body)
        is_text = found.headers["content-type"].startswith("text/plain")
        return found.body.decode() if is_text else json.loads(found.body)

    me = await ask("GET", "/api/me")
    await ask("PUT", "/api/me", {"name": "Ada"})
    friends = [{"type": "Here", "name": f"Friend {n}"} for n in range(1, seats)]
    body = {"game": game, "seats": [{"type": "Me"}, *friends], "listed": False}
    table = (await ask("POST", "/api/tables", body))["id"]
    ids = {table: "table", me["id"]: "person"}
    viewers = [Viewer(site, table, n, LANGUAGES[n % 2]) for n in range(seats)]
    viewers.append(Viewer(site, table, None, "it"))
    for viewer in viewers:
        await viewer.until_version(0)
    last = max(viewer.version for viewer in viewers)
    for viewer in viewers:
        await viewer.until_version(last)
    answered = await play(viewers, most, random.Random(game))
    for viewer in viewers:
        viewer.connection.close()
    if viewers[0].now["state"] == "racing":
        await ask("DELETE", f"/api/tables/{table}")
    paths = [
        f"/api/tables/{table}{what}{'&' if '?' in what else '?'}lang={language}"
        for what in ("", "/record", "/replay", "/replay?eye=0")
        for language in LANGUAGES
    ]
    return {
        "table": table,
        "answered": answered,
        "frames": [plain(viewer.frames, ids) for viewer in viewers],
        "pages": {path: await ask("GET", path) for path in paths},
    }


async def tell_all(db: str, most: int, games: list[str], runtime: Any) -> Json:
    """The races of some games, with the same chance everywhere."""
    from paddock import games as all_games
    from paddock.server.app import create
    from paddock.server.embedded import Embedded
    from paddock.server.settings import Settings
    from paddock.server.tables import table as tables

    tables.DICE = lambda: random.Random(1)  # type: ignore[assignment, misc]
    app = create(Settings(db=db, frames=1_000_000, rate=1_000_000, tables=1000), runtime)
    site = Embedded(app)
    await site.start()
    races = {}
    for game in games or list(all_games.all_specs()):
        seats = max(2, all_games.find_spec(game).card.seats[0])
        races[game] = await tell_race(site, game, seats, most)
    await site.stop()
    return {"races": races, "cookies": site.cookies}


async def main(most: str, *games: str) -> str:
    """In Pyodide."""
    from paddock.server.workers.runtime import ONE_THREAD

    return json.dumps(await tell_all("/out/frames.db", int(most), list(games), ONE_THREAD))
