"""The app as a browser's worker starts it, natively."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from tools.site import answers

from paddock.server import in_browser
from paddock.server.in_browser import BotPool, BrowserSite, check_database
from paddock.server.store import BadDatabase, migrate
from paddock.server.workers.jobs import WorkerFailed
from tests.server.site import in_a_loop


async def me(site: BrowserSite) -> Any:
    status, kind, text = await site.request("GET", "/api/me", "")
    assert (status, kind) == (200, "application/json")
    return msgspec.json.decode(text)


async def visit(db: Path) -> None:
    site = await in_browser.start(str(db))
    before = await me(site)
    status, _, text = await site.request("PUT", "/api/me", '{"name":"Ada"}')
    assert status == 200, text
    await site.stop()
    again = await in_browser.start(str(db))
    assert await me(again) == {**before, "name": "Ada"}
    await again.stop()


def test_the_database_alone_says_who_the_visitor_is(tmp_path: Path) -> None:
    in_a_loop(visit(tmp_path / "one.db"))
    check_database(str(tmp_path / "one.db"))


def test_another_file_is_no_database_of_ours(tmp_path: Path) -> None:
    notes, other, newer = [tmp_path / f"{name}.db" for name in ("notes", "other", "newer")]
    notes.write_text("no database", "utf-8")
    sqlite3.connect(other).execute("CREATE TABLE races (id)").connection.close()
    in_a_loop(visit(newer))
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for file in (notes, other, newer):
        with pytest.raises(BadDatabase):
            check_database(str(file))
    assert migrate.NEWEST < "9999"


class Result(Struct):
    data: bytes

    def to_py(self) -> bytes:
        return self.data


class Worker:
    """Stands for the second interpreter."""

    def __init__(self) -> None:
        self.running, self.stopped = 0, 0

    async def think(self, job: bytes, seconds: float) -> Result:
        if job == b"broken":
            raise RuntimeError("no result")
        self.running += 1
        assert self.running == 1, "one job at a time"
        await (asyncio.Future() if job == b"long" else asyncio.sleep(0))
        self.running -= 1
        return Result(job[::-1])

    def stop(self) -> None:
        self.running, self.stopped = 0, self.stopped + 1


async def think() -> None:
    worker = Worker()
    turn = asyncio.Lock()
    bots, reviews = BotPool(worker, turn), BotPool(worker, turn)
    found = await asyncio.gather(*(pool.think(b"abc", 1) for pool in (bots, reviews, bots)))
    assert found == [b"cba"] * 3
    with pytest.raises(WorkerFailed, match="no result"):
        await bots.think(b"broken", 1)
    long = asyncio.create_task(reviews.think(b"long", 1))
    await asyncio.sleep(0)
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long
    assert worker.stopped == 1, "a job that nobody waits for is ended"
    assert await bots.think(b"abc", 1) == b"cba"
    bots.close()
    with pytest.raises(WorkerFailed):
        await bots.think(b"abc", 1)


def test_bots_think_in_the_second_interpreter_one_job_at_a_time() -> None:
    in_a_loop(think())


def test_answers_for_the_first_page_are_the_same_each_time() -> None:
    first, second = [in_a_loop(answers.collect()) for _ in range(2)]
    assert first == second
    assert {"en/games.json", "it/games/heat/rules.json", "en/me.json"} <= set(first)
    assert msgspec.json.decode(first["en/me.json"]) == {"id": "", "name": "Guest", "login": None}
