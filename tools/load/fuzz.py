"""Random requests by the server's own schema, and random frames on a socket: nothing may be
answered by a failure of ours, and nothing may grow.

    python -m tools.load.fuzz --minutes 10
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import secrets
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct
from tests import plain
from tests.server.processes import TIMEOUT_SECONDS
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from paddock.server.api import wire
from tools.load.memory import GROWTH, memory_watched
from tools.load.tables import Process

ODD: list[Any] = [
    None, True, 0, -1, 1 << 63, -(1 << 70), 1e308, "", " ", "\x00", "a\x00b", "İ" * 32, "\ud7ff",
    "🏁" * 9, "x" * 5000, "../../etc/passwd", "%00", "' OR 1=1 --", [], {}, [[]], {"type": "Me"},
    {"type": 7}, {"": None},
]  # fmt: skip
TEXTS = [text for text in ODD if isinstance(text, str) and "\x00" not in text]


class Found(Struct):
    """What was sent, what came back, and what it cost."""

    requests: int
    frames: int
    answers: dict[str, int]
    wrong: list[str]
    memory: str
    file: float


def program_of(move: Any) -> dict[str, Any]:
    """A program that names a move, for a question that may not be there."""
    rule = {"pick": {"how": "named", "moves": [move]}}
    return {"seat": 0, "body": {"type": "Rules", "question": "react", "rules": [rule]}}


class Fuzzer:
    def __init__(self, process: Process, seed: int) -> None:
        self.process, self.generator = process, random.Random(seed)
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.tables: list[str] = []
        self.requests, self.frames = 0, 0
        self.end, self.least = 0.0, 0

    def goes_on(self) -> bool:
        """For a time, and until there was enough to tell."""
        return time.monotonic() < self.end or min(self.requests, self.frames) < self.least

    # ------------------------------------------------------------ values

    def value(self, schema: dict[str, Any], parts: dict[str, Any], deep: int = 0) -> Any:
        """A value by a schema, mostly: now and then something else altogether."""
        generator = self.generator
        if deep > 6 or generator.random() < 0.1:
            return generator.choice(ODD)
        if "$ref" in schema:
            return self.value(parts[schema["$ref"].rpartition("/")[2]], parts, deep + 1)
        for several in ("oneOf", "anyOf"):
            if several in schema:
                return self.value(generator.choice(schema[several]), parts, deep + 1)
        if "enum" in schema:
            return generator.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        match generator.choice(kind) if isinstance(kind, list) else kind:
            case "object":
                needed = schema.get("required", [])
                return {
                    name: self.value(inner, parts, deep + 1)
                    for name, inner in schema.get("properties", {}).items()
                    if generator.random() < (0.95 if name in needed else 0.5)
                }
            case "array":
                many = generator.randint(0, 5)
                return [self.value(schema.get("items", {}), parts, deep + 1) for _ in range(many)]
            case "integer" | "number":
                least, most = schema.get("minimum", -5), schema.get("maximum", 50)
                return generator.randint(int(least), max(int(least), int(most)))
            case "boolean":
                return bool(generator.getrandbits(1))
            case "string":
                return generator.choice([*TEXTS, secrets.token_hex(4), "street-illegal", "heat"])
        return generator.choice(ODD)

    # ------------------------------------------------------------ requests

    async def requesting(self) -> None:
        url = self.process.url
        schema = plain.get(f"{url}/api/schema/openapi.json", timeout=TIMEOUT_SECONDS).json()
        parts = schema["components"]["schemas"]
        ways = [
            (method, path, way)
            for path, methods in schema["paths"].items()
            for method, way in methods.items()
        ]
        async with plain.AsyncClient(base_url=url, timeout=TIMEOUT_SECONDS) as client:
            await client.get("/api/me")
            while self.goes_on():
                await self.request(client, *self.generator.choice(ways), parts)

    async def request(
        self, client: httpx.AsyncClient, method: str, path: str, way: Any, parts: Any
    ) -> None:
        def put_in(found: re.Match[str]) -> str:
            known = [*self.tables[-5:], "street-illegal", "heat", "0", "1"]
            chosen = self.generator.choice([*known, *known, str(self.generator.choice(ODD))])
            return "".join(f"%{byte:02x}" for byte in chosen.encode("utf-8", "replace"))[:900]

        target = re.sub(r"\{[^}]*\}", put_in, path)
        query = {
            one["name"]: str(self.value(one.get("schema", {}), parts))[:300]
            for one in way.get("parameters", [])
            if one["in"] == "query" and self.generator.getrandbits(1)
        }
        content = way.get("requestBody", {}).get("content", {})
        body = self.value(next(iter(content.values()))["schema"], parts) if content else None
        if path == "/api/tables" and method == "post" and self.generator.getrandbits(1):
            body = {"game": "street-illegal", "seats": [{"type": "Me"}, {"type": "Open"}]}
        headers = {
            "x-paddock-csrf": client.cookies.get("paddock-csrf") or "",
            "content-type": "application/json",
            "accept-language": self.generator.choice(["it", "en;q=x", "*", "zz-" * 30]),
        }
        sent = None if body is None else json.dumps(body).encode("utf-8", "replace")
        answer = await client.request(
            method.upper(), target, params=query, content=sent, headers=headers
        )
        self.requests += 1
        self.answers[f"HTTP {answer.status_code}"] += 1
        if answer.status_code >= 500 and answer.status_code != 503:  # told, but our disk's
            told = f"{method} {target} {query} {(sent or b'')[:300]!r}: {answer.status_code}"
            self.wrong.append(told)
        if path == "/api/tables" and answer.status_code == 201:
            self.tables.append(answer.json()["id"])
        if len(client.cookies) > 20 or answer.status_code in (401, 403):
            client.cookies.clear()  # signed out, or somebody else by now
            await client.get("/api/me")

    # ------------------------------------------------------------ frames

    async def speaking(self) -> None:
        async with plain.AsyncClient(base_url=self.process.url, timeout=TIMEOUT_SECONDS) as client:
            await client.get("/api/me")
            csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
            cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
            while self.goes_on():
                body = {"game": self.generator.choice(["template", "street-illegal", "heat"])}
                seats = [{"type": "Me"}, {"type": "Here", "name": "Two"}]
                made = await client.post("/api/tables", json=body | {"seats": seats}, headers=csrf)
                if made.status_code != 201:
                    self.answers[f"HTTP {made.status_code}"] += 1
                    continue
                with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                    await self.speak(made.json()["id"], cookies, time.monotonic() + 20)

    async def speak(self, table: str, cookies: str, end: float) -> None:
        url = f"ws://127.0.0.1:{self.process.port}/api/tables/{table}/socket"
        headers = {"cookie": cookies}
        opening = connect(
            url, additional_headers=headers, compression=None, open_timeout=TIMEOUT_SECONDS
        )
        async with opening as socket:
            await socket.send('{"type":"Hello","eye":0}')
            asks: list[Any] = []
            while time.monotonic() < end and self.goes_on():
                await socket.send(self.frame(asks))
                self.frames += 1
                asks = await self.heard(socket) or asks

    async def heard(self, socket: ClientConnection) -> list[Any]:
        asks: list[Any] = []
        with contextlib.suppress(TimeoutError):
            while True:
                frame = json.loads(await asyncio.wait_for(socket.recv(), 0.01))
                self.answers[frame.get("code") or frame["type"]] += 1
                if frame.get("code") == "broken":
                    self.wrong.append(f"socket: {frame}")
                asks = frame["now"]["asks"] if frame["type"] in ("Whole", "News") else asks
        return asks

    def frame(self, asks: list[Any]) -> str | bytes:
        """A frame that means something, spoiled more or less."""
        generator = self.generator
        nothing: dict[str, Any] = {"number": 0, "seat": 0, "options": []}
        ask: dict[str, Any] = generator.choice(asks) if asks else nothing
        options = ask.get("options") or []
        move = generator.choice(options)["move"] if options else generator.choice(ODD)
        id = secrets.token_hex(3)
        frames: list[dict[str, Any]] = [
            {"type": "Hello", "eye": generator.choice([0, 1, None]), "version": None},
            {
                "type": "Answer",
                "id": id,
                "seat": ask["seat"],
                "ask": ask["number"],
                "moves": [move],
            },
            {"type": "Undo", "id": id, "seat": 0, "row": generator.randint(-1, 40)},
            {"type": "Talk", "id": id, "text": generator.choice(TEXTS)},
            {"type": "SetProgram", "id": id, "seat": 0, "programs": [program_of(move)]},
            {"type": "DropProgram", "id": id, "seat": 0, "lines": [generator.randint(-1, 9)]},
            {"type": "Ping", "at": generator.randint(0, 1 << 40)},
        ]
        assert {frame["type"] for frame in frames} == KINDS
        frame = generator.choice(frames)
        if generator.getrandbits(1):
            name = generator.choice(list(frame))
            frame[name] = generator.choice(ODD)
        text = json.dumps(frame)
        if generator.random() < 0.2:  # bytes that fall out, or in
            at = generator.randrange(len(text))
            text = text[:at] + generator.choice(["", "\\", '"', "{", "\u0000"]) + text[at + 1 :]
        return text[:12_000]


KINDS = {kind.__name__ for kind in wire.FromClient.__args__}


async def fuzz(seconds: float, seed: int, least: int = 0) -> Found:
    """Requests and frames at once, against a server of its own; at least so many of each."""
    with tempfile.TemporaryDirectory() as folder:
        process = Process(f"sqlite:///{folder}/fuzz.db", settings={"LOG": "critical"})
        try:
            fuzzer = Fuzzer(process, seed)
            fuzzer.end, fuzzer.least = time.monotonic() + seconds, least
            with memory_watched(process, seconds) as memory:
                await asyncio.gather(fuzzer.requesting(), fuzzer.speaking(), fuzzer.speaking())
            size = sum(part.stat().st_size for part in Path(folder).iterdir()) / 2**20
        finally:
            process.stop()
    if memory.growth > GROWTH:
        fuzzer.wrong.append(f"it grows: {memory}")
    told = dict(sorted(fuzzer.answers.items()))
    return Found(fuzzer.requests, fuzzer.frames, told, fuzzer.wrong, str(memory), size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    found = asyncio.run(fuzz(60 * given.minutes, given.seed))
    sys.stdout.write(
        f"seed {given.seed}: {found.requests} requests and {found.frames} frames; "
        f"{found.memory}, file {found.file:.1f} MiB\n"
        f"answers: {found.answers}\n" + "".join(f"WRONG: {wrong}\n" for wrong in found.wrong)
    )
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()
