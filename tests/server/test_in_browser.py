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
from paddock.server.workers.jobs import BotJob, TrackJob, WorkerFailed
from tests.server.site import in_a_loop
from tests.server.test_migrations import downgrade


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


async def name_in(language: str, db: Path) -> str:
    site = await in_browser.start(str(db), language=language)
    name = (await me(site))["name"]
    await site.stop()
    return str(name)


def test_a_new_visitor_has_a_name_in_their_language(tmp_path: Path) -> None:
    db = tmp_path / "one.db"
    name = in_a_loop(name_in("it", db))
    assert name.startswith("Ospite ")
    assert in_a_loop(name_in("en", db)) == name


def test_another_file_is_no_database_of_ours(tmp_path: Path) -> None:
    notes, other, newer = [tmp_path / f"{name}.db" for name in ("notes", "other", "newer")]
    notes.write_text("no database", "utf-8")
    sqlite3.connect(other).execute("CREATE TABLE races (id)").connection.close()
    in_a_loop(visit(newer))
    whole = newer.read_bytes()
    (half := tmp_path / "half.db").write_bytes(whole[: len(whole) // 8192 * 4096])
    (poor := tmp_path / "poor.db").write_bytes(whole)
    with sqlite3.connect(poor) as connection:
        connection.execute("DROP TABLE log")
    connection.close()
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for file in (notes, other, half, poor):
        with pytest.raises(BadDatabase, match="no database of Paddock"):
            check_database(str(file))
    with pytest.raises(BadDatabase, match="of a newer Paddock"):
        check_database(str(newer))


def test_a_file_of_an_older_version_can_be_brought(tmp_path: Path) -> None:
    file = tmp_path / "older.db"
    in_a_loop(visit(file))
    downgrade(str(file), "0009")
    check_database(str(file))
    assert migrate.NEWEST < "9999"


class Result(Struct):
    data: bytes

    def to_py(self) -> bytes:
        return self.data


LONG, BROKEN, REVIEW = [
    msgspec.msgpack.encode(TrackJob(game, "", 0, 0, 1)) for game in ("long", "broken", "")
]


class Worker:
    """Stands for the second interpreter."""

    def __init__(self) -> None:
        self.running, self.stopped, self.jobs = 0, 0, 0

    async def think(self, job: bytes, seconds: float) -> Result:
        if job == BROKEN:
            raise RuntimeError("no result")
        self.running, self.jobs = self.running + 1, self.jobs + 1
        assert self.running == 1, "one job at a time"
        await (asyncio.Future() if job == LONG else asyncio.sleep(0))
        self.running -= 1
        return Result(b"there")

    def stop(self) -> None:
        self.running, self.stopped = 0, self.stopped + 1


async def think() -> None:
    worker = Worker()
    turn = asyncio.Lock()
    bots, reviews = BotPool(worker, turn), BotPool(worker, turn)
    found = await asyncio.gather(*(pool.think(REVIEW, 1) for pool in (bots, reviews, bots)))
    assert found == [b"there"] * 3
    with pytest.raises(WorkerFailed, match="no result"):
        await bots.think(BROKEN, 1)
    long = asyncio.create_task(reviews.think(LONG, 1))
    await asyncio.sleep(0)
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long
    assert worker.stopped == 1, "a job that nobody waits for is ended"
    assert await bots.think(REVIEW, 1) == b"there"
    bots.close()
    for job in (REVIEW, decision("medium")):
        with pytest.raises(WorkerFailed):
            await bots.think(job, 1)


def decision(bot: str) -> bytes:
    return msgspec.msgpack.encode(BotJob("heat", bot, b"", b"", 0))


def test_long_jobs_run_in_the_second_interpreter_one_at_a_time() -> None:
    in_a_loop(think())


async def decide(times: int) -> tuple[list[bytes], int]:
    worker = Worker()
    pool = BotPool(worker, asyncio.Lock())
    return [await pool.think(decision("hard"), 1) for _ in range(times)], worker.jobs


def test_only_a_slow_bot_moves_to_the_second_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first decision does not count: it loads the game."""
    monkeypatch.setattr(in_browser, "work", lambda job: b"here")
    monkeypatch.setattr(in_browser, "QUICK_SECONDS", 60.0)
    assert in_a_loop(decide(4)) == ([b"here"] * 4, 0)
    monkeypatch.setattr(in_browser, "QUICK_SECONDS", -1.0)
    assert in_a_loop(decide(4)) == ([b"here", b"here", b"there", b"there"], 2)


async def fail() -> None:
    with pytest.raises(WorkerFailed):
        await BotPool(Worker(), asyncio.Lock()).think(decision("nobody"), 1)


def test_a_decision_that_fails_says_so() -> None:
    in_a_loop(fail())


def test_answers_for_the_first_page_are_the_same_each_time() -> None:
    first, second = [in_a_loop(answers.collect()) for _ in range(2)]
    assert first == second
    assert {"en/games.json", "it/games/heat/rules.json", "en/me.json"} <= set(first)
    assert msgspec.json.decode(first["en/me.json"]) == {"id": "", "name": "Guest", "login": None}
