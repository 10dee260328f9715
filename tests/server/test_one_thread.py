"""The server without threads, processes and the packages that a browser's Python lacks."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from litestar import Litestar

from paddock.server.app import create
from paddock.server.embedded import SERVICE_RESTART, Embedded
from paddock.server.people import credentials
from paddock.server.store import BadDatabase, Store, Unavailable, migrate
from paddock.server.store.engine import connect
from paddock.server.workers.jobs import ExerciseSearch, WorkerFailed
from paddock.server.workers.runtime import ONE_THREAD
from tests.server import test_store
from tests.server.conftest import settings_for
from tests.server.site import Guest, in_a_loop, running
from tests.server.test_guides import GAMES

ROOT = Path(__file__).parents[2]
STORE_TESTS = [
    test_store.test_the_schema_is_what_the_migrations_make,
    test_store.test_the_second_of_two_who_write_the_same_number_is_told_so,
    test_store.test_the_same_id_is_saved_once,
    test_store.test_records_go_out_and_come_in_and_everything_plays_through,
]


def walk_here(db: Path) -> list[str]:
    return [sys.executable, "-m", "tests.server.one_thread", str(db), "template", *GAMES]


@pytest.mark.slow("one thread")
def test_a_race_a_replay_a_review_and_a_lesson_need_one_thread(tmp_path: Path) -> None:
    """An ordinary server then reads the same database and gives the same bytes."""
    db = tmp_path / "one.db"
    done = subprocess.run(walk_here(db), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    check_walk(json.loads(done.stdout), db)


def check_walk(found: Any, db: Path) -> None:
    """What a walk got without threads, an ordinary server gives too."""
    assert found["threads"] == 1
    assert "\npaddock_given_up_total 0\n" in found["metrics"]
    assert "\npaddock_thoughts_total 0\n" not in found["metrics"]
    assert [status for status, _ in found["refused"]] == [403, 403, 403]
    account, session, webhook = [text for _, text in found["refused"]]
    assert account == session
    assert account.startswith("There are no accounts here")
    assert "no messages are sent" in webhook
    assert not list(db.parent.glob("*.db-*")), "the database is one file"
    with running(settings_for(str(db))) as site:
        ann = Guest(site, cookie=f"paddock={found['cookies']['paddock']}")
        assert len(found["answers"]) in (8, 8 * (1 + len(GAMES)))
        for path, text in found["answers"].items():
            assert ann.get(path).text == text, path


async def visit(db: Path) -> None:
    def app() -> Litestar:
        return create(settings_for(str(db)), ONE_THREAD)

    site = Embedded(app())
    await site.start()
    me = await site.request("GET", "/api/me")
    assert me.status == 200
    assert me.headers["content-type"] == "application/json"
    assert "set-cookie" not in me.headers, "the session is not for the page"
    assert (await site.request("GET", "/api/lobby?lang=it")).status == 200
    assert (await site.request("GET", "/api/tables/nowhere")).status == 404
    seats = [{"type": "Me"}, {"type": "Open"}]
    sent = msgspec.json.encode({"game": "template", "seats": seats})
    opened = await site.request("POST", "/api/tables", sent, {"Content-Type": "application/json"})
    table = msgspec.json.decode(opened.body)["id"]
    frames, codes = asyncio.Queue[str](), asyncio.Queue[int]()
    site.connect("/api/tables/nowhere/socket", frames.put_nowait, codes.put_nowait)
    assert await codes.get() == 4404, "there is no such table"
    socket = site.connect(f"/api/tables/{table}/socket", frames.put_nowait, codes.put_nowait)
    socket.send('{"type":"Hello","eye":0,"language":"en"}')
    while msgspec.json.decode(await frames.get())["type"] != "Whole":
        pass
    await site.stop()
    assert codes.get_nowait() == SERVICE_RESTART
    assert codes.empty()
    again = Embedded(app(), site.cookies)
    await again.start()
    assert (await again.request("GET", "/api/me")).body == me.body, "still the same person"
    assert (await again.request("DELETE", "/api/session")).status == 204
    assert "paddock" not in again.cookies
    assert (await again.request("GET", "/api/me")).body != me.body
    await again.stop()


def test_the_app_is_called_without_a_network(tmp_path: Path) -> None:
    in_a_loop(visit(tmp_path / "one.db"))


@pytest.fixture
def one_thread(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "one.db"), inline=True)
    yield store
    store.close()


@pytest.mark.parametrize("check", STORE_TESTS, ids=lambda check: check.__name__)
def test_the_store_is_the_same_in_one_thread(
    one_thread: Store, check: Callable[[Store], None]
) -> None:
    check(one_thread)


def test_a_failed_write_leaves_nothing_behind_and_the_next_one_works(one_thread: Store) -> None:
    def half(connection: sa.Connection) -> None:
        connection.execute(sa.text("INSERT INTO keys VALUES ('half', 'done')"))
        raise LookupError("a bug")

    async def write() -> None:
        with pytest.raises(LookupError):
            await one_thread.write("", half)
        await one_thread.write(
            "", lambda c: c.execute(sa.text("INSERT INTO keys VALUES ('whole', 'done')"))
        )

    in_a_loop(write())
    names = one_thread.read_sync(lambda c: c.execute(sa.text("SELECT name FROM keys")).scalars())
    assert "whole" in names
    assert "half" not in names


def test_a_write_waits_until_it_is_kept_and_several_share_the_next_time(tmp_path: Path) -> None:
    kept: list[int] = []

    async def write() -> None:
        doors = [asyncio.Event() for _ in range(3)]

        async def keep() -> None:
            kept.append(len(kept))
            await doors[kept[-1]].wait()
            if kept[-1] == 2:
                raise OSError("the disk is full")

        store = Store(str(tmp_path / "one.db"), inline=True, keep=keep)
        tasks = [asyncio.create_task(store.write("", count)) for _ in range(3)]
        await asyncio.sleep(0)
        assert store.read_sync(count) == 0
        await asyncio.sleep(0.01)
        assert kept == [0], "written, but not yet kept"
        assert not any(task.done() for task in tasks)
        late = asyncio.create_task(store.write("", count))
        await asyncio.sleep(0)
        doors[0].set()
        await asyncio.gather(*tasks)
        assert not late.done(), "written after the first copy was made"
        doors[1].set()
        assert await late == 0
        doors[2].set()
        with pytest.raises(Unavailable, match="the disk is full"):
            await store.write("", count)
        assert not store.writer.has_saved_within(60.0)
        store.close()

    in_a_loop(write())
    assert kept == [0, 1, 2]


def count(connection: sa.Connection) -> int:
    found: int = connection.execute(sa.text("SELECT COUNT(*) FROM tables")).scalar_one()
    return found


def test_a_job_that_fails_is_no_result(one_thread: Store) -> None:
    pool = ONE_THREAD.pool(1, 0)
    job = msgspec.msgpack.encode(ExerciseSearch("no-such-game", "2026-01-01", 0))
    with pytest.raises(WorkerFailed, match="no-such-game"):
        in_a_loop(pool.think(job, 1.0))
    pool.close()
    with pytest.raises(WorkerFailed, match="closed"):
        in_a_loop(pool.think(job, 1.0))


def columns(path: Path) -> dict[str, object]:
    """Tables, columns and indexes of a SQLite file, in no order."""
    engine = connect(str(path))
    with engine.connect() as connection:
        names = sa.inspect(connection).get_table_names()
        found: dict[str, object] = {
            f"{pragma} {name}": {
                tuple(row)[1:] for row in connection.execute(sa.text(f"PRAGMA {pragma}('{name}')"))
            }
            for name in names
            for pragma in ("table_info", "index_list")
        }
    engine.dispose()
    return found


def test_a_new_database_is_as_if_it_was_migrated(migrated: Path, tmp_path: Path) -> None:
    assert ScriptDirectory(str(migrate.FOLDER)).get_current_head() == migrate.NEWEST
    Store(str(tmp_path / "one.db"), inline=True).close()
    assert columns(tmp_path / "one.db") == columns(migrated)


def test_an_older_database_without_alembic_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.db"
    Store(str(path), inline=True).close()
    engine = connect(str(path))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(sa.update(migrate.VERSIONS).values(version_num="0013"))
    engine.dispose()
    monkeypatch.setitem(sys.modules, "alembic", None)
    with pytest.raises(BadDatabase, match="older"):
        Store(str(path), inline=True)


def test_an_unknown_login_takes_as_long_as_a_wrong_password() -> None:
    assert not credentials.hasher().check_needs_rehash(credentials.DUMMY_HASH)
