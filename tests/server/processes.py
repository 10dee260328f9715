"""Servers as processes that can be killed, and a client that reconnects."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from paddock import games
from tests import plain
from tests.ports import reserve_port
from tests.server.site import Guest, Site, until, usual, wish

ROOT = Path(__file__).parents[2]
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
).rstrip(os.pathsep)
NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload(["paddock.server.serving", "tests.server.processes"])
games.all_specs()  # load once for all forked servers


def serve(port: int, db: str, settings: dict[str, Any]) -> None:
    from paddock.server.serving import run

    usual = {"bot_pause": 0.0, "rate": 1_000_000, "frames": 1_000_000, "log": "error"}
    run(port, db, **usual | settings)


TIMEOUT_SECONDS = 240.0
"""Time limit for a process to start or end; the machine may be busy."""


class Server:
    """A server process with its own port that can be killed and restarted."""

    def __init__(self, db: str, **settings: Any) -> None:
        self.db, self.settings = db, settings
        self.port = reserve_port()
        self.site = Site(self.port)
        self.process: ForkServerProcess | None = None

    def start(self) -> Server:
        self.begin()
        until(self.answers, TIMEOUT_SECONDS)
        return self

    def begin(self) -> None:
        self.process = NURSERY.Process(target=serve, args=(self.port, self.db, self.settings))
        self.process.start()

    def answers(self) -> bool:
        assert self.process is not None
        code = self.ended()
        if code is not None:  # the database refused the start: try again
            assert code >= 0, f"it crashed: {code}"
            self.begin()
        try:
            return plain.get(f"{self.site.url}/health").status_code == 200
        except httpx.HTTPError:
            return False

    def ended(self) -> int | None:
        """Exit code of the process, if it has ended."""
        assert self.process is not None
        return self.process.exitcode

    def kill(self, how: int = signal.SIGKILL) -> None:
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, how)
        self.process.join(TIMEOUT_SECONDS)
        assert self.process.exitcode is not None, "it does not end"


class NotNow(Exception):
    """The database could not save."""


class Person(threading.Thread):
    """Plays one race after another against bots through all restarts, and records every Ack."""

    def __init__(self, servers: list[Server]) -> None:
        super().__init__(daemon=True)
        self.servers = servers
        self.guest = Guest(servers[0].site, "Ann")
        self.tables: list[str] = []
        self.acked: dict[tuple[str, str], int] = {}
        self.sent: dict[str, Any] | None = None
        self.enough = False
        self.turn, self.known = 0, 0
        self.wrong: list[str] = []

    def run(self) -> None:
        while not self.enough:
            try:
                table = self.open()
                while not self.race(table):
                    pass
            except (OSError, httpx.HTTPError, NotNow):
                self.turn += 1
                time.sleep(0.05)

    def played_on(self) -> bool:
        """Whether there was an Ack since the last call."""
        before, self.known = self.known, len(self.acked)
        return self.known > before

    def server(self) -> Server:
        return self.servers[self.turn % len(self.servers)]

    def open(self) -> str:
        self.guest.site = self.server().site
        self.guest.http.base_url = httpx.URL(self.guest.site.url)
        seats = [wish("me"), wish("random")]
        body = {"game": "template", "seats": seats, "options": {"length": 20}}
        answer = self.guest.post("/api/tables", body)
        if answer.status_code == 503:
            raise NotNow
        self.tables.append(str(answer.json()["id"]))
        return self.tables[-1]

    def race(self, table: str) -> bool:
        """Play until the race is over or the server is gone; false if it is gone."""
        self.guest.site = self.server().site
        try:
            with self.guest.socket(table) as connection:
                connection.send(json.dumps({"type": "Hello", "eye": 0}))
                if self.sent is not None:
                    connection.send(json.dumps(self.sent))
                while True:
                    if self.hear(table, connection, json.loads(connection.recv(10))):
                        return True
        except (OSError, WebSocketException, TimeoutError):
            self.turn += 1
            time.sleep(0.05)
            return False

    def hear(self, table: str, connection: Any, frame: dict[str, Any]) -> bool:
        match frame["type"]:
            case "Ack":
                self.acked[table, frame["id"]] = frame["version"]
                self.sent = None
            case "Refusal" if frame["code"] == "unavailable":  # retry
                connection.send(json.dumps(self.sent))
            case "Refusal":
                self.wrong.append(f"{table}: {frame}")
                self.sent = None
            case "Whole" | "News":
                if frame["now"]["state"] == "over":
                    self.sent = None
                    return True
                for ask in frame["now"]["asks"]:
                    if self.sent is None:
                        self.answer(ask, connection)
        return False

    def answer(self, ask: dict[str, Any], connection: Any) -> None:
        self.sent = {
            "type": "Answer",
            "id": f"a{ask['number']}",
            "seat": 0,
            "ask": ask["number"],
            "moves": [usual(ask)],
        }
        connection.send(json.dumps(self.sent))
