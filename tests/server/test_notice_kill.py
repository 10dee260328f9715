"""Two processes and `kill -9`: no notice is lost, and none is sent under two ids."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from paddock.server.store import schema
from paddock.server.store.engine import connect
from tests.server.processes import Server
from tests.server.receivers import Receiver, Request, receiving
from tests.server.site import TIMEOUT_SECONDS, Guest, until

SETTINGS: dict[str, Any] = {"private_webhooks": True, "notice_delay": 0, "notice_gap": 0}


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def sender_of(db: str, servers: list[Server]) -> Server:
    """The process that sends, by its lease."""
    engine, c = connect(db), schema.leases.c
    query = sa.select(c.holder).where(c.table_id == "notices")
    with engine.connect() as connection:
        holder = connection.execute(query).scalar_one()
    engine.dispose()
    pid = int(str(holder).split("-")[1])
    return next(s for s in servers if s.process is not None and s.process.pid == pid)


def tables_of(requests: list[Request]) -> dict[str, set[str]]:
    """The ids of messages by the table they name."""
    found: dict[str, set[str]] = {}
    for request in requests:
        body = request.json()
        for item in (body, *body["also"]):
            found.setdefault(item["table"], set()).add(body["id"])
    return found


@pytest.mark.slow("kill")
def test_a_killed_sender_neither_loses_nor_doubles(own_database: str, receiver: Receiver) -> None:
    held, go_on = threading.Event(), threading.Event()

    def hold(request: Request) -> tuple[int, dict[str, str]]:
        if not held.is_set():  # the first sender dies before it reads the answer
            held.set()
            go_on.wait(TIMEOUT_SECONDS)
        return 204, {}

    receiver.answer = hold
    servers = [Server(own_database, **SETTINGS).start() for _ in range(2)]
    try:
        ann, bob = Guest(servers[0].site, "Ann"), Guest(servers[0].site, "Bob")
        body = {"type": "NewWebhook", "url": receiver.url}
        assert bob.post("/api/me/notices/channels", body).status_code == 201
        tables = [ann.open("me", "open")]
        bob.join(tables[0], 1)
        until(held.is_set)
        dead = sender_of(own_database, servers)
        alive = next(one for one in servers if one is not dead)
        for guest in (ann, bob):
            guest.site = alive.site
            guest.http.base_url = httpx.URL(alive.site.url)
            assert guest.get("/api/me/notices").status_code == 200
        tables.append(ann.open("me", "open"))  # while the sender is busy
        bob.join(tables[1], 1)
        dead.kill(signal.SIGKILL)
        go_on.set()
        until(lambda: set(tables_of(receiver.requests)) == set(tables))
        tables.append(ann.open("me", "open"))
        bob.join(tables[2], 1)
        until(lambda: set(tables_of(receiver.requests)) == set(tables))
        until(lambda: is_empty(own_database))
        assert all(len(ids) == 1 for ids in tables_of(receiver.requests).values())
        first = [one for one in receiver.requests if one.json()["table"] == tables[0]]
        assert len(first) == 2, "what was on its way is sent again under its id"
    finally:
        for server in servers:
            if server.ended() is None:
                server.kill(signal.SIGTERM)


def is_empty(db: str) -> bool:
    """Whether nothing waits in the outbox."""
    engine = connect(db)
    query = sa.select(sa.func.count()).select_from(schema.messages)
    with engine.connect() as connection:
        found: int = connection.execute(query).scalar_one()
    engine.dispose()
    return found == 0
